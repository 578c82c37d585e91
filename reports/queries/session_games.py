"""What the rounds of each session came to: a round belongs to the session that its stake names in the log.

The sums are those of the roll-ups, over the same steps, grouped by session. So over all sessions of an interval they are
the games' own.

Source: docs/adr/0081-a-round-belongs-to-one-session.md; docs/adr/0088-sessions-by-game.md.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final, NamedTuple

from django.db import connection, transaction

from audit.queries.record_documents import record_text
from games.queries.round_outcomes import PLAYED
from kernel.cte import Cte, with_statement
from kernel.ids import ChainId
from kernel.instants import from_epoch_ms
from players.queries.accounts import ACCOUNT_KIND_CTE
from players.queries.reported_sessions import sessions_between_cte
from reports.core.period import Period
from reports.core.table import Cell
from reports.core.totals_key import count_column, money_column
from reports.queries.figures import PLANNER_SETTINGS
from reports.queries.rollup_rows import GAME_SUMS
from tables.queries.stake_outcomes import PLAYED_AT_TABLES
from wallet.queries.active_chains import active_chains
from wallet.queries.postings import CURRENCIES, journals_of


class SessionKey(NamedTuple):
    """A session as the log knows it."""

    chain: ChainId
    """The player's."""

    reference: bytes
    """What the stakes name it by; empty where they name none, as in the log's first version."""


class SessionGames(NamedTuple):
    """What the rounds of a session came to that were settled or voided in an interval, in minor units."""

    settled: int = 0
    wagers_minor: int = 0
    """Stakes and raises of settled rounds."""
    winnings_minor: int = 0
    """What settled rounds returned of these."""
    side_wagers_minor: int = 0
    side_winnings_minor: int = 0
    voided: int = 0
    voided_minor: int = 0
    """What voided rounds gave back."""


class OtherGames(NamedTuple):
    """What rounds came to of a session that was not open in the interval, or is not stored."""

    key: SessionKey
    test: bool
    """Whether the account is a test account."""
    currency: str
    games: SessionGames


class SheetGames(NamedTuple):
    """What the rounds of a session came to that were played by one rule sheet, and ended in an interval."""

    key: SessionKey
    test: bool
    """Whether the account is a test account."""
    currency: str
    rules_leaf: bytes
    """The sheet's place in the log."""
    first_stake_ms: int
    """When the first of them was staked, which may be before the interval: epoch milliseconds."""
    last_end_ms: int
    """When the last of them ended."""
    games: SessionGames


NO_GAMES: Final = SessionGames()


PLAYED_COLUMNS: Final = (
    count_column(
        "games",
        "Rounds, and stakes at tables, that were staked in the session and settled in the interval, wherever they"
        " were decided.",
    ),
    money_column("wagers", "First bets and raises of these, as in `game-performance`."),
    money_column("winnings", "What they returned of first bets and raises."),
    money_column("side_wagers", "Side bets of these."),
    money_column("side_winnings", "What they returned of side bets."),
    count_column("voided", "Rounds that were staked in the session and voided in the interval."),
    money_column("voided_amount", "Stakes that these gave back."),
)
"""The columns of the figures of a session, under the names that `game-performance` has."""


def played_cells(games: SessionGames) -> dict[str, Cell]:
    """Return the cells of `PLAYED_COLUMNS`."""
    return {
        "games": games.settled,
        "wagers": games.wagers_minor,
        "winnings": games.winnings_minor,
        "side_wagers": games.side_wagers_minor,
        "side_winnings": games.side_winnings_minor,
        "voided": games.voided,
        "voided_amount": games.voided_minor,
    }


def games_of_chains(chains: Collection[ChainId], period: Period) -> dict[SessionKey, SessionGames]:
    """Return what the rounds of these players came to that ended in the interval, by the session of their stake."""
    ctes = [journals_of(chains, period.start_ms, period.end_ms), *_ENDED]
    rows = _read(ctes, f"SELECT chain, reference, {_SUMS} FROM ended GROUP BY chain, reference")
    return {_key(row): SessionGames(*map(int, row[2:])) for row in rows}


def games_of_other_sessions(period: Period, *, after: SessionKey | None) -> Iterator[list[OtherGames]]:
    """Yield the sessions that had rounds that ended in the interval, and that were not open in it, some accounts at a time.

    They are sorted by chain and reference, and follow `after` (None: the first). A statement reads the rounds of so many
    accounts alone, however many there are.
    """
    for chains in _accounts_from(None if after is None else after.chain, period):
        yield [other for other in _others_of(chains, period) if after is None or other.key > after]


