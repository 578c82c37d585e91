"""Read a filed file piece by piece, so that no more than a piece of a long one is in memory, from wherever it is."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple
from uuid import UUID

from django.db.models import F, Sum
from django.db.models.functions import Length

from reports.kept_file import KeptFile
from reports.models.filings import FiledFile, FiledFilePart


class Measured(NamedTuple):
    """What the stored bytes of a file come to."""

    sha256: bytes
    """Their digest."""

    size: int
    """How many they are."""


def file_pieces(filing_id: UUID, format_name: str) -> Iterator[bytes]:
    """Yield the bytes of a file, each piece by a statement or request of its own; nothing if there is no such file.

    A file that was filed before there were parts is one piece, however long. Whether the pieces are those that were
    filed, only the digest says: a part or an object that is away leaves a gap.

    Raises:
        FileStoreAway: the file is in the object store, which does not answer.
    """
    of_file = {"filing": filing_id, "format": format_name}
    for content, sha256, objects in FiledFile.objects.filter(**of_file).values_list(
        "content", "sha256", "objects_count"
    ):
        if objects:
            yield from _read_objects(KeptFile(filing_id, format_name, bytes(sha256), objects))
        else:
            yield bytes(content)
    parts = FiledFilePart.objects.filter(**of_file)
    for number in parts.order_by("number").values_list("number", flat=True):
        yield bytes(parts.values_list("content", flat=True).get(number=number))


def _read_objects(file: KeptFile) -> Iterator[bytes]:
    # Its library is one of requirements-reports.txt, which a process needs only where there is a store.
    from reports.file_store import read_objects  # noqa: PLC0415

    return read_objects(file)


def newest_kept_file() -> KeptFile | None:
    """Return a file of the newest order that has one in the object store; None if none is there."""
    kept = FiledFile.objects.filter(objects_count__gt=0).defer("content").order_by("-filing", "format").first()
    return None if kept is None else KeptFile(kept.filing, kept.format, bytes(kept.sha256), kept.objects_count)


def measure_file(filing_id: UUID, format_name: str) -> Measured:
    """Read a file to its end, and return its digest and length.

    Raises:
        FileStoreAway: as above.
    """
    digest, size = hashlib.sha256(), 0
    for piece in file_pieces(filing_id, format_name):
        digest.update(piece)
        size += len(piece)
    return Measured(digest.digest(), size)


def file_sizes(filing_id: UUID) -> dict[str, int]:
    """Return the length in bytes of each file of a filing, by format, without reading the files."""
    sizes: Counter[str] = Counter()
    for model, length in (
        (FiledFile, Length("content") + F("objects_bytes")),
        (FiledFilePart, Length("content")),
    ):
        sizes.update(dict(model.objects.filter(filing=filing_id).values_list("format").annotate(size=Sum(length))))
    return dict(sizes)
