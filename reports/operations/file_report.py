"""File a report: store its files, its `filing` record and its deliveries in one transaction.

With an object store long files are put there before it, under names that no other content has, and each is noted with the
order: a report whose files take longer than one turn of a worker is filed all the same. A crash between the two leaves
objects that no row names. The next worker makes the same file, and finds it there; or another, under another name.

Source: docs/adr/0090-files-in-parts.md, docs/adr/0091-long-files-in-an-object-store.md.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import transaction

from audit.operations.write_system_record import write_system_record
from audit.places import report_store
from kernel.instants import from_epoch_ms
from reports.core.definition import Report
from reports.core.document import report_document_without_rows
from reports.core.file_names import file_name, filters_digest
from reports.core.statuses import DeliveryStatus, OrderStatus
from reports.delivery.destinations import Destination
from reports.formats import FORMATS
from reports.formats.report_format import Format
from reports.kept_file import KeptFile
from reports.models.filings import Delivery, FiledFile, FiledFilePart, StoredFiling
from reports.models.orders import OrderFile, ReportOrder
from reports.models.rollups import RollupCursor
from reports.operations.aggregate_log import cursor_for_update
from reports.operations.enqueue import enqueue_delivery
from reports.operations.reset_order import forget_progress
from reports.queries.day_zones import interval_columns

PIECE_BYTES: Final = 2**20
"""How much of a file a row has, and is in memory while it is stored, compared or handed over."""


class _WrittenFile(NamedTuple):
    """A complete file, on this machine's disk or in the object store."""

    format: str
    path: Path
    """Where it is on the disk, unless it was put into the store in an earlier turn."""

    sha256: bytes
    size: int
    objects: int
    """How many objects of the store it has; 0 if it goes into rows."""


def file_report(
    order_id: UUID,
    report: Report,
    *,
    destinations: Sequence[Destination],
    clock: Callable[[], datetime],
    should_continue: Callable[[], bool] = lambda: True,
) -> bool:
    """File a report under its order's id; return False if files are left to write, for another turn.

    Asks `should_continue` after each file that went into the object store; the others are short, or there is no store. If
    the order was cancelled meanwhile, nothing is filed, and nothing is left to do. The files are written to a folder that
    a crash may leave behind, in the folder of temporary files.

    Raises:
        FileStoreAway, ObjectTaken: nothing was filed. A long file does not go into rows instead.
    """
    with TemporaryDirectory(prefix="reddog-report-") as folder:
        files = {put.format: put for put in _files_in_store(order_id, report, Path(folder))}
        for format_ in FORMATS:
            if format_.name in files:
                continue
            written = files[format_.name] = _write_file(order_id, report, format_, Path(folder))
            if written.objects and len(files) < len(FORMATS) and not should_continue():
                return False
        _file(order_id, report, [files[format_.name] for format_ in FORMATS], destinations, clock)
        return True


def _files_in_store(order_id: UUID, report: Report, folder: Path) -> list[_WrittenFile]:
    """Return the files of this report that earlier turns put into the store; what is noted of others is deleted.

    Between two turns another version of the program may be installed, the ledger may get an entry late, or the store may be
    restored from a backup. All files of a filing are of one report, and all are there.
    """
    noted = OrderFile.objects.filter(order_id=order_id)
    if not report_store():
        # It was taken out of the configuration meanwhile: all files go into rows.
        noted.delete()
    if not noted:
        return []
    # Its library is one of requirements-reports.txt, which a process needs only where there is a store.
    from reports.file_store import stored_objects  # noqa: PLC0415

    frame, found = _frame_digest(report), {stored.name: stored for stored in stored_objects(of=order_id)}
    files = []
    for put in noted:
        kept = KeptFile(order_id, put.format, bytes(put.sha256), put.objects_count)
        if bytes(put.frame_sha256) == frame and kept.is_whole(put.size, found):
            files.append(_WrittenFile(put.format, folder / put.format, kept.sha256, put.size, kept.objects))
        else:
            noted.filter(format=put.format).delete()
    return files


def _frame_digest(report: Report) -> bytes:
    """Return a digest of all that a report has beside its rows, which are stored."""
    return hashlib.sha256(json.dumps(report_document_without_rows(report), sort_keys=True).encode()).digest()


