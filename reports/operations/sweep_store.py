"""Remove what a crash or a cancelled order left in the store of long files, and say what is missing there.

An object is removed if it was put for an order that is known here, no row names it, and it is older than `UNNAMED_AFTER`.
Nothing else is ever removed: objects of orders that are not known here may be those of a later state of the database, or of
another installation.

Source: docs/adr/0109-objects-that-no-row-names.md.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import structlog
from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from audit.queries.events import events
from kernel.instants import rfc3339, to_epoch_ms
from reports.core.schedule import PLATFORM
from reports.kept_file import KeptFile, StoredObject
from reports.operations.advisory_lock import advisory_lock
from reports.operations.aggregate_log import wait_for_other_ticks
from reports.queries.store_contents import compare_store, named_by_rows

REMOVED: Final = "report-objects-removed"
DAMAGED: Final = "report-objects-missing"
_AGAIN_AFTER: Final = timedelta(hours=12)

_log = structlog.get_logger("reports.sweep_store")


def sweep_store(*, now: datetime) -> int:
    """Remove the objects that no row names, an event for each order, and return how many they were.

    The alarm of missing ones is saved once a night, for as long as they are missing.

    Raises:
        FileStoreAway: the store does not answer, or does not let the access key remove anything.
    """
    contents = compare_store(now)
    _alarm(contents.damaged, now)
    by_order: defaultdict[UUID, list[StoredObject]] = defaultdict(list)
    for stored in contents.unnamed:
        assert stored.filing is not None, "they were put for an order"
        by_order[stored.filing].append(stored)
    return sum(_remove(order_id, unnamed, now) for order_id, unnamed in sorted(by_order.items()))


def _remove(order_id: UUID, unnamed: Collection[StoredObject], now: datetime) -> int:
    # Its library is one of requirements-reports.txt, which a process needs only where there is a store.
    from reports.file_store import remove_object  # noqa: PLC0415

    # A worker holds this lock from before it finds or puts the objects until its rows are committed.
    with advisory_lock("order", order_id) as acquired:
        if not acquired:
            return 0
        named = named_by_rows(order_id)
        left = [stored for stored in unnamed if stored.name not in named]
        if not left:
            return 0
        removed: list[StoredObject] = []
        try:
            for stored in left:
                remove_object(stored.name)
                removed.append(stored)
        finally:
            # The store may go away in the middle: what was removed until then is told, and nothing else.
            _tell(order_id, removed, now)
    return len(removed)


def _tell(order_id: UUID, removed: Sequence[StoredObject], now: datetime) -> None:
    if not removed:
        return
    details = {
        "order": order_id.hex,
        "objects": len(removed),
        "bytes": sum(stored.size for stored in removed),
        "put": rfc3339(to_epoch_ms(min(stored.put_at for stored in removed))),
    }
    with transaction.atomic():
        save_event(NewEvent(kind=REMOVED, actor=PLATFORM, after=details), now=now)
    _log.info(REMOVED, **details)


def _alarm(damaged: Sequence[KeptFile], now: datetime) -> None:
    if not damaged:
        return
    newest = damaged[-1]
    details = {"files": len(damaged), "newest": f"{newest.filing.hex}/{newest.format}"}
    with transaction.atomic():
        wait_for_other_ticks()
        last = events(subject=None, before=None, limit=1, kinds=(DAMAGED,))
        if last and now < last[0].at + _AGAIN_AFTER:
            return
        save_event(NewEvent(kind=DAMAGED, actor=PLATFORM, after=details), now=now)
    _log.error(DAMAGED, **details)
