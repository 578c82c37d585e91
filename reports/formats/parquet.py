"""Write Parquet: the typed table, for the analysis of many reports.

Source: docs/formats/report.md, "Files".
"""

from datetime import date
from decimal import Decimal
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO, Final

from kernel import canonical_json
from reports.core.definition import Report
from reports.core.document import envelope_document
from reports.core.table import Cell, Type
from reports.formats.report_format import Format

if TYPE_CHECKING:
    import pyarrow as pa

_ROWS_PER_GROUP: Final = 20_000
_METADATA_KEY: Final = "report"


def write_to(report: Report, file: BinaryIO) -> None:
    """Write the columns, with the envelope in the metadata of the schema."""
    # The library is large, and a web server writes no Parquet.
    import pyarrow as pa  # noqa: PLC0415
    from pyarrow import parquet  # noqa: PLC0415

    columns = report.table.columns
    types = _types()
    schema = pa.schema(
        [pa.field(column.name, types[column.type]) for column in columns],
        metadata={_METADATA_KEY: canonical_json.encode(envelope_document(report))},
    )
    rows = iter(report.table.rows)
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        while group := list(islice(rows, _ROWS_PER_GROUP)):
            arrays = [
                pa.array([_value(row[index], column.type) for row in group], types[column.type])
                for index, column in enumerate(columns)
            ]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))


FORMAT: Final = Format(name="parquet", media_type="application/vnd.apache.parquet", write_to=write_to)


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
