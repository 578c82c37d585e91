"""Pot Red Dog and its ancestor in words.

Source: docs/rules/pot-red-dog.md, whose numbered rules these sentences retell.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, cast

from games.core.pot.game import packs, terms_of
from games.core.pot.terms import BASIS_POINTS, SEATS_MIN, PotTerms
from games.core.sheet import RuleSheet
from games.laboratory.exact_figures import ExactFigures
from games.pages.figures import duration, money, percentage
from games.pages.page import Language, Table
from games.pages.telling import Telling
from games.pages.words import Words, words


def tell(sheet: RuleSheet, figures: ExactFigures, language: Language) -> Telling:
    """Tell a sheet of this family; of one that is not complete, what is known."""
    terms = terms_of(sheet)
    told = words("pot", language)
    amounts_minor = {
        "buy_in": sheet.stake_min_minor,
        "unit": terms.unit_minor,
        "ante": terms.ante_minor,
        "take": terms.take_minor,
        "down": terms.down_minor,
        "raise_min": terms.raise_min_minor,
        "refill": terms.refill_minor,
        "refill_empty": terms.refill_empty_minor,
    }
    filled = {name: money(amount_minor, sheet.currency) for name, amount_minor in amounts_minor.items()}
    filled |= {f"{action.value}_label": label for action, label in sheet.labels.items()}
    filled["time"] = duration(sheet.timeout_ms, language)
    filled["rake"] = percentage(Fraction(terms.rake_basis_points, BASIS_POINTS), 2)
    telling = Telling(
        name=told["name"],
        rounds=_filled([*told["rounds"], *([told["rake"]] if terms.rake_basis_points else [])], filled),
        pay=(),
        strategy="",
        outcomes=_classes(figures, told["classes"]),
        readings=tuple(told["readings"]),
        stake=told["stake"],
        seats_min=SEATS_MIN,
        returned=tuple([told["returned_rake"]] if terms.rake_basis_points else told["returned"]),
        outcome_columns=tuple(told["classes"]["columns"]),
        dealing=tuple(told["dealing"]),
        interruptions=_filled(told["interruptions"], filled),
    )
    return _complete(telling, sheet, figures, told) if terms.complete else _incomplete(telling, filled, told["unknown"])


def _complete(telling: Telling, sheet: RuleSheet, figures: ExactFigures, told: Words) -> Telling:
    terms = terms_of(sheet)
    raise_most = cast("list[int]", figures.strategy["raise_most_at_spread"])
    more = packs(sheet, seats=terms.second_pack_from)
    return replace(
        telling,
        pay=(_paytable(terms, figures, told["pay"]),),
        strategy=told["strategy_most"].format(spreads=told["comma"].join(map(str, raise_most))),
        packs=told["packs"].format(sheet.decks, more, terms.second_pack_from),
    )


def _incomplete(telling: Telling, filled: Mapping[str, str], told: Words) -> Telling:
    return replace(
        telling,
        name=told["name"],
        rounds=_filled(told["rounds"], filled),
        returned=tuple(told["returned"]),
        readings=tuple(told["readings"]),
        complete=False,
    )


def _filled(sentences: list[str], filled: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(sentence.format(**filled) for sentence in sentences)


def _classes(figures: ExactFigures, told: Words) -> dict[str, str]:
    """Name what two first cards are called, as the figures do."""
    names = {"pair": told["pair"], "consecutive": told["consecutive"]}
    spread = told["spread"]
    return {each: names.get(each) or spread.format(each.removeprefix("spread_")) for each in figures.optimal.outcomes}


def _paytable(terms: PotTerms, figures: ExactFigures, told: Words) -> Table:
    """Show a call first, then the spreads, with the chance to win from as many packs as the game may use."""
    tables = cast("list[Mapping[str, Mapping[str, Any]]]", list(figures.tables.values()))
    used = [told["one_pack"], *(told["packs"].format(number) for number in range(2, len(tables) + 1))]
    columns = (*told["columns"], *(told["wins"].format(number_of_packs) for number_of_packs in used))

    def chances(row: str, member: str) -> Iterator[str]:
        return (percentage(Fraction(table[row][member])) for table in tables)

    rows = [(told["pair"], told["pot"], *chances("pair", "red_dog"))]
    for spread, odds in enumerate(terms.pay_spread, start=1):
        rows.append((told["spread"].format(spread), told["odds"].format(odds), *chances(str(spread), "win")))
    return Table(columns=columns, rows=tuple(rows))
