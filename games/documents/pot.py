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
from games.documents.family_text import FamilyText
from games.documents.number_text import duration, money, money_between, percentage
from games.documents.page import Language, Table
from games.documents.words import Words, words
from games.laboratory.exact_figures import ExactFigures


def describe(sheet: RuleSheet, figures: ExactFigures, language: Language) -> FamilyText:
    """Tell a sheet of this family; of one that is not complete, what is known."""
    terms = terms_of(sheet)
    sentences = words("pot", language)
    amounts_minor = {
        "unit": terms.unit_minor,
        "ante": terms.ante_minor,
        "take": terms.take_minor,
        "down": terms.down_minor,
        "raise_min": terms.raise_min_minor,
        "refill": terms.refill_minor,
        "refill_empty": terms.refill_empty_minor,
    }
    filled = {name: money(amount_minor, sheet.currency) for name, amount_minor in amounts_minor.items()}
    filled["buy_in"] = money_between(sheet.stake_min_minor, sheet.stake_max_minor, sheet.currency, language)
    filled |= {f"{action.value}_label": label for action, label in sheet.labels.items()}
    filled["time"] = duration(sheet.timeout_ms, language)
    filled["rake"] = percentage(Fraction(terms.rake_basis_points, BASIS_POINTS), 2)
    text = FamilyText(
        name=sentences["name"],
        rounds=_filled([*sentences["rounds"], *([sentences["rake"]] if terms.rake_basis_points else [])], filled),
        pay=(),
        strategy="",
        outcomes=_classes(figures, sentences["classes"]),
        readings=tuple(sentences["readings"]),
        stake=sentences["stake"],
        seats_min=SEATS_MIN,
        returned=tuple([sentences["returned_rake"]] if terms.rake_basis_points else sentences["returned"]),
        outcome_columns=tuple(sentences["classes"]["columns"]),
        dealing=tuple(sentences["dealing"]),
        interruptions=_filled(sentences["interruptions"], filled),
    )
    return (
        _complete(text, sheet, figures, sentences) if terms.complete else _incomplete(text, terms, sentences["unknown"])
    )


def _complete(text: FamilyText, sheet: RuleSheet, figures: ExactFigures, sentences: Words) -> FamilyText:
    terms = terms_of(sheet)
    raise_most = cast("list[int]", figures.strategy["raise_most_at_spread"])
    more = packs(sheet, seats=terms.second_pack_from)
    return replace(
        text,
        pay=(_paytable(terms, figures, sentences["pay"]),),
        strategy=sentences["strategy_most"].format(spreads=sentences["comma"].join(map(str, raise_most))),
        packs=sentences["packs"].format(sheet.decks, more, terms.second_pack_from),
    )


def _incomplete(text: FamilyText, terms: PotTerms, sentences: Words) -> FamilyText:
    """Describe a game whose stakes in money nobody knows: in chips, as its document does."""
    amounts_minor = {"ante": terms.ante_minor, "take": terms.take_minor, "down": terms.down_minor}
    chips = {name: str(amount_minor // terms.chip_minor) for name, amount_minor in amounts_minor.items()}
    return replace(
        text,
        name=sentences["name"],
        rounds=_filled(sentences["rounds"], chips),
        returned=tuple(sentences["returned"]),
        readings=tuple(sentences["readings"]),
        complete=False,
    )


def _filled(sentences: list[str], filled: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(sentence.format(**filled) for sentence in sentences)


def _classes(figures: ExactFigures, sentences: Words) -> dict[str, str]:
    """Name what two first cards are called, as the figures do."""
    names = {"pair": sentences["pair"], "consecutive": sentences["consecutive"]}
    spread = sentences["spread"]
    return {each: names.get(each) or spread.format(each.removeprefix("spread_")) for each in figures.optimal.outcomes}


def _paytable(terms: PotTerms, figures: ExactFigures, sentences: Words) -> Table:
    """Show a call first, then the spreads, with the chance to win from as many packs as the game may use."""
    tables = cast("list[Mapping[str, Mapping[str, Any]]]", list(figures.tables.values()))
    used = [sentences["one_pack"], *(sentences["packs"].format(number) for number in range(2, len(tables) + 1))]
    columns = (*sentences["columns"], *(sentences["wins"].format(number_of_packs) for number_of_packs in used))

    def chances(row: str, member: str) -> Iterator[str]:
        return (percentage(Fraction(table[row][member])) for table in tables)

    rows = [(sentences["pair"], sentences["pot"], *chances("pair", "red_dog"))]
    for spread, odds in enumerate(terms.pay_spread, start=1):
        rows.append((sentences["spread"].format(spread), sentences["odds"].format(odds), *chances(str(spread), "win")))
    return Table(columns=columns, rows=tuple(rows))
