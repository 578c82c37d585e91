"""The least and the greatest time of the records between two checkpoints that witnesses may have signed.

Which of them have a quorum is known when the whole log was read: then stretches are joined.

Source: docs/formats/witnesses.md, rule 7.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from verifier.entry_bytes import time_of
from verifier.export import Bundle
from verifier.shape import TABLES_VERSION

_VERSION: Final = TABLES_VERSION.encode()


class Dated(NamedTuple):
    """A record's time (ms), and its log index."""

    time: int
    place: int


class Extent(NamedTuple):
    """The first record of the least time, and the first of the greatest."""

    earliest: Dated
    latest: Dated

    def joined(self, other: "Extent") -> "Extent":
        """Return the extent of both."""
        latest = max(self.latest, other.latest, key=lambda dated: (dated.time, -dated.place))
        return Extent(min(self.earliest, other.earliest), latest)


@dataclass(slots=True, kw_only=True)
class RecordTimes:
    """The extent of each stretch of the log; a stretch ends at each mark, which is a size."""

    marks: tuple[int, ...] = ()
    """Ascending. Where there is none, no witness signed, and nothing is looked at."""
    extents: dict[int, Extent] = field(default_factory=dict)
    """By the number of the mark that ends the stretch."""

    def see(self, bundle: Bundle) -> None:
        """Take a bundle into account. An entry without a time is another check's."""
        if not self.marks:
            return
        for index, entry in enumerate(bundle.entries, start=bundle.first):
            time = time_of(entry, version=_VERSION)
            if time is not None:
                dated = Dated(time, index)
                self._take(bisect_right(self.marks, index), Extent(dated, dated))

    def add(self, other: "RecordTimes") -> None:
        """Take what another one saw into account."""
        for number, extent in other.extents.items():
            self._take(number, extent)

    def between(self, after: int, size: int) -> Extent | None:
        """Return the extent of the records from the log index `after` to below `size`; both are marks, or 0."""
        parts = [self.extents[number] for number in self._numbers(after, size)]
        joined = parts[0] if parts else None
        for part in parts[1:]:
            assert joined is not None
            joined = joined.joined(part)
        return joined

    def _numbers(self, after: int, size: int) -> Iterator[int]:
        for number in range(bisect_right(self.marks, after), bisect_right(self.marks, size)):
            if number in self.extents:
                yield number

    def _take(self, number: int, extent: Extent) -> None:
        known = self.extents.get(number)
        self.extents[number] = extent if known is None else known.joined(extent)
