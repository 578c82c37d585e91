"""A player's last four weeks, as the markers of harm read them."""

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
        """The loss of this hour. A win is below zero."""
        return self.staked_minor - self.returned_minor


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """A significant event of the player: its kind and its instant (ms)."""

    kind: str
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """The four weeks before `at_ms`: the hours with activity and the significant events, both in order of time.

    `zone` is the IANA name of the jurisdiction's time zone.
    """

    at_ms: int
    zone: str
    hours: Sequence[Hour]
    incidents: Sequence[Incident]

    def hours_within(self, length_ms: int) -> list[Hour]:
        """Return the hours that began within the last `length_ms`."""
        return [hour for hour in self.hours if hour.starts_ms >= self.at_ms - length_ms]

    def hours_before(self, length_ms: int) -> list[Hour]:
        """Return the hours that began before the last `length_ms`."""
        return [hour for hour in self.hours if hour.starts_ms < self.at_ms - length_ms]

    def count(self, kinds: frozenset[str]) -> int:
        """Return how many significant events are of these kinds."""
        return sum(incident.kind in kinds for incident in self.incidents)

    def in_local_time(self, hours: Sequence[Hour]) -> Iterator[tuple[str, int, Hour]]:
        """Yield each hour with its date and its hour of the day in local time."""
        zone = ZoneInfo(self.zone)
        for hour in hours:
            local = from_epoch_ms(hour.starts_ms).astimezone(zone)
            yield local.date().isoformat(), local.hour, hour
