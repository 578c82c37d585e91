"""Read a filed file piece by piece, so that no more than a piece of a long one is in memory."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple
from uuid import UUID

from django.db.models import Sum
from django.db.models.functions import Length

from reports.models.filings import FiledFile, FiledFilePart


class Measured(NamedTuple):
    """What the stored bytes of a file come to."""

    sha256: bytes
    """Their digest."""

    size: int
    """How many they are."""


def file_pieces(filing_id: UUID, format_name: str) -> Iterator[bytes]:
    """Yield the bytes of a file, each piece by a statement of its own; nothing if there is no such file.

    A file that was filed before there were parts is one piece, however long. Whether the pieces are those that were
    filed, only the digest says: a part that is away leaves a gap.
    """
    of_file = {"filing": filing_id, "format": format_name}
    for content in FiledFile.objects.filter(**of_file).values_list("content", flat=True):
        yield bytes(content)
    parts = FiledFilePart.objects.filter(**of_file)
    for number in parts.order_by("number").values_list("number", flat=True):
        yield bytes(parts.values_list("content", flat=True).get(number=number))


def measure_file(filing_id: UUID, format_name: str) -> Measured:
    """Read a file to its end, and return its digest and length."""
    digest, size = hashlib.sha256(), 0
    for piece in file_pieces(filing_id, format_name):
        digest.update(piece)
        size += len(piece)
    return Measured(digest.digest(), size)


def file_sizes(filing_id: UUID) -> dict[str, int]:
    """Return the length in bytes of each file of a filing, by format, without reading the files."""
    sizes: Counter[str] = Counter()
    for model in (FiledFile, FiledFilePart):
        lengths = model.objects.filter(filing=filing_id).values_list("format").annotate(size=Sum(Length("content")))
        sizes.update(dict(lengths))
    return dict(sizes)
