"""What tables are, from their `table` records."""

from dataclasses import dataclass

from audit.core.note import leaf_hash
from audit.core.records import parse_entry
from audit.queries.records import record_entry
from games.queries.sheets import sheet_of_account
from kernel.ids import ChainId
from kernel.serving import cached_by_cell
from tables.core.definition import TableDefinition


@dataclass(frozen=True, slots=True, kw_only=True)
class DefinedTable:
    """A table as its record defines it."""

    chain: ChainId
    leaf: bytes
    """Of the `table` record."""
    opened_ms: int
    """The record's time."""
    definition: TableDefinition


@cached_by_cell(4096)
def defined_table(chain: ChainId) -> DefinedTable:
    """Return what the `table` record of a table's chain defines. It never changes, so it is cached."""
    entry = record_entry(chain, 0)
    record = parse_entry(entry)
    assert record["type"] == "table", "a table's chain begins with its definition"
    sheet = sheet_of_account(bytes.fromhex(str(record["rules"])), str(record["cur"]))
    time_ms = record["time"]
    assert isinstance(time_ms, int), "a time is a number"
    return DefinedTable(
        chain=chain,
        leaf=leaf_hash(entry),
        opened_ms=time_ms,
        definition=TableDefinition.from_record(sheet, record),
    )
