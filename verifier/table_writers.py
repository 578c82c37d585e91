"""Who writes a record: a table or a player at one, or a player alone.

Source: docs/formats/tables.md, "Records".
"""

from verifier import table_shapes
from verifier.records import Record
from verifier.shape import TABLES_VERSION
from verifier.table_records import TableRecord


def at_table(record: Record | TableRecord) -> bool:
    """Tell whether a table, or a player at one, writes such a record; a `commit` is the same in both kinds of chain."""
    form = table_shapes.shape_of(record, record["type"]) if record["v"] == TABLES_VERSION else None
    return form is not None and record["type"] != "rules"


def of_table(record: Record | TableRecord) -> bool:
    """Tell whether a table writes such a record in its own chain."""
    return record["type"] == "commit" or (record["type"] in table_shapes.TABLE_TYPES and at_table(record))
