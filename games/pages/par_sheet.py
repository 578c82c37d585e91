"""A par sheet as a person reads it: what `games.laboratory.par_sheet` writes for programs, on a page.

Source: docs/formats/par-sheet.md.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from games.core.montana.poker import Category
from games.core.montana.terms import MontanaTerms
from games.core.pot.terms import PotTerms
from games.core.red_dog.terms import RedDogTerms
from games.core.sheet import RuleSheet
from games.laboratory.exact_figures import ExactFigures, StrategyResult
from games.laboratory.par_sheet import sheet_sha256
from games.pages.figures import distribution, money, percentage
from games.pages.page import Language, Page, Section, Table
from games.pages.rules import telling_of
from games.pages.telling import Telling
from kernel.decimals import fixed, significant, square_root

_DIGITS: Final = 6
_PERCENT_PLACES: Final = 4
_AMOUNT: Final = "_minor"
_UNITS: Final = (
    "All figures are exact, by enumeration. Edges are per unit of the first bet and per unit of all money wagered,"
    " raises included; standard deviations are per unit of the first bet."
)

_FURTHER: Final[Mapping[str, str]] = {
    RedDogTerms.FAMILY: "By the spread of the first two cards, played best. Expectations are per unit of the first bet.",
    MontanaTerms.FAMILY: (
        "By the number of unseen cards that the hand beats: what each decision is worth, per unit of the first bet."
    ),
    PotTerms.FAMILY: (
        "One turn from fresh packs, by the spread of the first two cards. Expectations are per unit of the raise, where"
        " the pot caps nothing. Above the pots named, the smallest raise is worth more than to go down, and a call more"
        " than to take."
    ),
}
"""What the figures in a family's own tables are counted in."""


def par_page(sheet: RuleSheet, figures: ExactFigures, *, engine_sha256: str) -> Page:
    """Make the page, in English: identity, paytable, strategy, edges by policy, distributions, further tables.

    Where players play each other nobody's policy has an edge, and the page has none.
    """
    return Page(
        language=Language.EN,
        title=f"Par sheet of {sheet.game}, version {sheet.version}",
        sections=tuple(_sections(sheet, figures, engine_sha256)),
    )


def _sections(sheet: RuleSheet, figures: ExactFigures, engine_sha256: str) -> Iterator[Section]:
    telling = telling_of(sheet, figures, Language.EN)
    yield Section(id="game", heading="Game", tables=(_identity(sheet, telling, engine_sha256),))
    if telling.pay:
        yield Section(id="pay", heading="Paytable", paragraphs=telling.pay_notes, tables=telling.pay)
    yield from _among_players(figures, telling) if telling.returned else _against_the_house(figures, telling)
    if figures.side_bet:
        yield _bonus(figures.side_bet)
    if telling.complete:
        for name, table in figures.tables.items():
            yield from _further(name, table, sheet)
    yield Section(id="rounds", heading="The rules in words", paragraphs=telling.rounds)


def _against_the_house(figures: ExactFigures, telling: Telling) -> Iterator[Section]:
    optimal = figures.optimal
    yield Section(
        id="return",
        heading="Return and house edge",
        paragraphs=(f"Optimal strategy: {telling.strategy}", _UNITS),
        tables=(_policies(figures.policies), _exactly(optimal)),
    )
    yield Section(
        id="outcomes",
        heading="Outcomes, optimal strategy",
        tables=(distribution(("outcome", "chance, exactly", "in percent"), _spaced(optimal.outcomes)),),
    )
    net = {significant(result, _DIGITS): chance for result, chance in sorted(optimal.net.items())}
    yield Section(
        id="net",
        heading="Net result in first bets, optimal strategy",
        tables=(distribution(("net result", "chance, exactly", "in percent"), net),),
    )


def _among_players(figures: ExactFigures, telling: Telling) -> Iterator[Section]:
    best = (f"Best for a turn alone: {telling.strategy}",) if telling.complete else ()
    yield Section(id="return", heading="Return", paragraphs=(*telling.returned, *best))
    chances = {told: figures.optimal.outcomes[outcome] for outcome, told in telling.outcomes.items()}
    yield Section(id="outcomes", heading="First two cards", tables=(distribution(telling.outcome_columns, chances),))


