"""What is known of a report file whose content is in the object store, without the library that asks the store.

Source: docs/adr/0091-long-files-in-an-object-store.md.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from kernel.cell import is_cell_name
from kernel.refusals import Refusal, RefusalKind


class FileStoreAway(Refusal):
    """The store of long report files does not answer."""

    code, kind = "report-store-away", RefusalKind.UNAVAILABLE


class KeptFile(NamedTuple):
    """A file whose content is in the store."""

    filing: UUID
    """The filing's id."""

    format: str
    """The name of the format."""

    sha256: bytes
    """The digest of the whole file."""

    objects: int
    """How many objects it has, at least 1."""

    def names(self) -> Iterator[str]:
        """Yield the names of its objects, in order: one after another they are the file."""
        return (f"{self.filing.hex}/{self.format}-{self.sha256.hex()}/{number:06}" for number in range(self.objects))

    def is_whole(self, size: int, found: Mapping[str, "StoredObject"]) -> bool:
        """Return whether all its objects are among those found, by name, and together are as long as the file (bytes)."""
        sizes = [found[name].size if name in found else None for name in self.names()]
        return None not in sizes and sum(filter(None, sizes)) == size


class StoredObject(NamedTuple):
    """An object that the store lists."""

    name: str
    """Its name, without the prefix of the configured store."""

    size: int
    """How many bytes it has."""

    put_at: datetime
    """When it was put, by the store's clock."""

    @property
    def filing(self) -> UUID | None:
        """The filing, or order, for which it was put; None if it is named otherwise than `KeptFile.names` does."""
        match = _NAME.fullmatch(self.name)
        return UUID(hex=match[1]) if match else None

    @property
    def of_cell(self) -> bool:
        """Whether it is a cell's, whose prefix is below the installation's."""
        cell, _, name = self.name.partition("/")
        return _NAME.fullmatch(name) is not None and is_cell_name(cell)


_NAME: Final = re.compile(r"([0-9a-f]{32})/[a-z0-9]+-[0-9a-f]{64}/[0-9]{6,}")
