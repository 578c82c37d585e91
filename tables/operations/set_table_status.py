"""Pause a table, go on with it, or close it for good. A hand or a game that has begun is finished in any case."""

from datetime import datetime

from django.db import transaction

from audit.operations.append import bump_version
from audit.operations.save_event import NewEvent, save_event
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind
from tables.models import Table, TableStatus
from tables.operations.stake_preconditions import TableClosed
from tables.operations.table_step import wake
from tables.queries.table_states import TableNotFound


class TableStatusUnchanged(Refusal):
    """The table has this status already."""

    code, kind = "table-status-unchanged", RefusalKind.CONFLICT


def set_table_status(chain: ChainId, status: TableStatus, *, reason: str, actor: str, now: datetime) -> None:
    """Set whether a table takes stakes. The croupier gives back the stakes that wait at a table that takes none.

    A table that was paused with all others, and is paused here, is not resumed with them any more.

    Raises:
        TableNotFound: there is no such table.
        TableClosed: it was closed for good.
        TableStatusUnchanged: it is so already.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update().filter(chain=chain).first()
        if table is None:
            raise TableNotFound("Nothing was changed. There is no table of this id.")
        before = TableStatus(table.status)
        if before is status and not table.paused_with_all:
            raise TableStatusUnchanged(f"Nothing was changed. The table is {status.value} already.")
        if before is TableStatus.CLOSED:
            raise TableClosed("Nothing was changed. The table is closed for good: open another one.")
        save_status(table, status, with_all=False, reason=reason, actor=actor, now=now)


def save_status(table: Table, status: TableStatus, *, with_all: bool, reason: str, actor: str, now: datetime) -> None:
    """Write the status of a table whose row is locked, and its event. `with_all`: all tables are set, not this one."""
    chain = ChainId(table.chain)
    before = {"table": chain.hex, "status": table.status, "with_all": table.paused_with_all}
    table.status = status.value
    table.paused_with_all = with_all and status is TableStatus.PAUSED
    table.save(update_fields=("status", "paused_with_all"))
    # A croupier that is about to end the betting decides again.
    bump_version(chain)
    save_event(
        NewEvent(
            kind="table-status-set",
            actor=actor,
            reason=reason,
            before=before,
            after={"table": chain.hex, "status": status.value, "with_all": with_all},
        ),
        now=now,
    )
    wake(chain)