def games_by_sheet(period: Period, *, since: ChainId | None) -> Iterator[list[SheetGames]]:
    """Yield what was played by which sheet in each session of which a round ended in the interval, some accounts at a time.

    They are sorted by chain and reference, and begin with the account `since` (None: the first).
    """
    for chains in _accounts_from(since, period):
        yield _by_sheet_of(chains, period)


def _accounts_from(first: ChainId | None, period: Period) -> Iterator[list[ChainId]]:
    """Yield the accounts with a movement in the interval, some at a time, from this one on (None: all of them)."""
    if first is not None:
        yield [first]
    while chains := active_chains(period.start_ms, period.end_ms, after=first, limit=_CHAINS_AT_ONCE):
        yield chains
        first = chains[-1]


def _by_sheet_of(chains: Collection[ChainId], period: Period) -> list[SheetGames]:
    ctes = [
        journals_of(chains, period.start_ms, period.end_ms),
        *_ENDED,
        Cte("by_sheet", _BY_SHEET, ()),
        Cte("chains", "SELECT DISTINCT chain FROM by_sheet", ()),
        CURRENCIES,
        ACCOUNT_KIND_CTE,
    ]
    rows = _read(ctes, _OF_SHEETS)
    return [
        SheetGames(_key(row), row[2], row[3], bytes(row[4]), row[5], row[6], SessionGames(*map(int, row[7:])))
        for row in rows
    ]


def _others_of(chains: Collection[ChainId], period: Period) -> list[OtherGames]:
    ctes = [
        journals_of(chains, period.start_ms, period.end_ms),
        *_ENDED,
        sessions_between_cte(chains, from_epoch_ms(period.start_ms), from_epoch_ms(period.end_ms)),
        Cte("others", _OTHERS, ()),
        Cte("chains", "SELECT DISTINCT chain FROM others", ()),
        CURRENCIES,
        ACCOUNT_KIND_CTE,
    ]
    rows = _read(ctes, _OF_OTHERS)
    return [OtherGames(_key(row), row[2], row[3], SessionGames(*map(int, row[4:]))) for row in rows]


_CHAINS_AT_ONCE: Final = 100

_SUMS: Final = ", ".join(f"{GAME_SUMS[name]} AS {name}" for name in SessionGames._fields)

_REFERENCE: Final = f"COALESCE(decode({record_text('step.chain', 'step.stake_seq', 'sess')}, 'hex'), '')"
# PostgreSQL merges no subquery with an OFFSET into what reads it: each record is read once, not at each mention.
_ENDED: Final = (
    PLAYED,
    PLAYED_AT_TABLES,
    Cte(
        "ended",
        f"SELECT step.*, {_REFERENCE} AS reference FROM (SELECT * FROM played UNION ALL SELECT * FROM played_at_tables)"
        " step WHERE step.kind IN ('settle', 'void') OFFSET 0",
        (),
    ),
)
"""The ends of rounds and stakes among the journals of the CTE `journals`, each with the session of its stake."""

_OTHERS: Final = f"""
SELECT e.chain, e.reference, {_SUMS} FROM ended e
WHERE NOT EXISTS (SELECT FROM sessions s WHERE s.chain = e.chain AND s.reference = e.reference)
GROUP BY 1, 2
"""
_OF_OTHERS: Final = (
    f"SELECT o.chain, o.reference, w.test, w.currency, {', '.join(f'o.{name}' for name in SessionGames._fields)}"
    " FROM others o JOIN account_kind w ON w.chain = o.chain ORDER BY 1, 2"
)

_BY_SHEET: Final = f"""
SELECT chain, reference, rules_leaf, min(stake_ms) AS first_stake_ms, max(time_ms) AS last_end_ms, {_SUMS}
FROM ended GROUP BY 1, 2, 3
"""
_OF_SHEETS: Final = (
    "SELECT b.chain, b.reference, w.test, w.currency, b.rules_leaf, b.first_stake_ms, b.last_end_ms,"
    f" {', '.join(f'b.{name}' for name in SessionGames._fields)}"
    " FROM by_sheet b JOIN account_kind w ON w.chain = b.chain ORDER BY 1, 2"
)


def _key(row: Sequence[Any]) -> SessionKey:
    return SessionKey(ChainId(row[0]), bytes(row[1]))


def _read(ctes: Sequence[Cte], answer: str) -> list[tuple[Any, ...]]:
    sql, params = with_statement(ctes, answer=answer)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(PLANNER_SETTINGS)
        cursor.execute(sql, params)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows
