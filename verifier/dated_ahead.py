"""Lists of the system chain that are dated ahead, so that the duty to list again seems to be kept.

Source: docs/formats/log.md, "Rules", 9; verdicts.md, `E_CLOCK`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from verifier import schema
from verifier.dates import LATE_MS
from verifier.records import Record
from verifier.verdict import Code, Failure, Place

LISTS: Final = frozenset(("checkpoints", "events"))


class DatedList(NamedTuple):
    """A record that lists events or checkpoints, of the log index `at`."""

    time: int
    at: int
    seq: int
    kind: str


class Checkpoints(Protocol):
    """The checkpoints of the log."""

    def covered(self, *, after: int, up_to: int) -> bool:
        """Tell whether there is a checkpoint of a size greater than `after` and at most `up_to`."""


@dataclass(slots=True)
class DatedAhead:
    """The lists that a record behind them contradicts: one that is dated before them, and came when they were signed.

    What waited while the sequencer was down is dated before the list that it writes first of all, and is in the log up to
    the next checkpoint. So only records behind a checkpoint that covers the list are compared with it.
    """

    found: dict[DatedList, tuple[int, int]] = field(default_factory=dict)
    """For each list the log index of the first record that contradicts it, and by how much (ms)."""
    _waiting: list[DatedList] = field(default_factory=list)
    """Lists that no checkpoint before the record read last covers."""
    _covered: DatedList | None = None

    def see(self, record: Record, *, index: int, context: Checkpoints) -> None:
        """Take the log's next record into account."""
        if record["chain"] == schema.SYSTEM_CHAIN:
            if record["type"] in LISTS:
                self._waiting.append(DatedList(record["time"], index, record["seq"], record["type"]))
            return
        while self._waiting and context.covered(after=self._waiting[0].at, up_to=index):
            # Times of the system chain do not fall: the last one is the latest.
            self._covered = self._waiting.pop(0)
        listed = self._covered
        if listed is None or record["time"] + LATE_MS >= listed.time:
            return
        self.found.setdefault(listed, (index, listed.time - record["time"]))

    def add(self, other: "DatedAhead") -> None:
        """Add what another share found."""
        for listed, contradicted in other.found.items():
            self.found[listed] = min(contradicted, self.found.get(listed, contradicted))

    def failures(self) -> Iterator[Failure]:
        """Yield the failure of each list that is contradicted, in log order."""
        for listed, (index, ahead_ms) in sorted(self.found.items(), key=lambda item: item[0].at):
            sentence = f"dated {ahead_ms} ms after the record at log index {index}, which stands behind a checkpoint of this one"
            place = Place(index=listed.at, chain=schema.SYSTEM_CHAIN, seq=listed.seq, kind=listed.kind)
            yield Failure(code=Code.E_CLOCK, sentence=sentence, place=place)
