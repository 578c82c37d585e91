"""Filing a report: its files, its record in the log, and where it is to go, in one transaction."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from audit.operations.write_system_record import write_system_record
from kernel.instants import from_epoch_ms
from reports.core.definition import Report
from reports.core.names import file_name, filters_digest
from reports.core.states import DeliveryState, OrderState
from reports.delivery.places import Destination
from reports.formats import FORMATS
from reports.models import Cursor, Delivery, FiledFile, Order, OrderPage, StoredFiling
from reports.operations.fold import hold_cursor
from reports.operations.send import send_delivery


def file_report(
    order_id: UUID, report: Report, *, places: Sequence[Destination], clock: Callable[[], datetime]
) -> bool:
    """File a report under its order's id; False if the order was cancelled meanwhile, and nothing was filed."""
    files = {format_.name: format_.write(report) for format_ in FORMATS}
    with transaction.atomic():
        # Nothing is folded from here to the commit: who looks for what came late finds this filing, or has been told.
        cursor = hold_cursor(report.envelope.period.zone)
        order = Order.objects.select_for_update().get(id=order_id)
        if order.state == OrderState.CANCELLED:
            return False
        assert order.state == OrderState.RUNNING, "who files an order holds its lock"
        now = clock()
        _write_filing(order, report, files, now)
        # What was folded while the files were written may belong in them: it is looked at once more.
        Cursor.objects.filter(id=1).update(revised=min(cursor.revised, report.envelope.log_size))
        for place in places:
            if place.wants(order.kind):
                Delivery.objects.create(filing=order_id, place=place.name, state=DeliveryState.WAITING, not_before=now)
                send_delivery(order_id, place.name)
        OrderPage.objects.filter(order_id=order_id).delete()
        order.state = OrderState.FILED
        order.save()
    return True


def _write_filing(order: Order, report: Report, files: Mapping[str, bytes], now: datetime) -> None:
    # Whoever began it may have had a clock that was ahead: nothing is filed before it was made.
    now = max(now, from_epoch_ms(report.envelope.generated_ms))
    digests = {name: hashlib.sha256(content) for name, content in files.items()}
    record = write_system_record(
        "filing",
        filing_fields(report, {name: digest.hexdigest() for name, digest in digests.items()}),
        signed_by="rounds",
        now=now,
    )
    envelope = report.envelope
    StoredFiling.objects.create(
        id=order.id,
        kind=envelope.kind,
        first=envelope.period.first,
        until=envelope.period.until,
        zone=envelope.period.zone,
        filters=dict(envelope.filters),
        filters_digest=filters_digest(envelope.filters),
        revision=envelope.revision,
        definition=envelope.definition,
        log_size=envelope.log_size,
        generated_ms=envelope.generated_ms,
        idle=report.idle,
        record_seq=record.tip.seq,
        filed_at=now,
    )
    FiledFile.objects.bulk_create(
        FiledFile(
            filing=order.id, format=name, name=file_name(envelope, name), sha256=digests[name].digest(), content=content
        )
        for name, content in files.items()
    )


def filing_fields(report: Report, files: Mapping[str, str]) -> dict[str, object]:
    """Return the members of a report's `filing` record; `files` has each one's SHA-256 in hex, by format."""
    envelope = report.envelope
    return {
        "report": envelope.kind,
        "def": envelope.definition,
        "from": envelope.period.start_ms,
        "to": envelope.period.end_ms,
        "filters": dict(envelope.filters),
        "rev": envelope.revision,
        "size": envelope.log_size,
        "gen": envelope.generated_ms,
        "files": dict(files),
    }
