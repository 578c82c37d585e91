"""What is known of orders, filings and deliveries."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models.functions import Length

from audit.queries.records import record_entry
from kernel.ids import SYSTEM_CHAIN
from kernel.refusals import Refusal, RefusalKind
from reports.core.names import NOTE, NOTE_TYPE, stem
from reports.core.period import Period
from reports.formats import BY_NAME
from reports.late_entries import is_outdated, outdated_among
from reports.models import Delivery, FiledFile, Order, StoredFiling
from reports.operations.cancel import OrderNotFound


class FilingNotFound(Refusal):
    """There is no such filed report."""

    code, kind = "report-not-found", RefusalKind.NOT_FOUND


class FileNotFound(Refusal):
    """The report was not filed in this format."""

    code, kind = "report-file-not-found", RefusalKind.NOT_FOUND


class FileRow(NamedTuple):
    """A file of a filing, without its content; `size` in bytes."""

    format: str
    name: str
    sha256: bytes
    size: int


class DeliveryRow(NamedTuple):
    """Where a filing goes, and how that stands."""

    place: str
    state: str
    attempts: int
    not_before: datetime
    delivered_at: datetime | None
    problem: str
    receipt: Mapping[str, object] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderView:
    """An order, and how far it is."""

    id: UUID
    kind: str
    first: date
    until: date
    zone: str
    filters: Mapping[str, str]
    revision: int
    state: str
    requested_at: datetime
    requested_by: str
    not_before: datetime
    attempts: int
    problem: str
    pages: int
    rows: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FilingView:
    """A filed report. `outdated` says that a later entry of the log belongs in it, so that a revision is due."""

    id: UUID
    kind: str
    first: date
    until: date
    zone: str
    filters: Mapping[str, str]
    revision: int
    definition: int
    log_size: int
    generated_ms: int
    idle: bool
    record_seq: int
    filed_at: datetime
    outdated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file as it was filed."""

    name: str
    media_type: str
    content: bytes


def order(order_id: UUID) -> OrderView:
    """Return an order.

    Raises:
        OrderNotFound: there is none of this id.
    """
    found = Order.objects.filter(id=order_id).first()
    if found is None:
        raise OrderNotFound("Nothing was done. The orders are listed at /api/v1/ops/reports/orders.")
    return _order(found)


def orders(*, state: str | None, before: UUID | None, limit: int) -> list[OrderView]:
    """Return up to `limit` orders, the newest first, before the one of this id; of one state, or all."""
    found = Order.objects.all() if state is None else Order.objects.filter(state=state)
    if before is not None:
        found = found.filter(id__lt=before)
    return [_order(row) for row in found.order_by("-id")[:limit]]


def filing(filing_id: UUID) -> FilingView:
    """Return a filed report.

    Raises:
        FilingNotFound: there is none of this id; its order may be under way.
    """
    found = StoredFiling.objects.filter(id=filing_id).first()
    if found is None:
        raise FilingNotFound("Nothing is filed under this id. How far its order is: /api/v1/ops/reports/orders/{id}.")
    return _filing(found, outdated=is_outdated(found))


def filings(*, kind: str | None, before: UUID | None, limit: int) -> list[FilingView]:
    """Return up to `limit` filed reports, the newest order first, before the one of this id; of one kind, or all."""
    found = StoredFiling.objects.all() if kind is None else StoredFiling.objects.filter(kind=kind)
    if before is not None:
        found = found.filter(id__lt=before)
    page = list(found.order_by("-id")[:limit])
    outdated = outdated_among(page)
    return [_filing(row, outdated=row.id in outdated) for row in page]


def files(filing_id: UUID) -> list[FileRow]:
    """Return the files of a filing, by format."""
    found = FiledFile.objects.filter(filing=filing_id).annotate(size=Length("content"))
    return [FileRow(*row) for row in found.order_by("format").values_list(*FileRow._fields)]


def deliveries(filing_id: UUID) -> list[DeliveryRow]:
    """Return where a filing goes, by place."""
    rows = Delivery.objects.filter(filing=filing_id).order_by("place")
    return [DeliveryRow(*row) for row in rows.values_list(*DeliveryRow._fields)]


def note_of(filing_id: UUID) -> str:
    """Return the signed `filing` record of a filing."""
    return record_entry(SYSTEM_CHAIN, filing(filing_id).record_seq)


def file(filing_id: UUID, format_name: str) -> File:
    """Return a file of a filing, or, as `note`, its signed record.

    Raises:
        FilingNotFound: there is no such filing.
        FileNotFound: it has no such file.
    """
    view, found = filing(filing_id), FiledFile.objects.filter(filing=filing_id)
    if format_name == NOTE:
        name = stem(view.kind, Period(view.first, view.until, view.zone), view.filters, view.revision)
        note = record_entry(SYSTEM_CHAIN, view.record_seq).encode()
        return File(name=f"{name}.{NOTE}", media_type=NOTE_TYPE, content=note)
    stored = found.filter(format=format_name).first()
    if stored is None:
        raise FileNotFound(
            "The report was filed, and not in this format.", formats=[row.format for row in files(filing_id)]
        )
    return File(name=stored.name, media_type=BY_NAME[format_name].media_type, content=bytes(stored.content))


def _order(row: Order) -> OrderView:
    return OrderView(
        id=row.id,
        kind=row.kind,
        first=row.first,
        until=row.until,
        zone=row.zone,
        filters=row.filters,
        revision=row.revision,
        state=row.state,
        requested_at=row.requested_at,
        requested_by=row.requested_by,
        not_before=row.not_before,
        attempts=row.attempts,
        problem=row.problem,
        pages=row.pages,
        rows=row.rows,
    )


def _filing(row: StoredFiling, *, outdated: bool) -> FilingView:
    return FilingView(
        id=row.id,
        kind=row.kind,
        first=row.first,
        until=row.until,
        zone=row.zone,
        filters=row.filters,
        revision=row.revision,
        definition=row.definition,
        log_size=row.log_size,
        generated_ms=row.generated_ms,
        idle=row.idle,
        record_seq=row.record_seq,
        filed_at=row.filed_at,
        outdated=outdated,
    )
