"""Write Parquet: the typed table, for the analysis of many reports.

Source: docs/formats/report.md, "Files".
"""

from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from kernel import canonical_json
from reports.core.definition import Report
from reports.core.document import envelope_document
from reports.core.table import Cell, Type
from reports.formats.report_format import Format

if TYPE_CHECKING:
    import pyarrow as pa

_ROWS_PER_GROUP: Final = 65_536
_METADATA_KEY: Final = "report"


def write(report: Report) -> bytes:
    """Return the columns, with the envelope in the metadata of the schema."""
    # The library is large, and a web server writes no Parquet.
    import pyarrow as pa  # noqa: PLC0415
    from pyarrow import parquet  # noqa: PLC0415

    columns = report.table.columns
    types = _types()
    schema = pa.schema(
        [pa.field(column.name, types[column.type]) for column in columns],
        metadata={_METADATA_KEY: canonical_json.encode(envelope_document(report))},
    )
    arrays = [
        pa.array([_value(row[index], column.type) for row in report.table.rows], types[column.type])
        for index, column in enumerate(columns)
    ]
    sink = pa.BufferOutputStream()
    parquet.write_table(
        pa.Table.from_arrays(arrays, schema=schema), sink, compression="zstd", row_group_size=_ROWS_PER_GROUP
    )
    return bytes(sink.getvalue())


FORMAT: Final = Format(name="parquet", media_type="application/vnd.apache.parquet", write=write)


def _types() -> "dict[Type, pa.DataType]":
    import pyarrow as pa  # noqa: PLC0415  as above

    return {
        Type.TEXT: pa.string(),
        Type.INTEGER: pa.int64(),
        Type.MONEY: pa.int64(),
        # The most digits, so that every ratio fits.
        Type.RATIO: pa.decimal128(38, 6),
        Type.INSTANT: pa.timestamp("ms", tz="UTC"),
        Type.DAY: pa.date32(),
    }


def _value(cell: Cell, kind: Type) -> int | str | Decimal | date | None:
    if not isinstance(cell, str):
        return cell
    if kind is Type.RATIO:
        return Decimal(cell)
    return date.fromisoformat(cell) if kind is Type.DAY else cell
