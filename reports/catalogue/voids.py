"""Every round that was voided, and every stake that a table gave back: how much, why, and by whom.

Source: GLI-19 A.6.4, 2.8.8(f); regulation F19, F45; docs/formats/report.md.
"""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from reports.core import paging
from reports.core.account_columns import ACCOUNT, ACCOUNTS, CURRENCY
from reports.core.definition import Definition, Page, Reconciliation, ReportScope
from reports.core.paging import split_page
from reports.core.reconciliation import compare_totals
from reports.core.table import Column, Row, Table, Type
from reports.core.totals_key import GAME, money_column
from reports.queries import rollups
from reports.queries.account_kinds import account_cells
from reports.queries.game_totals import game_totals
from reports.queries.voids import VoidKey, VoidRow, voids_between

COLUMNS: Final = (
    Column(name="time", type=Type.INSTANT, meaning="When the money was given back."),
    ACCOUNTS,
    ACCOUNT,
    CURRENCY,
    GAME,
    Column(name="round", type=Type.TEXT, meaning="The round, or the table and its epoch."),
    Column(name="seq", type=Type.INTEGER, meaning="The number of the void's record in the account's chain."),
    money_column("amount", "What was given back: all that was staked."),
    Column(
        name="cause",
        type=Type.TEXT,
        meaning=(
            "How it came about: two people voided it (`void`), a seat did not reveal its value in time (`no_reveal`), no"
            " checkpoint came in time (`not_covered`), or the betting ended without the stake, which was withdrawn, came too"
            " late or was of a player who must not play (`unseated`)."
        ),
    ),
    Column(name="reason", type=Type.TEXT, meaning="Why, in the words of who proposed it; nothing where no person did."),
    Column(name="by", type=Type.TEXT, meaning="Who proposed it; nothing where no person did."),
    Column(name="approved_by", type=Type.TEXT, meaning="Who approved it; nothing where no person had to."),
)


def _read_page(scope: ReportScope, cursor: str) -> Page:
    period = scope.period
    rows = voids_between(period.start_ms, period.end_ms, after=_parse(cursor), limit=paging.PAGE_ROWS + 1)
    voids, next_cursor = split_page(rows, lambda row: f"{row.time_ms}:{row.chain.hex}:{row.seq}")
    accounts = account_cells(row.chain for row in voids)
    return Page([_row(row, accounts[row.chain]) for row in voids], next_cursor)


def _row(void: VoidRow, account: Row) -> Row:
    return {
        "time": void.time_ms,
        **account,
        "game": void.game,
        "round": void.round,
        "seq": void.seq,
        "amount": void.amount_minor,
        "cause": void.cause,
        "reason": void.reason,
        "by": _person(void.proposer),
        "approved_by": _person(void.approver),
    }


def _person(name: str | None) -> str | None:
    """Name a member of the staff as all reports do."""
    return None if name is None else f"operator:{name}"


def _parse(cursor: str) -> VoidKey | None:
    if not cursor:
        return None
    time_ms, chain, seq = cursor.split(":")
    return VoidKey(int(time_ms), str(UUID(hex=chain)), int(seq))


def _reconcile(scope: ReportScope, table: Table) -> Sequence[Reconciliation]:
    voided = game_totals(rollups.game_sums(scope.period), lambda sums: sums.voided_minor)
    return compare_totals(
        table, "Voids: what came back to cash from games without a result, in the ledger", ("amount",), voided
    )


DEFINITION: Final = Definition(
    kind="voids",
    title="Voided rounds and stakes given back",
    version=1,
    regulation="GLI-19 A.6.4, 2.8.8(f)",
    columns=COLUMNS,
    read_page=_read_page,
    reconcile=_reconcile,
    from_log=True,
    filters=("accounts", "account", "currency", "game", "cause", "by", "approved_by"),
)
