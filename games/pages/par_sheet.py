"""A par sheet as a person reads it: what `games.core.par_sheet` writes for programs, on a page.

Source: docs/formats/par-sheet.md.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from games.core.decimals import fixed, significant, square_root
from games.core.figures import Figures, Play
from games.core.par_sheet import sheet_sha256
from games.core.sheet import RuleSheet
from games.pages.figures import distribution, money, percentage
from games.pages.page import Language, Page, Section, Table
from games.pages.rules import telling_of

_DIGITS: Final = 6
_PERCENT_PLACES: Final = 4
_AMOUNTS_FROM: Final = 10
_UNITS: Final = (
    "All figures are exact, by enumeration. Edges are per unit of the first bet and per unit of all money wagered,"
    " raises included; standard deviations are per unit of the first bet."
)


def par_page(sheet: RuleSheet, figures: Figures, *, engine_sha256: str) -> Page:
    """Make the page, in English: identity, paytable, strategy, edges by policy, distributions, further tables."""
    return Page(
        language=Language.EN,
        title=f"Par sheet of {sheet.game}, version {sheet.version}",
        sections=tuple(_sections(sheet, figures, engine_sha256)),
    )


def _sections(sheet: RuleSheet, figures: Figures, engine_sha256: str) -> Iterator[Section]:
    telling = telling_of(sheet, figures, Language.EN)
    optimal = figures.optimal
    yield Section(id="game", heading="Game", tables=(_identity(sheet, engine_sha256),))
    yield Section(id="pay", heading="Paytable", paragraphs=telling.pay_notes, tables=telling.pay)
    yield Section(
        id="return",
        heading="Return and house edge",
        paragraphs=(
            f"Optimal strategy: {telling.strategy}",
            _UNITS,
        ),
        tables=(_policies(figures.policies), _exactly(optimal)),
    )
    yield Section(
        id="outcomes",
        heading="Outcomes, optimal strategy",
        tables=(distribution(("outcome", "chance, exactly", "in percent"), optimal.outcomes),),
    )
    net = {significant(result, _DIGITS): chance for result, chance in sorted(optimal.net.items())}
    yield Section(
        id="net",
        heading="Net result in first bets, optimal strategy",
        tables=(distribution(("net result", "chance, exactly", "in percent"), net),),
    )
    if figures.bonus:
        yield _bonus(figures.bonus)
    for name, table in figures.tables.items():
        yield from _further(name, table)
    yield Section(id="rounds", heading="The rules in words", paragraphs=telling.rounds)


def _identity(sheet: RuleSheet, engine_sha256: str) -> Table:
    limits = (money(amount, sheet.currency) for amount in (sheet.stake_min_minor, sheet.stake_max_minor))
    rows = {
        "family": sheet.family,
        "rule sheet, SHA-256": sheet_sha256(sheet, engine_sha256),
        "engine, SHA-256": engine_sha256,
        "authority": sheet.authority,
        "documents": ", ".join(sheet.source),
        "packs of 52 cards": str(sheet.decks),
        "seats, at most": str(sheet.seats),
        "first bet": " to ".join(limits),
    }
    return Table(columns=("figure", "value"), rows=tuple(rows.items()))


def _policies(policies: Mapping[str, Play]) -> Table:
    columns = ("policy", "edge, first bet", "edge, all wagered", "RTP, first bet", "mean wagered", "standard deviation")
    rows = (
        (
            name.replace("_", " "),
            percentage(1 - play.rtp.first_bet, _PERCENT_PLACES),
            percentage(1 - play.rtp.total_wagered, _PERCENT_PLACES),
            percentage(play.rtp.first_bet, _PERCENT_PLACES),
            significant(play.staked, _DIGITS),
            square_root(play.variance, _DIGITS),
        )
        for name, play in policies.items()
    )
    return Table(columns=columns, rows=tuple(rows))


def _exactly(play: Play) -> Table:
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


def _bonus(bonus: Mapping[str, Play]) -> Section:
    """Show every scale's edge; the chances of the categories are the same by all of them."""
    rows = tuple(
        (
            name,
            percentage(1 - play.rtp.first_bet, _PERCENT_PLACES),
            str(1 - play.rtp.first_bet),
            square_root(play.variance, _DIGITS),
        )
        for name, play in bonus.items()
    )
    chances = next(iter(bonus.values())).outcomes
    return Section(
        id="bonus",
        heading="Bonus bet",
        paragraphs=("Per unit of the bonus bet.",),
        tables=(
            Table(columns=("scale", "house edge", "exactly", "standard deviation"), rows=rows),
            distribution(("category", "chance, exactly", "in percent"), chances),
        ),
    )


def _further(name: str, table: object) -> Iterator[Section]:
    """Show a family's own table whose rows all have the same members; what is of another shape is for programs."""
    if not isinstance(table, Mapping) or not all(isinstance(row, Mapping) for row in table.values()):
        return
    columns = tuple(dict.fromkeys(member for row in table.values() for member in row))
    rows = tuple((str(key), *(_cell(row.get(column)) for column in columns)) for key, row in table.items())
    titles = tuple(title.replace("_", " ") for title in (name, *columns))
    yield Section(id=name, heading=titles[0].capitalize(), tables=(Table(columns=titles, rows=rows),))


def _cell(value: object) -> str:
    """Write a share or an expectation with six places, an amount with two, and nothing where there is nothing."""
    if not isinstance(value, str | int):
        return ""
    exact = Fraction(value)
    return fixed(exact, _DIGITS if abs(exact) < _AMOUNTS_FROM else 2)
