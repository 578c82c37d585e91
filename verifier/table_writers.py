"""Who writes a record: a table or a player at one, or a player alone.

Source: docs/formats/tables.md, "Records".
"""

from typing import Final

from verifier import table_shapes
from verifier.records import Record
from verifier.seat_records import AtTable
from verifier.shape import TABLES_VERSION
from verifier.table_records import TableRecord


def at_table(record: Record | AtTable) -> bool:
    """Tell whether a table, or a player at one, writes such a record; a `commit` is the same in both kinds of chain."""
    if record["v"] != TABLES_VERSION:
        return False
    kind = record["type"]
    # As most records are: told apart by a field.
    if kind in _ALONE_WITHOUT:
        return _ALONE_WITHOUT[kind] in record
    return kind != "rules" and table_shapes.shape_of(record, kind) is not None


def of_table(record: Record | TableRecord) -> bool:
    """Tell whether a table writes such a record in its own chain."""
    return record["type"] == "commit" or (record["type"] in table_shapes.TABLE_TYPES and at_table(record))


_ALONE_WITHOUT: Final = {"deal": "table", "open": "reveals", "settle": "end"}
"""Types that a player alone writes too, without this field."""
