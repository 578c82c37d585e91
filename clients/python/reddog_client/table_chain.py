"""A table's chain as this client has followed it, from the record that announced an epoch on.

Source: docs/formats/tables.md, "Records of the table's chain".
"""

from collections.abc import Iterator
from typing import Any, Final

from .errors import Reason, VerificationError
from .platform_api import PlatformApi
from .receipts import ReceiptFile
from .records import Record
from .statements import Announcement

_PAGE: Final = 200


class TableChain:
    """The records of a table from the number `first` on, each bound to the one before. What was seen once stays.

    `kept` are the notes on the disk: a table that shows another record in their place has two chains.
    """

    def __init__(self, api: PlatformApi, table: str, *, first: int, kept: ReceiptFile) -> None:
        self._api = api
        self._table = table
        self._first = first
        self._kept = kept
        self.records: list[Record] = []

    @property
    def newest(self) -> Record:
        """Return the newest record that was followed."""
        return self.records[-1]

    def follow(self) -> None:
        """Read on to the table's newest record.

        Raises:
            VerificationError: `BROKEN_CHAIN` if a record does not follow the one before, or is another than was shown
                earlier; `MALFORMED_TEXT`.
        """
        after = self.newest.seq if self.records else self._first - 1
        while True:
            page = self._api.get(f"/tables/{self._table}/events", after=after, limit=_PAGE)
            for event in page["items"]:
                record = Record.parse(event)
                self._require_next(record)
                self._kept.keep(record)
                self.records.append(record)
                after = record.seq
            if page["next"] is None or not page["items"]:
                return

    def of(self, epoch: int, *kinds: str) -> Iterator[Record]:
        """Yield the records of an epoch of these types, oldest first."""
        return (record for record in self.records if record.kind in kinds and record.fields.get("epoch") == epoch)

    def one(self, epoch: int, kind: str) -> Record | None:
        """Return the record of a type that an epoch has at most one of; None if it has none yet."""
        return next(self.of(epoch, kind), None)

    def announced(self, epoch: int) -> tuple[int, Announcement] | None:
        """Return what was announced of an epoch last, with the record's number; None if nothing was."""
        found = None
        for record in self.records:
            fields = record.fields
            if (record.kind, fields.get("epoch")) == ("commit", epoch):
                found = record.seq, _announcement(record, epoch, fields)
            elif (record.kind, fields.get("epoch")) == ("seats", epoch - 1):
                found = record.seq, _announcement(record, epoch, fields["next"])
        return found

    def _require_next(self, record: Record) -> None:
        if self.records:
            expected = (self._table, self.newest.seq + 1, self.newest.leaf)
            found = (record.fields["chain"], record.seq, record.fields["prev"])
        else:
            expected, found = (self._table, self._first, ""), (record.fields["chain"], record.seq, "")
        if found != expected:
            raise VerificationError(
                Reason.BROKEN_CHAIN, f"record {record.seq} of table {self._table} does not follow", record.note
            )


def _announcement(record: Record, epoch: int, fields: Any) -> Announcement:
    return Announcement(epoch=epoch, commitment=fields["commit"], rounds=fields["n"], leaf=record.leaf)
