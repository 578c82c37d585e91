"""Casino Red Dog in words.

Source: docs/rules/red-dog.md, whose numbered rules these sentences retell.
"""

import itertools
from collections.abc import Sequence
from typing import cast

from games.core.action import Action
from games.core.red_dog.rules import terms_of
from games.core.red_dog.terms import SPREAD_MAX, Quotes, RedDogTerms
from games.core.sheet import RuleSheet
from games.laboratory.exact_figures import ExactFigures
from games.pages.figures import money
from games.pages.page import Language, Table
from games.pages.telling import Telling
from games.pages.words import Words, words


def tell(sheet: RuleSheet, figures: ExactFigures, language: Language) -> Telling:
    """Tell a sheet of this family."""
    terms = terms_of(sheet)
    told = words("red_dog", language)
    filled = {
        "least": money(sheet.stake_min_minor, sheet.currency),
        "most": money(sheet.stake_max_minor, sheet.currency),
        "twice": money(2 * sheet.stake_max_minor, sheet.currency),
        "raise_label": sheet.labels[Action.RAISE],
        "stand_label": sheet.labels[Action.STAND],
        "raise_amount": told["raise_amount"][terms.raise_mode],
    }
    shared = [told["shared"].format(seats=sheet.seats)] if sheet.seats > 1 else []
    return Telling(
        name=told["name"],
        rounds=(*(sentence.format(**filled) for sentence in told["rounds"]), *shared),
        pay=(_paytable(terms, told["pay"]),),
        pay_notes=(told["pay_note"][terms.quotes],),
        strategy=_strategy(cast("Sequence[int]", figures.strategy["raise_at_spread"]), told["strategy"]),
        outcomes=told["outcomes"],
        readings=tuple(told["readings"]),
    )


def _paytable(terms: RedDogTerms, told: Words) -> Table:
    """Show three of a kind first, then the spreads, those that pay the same in one row."""
    rows = [(told["trips"], _paid(terms.pay_trips, terms, told))]
    for odds, group in itertools.groupby(enumerate(terms.pay_spread, start=1), key=lambda paid: paid[1]):
        spreads = [spread for spread, _ in group]
        cards = told["spread"] if len(spreads) == 1 else told["spreads"]
        rows.append((cards.format(spreads[0], spreads[-1]), _paid(odds, terms, told)))
    return Table(columns=tuple(told["columns"]), rows=tuple(rows))


def _paid(odds: int, terms: RedDogTerms, told: Words) -> str:
    shown = odds + 1 if terms.quotes is Quotes.TOTALS else odds
    return str(told[terms.quotes].format(shown))


def _strategy(raise_at: Sequence[int], told: Words) -> str:
    """Name the spreads, or the least of them where all from there on are meant."""
    if not raise_at:
        return str(told["never"])
    upwards = list(raise_at) == list(range(raise_at[0], SPREAD_MAX + 1))
    spreads = told["or_more"].format(raise_at[0]) if upwards else told["comma"].join(map(str, raise_at))
    return str(told["raise"].format(at=spreads))
