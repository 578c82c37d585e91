"""Bets and raises that a limit refused: of each account and limit the first of a day, which begins at midnight.

Source: regulation F26; docs/adr/0080-refused-bets.md; docs/formats/report.md.
"""

from typing import Final

from audit.queries.events import EventRow
from kernel.ids import ChainId
from kernel.instants import from_epoch_ms, to_epoch_ms
from reports.core import paging
from reports.core.account_columns import ACCOUNT, ACCOUNTS, CURRENCY
from reports.core.definition import Definition, Page, ReportScope
from reports.core.paging import RowKey, parse_row_key, split_page
from reports.core.table import Cell, Column, Row, Type
from reports.queries.account_kinds import account_cells
from responsible_gaming.queries.refused_bets import refused_bets_between


def _read_page(scope: ReportScope, cursor: str) -> Page:
    rows = refused_bets_between(
        since=from_epoch_ms(scope.period.start_ms),
        until=from_epoch_ms(scope.period.end_ms),
        after=parse_row_key(cursor),
        limit=paging.PAGE_ROWS + 1,
    )
    refused, next_cursor = split_page(rows, lambda event: RowKey(event.at, event.id))
    accounts = account_cells(map(_player_of, refused))
    return Page([_row(event, accounts[_player_of(event)]) for event in refused], next_cursor)


def _player_of(event: EventRow) -> ChainId:
    assert event.subject is not None, "a bet is a player's"
    return event.subject


def _row(event: EventRow, account: Row) -> Row:
    return {
        "time": to_epoch_ms(event.at),
        "id": event.id.hex,
        **account,
        "refused": str(event.after["refused"]),
        "limit": _text(event.after.get("limit")),
        "maximum": _amount(event.after.get("maximum_minor")),
        "remaining": _amount(event.after.get("remaining_minor")),
    }


def _text(value: object) -> Cell:
    return None if value is None else str(value)


def _amount(value: object) -> Cell:
    assert value is None or isinstance(value, int), "minor units"
    return value


DEFINITION: Final = Definition(
    kind="limits-refused",
    title="Bets refused by a limit",
    version=1,
    regulation="GLI-19 2.5.5",
    columns=(
        Column(name="time", type=Type.INSTANT, meaning="When the bet or the raise was refused."),
        Column(name="id", type=Type.TEXT, meaning="The number of the significant event of it: 32 hex digits."),
        ACCOUNTS,
        ACCOUNT,
        CURRENCY,
        Column(
            name="refused", type=Type.TEXT, meaning="As what it was refused: the code that the player was answered."
        ),
        Column(
            name="limit", type=Type.TEXT, meaning="The name of the limit; nothing where the code alone names the rule."
        ),
        Column(name="maximum", type=Type.MONEY, meaning="What the limit allowed; nothing where it is no amount."),
        Column(
            name="remaining",
            type=Type.MONEY,
            meaning="What was left of it; nothing where it is no amount, or is not used up.",
        ),
    ),
    read_page=_read_page,
    delivered_by_default=False,
    filters=("accounts", "account", "currency", "refused", "limit"),
)
