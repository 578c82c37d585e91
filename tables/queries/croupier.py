"""Whether a croupier works, and what waits for one."""

from dataclasses import dataclass
from typing import Final

from django.db import connection

from audit.queries.log import lock_is_held
from tables.core.continuation import Phase
from tables.core.instants import is_late, reveal_ends_ms
from tables.queries.awaited_beacons import AwaitedBeacon, awaited_beacons
from tables.queries.live_tables import live_tables
from tables.queries.stakes_to_end import count_due_stakes
from tables.queries.table_states import TableState, table_states

CROUPIER_LOCK: Final = 0x5DF2
"""The advisory lock that the one croupier at work holds."""

_STAKE_GRACE_MS: Final = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class TablesStatus:
    """How the tables stand."""

    croupier_alive: bool
    live: int
    """Tables that are not closed, or whose epoch still runs."""
    overdue: int
    """Tables with an epoch that should have gone on, the grace of the sheet included."""
    stakes_overdue: int
    """Stakes whose epoch ended ten seconds ago or longer, and that have no end of their own yet."""
    awaited_beacons: tuple[AwaitedBeacon, ...] = ()
    """Public values that hands wait for, and nothing else."""

    @property
    def late_beacons(self) -> tuple[AwaitedBeacon, ...]:
        """The values of which hands have waited longer than an answer takes."""
        return tuple(awaited for awaited in self.awaited_beacons if awaited.late)


def croupier_alive() -> bool:
    """Return whether a croupier holds its lock on this database."""
    return lock_is_held(CROUPIER_LOCK)


def tables_status() -> TablesStatus:
    """Return how the tables stand by the database's clock. It reads the live tables and the open stakes."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
        (now_ms,) = cursor.fetchone()
    live = live_tables()
    states = list(table_states(live))
    return TablesStatus(
        croupier_alive=croupier_alive(),
        live=len(live),
        overdue=sum(_is_overdue(state, now_ms) for state in states),
        stakes_overdue=count_due_stakes(since_ms=now_ms - _STAKE_GRACE_MS),
        awaited_beacons=tuple(awaited_beacons(states, now_ms=now_ms)),
    )


def _is_overdue(state: TableState, now_ms: int) -> bool:
    """Say whether an epoch waits past its time. Around a pot that is the game's: decisions are in its records."""
    if state.running is None:
        return False
    table, running = state.table.definition, state.running
    revealing = state.phase is Phase.REVEALING
    due_ms = reveal_ends_ms(table, running.seats_ms) if revealing else running.until_ms
    return due_ms is not None and is_late(table.sheet, due_ms=due_ms, done_ms=now_ms)
