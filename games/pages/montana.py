"""Montana Red Dog in words.

Source: docs/rules/montana-red-dog.md, whose numbered rules these sentences retell.
"""

from games.core.cards import PACK
from games.core.figures import Figures
from games.core.montana.poker import PAID
from games.core.montana.terms import MontanaTerms, terms_of
from games.core.sheet import RuleSheet
from games.pages.figures import money, percentage
from games.pages.page import Language, Table
from games.pages.telling import Telling
from games.pages.words import Words, words


def tell(sheet: RuleSheet, figures: Figures, language: Language) -> Telling:
    """Tell a sheet of this family."""
    terms = terms_of(sheet)
    told = words("montana", language)
    filled = {
        "least": money(sheet.stake_min_minor, sheet.currency),
        "most": money(sheet.stake_max_minor, sheet.currency),
        "twice": money(2 * sheet.stake_max_minor, sheet.currency),
        "bonus_least": money(terms.bonus_min_minor, sheet.currency),
        "bonus_most": money(terms.bonus_max_minor, sheet.currency),
        "hand": terms.hand,
        "seats": sheet.seats,
        **{f"{action.value}_label": label for action, label in sheet.labels.items()},
    }
    rounds = [*told["rounds"], *([told["bonus"]] if terms.bonus_scale else []), *([told["shared"]] * (sheet.seats > 1))]
    readings = [*told["readings"], *(told["readings_bonus"] if terms.bonus_scale else ()), told["readings_hand"]]
    return Telling(
        name=told["name"],
        rounds=tuple(sentence.format(**filled) for sentence in rounds),
        pay=(_paytable(told["pay"]), *_bonus_tables(terms, figures, told)),
        strategy=told["strategy"].format(
            key_unused=PACK - terms.hand,
            raise_from=figures.strategy["raise_from_winning_cards"],
            play_from=figures.strategy["play_from_winning_cards"],
        ),
        outcomes=told["outcomes"],
        readings=tuple(sentence.format(**filled) for sentence in readings),
        limits=_limits(sheet, terms, told["limits"]),
    )


def _limits(sheet: RuleSheet, terms: MontanaTerms, told: Words) -> tuple[tuple[str, str], ...]:
    if terms.bonus_scale is None:
        return ()
    least, most = (money(amount, sheet.currency) for amount in (terms.bonus_min_minor, terms.bonus_max_minor))
    return ((told["bonus"], told["between"].format(least, most)),)


def _paytable(told: Words) -> Table:
    return Table(
        columns=tuple(told["columns"]),
        rows=((told["win"], told["even"]), (told["surrender"], told["half"])),
    )


def _bonus_tables(terms: MontanaTerms, figures: Figures, told: Words) -> tuple[Table, ...]:
    """Show what each category pays and how likely it is, the strongest first, and below them all that loses."""
    if terms.bonus_scale is None:
        return ()
    pay = dict(zip(PAID, terms.pay_bonus, strict=True))
    odds, lost = told["bonus_pay"]["odds"], told["bonus_pay"]["lost"]
    chances = figures.bonus[terms.bonus_scale].outcomes
    rows = tuple(
        (name, odds.format(pay[category]) if category in pay else lost, percentage(chances[category], 4))
        for category, name in reversed(told["categories"].items())
    )
    columns = tuple(column.format(terms.bonus_scale) for column in told["bonus_pay"]["columns"])
    return (Table(columns=columns, rows=rows),)
