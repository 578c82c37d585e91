"""The receipts of an account: an append-only file of one JSON object a line.

Source: docs/formats/log.md, "Grammar" (`receipt`). `python -m verifier` takes the file as it is.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from .errors import Reason, VerificationError
from .records import Record

_MODE: Final = 0o600


class ReceiptFile:
    """Every record that the client was given, once, in the chain's order."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._leaves: dict[int, str] = {}
        self._cut_torn_line()
        for receipt in self.read():
            self._leaves[receipt["seq"]] = receipt["leaf"]

    def __len__(self) -> int:
        return len(self._leaves)

    def read(self) -> Iterator[dict[str, Any]]:
        """Yield the receipts, oldest first."""
        if self._path.exists():
            for line in self._path.read_text().splitlines():
                yield json.loads(line)

    def keep(self, record: Record) -> None:
        """Append a receipt and wait for the disk, unless it is there already.

        Raises:
            VerificationError: `BROKEN_CHAIN` if another record of this number is there.
        """
        kept = self._leaves.get(record.seq)
        if kept == record.leaf:
            return
        if kept is not None:
            raise VerificationError(
                Reason.BROKEN_CHAIN, f"record {record.seq} was {kept} when it was given first", record.note
            )
        file = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, _MODE)
        try:
            os.write(file, json.dumps(record.receipt, ensure_ascii=False).encode() + b"\n")
            os.fsync(file)
        finally:
            os.close(file)
        self._leaves[record.seq] = record.leaf

    def _cut_torn_line(self) -> None:
        """Remove what a crash in the middle of a line has left. The record is read from the platform again."""
        if not self._path.exists():
            return
        content = self._path.read_bytes()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            os.truncate(self._path, whole)
