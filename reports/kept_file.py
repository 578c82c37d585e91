"""What is known of a report file whose content is in the object store, without the library that asks the store.

Source: docs/adr/0091-long-files-in-an-object-store.md.
"""

from collections.abc import Iterator
from typing import NamedTuple
from uuid import UUID

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
