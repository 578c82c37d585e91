"""Take all that is due at one table: marks of protected players, its steps, and the ends of the stakes that they end.

Source: docs/formats/tables.md, "Steps"; docs/adr/0040-rows-of-tables.md.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db import Error, InterfaceError, InternalError, OperationalError

from audit.operations.append import Busy
from kernel.ids import ChainId
from players.core.session_rules import SessionRules
from tables.core.continuation import CroupierStep, Phase
from tables.operations.deal_epoch import beacon_again_ms
from tables.operations.end_stake import end_stake
from tables.operations.protect_seats import protect_seats
from tables.operations.take_step import TakenStep, due_step, take_step_or_wait
from tables.queries.live_tables import live_tables
from tables.queries.stakes_to_end import due_stakes, tables_with_due_stakes
from tables.queries.table_states import known_table, table_state, table_states


@dataclass(frozen=True, slots=True, kw_only=True)
class AttendedTable:
    """What was done at a table, and when something is due there again."""

    taken: tuple[TakenStep, ...]
    ended: int
    """How many stakes were ended."""
    due_ms: int | None
    """When the next step is due, 0 for at once: others were faster too often. None while only players can go on."""


def attend_table(chain: ChainId, *, sessions: SessionRules, clock: Callable[[], datetime]) -> AttendedTable:
    """Take the table's steps until none is due, and end the stakes whose end is due. Each is a transaction of its own.

    Around a pot, whoever must not play any more, by an exclusion or because the session is over by the rules
    `sessions`, is marked as away first. `clock` is the database's.

    A crash in between leaves the rest, which whoever attends the table next finds.

    Raises:
        ExceptionGroup: of the stakes that could not be ended, after all others were.
        django.db.Error: the database is in trouble.
        TableNotFound: there is no such table.
    """
    try:
        _protect(chain, sessions, clock())
        taken, due_ms = _take_steps(chain, clock)
    finally:
        # What keeps the table from going on keeps nobody's money.
        ended, busy = _end_stakes(chain, clock())
    return AttendedTable(taken=taken, ended=ended, due_ms=0 if busy else due_ms)


def due_tables(*, now: datetime) -> dict[ChainId, int]:
    """Return when each live table is due (ms), 0 for at once; a table at which only players can go on is left out.

    A game around a pot that runs is always due: only a replay tells, and its players may have become protected. All is
    read by three statements, however many tables there are.
    """
    due = dict.fromkeys(tables_with_due_stakes(), 0)
    for state in table_states(live_tables()):
        chain, now_ms = state.table.chain, state.head.record_time_ms(now)
        if state.phase is Phase.PLAYING and state.table.definition.around_pot:
            due[chain] = 0
        elif (step := due_step(state, now_ms=now_ms)) is not None:
            awaits_beacon = step.step is CroupierStep.OPEN and (again_ms := beacon_again_ms(state))
            due.setdefault(chain, max(step.from_ms, now_ms + again_ms) if awaits_beacon else step.from_ms)
    return due


def _protect(chain: ChainId, sessions: SessionRules, now: datetime) -> None:
    if not known_table(chain).definition.around_pot:
        return
    state = table_state(chain)
    if state.phase is Phase.PLAYING:
        # Where another step is faster, the next look finds the seat again.
        protect_seats(state, rules=sessions, now=now)


def _take_steps(chain: ChainId, clock: Callable[[], datetime]) -> tuple[tuple[TakenStep, ...], int | None]:
    """Take the steps that are due, and return them and when the next one is."""
    taken: list[TakenStep] = []
    try:
        while isinstance(step := take_step_or_wait(chain, now=clock()), TakenStep):
            taken.append(step)
    except Busy:
        return tuple(taken), 0
    return tuple(taken), None if step is None else step.from_ms


def _end_stakes(table: ChainId, now: datetime) -> tuple[int, bool]:
    """End the stakes that are due; return how many, and whether others were faster at one of them too often."""
    ended, busy = 0, False
    defects: list[Exception] = []
    troubles: list[Error] = []
    for chain, seq in due_stakes(table):
        try:
            ended += end_stake(chain, seq, now=now)
        except Busy:
            busy = True
        except (InterfaceError, InternalError, OperationalError) as trouble:
            # Somebody holds a row of this player, or the database is away: the others are tried all the same.
            troubles.append(trouble)
        except Exception as defect:  # noqa: BLE001  one broken stake must not keep everybody else's open
            defect.add_note(f"Stake {seq} of chain {chain.hex} was not ended.")
            defects.append(defect)
    if defects:
        raise ExceptionGroup("stakes that cannot be ended", [*defects, *troubles])
    if troubles:
        raise troubles[0]
    return ended, busy
