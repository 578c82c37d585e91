"""Check that the roll-ups are the sums of the log's entries, and that filings match their records. Reads everything."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.db import connection

from audit.core.records import parse_entry
from audit.queries.record_documents import logged_cte
from audit.queries.records import record_entry, system_entries
from kernel.cte import with_statement
from kernel.ids import SYSTEM_CHAIN
from kernel.instants import from_epoch_ms
from reports.core.day_zone import DayZone, read_day_zone
from reports.core.file_names import file_stem
from reports.core.period import Period
from reports.kept_file import FileStoreAway
from reports.models.filings import FiledFile, StoredFiling
from reports.models.rollups import RollupCursor
from reports.queries.day_zones import stored_period
from reports.queries.file_pieces import measure_file
from reports.queries.rollup_rows import ROLLUPS, Rollup, dated_ctes, select_rows
from wallet.queries.postings import JOURNALS_LOGGED

_DAY = timedelta(days=1)


def faults() -> Iterator[str]:
    """Yield a sentence for each roll-up that differs from its entries, and each filing that differs from its record."""
    cursor = RollupCursor.objects.filter(id=1).first()
    if cursor is not None:
        yield from _rollup_faults(cursor)
    filed = set()
    for filing in StoredFiling.objects.order_by("record_seq").iterator():
        filed.add(filing.record_seq)
        yield from _filing_faults(filing)
    for record in map(parse_entry, system_entries()):
        if record["type"] == "filing" and record["seq"] not in filed:
            yield f"The filing that record {record['seq']} of the system chain tells of is missing."


def _rollup_faults(position: RollupCursor) -> Iterator[str]:
    logged = [logged_cte(0, position.log_size), JOURNALS_LOGGED]
    with connection.cursor() as cursor:
        cursor.execute(*with_statement(logged, answer="SELECT min(time_ms), max(time_ms) FROM journals"))
        first_ms, last_ms = cursor.fetchone()
        days = [] if first_ms is None else _days(first_ms, last_ms, read_day_zone(position.zone, position.starts))
        for rollup in ROLLUPS:
            cursor.execute(*_differences(rollup, days, position.log_size))
            if count := cursor.fetchone()[0]:
                yield f"{count} rows of {rollup.table} differ from the sum of the log's first {position.log_size} entries."


def _days(first_ms: int, last_ms: int, zone: DayZone) -> list[Period]:
    first, last = (zone.day_of(from_epoch_ms(time_ms)) for time_ms in (first_ms, last_ms))
    return [Period(day, day + _DAY, zone) for day in Period(first, last + _DAY, zone).days]


def _differences(rollup: Rollup, days: list[Period], size: int) -> tuple[str, list[Any]]:
    columns = ", ".join(rollup.columns)
    if not days:
        return f"SELECT count(*) FROM {rollup.table}", []
    ctes = [logged_cte(0, size), JOURNALS_LOGGED, *dated_ctes(days)]
    stored, computed = f"SELECT {columns} FROM {rollup.table}", select_rows(rollup)
    answer = (
        f"SELECT count(*) FROM ((({stored}) EXCEPT ALL ({computed}))"
        f" UNION ALL (({computed}) EXCEPT ALL ({stored}))) different"
    )
    return with_statement(ctes, answer=answer)


def _filing_faults(filing: StoredFiling) -> Iterator[str]:
    record: Any = parse_entry(record_entry(SYSTEM_CHAIN, filing.record_seq))
    period = stored_period(filing, None)
    files = {file.format: file for file in FiledFile.objects.filter(filing=filing.id).defer("content")}
    members = {
        "type": "filing",
        "report": filing.kind,
        "def": filing.definition,
        "rev": filing.revision,
        "size": filing.log_size,
        "gen": filing.generated_ms,
        "filters": filing.filters,
        "files": {name: bytes(file.sha256).hex() for name, file in files.items()},
        "from": period.start_ms,
        "to": period.end_ms,
    }
    if any(record.get(name) != value for name, value in members.items()):
        yield f"Filing {filing.id.hex} is not as its record says."
    stem = file_stem(filing.kind, period, filing.filters, filing.revision)
    for file in files.values():
        if file.name != f"{stem}.{file.format}":
            yield f"The {file.format} file of filing {filing.id.hex} is not called {stem}.{file.format}."
        yield from _content_faults(file)


def _content_faults(file: FiledFile) -> Iterator[str]:
    try:
        stored = measure_file(file.filing, file.format)
    except FileStoreAway as away:
        yield f"{file.name} of filing {file.filing.hex} was not compared. {away.detail}"
        return
    if stored.sha256 != bytes(file.sha256) or (file.objects_count and stored.size != file.objects_bytes):
        yield f"{file.name} of filing {file.filing.hex} is not the file that was filed."