def _identity(sheet: RuleSheet, telling: Telling, engine_sha256: str) -> Table:
    limits = (money(amount, sheet.currency) for amount in (sheet.stake_min_minor, sheet.stake_max_minor))
    rows = {
        "family": sheet.family,
        "rule sheet, SHA-256": sheet_sha256(sheet, engine_sha256),
        "engine, SHA-256": engine_sha256,
        "authority": sheet.authority,
        "documents": ", ".join(sheet.source),
        "packs of 52 cards": telling.packs or str(sheet.decks),
        "seats, at most": str(sheet.seats),
        telling.stake or "first bet": " to ".join(dict.fromkeys(limits)),
    }
    return Table(columns=("figure", "value"), rows=tuple(rows.items()))


def _policies(policies: Mapping[str, StrategyResult]) -> Table:
    columns = ("policy", "edge, first bet", "edge, all wagered", "RTP, first bet", "mean wagered", "standard deviation")
    rows = (
        (
            name,
            percentage(1 - play.rtp.first_bet, _PERCENT_PLACES),
            percentage(1 - play.rtp.total_wagered, _PERCENT_PLACES),
            percentage(play.rtp.first_bet, _PERCENT_PLACES),
            significant(play.staked, _DIGITS),
            square_root(play.variance, _DIGITS),
        )
        for name, play in policies.items()
    )
    return Table(columns=columns, rows=tuple(rows))


def _exactly(play: StrategyResult) -> Table:
    exact = {
        "house edge, first bet": 1 - play.rtp.first_bet,
        "house edge, all wagered": 1 - play.rtp.total_wagered,
        "RTP, first bet": play.rtp.first_bet,
        "RTP, all wagered": play.rtp.total_wagered,
        "mean wagered": play.staked,
        "variance": play.variance,
    }
    rows = tuple((name, str(value), significant(value)) for name, value in exact.items())
    return Table(columns=("optimal strategy", "exactly", "decimal"), rows=rows)


def _bonus(bonus: Mapping[str, StrategyResult]) -> Section:
    """Show every scale's edge; the chances of the categories, the strongest first, are the same by all of them."""
    rows = tuple(
        (
            name,
            percentage(1 - play.rtp.first_bet, _PERCENT_PLACES),
            str(1 - play.rtp.first_bet),
            square_root(play.variance, _DIGITS),
        )
        for name, play in bonus.items()
    )
    counted = next(iter(bonus.values())).outcomes
    chances = {category.value: counted[category] for category in reversed(Category)}
    return Section(
        id="bonus",
        heading="Bonus bet",
        paragraphs=("Per unit of the bonus bet.",),
        tables=(
            Table(columns=("scale", "house edge", "exactly", "standard deviation"), rows=rows),
            distribution(("category", "chance, exactly", "in percent"), _spaced(chances)),
        ),
    )


def _further(name: str, table: object, sheet: RuleSheet) -> Iterator[Section]:
    """Show a family's own table whose rows all have the same members; what is of another shape is for programs."""
    if not isinstance(table, Mapping) or not all(isinstance(row, Mapping) for row in table.values()):
        return
    members = tuple(dict.fromkeys(member for row in table.values() for member in row))
    rows = tuple(
        (str(key), *(_cell(member, row.get(member), sheet) for member in members)) for key, row in table.items()
    )
    columns = tuple(member.removesuffix(_AMOUNT).replace("_", " ") for member in (name, *members))
    yield Section(
        id=name,
        heading=columns[0].capitalize(),
        paragraphs=(_FURTHER[sheet.family],),
        tables=(Table(columns=columns, rows=rows),),
    )


def _cell(member: str, value: object, sheet: RuleSheet) -> str:
    """Write an amount as money, a share or an expectation with six places, and nothing where there is nothing."""
    if not isinstance(value, str | int):
        return ""
    if member.endswith(_AMOUNT):
        # Rounded down: a whole amount is above a bound where it is above the whole part of it.
        return money(int(Fraction(value)), sheet.currency)
    return fixed(Fraction(value), _DIGITS)


def _spaced(chances: Mapping[str, Fraction]) -> dict[str, Fraction]:
    return {name.replace("_", " "): chance for name, chance in chances.items()}
