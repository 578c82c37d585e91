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
from games.documents.family_text import FamilyText
from games.documents.number_text import money_in_each
from games.documents.page import Language, Table
from games.documents.words import Words, words
from games.laboratory.exact_figures import ExactFigures


def describe(sheet: RuleSheet, figures: ExactFigures, language: Language) -> FamilyText:
    """Tell a sheet of this family."""
    terms = terms_of(sheet)
    sentences = words("red_dog", language)
    filled = {
        "least": money_in_each(sheet, lambda played: played.stake_min_minor),
        "most": money_in_each(sheet, lambda played: played.stake_max_minor),
        "twice": money_in_each(sheet, lambda played: 2 * played.stake_max_minor),
        "raise_label": sheet.labels[Action.RAISE],
        "stand_label": sheet.labels[Action.STAND],
        "raise_amount": sentences["raise_amount"][terms.raise_mode],
    }
    shared = [sentences["shared"].format(seats=sheet.seats)] if sheet.at_tables else []
    return FamilyText(
        name=sentences["name"],
        rounds=(*(sentence.format(**filled) for sentence in sentences["rounds"]), *shared),
        pay=(_paytable(terms, sentences["pay"]),),
        pay_notes=(sentences["pay_note"][terms.quotes],),
        strategy=_strategy(cast("Sequence[int]", figures.strategy["raise_at_spread"]), sentences["strategy"]),
        outcomes=sentences["outcomes"],
        readings=tuple(sentences["readings"]),
    )


def _paytable(terms: RedDogTerms, sentences: Words) -> Table:
    """Show three of a kind first, then the spreads, those that pay the same in one row."""
    rows = [(sentences["trips"], _paid(terms.pay_trips, terms, sentences))]
    for odds, group in itertools.groupby(enumerate(terms.pay_spread, start=1), key=lambda paid: paid[1]):
        spreads = [spread for spread, _ in group]
        cards = sentences["spread"] if len(spreads) == 1 else sentences["spreads"]
        rows.append((cards.format(spreads[0], spreads[-1]), _paid(odds, terms, sentences)))
    return Table(columns=tuple(sentences["columns"]), rows=tuple(rows))


def _paid(odds: int, terms: RedDogTerms, sentences: Words) -> str:
    quoted = odds + 1 if terms.quotes is Quotes.TOTALS else odds
    return str(sentences[terms.quotes].format(quoted))


def _strategy(raise_at: Sequence[int], sentences: Words) -> str:
    """Name the spreads, or the least of them where all from there on are meant."""
    if not raise_at:
        return str(sentences["never"])
    upwards = list(raise_at) == list(range(raise_at[0], SPREAD_MAX + 1))
    spreads = sentences["or_more"].format(raise_at[0]) if upwards else sentences["comma"].join(map(str, raise_at))
    return str(sentences["raise"].format(at=spreads))
