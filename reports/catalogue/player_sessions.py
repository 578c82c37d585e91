"""Players' sessions: every one that was open at any time of the interval.

A session ends when somebody ends it, or 24 hours after it began. Inactivity does not end a session, but locks it until
the PIN or the password is given (players/core/session_state.py), so `last_active` stands beside the end. The figures
are those of the whole session up to the interval's end: a session across midnight is in both days' reports. Journals
name the account and not the session. So two simultaneous sessions of one account have the same figures, and no column
has a total. The sessions of an erased player are gone.

Source: GLI-19 2.13.2 (version 2); regulation F25, section 8.
"""

from typing import Final

from kernel.instants import from_epoch_ms, to_epoch_ms
from players.queries.reported_sessions import ReportedSession, sessions_between
from reports.core import paging
from reports.core.account_columns import ACCOUNT, ACCOUNTS, CURRENCY, account_kind
from reports.core.definition import Definition, Page, ReportScope
from reports.core.paging import RowKey, parse_row_key, split_page
from reports.core.table import Column, Row, Type
from wallet.queries.periods import ChainPeriod, PeriodTotals, period_totals


def _read_page(scope: ReportScope, cursor: str) -> Page:
    until_ms = scope.period.end_ms
    rows = sessions_between(
        since=from_epoch_ms(scope.period.start_ms),
        until=from_epoch_ms(until_ms),
        after=parse_row_key(cursor),
        limit=paging.PAGE_ROWS + 1,
    )
    sessions, next_cursor = split_page(rows, lambda session: RowKey(session.created_at, session.id))
    figures = period_totals([_stretch(session, until_ms) for session in sessions])
    return Page([_row(session, money) for session, money in zip(sessions, figures, strict=True)], next_cursor)


def _stretch(session: ReportedSession, until_ms: int) -> ChainPeriod:
    ended_ms = until_ms if session.ended_at is None else to_epoch_ms(session.ended_at)
    return ChainPeriod(session.chain, to_epoch_ms(session.created_at), ended_ms)


def _row(session: ReportedSession, money: PeriodTotals) -> Row:
    return {
        "session": session.id.hex,
        "reference": session.reference.hex(),
        "accounts": account_kind(test=session.test_account),
        "account": session.chain.hex,
        "currency": money.currency,
        "start": to_epoch_ms(session.created_at),
        "last_active": None if session.active_at is None else to_epoch_ms(session.active_at),
        "end": None if session.ended_at is None else to_epoch_ms(session.ended_at),
        "end_reason": session.end_reason,
        "geo": None,
        "wagered": money.staked_minor,
        "won": money.returned_minor,
        "deposits": money.deposited_minor,
        "withdrawals": money.withdrawn_minor,
        "opening": money.opening_minor,
        "closing": money.closing_minor,
    }


_MEASURED: Final = "from the session's start to its end, or to the end of the interval where it goes on"

DEFINITION: Final = Definition(
    kind="player-sessions",
    title="Player sessions",
    version=2,
    regulation="GLI-19 2.13.2 (version 2); N.J.A.C. 13:69O-1.4",
    columns=(
        Column(name="session", type=Type.TEXT, meaning="The session's own number: 32 hex digits."),
        Column(
            name="reference",
            type=Type.TEXT,
            meaning="What the log calls it: the `sess` of the deals and buy-ins of the session, 64 hex digits.",
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
        Column(
            name="wagered", type=Type.MONEY, meaning=f"What the account staked, first bets and raises, {_MEASURED}."
        ),
        Column(
            name="won",
            type=Type.MONEY,
            meaning=f"What came back to the account from rounds, stakes and voided rounds included, {_MEASURED}.",
        ),
        Column(name="deposits", type=Type.MONEY, meaning=f"What was deposited {_MEASURED}."),
        Column(
            name="withdrawals",
            type=Type.MONEY,
            meaning=f"What was asked to be paid out {_MEASURED}; what was given back later is not taken off.",
        ),
        Column(name="opening", type=Type.MONEY, meaning="The account's cash when the session began."),
        Column(
            name="closing",
            type=Type.MONEY,
            meaning="The account's cash when it ended, or at the end of the interval where it goes on.",
        ),
    ),
    read_page=_read_page,
    filters=("accounts", "account", "currency", "end_reason"),
)
