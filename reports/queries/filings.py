"""Read filed reports and their files."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet

from audit.core.records import parse_entry
from audit.queries.records import record_entry
from kernel.ids import SYSTEM_CHAIN
from kernel.refusals import Refusal, RefusalKind
from reports.core.file_names import NOTE, NOTE_TYPE, file_stem
from reports.core.period import Period
from reports.formats import BY_NAME
from reports.models.filings import FiledFile, StoredFiling
from reports.queries.day_zones import counted_zone, stored_period
from reports.queries.file_pieces import file_pieces, file_sizes, measure_file


class FilingNotFound(Refusal):
    """There is no such filed report."""

    code, kind = "report-not-found", RefusalKind.NOT_FOUND


class FileNotFound(Refusal):
    """The report was not filed in this format."""

    code, kind = "report-file-not-found", RefusalKind.NOT_FOUND


class FileChanged(Refusal):
    """The stored file is not the file that was filed."""

    code, kind = "report-file-changed", RefusalKind.CONFLICT


class FileRow(NamedTuple):
    """A file of a filing, without its content."""

    format: str
    """The name of the format."""

    name: str
    """The name of the file."""

    sha256: bytes
    """The digest of the content."""

    size: int
    """The length of the content in bytes."""


class FilingRow(NamedTuple):
    """A filed report."""

    id: UUID
    """The filing's id, which was its order's."""

    kind: str
    """The report's kind."""

    first: date
    """The first gaming day."""

    until: date
    """The day after the last gaming day."""

    zone: str
    """The time zone of the gaming days."""

    starts: str
    """The hour at which they begin there, as `Period.starts` has it."""

    filters: Mapping[str, str]
    """Column to the one value that rows were restricted to."""

    filters_digest: str
    """Stands for `filters` in comparisons."""

    revision: int
    """1 for the first filing of the interval, then counting up."""

    definition: int
    """The version of the report's definition."""

    log_size: int
    """How many entries of the log the figures include."""

    generated_ms: int
    """When generation began: epoch milliseconds."""

    has_activity: bool
    """Whether the report has rows."""

    revised: Mapping[str, str | int] | None
    """The reason of a revision, and how many rows changed; None for the first."""

    record_seq: int
    """The number of the `filing` record in the system chain."""

    filed_at: datetime
    """When the report was filed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileContent:
    """A file as it was filed."""

    name: str
    """The name of the file."""

    media_type: str
    """The media type."""

    size: int
    """The length in bytes."""

    sha256: str
    """The digest in hex: that of the signed record, but for the record itself."""

    pieces: Callable[[], Iterable[bytes]]
    """Read the bytes from the beginning, piece by piece."""

    @property
    def content(self) -> bytes:
        """The bytes of a short file."""
        return b"".join(self.pieces())


def get_filing(filing_id: UUID) -> FilingRow:
    """Return a filed report.

    Raises:
        FilingNotFound: no filing has this id; its order may be in progress.
    """
    row = StoredFiling.objects.filter(id=filing_id).values_list(*FilingRow._fields).first()
    if row is None:
        raise FilingNotFound("Nothing is filed under this id. How far its order is: /api/v1/ops/reports/orders/{id}.")
    return FilingRow(*row)


class FilingFilter(NamedTuple):
    """Which filed reports are wanted; None does not filter."""

    kind: str | None = None
    """The report's kind."""

    first: date | None = None
    """The first gaming day of the interval."""

    until: date | None = None
    """The day after the last gaming day of the interval."""

    revision: int | None = None
    """The revision, 1 for the first filing."""


def list_filings(
    wanted: FilingFilter,
    *,
    before: UUID | None,
    limit: int,
    filed_since: datetime | None = None,
    filed_until: datetime | None = None,
) -> list[FilingRow]:
    """Return up to `limit` filed reports below the id `before`, the newest order first.

    With `filed_since` or `filed_until` only those filed in [filed_since, filed_until), the newest filing first.
    """
    filters = {name: value for name, value in wanted._asdict().items() if value is not None}
    rows = StoredFiling.objects.filter(**filters)
    if filed_since is not None or filed_until is not None:
        return _filed_between(rows, filed_since, filed_until, before, limit)
    if before is not None:
        rows = rows.filter(id__lt=before)
    return [FilingRow(*row) for row in rows.order_by("-id").values_list(*FilingRow._fields)[:limit]]


