"""The instants of a table: its deadlines, and whether something came in time. All in milliseconds since 1970.

Deadlines stand in records or follow from them; nobody measures a time span.

Source: docs/formats/tables.md, "Clock".
"""

from collections.abc import Sequence

from games.core.sheet import RuleSheet
from kernel.instants import rfc3339
from kernel.refusals import Refusal, RefusalKind
from tables.core.definition import TableDefinition


class DecisionTooLate(Refusal):
    """The time to decide is over."""

    code, kind = "decision-too-late", RefusalKind.CONFLICT


def record_time_ms(now_ms: int, *earlier_ms: int) -> int:
    """Return the time of a record: `now_ms`, but never before its chain's newest record or one that it cites."""
    return max(now_ms, *earlier_ms)


def betting_ends_ms(table: TableDefinition, placed_ms: Sequence[int]) -> int | None:
    """Return when the betting ends, given the times of the stakes that are placed and not withdrawn.

    It ends a fixed time after the stake that made the epoch playable, or with the stake that takes the last seat. None
    while there are too few.
    """
    assert len(placed_ms) <= table.seats, "a seat has one stake"
    times = sorted(placed_ms)
    if len(times) < table.seats_min:
        return None
    closes_ms = times[table.seats_min - 1] + table.clock.bet_ms
    return min(closes_ms, times[-1]) if len(times) == table.seats else closes_ms


def reveal_ends_ms(table: TableDefinition, seats_ms: int) -> int:
    """Return from when on an epoch may be aborted because a value is missing; `seats_ms` is the time of `seats`."""
    return seats_ms + table.clock.reveal_ms


def decision_ends_ms(sheet: RuleSheet, asked_ms: int) -> int:
    """Return the deadline of a decision that a record of time `asked_ms` asks for."""
    return asked_ms + sheet.timeout_ms


def is_late(sheet: RuleSheet, *, due_ms: int, done_ms: int) -> bool:
    """Say whether a step that was due at `due_ms` came after the grace that the sheet gives."""
    return done_ms > due_ms + sheet.mmd_ms


def require_in_time(*, at_ms: int, until_ms: int) -> None:
    """Refuse a player's decision whose record would come after the deadline; the deadline itself is in time.

    Raises:
        DecisionTooLate: with `ended_at`, the instant of the deadline.
    """
    if at_ms > until_ms:
        raise DecisionTooLate(
            "Nothing was changed. The time for this decision is over, and the rules' default is taken for you.",
            ended_at=rfc3339(until_ms),
        )
