"""Players' sessions: every one that was open at any time of the interval, and what was played in it.

A round belongs to one session: the one whose stake it is, which its record in the log names, whichever session decided
it, and also where that session is over. It counts when it ends, as in the reports of games. So the rounds of all rows are
the games of the same interval, with any number of sessions open. Behind the sessions that were open follow the rounds of
others: of sessions that had ended before, of players who were erased, and of stakes that name no session. Rows are sorted
by account, so that a page reads the rounds of its accounts and no page those of all.

A session ends when somebody ends it, or 24 hours after it began. Inactivity does not end a session, but locks it until
the PIN or the password is given (players/core/session_state.py), so `last_active` stands beside the end. Payments name
the account and not the session: their columns are the account's while the session was open, and have no total.

Source: GLI-19 2.13.2 (version 3); regulation F25, section 8; docs/adr/0081-a-round-belongs-to-one-session.md.
"""

import itertools
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from kernel.ids import ChainId
from kernel.instants import from_epoch_ms, to_epoch_ms
from players.queries.reported_sessions import ReportedSession, SessionPlace, sessions_between, sessions_by_reference
from reports.core import paging
from reports.core.account_columns import ACCOUNT, ACCOUNTS, CURRENCY, account_kind
from reports.core.definition import Definition, Page, Reconciliation, ReportScope
from reports.core.paging import split_page
from reports.core.period import Period
from reports.core.table import Cell, Column, Row, Table, Type
from reports.queries.games_agreement import compare_with_games
from reports.queries.session_games import (
    NO_GAMES,
    PLAYED_COLUMNS,
    OtherGames,
    SessionKey,
    games_of_chains,
    games_of_other_sessions,
    played_cells,
)
from wallet.queries.periods import ChainPeriod, PeriodTotals, period_totals

_OTHERS: Final = "others"


class _Placed(NamedTuple):
    """A row, and the cursor of the page that it would be the last one of."""

    cursor: str
    row: Row


def _read_page(scope: ReportScope, cursor: str) -> Page:
    # What follows the sessions that were open is read only where they do not fill the page.
    placed = itertools.chain(_open_sessions(scope.period, cursor), _other_sessions(scope.period, cursor))
    page, next_cursor = split_page(placed, lambda each: each.cursor)
    return Page([each.row for each in page], next_cursor)


def _open_sessions(period: Period, cursor: str) -> Iterator[_Placed]:
    """Yield the rows after a cursor of sessions that were open in the interval, a page and one more at most."""
    if cursor.startswith(_OTHERS):
        return
    since, until = from_epoch_ms(period.start_ms), from_epoch_ms(period.end_ms)
    sessions = sessions_between(since=since, until=until, after=_parse_place(cursor), limit=paging.PAGE_ROWS + 1)
    games = games_of_chains({session.chain for session in sessions}, period)
    figures = period_totals([_stretch(session, period) for session in sessions])
    for session, money in zip(sessions, figures, strict=True):
        row = {
            **_identity(session),
            "accounts": account_kind(test=session.test_account),
            "account": session.chain.hex,
            "currency": money.currency,
            **played_cells(games.get(SessionKey(session.chain, session.reference), NO_GAMES)),
            **_account(money),
        }
        yield _Placed(f"{session.chain.hex} {session.created_at.isoformat()} {session.id.hex}", row)


def _other_sessions(period: Period, cursor: str) -> Iterator[_Placed]:
    """Yield the rows after a cursor of rounds whose session was not open in the interval, or is not stored."""
    for others in games_of_other_sessions(period, after=_parse_other(cursor)):
        stored = sessions_by_reference([other.key for other in others], until=from_epoch_ms(period.end_ms))
        for other in others:
            session = stored.get(other.key)
            row = {
                **(_unknown(other) if session is None else _identity(session)),
                "accounts": account_kind(test=other.test),
                "account": other.key.chain.hex,
                "currency": other.currency,
                **played_cells(other.games),
                **dict.fromkeys(_OF_ACCOUNT),
            }
            yield _Placed(f"{_OTHERS} {other.key.chain.hex} {other.key.reference.hex()}", row)


