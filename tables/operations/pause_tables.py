"""Pause all tables, as before an upgrade, and go on with those that were paused so.

Each table is a transaction of its own: a crash leaves some paused, and whoever repeats the command pauses the others.

Source: docs/runbooks/upgrade.md; docs/adr/0040-rows-of-tables.md.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from kernel.ids import ChainId
from tables.models import Table, TableStatus
from tables.operations.set_table_status import save_status

_OPEN = Q(status=TableStatus.OPEN.value)
_PAUSED_WITH_ALL = Q(status=TableStatus.PAUSED.value, paused_with_all=True)


def pause_tables(*, reason: str, actor: str, now: datetime) -> list[ChainId]:
    """Pause every table that is open, and return which; a table that was paused before is left as it is."""
    return _set_all(_OPEN, TableStatus.PAUSED, reason=reason, actor=actor, now=now)


def resume_tables(*, reason: str, actor: str, now: datetime) -> list[ChainId]:
    """Open every table that `pause_tables` has paused, and return which.

    One that an operator had paused by itself, before or since, stays paused.
    """
    return _set_all(_PAUSED_WITH_ALL, TableStatus.OPEN, reason=reason, actor=actor, now=now)


def _set_all(which: Q, status: TableStatus, *, reason: str, actor: str, now: datetime) -> list[ChainId]:
    changed = []
    for chain in Table.objects.filter(which).order_by("chain").values_list("chain", flat=True):
        with transaction.atomic():
            # Somebody may have set this table meanwhile.
            table = Table.objects.select_for_update().filter(which, chain=chain).first()
            if table is not None:
                save_status(table, status, with_all=True, reason=reason, actor=actor, now=now)
                changed.append(ChainId(chain))
    return changed
