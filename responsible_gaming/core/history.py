"""What a player did over the last four weeks, as far as markers of harm look at it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from zoneinfo import ZoneInfo

from kernel.instants import from_epoch_ms

HOUR_MS: Final = 60 * 60 * 1000
DAY_MS: Final = 24 * HOUR_MS
WEEK_MS: Final = 7 * DAY_MS
LOOKED_BACK_MS: Final = 4 * WEEK_MS


@dataclass(frozen=True, slots=True, kw_only=True)
class Hour:
    """One hour of a player's ledger, from `starts_ms` on; amounts in minor units."""

    starts_ms: int
    bets: int
    staked_minor: int
    returned_minor: int
    deposited_minor: int

    @property
    def loss_minor(self) -> int:
        """What play cost in this hour, below zero for a win."""
        return self.staked_minor - self.returned_minor


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """A significant event of the player's: its kind and when it was (ms)."""

    kind: str
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """The four weeks before `at_ms`: hours in which something happened, and incidents, both in order of time.

    `zone` is the IANA name of the jurisdiction's.
    """

    at_ms: int
    zone: str
    hours: Sequence[Hour]
    incidents: Sequence[Incident]

    def hours_within(self, length_ms: int) -> list[Hour]:
        """Return the hours that began within the last `length_ms`."""
        return [hour for hour in self.hours if hour.starts_ms >= self.at_ms - length_ms]

    def hours_before(self, length_ms: int) -> list[Hour]:
        """Return the hours that began earlier than that."""
        return [hour for hour in self.hours if hour.starts_ms < self.at_ms - length_ms]

    def count(self, kinds: frozenset[str]) -> int:
        """Return how many incidents are of these kinds."""
        return sum(incident.kind in kinds for incident in self.incidents)

    def in_local_time(self, hours: Sequence[Hour]) -> Iterator[tuple[str, int, Hour]]:
        """Yield hours with the date and the hour of the day that the clocks showed."""
        zone = ZoneInfo(self.zone)
        for hour in hours:
            local = from_epoch_ms(hour.starts_ms).astimezone(zone)
            yield local.date().isoformat(), local.hour, hour
