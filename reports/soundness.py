"""Whether the roll-ups are what the log's entries add up to, and filings what the log says. Reads everything."""

import hashlib
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
from reports.core.names import stem
from reports.core.period import Period, gaming_day
from reports.models import Cursor, FiledFile, StoredFiling
from reports.operations.rollups import TABLES, columns_of, dated_clauses, summed
from wallet.queries.postings import JOURNALS_LOGGED

_DAY = timedelta(days=1)


def faults() -> Iterator[str]:
    """Yield a sentence for each roll-up that is not its entries' sum, and each filing that the log does not tell of."""
    cursor = Cursor.objects.filter(id=1).first()
    if cursor is not None:
        yield from _rollup_faults(cursor)
    filed = set()
    for filing in StoredFiling.objects.order_by("record_seq").iterator():
        filed.add(filing.record_seq)
        yield from _filing_faults(filing)
    for record in map(parse_entry, system_entries()):
        if record["type"] == "filing" and record["seq"] not in filed:
            yield f"The filing that record {record['seq']} of the system chain tells of is missing."


def _rollup_faults(behind: Cursor) -> Iterator[str]:
    logged = [logged_cte(0, behind.size), JOURNALS_LOGGED]
    with connection.cursor() as cursor:
        cursor.execute(*with_statement(logged, answer="SELECT min(time_ms), max(time_ms) FROM journals"))
        first_ms, last_ms = cursor.fetchone()
        days = [] if first_ms is None else _days(first_ms, last_ms, behind.zone)
        for table in TABLES:
            cursor.execute(*_differences(table, days, behind.size))
            if count := cursor.fetchone()[0]:
                yield f"{count} rows of {table} are not what the log's first {behind.size} entries add up to."


def _days(first_ms: int, last_ms: int, zone: str) -> list[Period]:
    first, last = (gaming_day(from_epoch_ms(time_ms), zone) for time_ms in (first_ms, last_ms))
    return [Period(day, day + _DAY, zone) for day in Period(first, last + _DAY, zone).days]


def _differences(table: str, days: list[Period], size: int) -> tuple[str, list[Any]]:
    columns = ", ".join(columns_of(table))
    if not days:
        return f"SELECT count(*) FROM {table}", []
    clauses = [logged_cte(0, size), JOURNALS_LOGGED, *dated_clauses(days)]
    kept, told = f"SELECT {columns} FROM {table}", summed(table)
    answer = f"SELECT count(*) FROM ((({kept}) EXCEPT ALL ({told})) UNION ALL (({told}) EXCEPT ALL ({kept}))) different"
    return with_statement(clauses, answer=answer)


def _filing_faults(filing: StoredFiling) -> Iterator[str]:
    record: Any = parse_entry(record_entry(SYSTEM_CHAIN, filing.record_seq))
    period = Period(filing.first, filing.until, filing.zone)
    files = {file.format: file for file in FiledFile.objects.filter(filing=filing.id)}
    told = {
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
    if any(record.get(name) != value for name, value in told.items()):
        yield f"Filing {filing.id.hex} is not as its record says."
    called = stem(filing.kind, period, filing.filters, filing.revision)
    for file in files.values():
        if file.name != f"{called}.{file.format}":
            yield f"The {file.format} file of filing {filing.id.hex} is not called {called}.{file.format}."
        if hashlib.sha256(bytes(file.content)).digest() != bytes(file.sha256):
            yield f"{file.name} of filing {filing.id.hex} is not the file that was filed."