def _filed_between(
    rows: QuerySet[StoredFiling], since: datetime | None, until: datetime | None, before: UUID | None, limit: int
) -> list[FilingRow]:
    if since is not None:
        rows = rows.filter(filed_at__gte=since)
    if until is not None:
        rows = rows.filter(filed_at__lt=until)
    if before is not None:
        at = StoredFiling.objects.filter(id=before).values_list("filed_at", flat=True).first()
        if at is None:
            return []
        rows = rows.filter(Q(filed_at__lt=at) | Q(id__lt=before), filed_at__lte=at)
    return [FilingRow(*row) for row in rows.order_by("-filed_at", "-id").values_list(*FilingRow._fields)[:limit]]


def newest_filing(kind: str, period: Period, digest: str) -> StoredFiling | None:
    """Return the newest revision of a report with filters of this digest; None if none is filed."""
    filings = StoredFiling.objects.filter(
        kind=kind, first=period.first, until=period.until, filters_digest=digest
    ).order_by("-revision")
    # The log counts revisions by instants. So a filing of another zone with the same instants is the same report.
    return next((filing for filing in filings if _same_instants(filing, period)), None)


def revision_before(filing_id: UUID) -> UUID | None:
    """Return the revision before a filing; None if it is the first.

    Raises:
        FilingNotFound: no filing has this id.
    """
    filing = get_filing(filing_id)
    period = stored_period(filing, counted_zone())
    before = StoredFiling.objects.filter(
        kind=filing.kind,
        first=filing.first,
        until=filing.until,
        filters_digest=filing.filters_digest,
        revision=filing.revision - 1,
    )
    return next((one.id for one in before if _same_instants(one, period)), None)


def _same_instants(filing: StoredFiling, period: Period) -> bool:
    filed = stored_period(filing, None)
    return (filed.start_ms, filed.end_ms) == (period.start_ms, period.end_ms)


def list_files(filing_id: UUID) -> list[FileRow]:
    """Return the files of a filing, by format."""
    sizes = file_sizes(filing_id)
    rows = FiledFile.objects.filter(filing=filing_id).order_by("format").values_list("format", "name", "sha256")
    return [FileRow(format_, name, bytes(sha256), sizes[format_]) for format_, name, sha256 in rows]


def record_note(filing_id: UUID) -> str:
    """Return the signed `filing` record of a filing."""
    return record_entry(SYSTEM_CHAIN, get_filing(filing_id).record_seq)


def get_file(filing_id: UUID, format_name: str) -> FileContent:
    """Return a file of a filing, once all of it was read and compared; the format `note` is its signed record.

    Raises:
        FilingNotFound: no filing has this id.
        FileNotFound: the filing has no such file.
        FileChanged: its bytes are not those that were filed.
        FileStoreAway: it is in the object store, which does not answer.
    """
    filing, files = get_filing(filing_id), FiledFile.objects.filter(filing=filing_id)
    record = record_entry(SYSTEM_CHAIN, filing.record_seq)
    if format_name == NOTE:
        stem = file_stem(filing.kind, stored_period(filing, None), filing.filters, filing.revision)
        note = record.encode()
        return FileContent(
            name=f"{stem}.{NOTE}",
            media_type=NOTE_TYPE,
            size=len(note),
            sha256=hashlib.sha256(note).hexdigest(),
            pieces=lambda: [note],
        )
    name = files.filter(format=format_name).values_list("name", flat=True).first()
    if name is None:
        raise FileNotFound(
            "The report was filed, and not in this format.", formats=[row.format for row in list_files(filing_id)]
        )
    signed: Any = parse_entry(record)
    pieces = partial(file_pieces, filing_id, format_name)
    stored = measure_file(filing_id, format_name)
    if stored.sha256.hex() != signed["files"].get(format_name):
        raise FileChanged(
            "Nothing was handed over. The stored file does not have the digest that its signed record states, so"
            " somebody has changed the database or the store of long files, or lost a part of it: restore the file from a"
            " backup or from where it was delivered, and run `manage.py fsck`."
        )
    return FileContent(
        name=name,
        media_type=BY_NAME[format_name].media_type,
        size=stored.size,
        sha256=stored.sha256.hex(),
        pieces=pieces,
    )
