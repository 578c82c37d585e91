"""Take all that is due at one table: its steps, and the ends of the stakes that they end.

Source: docs/formats/tables.md, "Steps"; docs/adr/0040-rows-of-tables.md.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from tables.operations.end_stake import end_stake
from tables.operations.take_step import TakenStep, take_step_or_wait
from tables.queries.stakes_to_end import due_stakes


@dataclass(frozen=True, slots=True, kw_only=True)
class Attendance:
    """What was done at a table, and when something is due there again."""

    taken: tuple[TakenStep, ...]
    ended: int
    """How many stakes were ended."""
    due_ms: int | None
    """When the next step is due; None while only players can go on."""


def attend_table(chain: ChainId, *, clock: Callable[[], datetime]) -> Attendance:
    """Take the table's steps until none is due, and end the stakes whose end is due. Each is a transaction of its own.

    A crash in between leaves the rest, which whoever attends the table next finds.

    Raises:
        ExceptionGroup: of the stakes that could not be ended, after all others were.
        TableNotFound, Busy: as `take_step` says.
    """
    taken: list[TakenStep] = []
    while isinstance(step := take_step_or_wait(chain, now=clock()), TakenStep):
        taken.append(step)
    ended = _end_stakes(chain, clock())
    return Attendance(taken=tuple(taken), ended=ended, due_ms=None if step is None else step.from_ms)


def _end_stakes(table: ChainId, now: datetime) -> int:
    ended, defects = 0, []
    for chain, seq in due_stakes(table):
        try:
            ended += end_stake(chain, seq, now=now)
        except Exception as defect:  # noqa: BLE001  one broken stake must not keep everybody else's open
            defect.add_note(f"Stake {seq} of chain {chain.hex} was not ended at {to_epoch_ms(now)}.")
            defects.append(defect)
    if defects:
        raise ExceptionGroup("stakes that cannot be ended", defects)
    return ended
