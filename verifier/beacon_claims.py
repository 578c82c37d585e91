"""The public values of decks: one share collects them, the audit holds them against the auditor's own copy.

Source: docs/formats/tables.md, "Beacons".
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from verifier.beacons import BeaconCopy, compare
from verifier.table_records import Beacon, Source
from verifier.verdict import Failure, Place


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBeacon:
    """A public value that a deck took, and the source as the table declares it."""

    beacon: Beacon
    source: Source
    place: Place


@dataclass(slots=True)
class BeaconClaims:
    """The public values of all decks."""

    taken: list[TakenBeacon] = field(default_factory=list)

    def add(self, other: "BeaconClaims") -> None:
        """Add what another share collected."""
        self.taken += other.taken

    def failures(self, copy: BeaconCopy) -> Iterator[Failure]:
        """Yield a failure for each value that the copy has otherwise, and a warning for each that it does not have."""
        for taken in self.taken:
            fault = compare(taken.beacon, taken.source, copy)
            if fault is not None:
                yield Failure(code=fault.code, sentence=fault.sentence, place=taken.place)
