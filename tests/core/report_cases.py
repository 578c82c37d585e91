"""Reports to write: any columns, an envelope like those that are filed."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st

from reports.core.day_zone import DayZone
from reports.core.definition import Chart, Envelope, Reconciliation, Report
from reports.core.period import Period
from reports.core.reported_log import OneLog
from reports.core.table import Column, Row, Type, make_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

GENERATED_MS: Final = 1_795_323_660_000
"""2026-11-22T05:01:00Z, a minute after the end of 21 November in New York."""

FORMULAS: Final = ("=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "\uff1d1", "\uff0b1", "\uff0d1", "\uff201")

COLUMNS: Final = (
    Column(name="accounts", type=Type.TEXT, meaning="Whose accounts a row is about."),
    Column(name="day", type=Type.DAY, meaning="The gaming day."),
    Column(name="game", type=Type.TEXT, meaning="The game."),
    Column(name="currency", type=Type.TEXT, meaning="The currency of all money in the row."),
    Column(name="since", type=Type.INSTANT, meaning="Since when it is offered."),
    Column(name="games", type=Type.INTEGER, meaning="Rounds.", summed=True),
    Column(name="wagers", type=Type.MONEY, meaning="Stakes.", summed=True),
    Column(name="winnings", type=Type.MONEY, meaning="What came back.", summed=True),
    Column(name="rtp", type=Type.RATIO, meaning="Winnings of wagers.", quotient=("winnings", "wagers")),
)


def row(  # noqa: PLR0913  as many as there are columns
    *,
    accounts: str = "players",
    day: str = "2026-11-21",
    game: str = "red-dog",
    currency: str = "USD",
    since: int | None = GENERATED_MS,
    games: int = 3,
    wagers: int = 1250,
    winnings: int = 1000,
) -> Row:
    """Describe a game's day."""
    return {
        "accounts": accounts,
        "day": day,
        "game": game,
        "currency": currency,
        "since": since,
        "games": games,
        "wagers": wagers,
        "winnings": winnings,
    }


TWO_CURRENCIES: Final = (
    row(),
    row(game="montana-red-dog", wagers=0, winnings=0, since=None),
    row(game="blackjack", currency="JPY", wagers=300, winnings=-450),
    row(accounts="test", wagers=7, winnings=2),
)
AGREES: Final = Reconciliation("Stakes", "players", "USD", 1250, 1250)
DIFFERS: Final = Reconciliation("What came back", "players", "USD", 1000, 1250)


def report(
    rows: Iterable[Row] = TWO_CURRENCIES,
    *,
    columns: Sequence[Column] = COLUMNS,
    title: str = "Games by day",
    filters: Mapping[str, str] | None = None,
    parameters: Mapping[str, int] | None = None,
    reconciled: Sequence[Reconciliation] = (AGREES, DIFFERS, Reconciliation("Rounds", "test", "", 3, 3)),
    chart: Chart | None = None,
) -> Report:
    """Make a report of a day."""
    envelope = Envelope(
        kind="games-by-day",
        title=title,
        regulation="GLI-19 2.9.2",
        definition=3,
        software="0.1.0",
        operator="Example Casino",
        jurisdiction="new-jersey",
        period=Period(date(2026, 11, 21), date(2026, 11, 22), DayZone("America/New_York")),
        revision=2,
        generated_ms=GENERATED_MS,
        log=OneLog(origin="casino.example/log", size=4711),
        filters=filters or {},
        parameters=parameters or {},
        exponents={"JPY": 0, "USD": 2},
        reconciliations=tuple(reconciled),
    )
    return Report(envelope=envelope, table=make_table(columns, rows), chart=chart)


BY_GAME: Final = Chart(title="Stakes and what came back", label="game", values=("wagers", "winnings", "rtp"))

# Whatever UTF-8 can hold.
any_text = st.text(st.characters(codec="utf-8"), max_size=30)
rows_of_any_text = st.lists(
    st.builds(
        row,
        accounts=st.sampled_from(["players", "test"]),
        game=any_text,
        currency=st.sampled_from(["USD", "JPY"]),
        since=st.none() | st.integers(0, 4_000_000_000_000),
        games=st.integers(0, 10**9),
        # Six of them are still an amount.
        wagers=st.integers(0, 2**50),
        winnings=st.integers(-(2**50), 2**50),
    ),
    max_size=6,
)