def _parse_place(cursor: str) -> SessionPlace | None:
    if not cursor:
        return None
    chain, created_at, session_id = cursor.split(" ")
    return SessionPlace(ChainId(UUID(hex=chain)), datetime.fromisoformat(created_at), UUID(hex=session_id))


def _parse_other(cursor: str) -> SessionKey | None:
    if not cursor.startswith(_OTHERS):
        return None
    _, chain, reference = cursor.split(" ")
    return SessionKey(ChainId(UUID(hex=chain)), bytes.fromhex(reference))


def _stretch(session: ReportedSession, period: Period) -> ChainPeriod:
    """Return the part of the session that lies in the interval."""
    ended_ms = period.end_ms if session.ended_at is None else to_epoch_ms(session.ended_at)
    return ChainPeriod(session.chain, max(period.start_ms, to_epoch_ms(session.created_at)), ended_ms)


def _identity(session: ReportedSession) -> dict[str, Cell]:
    return {
        "session": session.id.hex,
        "reference": session.reference.hex(),
        "start": to_epoch_ms(session.created_at),
        "last_active": None if session.active_at is None else to_epoch_ms(session.active_at),
        "end": None if session.ended_at is None else to_epoch_ms(session.ended_at),
        "end_reason": session.end_reason,
        "geo": None,
    }


def _unknown(other: OtherGames) -> dict[str, Cell]:
    reference = other.key.reference.hex() or None
    return {**dict.fromkeys(("session", "start", "last_active", "end", "end_reason", "geo")), "reference": reference}


_OF_ACCOUNT: Final = ("deposits", "withdrawals", "opening", "closing")


def _account(money: PeriodTotals) -> dict[str, Cell]:
    figures = (money.deposited_minor, money.withdrawn_minor, money.opening_minor, money.closing_minor)
    return dict(zip(_OF_ACCOUNT, figures, strict=True))


def _reconcile(scope: ReportScope, table: Table) -> Sequence[Reconciliation]:
    return compare_with_games(scope.period, table)


_OPEN: Final = "while the session was open in the interval; the account's, also where another session did it"

DEFINITION: Final = Definition(
    kind="player-sessions",
    title="Player sessions",
    version=3,
    regulation="GLI-19 2.13.2 (version 3); N.J.A.C. 13:69O-1.4",
    columns=(
        Column(
            name="session",
            type=Type.TEXT,
            meaning="The session's own number: 32 hex digits; nothing where it is not stored any more.",
        ),
        Column(
            name="reference",
            type=Type.TEXT,
            meaning=(
                "What the log calls it: the `sess` of the deals and buy-ins of the session, 64 hex digits; nothing for"
                " rounds whose records name no session."
            ),
        ),
        ACCOUNTS,
        ACCOUNT,
        CURRENCY,
        Column(name="start", type=Type.INSTANT, meaning="When the player logged in."),
        Column(
            name="last_active",
            type=Type.INSTANT,
            meaning="When the player last did something in it, to the minute; nothing while it goes on.",
        ),
        Column(
            name="end",
            type=Type.INSTANT,
            meaning="When it ended; nothing where it still goes on at the end of the interval.",
        ),
        Column(
            name="end_reason",
            type=Type.TEXT,
            meaning=(
                "Why it ended: `logged-out`, `replaced` by a log-in elsewhere, `password-changed`,"
                " `closed` from another"
                " device or by the operator, or `expired` after 24 hours; nothing while it goes on."
            ),
        ),
        Column(name="geo", type=Type.TEXT, meaning="Where the player was: not recorded yet."),
        *PLAYED_COLUMNS,
        Column(name="deposits", type=Type.MONEY, meaning=f"What was deposited {_OPEN}."),
        Column(
            name="withdrawals",
            type=Type.MONEY,
            meaning=f"What was asked to be paid out {_OPEN}; what was given back later is not taken off.",
        ),
        Column(
            name="opening",
            type=Type.MONEY,
            meaning="The account's cash when the session began, or the interval, whichever was later.",
        ),
        Column(
            name="closing",
            type=Type.MONEY,
            meaning="The account's cash when it ended, or at the end of the interval where it goes on.",
        ),
    ),
    read_page=_read_page,
    reconcile=_reconcile,
    from_log=True,
    beyond_log=True,
    filters=("accounts", "account", "currency", "end_reason"),
)