def _file(
    order_id: UUID,
    report: Report,
    files: Sequence[_WrittenFile],
    destinations: Sequence[Destination],
    clock: Callable[[], datetime],
) -> None:
    with transaction.atomic():
        # Long files take a while: nobody waits for a lock meanwhile, and the record is as young as its commit.
        for file in files:
            _store_file(order_id, file, file_name(report.envelope, file.format))
        # Nothing is aggregated from here until the commit. After it, a search for outdated filings finds this one.
        cursor = cursor_for_update(report.envelope.period.zone)
        order = ReportOrder.objects.select_for_update().get(id=order_id)
        if order.status == OrderStatus.CANCELLED:
            transaction.set_rollback(True)
            return
        assert order.status == OrderStatus.RUNNING, "the caller holds the order's lock"
        now = clock()
        _write_filing(order, report, files, now)
        # Entries that were aggregated while the files were written may belong in them: look at them once more.
        RollupCursor.objects.filter(id=1).update(
            revised_log_size=min(cursor.revised_log_size, report.envelope.log_size)
        )
        for destination in destinations:
            if destination.accepts(order.kind):
                Delivery.objects.create(
                    filing=order_id,
                    destination=destination.name,
                    status=DeliveryStatus.WAITING,
                    next_attempt_at=now,
                )
                enqueue_delivery(order_id, destination.name)
        forget_progress(order_id)
        order.status = OrderStatus.FILED
        order.save(update_fields=["status"])


def _write_file(filing: UUID, report: Report, format_: Format, folder: Path) -> _WrittenFile:
    path = folder / format_.name
    with path.open("wb") as file:
        format_.write_to(report, file)
    with path.open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").digest()
    size = path.stat().st_size
    objects = 0
    if report_store() and size > settings.REDDOG_REPORT_STORE_FROM_BYTES:
        # Its library is one of requirements-reports.txt, which a process needs only where there is a store.
        from reports.file_store import put_file  # noqa: PLC0415

        objects = put_file(filing, format_.name, sha256, path).objects
    written = _WrittenFile(format_.name, path, sha256, size, objects)
    if objects:
        _note_file(filing, report, written)
    return written


def _note_file(order_id: UUID, report: Report, file: _WrittenFile) -> None:
    """Note a file that is in the store, unless its order was cancelled meanwhile: nobody would delete the row."""
    with transaction.atomic():
        order = ReportOrder.objects.select_for_update().get(id=order_id)
        if order.status != OrderStatus.CANCELLED:
            OrderFile.objects.create(
                order_id=order_id,
                format=file.format,
                sha256=file.sha256,
                size=file.size,
                objects_count=file.objects,
                frame_sha256=_frame_digest(report),
            )


def _write_filing(order: ReportOrder, report: Report, files: Sequence[_WrittenFile], now: datetime) -> None:
    # The clock of the worker that began may have been ahead: nothing is filed before it was generated.
    now = max(now, from_epoch_ms(report.envelope.generated_ms))
    record = write_system_record(
        "filing",
        filing_fields(report, {file.format: file.sha256.hex() for file in files}),
        signed_by="rounds",
        now=now,
    )
    envelope = report.envelope
    StoredFiling.objects.create(
        id=order.id,
        kind=envelope.kind,
        **interval_columns(envelope.period),
        filters=dict(envelope.filters),
        filters_digest=filters_digest(envelope.filters),
        revision=envelope.revision,
        definition=envelope.definition,
        log_size=envelope.log_size,
        generated_ms=envelope.generated_ms,
        has_activity=report.has_activity,
        revised=None if envelope.revised is None else envelope.revised.document,
        record_seq=record.tip.seq,
        filed_at=now,
    )


def _store_file(filing: UUID, file: _WrittenFile, name: str) -> None:
    row = FiledFile(filing=filing, format=file.format, name=name, sha256=file.sha256, content=b"")
    if file.objects:
        row.objects_count, row.objects_bytes = file.objects, file.size
        row.save(force_insert=True)
        return
    with file.path.open("rb") as opened:
        row.content = opened.read(PIECE_BYTES)
        row.save(force_insert=True)
        for number, content in enumerate(iter(partial(opened.read, PIECE_BYTES), b""), start=1):
            FiledFilePart.objects.create(filing=filing, format=file.format, number=number, content=content)


def filing_fields(report: Report, files: Mapping[str, str]) -> dict[str, object]:
    """Return the members of a report's `filing` record; `files` maps each format to the SHA-256 in hex."""
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
