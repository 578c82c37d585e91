"""Which hands wait for a public value that does not come.

Source: docs/formats/tables.md, "Beacons"; docs/runbooks/beacon-silent.md.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.db import connection

from tables.core.continuation import Phase
from tables.queries.table_states import TableState

BEACON_DELAY_SECONDS: Final = 60
"""A hand that waits longer for the value of its beacon is an alarm. Published rounds come within seconds."""
_MS: Final = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitedBeacon:
    """A round of a public source that a hand waits for, with the values of all its seats."""

    source: str
    round: int
    waited_ms: int
    """Since the last value came, or the round should have been published, whichever was later. Negative before that."""

    @property
    def late(self) -> bool:
        """Whether the hand has waited longer than an answer takes."""
        return self.waited_ms > BEACON_DELAY_SECONDS * _MS


def awaited_beacons(states: Iterable[TableState], *, now_ms: int) -> list[AwaitedBeacon]:
    """Return what the hands of these tables wait for that have all but their public value."""
    waiting = [state for state in states if _lacks_beacon_alone(state)]
    revealed_ms = _last_reveals_ms(waiting)
    return [_awaited(state, revealed, now_ms) for state, revealed in zip(waiting, revealed_ms, strict=True)]


def _lacks_beacon_alone(state: TableState) -> bool:
    in_time = state.table.definition.beacon is not None and state.phase is Phase.REVEALING
    return in_time and len(state.values) >= len(state.stakes)


def _awaited(state: TableState, revealed_ms: int, now_ms: int) -> AwaitedBeacon:
    beacon, running = state.table.definition.beacon, state.running
    assert beacon is not None, "the table has one"
    assert running is not None, "seats have ended its betting"
    due = beacon.first_round_after(running.seats_ms)
    waited_ms = now_ms - max(due.published_ms, revealed_ms)
    return AwaitedBeacon(source=beacon.url, round=due.number, waited_ms=waited_ms)


def _last_reveals_ms(states: list[TableState]) -> list[int]:
    """Return when the last value of each of these epochs came."""
    if not states:
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            'SELECT (SELECT max(r.at_ms) FROM tables_reveal r WHERE r."table" = w."table" AND r.epoch = w.epoch)'
            ' FROM unnest(%s::uuid[], %s::int[]) WITH ORDINALITY AS w ("table", epoch, n) ORDER BY w.n',
            ([state.table.chain for state in states], [state.epoch for state in states]),
        )
        return [revealed_ms for (revealed_ms,) in cursor.fetchall()]
