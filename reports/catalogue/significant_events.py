"""Significant events and alterations: what was changed, by whom and why, with the values before and after.

Each row is an event that was saved in the transaction of its change (audit/operations/save_event.py).

Source: GLI-19 2.9.5, 2.8.8, B.3.2; regulation F34.
"""

from collections.abc import Mapping
from typing import Final

from audit.event_catalogue import part_of
from audit.queries.events import EventRow, events_between
from kernel.ids import ChainId
from kernel.instants import from_epoch_ms, to_epoch_ms
from reports.core import paging
from reports.core.account_columns import ACCOUNT, ACCOUNTS
from reports.core.change_text import change_text
from reports.core.definition import Definition, Page, ReportScope
from reports.core.paging import RowKey, parse_row_key, split_page
from reports.core.table import Column, Row, Type
from reports.queries.account_kinds import account_kinds


def _read_page(scope: ReportScope, cursor: str) -> Page:
    rows = events_between(
        since=from_epoch_ms(scope.period.start_ms),
        until=from_epoch_ms(scope.period.end_ms),
        after=parse_row_key(cursor),
        limit=paging.PAGE_ROWS + 1,
    )
    events, next_cursor = split_page(rows, lambda event: RowKey(event.at, event.id))
    accounts = account_kinds(event.subject for event in events if event.subject is not None)
    return Page([_row(event, accounts) for event in events], next_cursor)


def _row(event: EventRow, accounts: Mapping[ChainId, str]) -> Row:
    return {
        "time": to_epoch_ms(event.at),
        "id": event.id.hex,
        "component": part_of(event.kind),
        "event": event.kind,
        "accounts": None if event.subject is None else accounts[event.subject],
        "account": None if event.subject is None else event.subject.hex,
        "user": event.actor,
        "reason": event.reason or None,
        "before": change_text(event.before),
        "after": change_text(event.after),
    }


DEFINITION: Final = Definition(
    kind="significant-events",
    title="Significant events and alterations",
    version=1,
    regulation="GLI-19 2.9.5, 2.8.8, B.3.2",
    columns=(
        Column(name="time", type=Type.INSTANT, meaning="When it happened."),
        Column(name="id", type=Type.TEXT, meaning="The event's own number, which no other event has: 32 hex digits."),
        Column(name="component", type=Type.TEXT, meaning="The part of the platform in which it happened."),
        Column(name="event", type=Type.TEXT, meaning="What happened, or which element was altered."),
        Column(
            name="accounts",
            type=Type.TEXT,
            meaning=f"{ACCOUNTS.meaning} Nothing where the event concerns no account or all of them.",
        ),
        Column(
            name="account",
            type=Type.TEXT,
            meaning=f"{ACCOUNT.meaning} Nothing where the event concerns no account or all of them.",
        ),
        Column(
            name="user",
            type=Type.TEXT,
            meaning=(
                "Who did it: `player`, `platform`, `operator:` or `staff:` with a name, `console:` with the account that gave a"
                " command, or `unknown` where nobody proved who it was."
            ),
        ),
        Column(name="reason", type=Type.TEXT, meaning="Why it was done, where a reason was given."),
        Column(
            name="before",
            type=Type.TEXT,
            meaning="The values before it, as canonical JSON; nothing where there were none.",
        ),
        Column(
            name="after",
            type=Type.TEXT,
            meaning="The values after it, as canonical JSON; nothing where none are told.",
        ),
    ),
    read_page=_read_page,
    filters=("component", "event", "accounts", "account", "user"),
)
