"""What chains say about the whole log: one share collects it, the audit joins and judges it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from verifier.beacon_claims import BeaconClaims
from verifier.beacons import BeaconCopy
from verifier.corrections import Corrections
from verifier.dated_ahead import DatedAhead
from verifier.export import Export
from verifier.key_claims import KeyClaims
from verifier.tags import Tags
from verifier.turn_claims import TurnClaims
from verifier.verdict import Failure


@dataclass(slots=True)
class Claims:
    """Claims of each kind, as far as one share reads them."""

    keys: KeyClaims = field(default_factory=KeyClaims)
    turns: TurnClaims = field(default_factory=TurnClaims)
    tags: Tags = field(default_factory=Tags)
    corrections: Corrections = field(default_factory=Corrections)
    ahead: DatedAhead = field(default_factory=DatedAhead)
    beacons: BeaconClaims = field(default_factory=BeaconClaims)

    def add(self, other: "Claims") -> None:
        """Add what another share collected."""
        self.keys.add(other.keys)
        self.turns.add(other.turns)
        self.tags.add(other.tags)
        self.corrections.add(other.corrections)
        self.ahead.add(other.ahead)
        self.beacons.add(other.beacons)

    def failures(
        self, export: Export, *, size: int, roots: Mapping[int, bytes], beacons: BeaconCopy
    ) -> Iterator[Failure]:
        """Yield the failures of the joined claims about the log of this `size`; `roots` are those of its entries.

        `beacons` is the auditor's own copy of public sources of randomness.
        """
        yield from self.tags.failures()
        yield from self.corrections.failures(export.bundles(size=size))
        yield from self.keys.failures(roots)
        yield from self.turns.failures()
        yield from self.ahead.failures()
        yield from self.beacons.failures(beacons)
