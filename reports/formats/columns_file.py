"""Write a Parquet file of sums batch by batch, so that memory does not grow with the rows.

Source: docs/reports.md, "Copies of days that are over".
"""

import os
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import pyarrow as pa

_TEXTS: Final = frozenset({"kind", "currency"})
_BYTES: Final = {"chain": 16, "rules_leaf": 32}
_MODE: Final = 0o640


def write_columns(
    path: Path, columns: Sequence[str], batches: Iterable[Sequence[Sequence[Any]]], *, wide: Collection[str]
) -> int:
    """Write rows to a file and sync it; return how many there were. A file of the same name is replaced.

    `wide` names the columns that may need more than 64 bits. A batch is a row group.
    """
    # The library is large, and few processes write columns.
    import pyarrow as pa  # noqa: PLC0415
    from pyarrow import parquet  # noqa: PLC0415

    schema = pa.schema([pa.field(name, _type(name, wide), nullable=False) for name in columns])
    count = 0
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, _MODE), "wb") as file:
        with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
            for rows in batches:
                writer.write_batch(_batch(schema, rows))
                count += len(rows)
        file.flush()
        os.fsync(file.fileno())
    return count


def _batch(schema: "pa.Schema", rows: Sequence[Sequence[Any]]) -> "pa.RecordBatch":
    import pyarrow as pa  # noqa: PLC0415  as above

    arrays = [
        pa.array([_value(name, value) for value in values], schema.field(name).type)
        for name, values in zip(schema.names, zip(*rows, strict=True), strict=True)
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _type(name: str, wide: Collection[str]) -> "pa.DataType":
    import pyarrow as pa  # noqa: PLC0415  as above

    if name in _TEXTS:
        return pa.string()
    if name in _BYTES:
        return pa.binary(_BYTES[name])
    if name == "test":
        return pa.bool_()
    return pa.decimal128(38, 0) if name in wide else pa.int64()


def _value(name: str, value: Any) -> Any:
    """Return a value as the library takes it: ids and digests are bytes."""
    if name == "chain":
        return value.bytes
    return bytes(value) if name in _BYTES else value
