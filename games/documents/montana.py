"""Montana Red Dog in words.

Source: docs/rules/montana-red-dog.md, whose numbered rules these sentences retell.
"""

from games.core.cards import PACK
from games.core.montana.poker import PAID
from games.core.montana.rules import terms_of
from games.core.montana.terms import MontanaTerms
from games.core.sheet import RuleSheet
from games.documents.family_text import FamilyText
from games.documents.number_text import money_in_each, percentage
from games.documents.page import Language, Table
from games.documents.words import Words, words
from games.laboratory.exact_figures import ExactFigures


def describe(sheet: RuleSheet, figures: ExactFigures, language: Language) -> FamilyText:
    """Tell a sheet of this family."""
    terms = terms_of(sheet)
    sentences = words("montana", language)
    filled = {
        "least": money_in_each(sheet, lambda played: played.stake_min_minor),
        "most": money_in_each(sheet, lambda played: played.stake_max_minor),
        "twice": money_in_each(sheet, lambda played: 2 * played.stake_max_minor),
        "bonus_least": money_in_each(sheet, lambda played: terms_of(played).side_bet_min_minor),
        "bonus_most": money_in_each(sheet, lambda played: terms_of(played).side_bet_max_minor),
        "hand": terms.hand,
        "seats": sheet.seats,
        **{f"{action.value}_label": label for action, label in sheet.labels.items()},
    }
    rounds = [
        *sentences["rounds"],
        *([sentences["bonus"]] if terms.side_bet_scale else []),
        *([sentences["shared"]] if sheet.at_tables else []),
    ]
    readings = [
        *sentences["readings"],
        *(sentences["readings_bonus"] if terms.side_bet_scale else ()),
        sentences["readings_hand"],
    ]
    return FamilyText(
        name=sentences["name"],
        rounds=tuple(sentence.format(**filled) for sentence in rounds),
        pay=(_paytable(sentences["pay"]), *_bonus_tables(terms, figures, sentences)),
        strategy=sentences["strategy"].format(
            unseen=PACK - terms.hand,
            raise_from=figures.strategy["raise_from_winning_cards"],
            play_from=figures.strategy["play_from_winning_cards"],
        ),
        outcomes=sentences["outcomes"],
        readings=tuple(sentence.format(**filled) for sentence in readings),
        limits=_limits(sheet, terms, sentences["limits"]),
    )


def _limits(sheet: RuleSheet, terms: MontanaTerms, sentences: Words) -> tuple[tuple[str, str], ...]:
    if terms.side_bet_scale is None:
        return ()
    least = money_in_each(sheet, lambda played: terms_of(played).side_bet_min_minor)
    most = money_in_each(sheet, lambda played: terms_of(played).side_bet_max_minor)
    return ((sentences["bonus"], sentences["between"].format(least, most)),)


def _paytable(sentences: Words) -> Table:
    return Table(
        columns=tuple(sentences["columns"]),
        rows=((sentences["win"], sentences["even"]), (sentences["surrender"], sentences["half"])),
    )


def _bonus_tables(terms: MontanaTerms, figures: ExactFigures, sentences: Words) -> tuple[Table, ...]:
    """Show what each category pays and how likely it is, the strongest first, and below them all that loses."""
    if terms.side_bet_scale is None:
        return ()
    pay = dict(zip(PAID, terms.pay_side_bet, strict=True))
    odds, lost = sentences["bonus_pay"]["odds"], sentences["bonus_pay"]["lost"]
    chances = figures.side_bet[terms.side_bet_scale].outcomes
    rows = tuple(
        (name, odds.format(pay[category]) if category in pay else lost, percentage(chances[category], 4))
        for category, name in reversed(sentences["categories"].items())
    )
    columns = tuple(column.format(terms.side_bet_scale) for column in sentences["bonus_pay"]["columns"])
    return (Table(columns=columns, rows=rows),)
