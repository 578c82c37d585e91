"""The log's own list of its checkpoints: each that was signed is listed, and each that is listed is in the export.

Source: docs/formats/log.md, "Checkpoints in the log".
"""

from array import array as numbers
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from verifier.common_fields import Common
from verifier.predicates import array, integer
from verifier.records import CheckpointsListed
from verifier.shape import shape
from verifier.verdict import Code, Failure, Fault, Place

SIZES_MAX = 1024
_SYSTEM = "0" * 32
_LATE_MS = 610_000
"""Ten minutes within which a list follows the one before it, and the ten seconds within which a record is in the log."""

CHECKPOINTS = shape({"after": integer(0), "sizes": array(integer(1), 0, SIZES_MAX)})


@dataclass(slots=True, kw_only=True)
class CheckpointList:
    """The sizes that are listed up to some log index. It is empty, and asks for nothing, in logs that list none."""

    listed: "numbers[int]" = field(default_factory=lambda: numbers("q"))
    _begins: int | None = None
    """From above this size on, every checkpoint is listed; None before the first list."""
    _mark: int = 0
    _covered: int = 0
    """The log index of the newest list: whatever was signed up to this size is in it."""
    _time: int = 0

    def accept(self, record: CheckpointsListed, *, index: int) -> None:
        """List the sizes of the next record. One that does not follow is read on from, as it stands.

        Raises:
            Fault: `E_CHECKPOINT`.
        """
        after, sizes = record["after"], record["sizes"]
        expected = after if self._begins is None else self._mark
        self.listed.extend(sizes)
        if self._begins is None:
            self._begins = after
        self._mark, self._covered, self._time = sizes[-1] if sizes else after, index, record["time"]
        if after != expected:
            raise Fault(Code.E_CHECKPOINT, f"the list goes on after size {after}, the one before ended at {expected}")
        if max((after, *sizes)) > index:
            raise Fault(Code.E_CHECKPOINT, "a checkpoint is listed that covers the record itself")
        if any(size <= before for before, size in zip((after, *sizes), sizes, strict=False)):
            raise Fault(Code.E_CHECKPOINT, "the sizes that are listed do not rise")

    def silence(self, record: Common) -> Fault | None:
        """Return the fault of a record that comes later than the next list was due."""
        if self._begins is None or record["chain"] == _SYSTEM or record["time"] <= self._time + _LATE_MS:
            return None
        return Fault(Code.E_LIST_LATE, "no record lists checkpoints in the ten minutes before this one")

    def failures(self, *, named: Collection[int], genuine: Collection[int]) -> Iterator[Failure]:
        """Compare the whole list with the checkpoints that the export names, and with those that the log key signed."""
        listed = frozenset(self.listed)
        for size in sorted(listed.difference(named)):
            yield _failure(Code.E_CHECKPOINT, f"checkpoints/{size} is missing, which the log lists")
        if self._begins is None:
            return
        for size in sorted(set(genuine) - listed):
            if self._begins < size <= self._covered:
                yield _failure(Code.E_CHECKPOINT_OMITTED, f"the log signed a checkpoint of size {size} and lists none")


def _failure(code: Code, sentence: str) -> Failure:
    return Failure(code=code, sentence=sentence, place=Place())
