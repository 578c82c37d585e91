"""The rounds of a public source of randomness. Which one a hand takes follows from the log alone.

Source: docs/formats/tables.md, "Beacons".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

VALUE_BYTES: Final = 32
"""How long every value of a source is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BeaconRound:
    """A round of a source."""

    number: int
    """From 1."""
    published_ms: int
    """When it is published, or was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BeaconValue:
    """What a source published for a round of its own."""

    source: str
    round: int
    value: bytes
    """32 bytes."""

    def document(self) -> dict[str, object]:
        """Write it as `open` does."""
        return {"src": self.source, "round": self.round, "value": self.value.hex()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Beacon:
    """A source at an address, with rounds at fixed intervals, as a `table` record declares it."""

    url: str
    genesis_ms: int
    """When round 1 was published."""
    period_ms: int
    """1 or more."""

    def first_round_after(self, time_ms: int) -> BeaconRound:
        """Return the first round that is published later than this instant."""
        number = max(0, (time_ms - self.genesis_ms) // self.period_ms + 1) + 1
        return BeaconRound(number=number, published_ms=self.genesis_ms + (number - 1) * self.period_ms)

    def document(self) -> dict[str, object]:
        """Write it as `table` does."""
        return {"src": self.url, "genesis": self.genesis_ms, "period": self.period_ms}

    @classmethod
    def from_record(cls, member: Mapping[str, Any]) -> Self:
        """Read the `beacon` of a `table` record back."""
        return cls(url=member["src"], genesis_ms=member["genesis"], period_ms=member["period"])
