"""Settling rounds whose player has not decided in time, by the sheet's default action.

Source: regulation F17, F51; docs/formats/record.md, "Time-outs".
"""

from datetime import datetime

from audit.operations.append import TRIES
from games.operations.act import Decided, decide
from games.operations.settlement import record
from games.operations.waiting import RoundClosed, find_waiting
from games.queries import OpenRow, open_rounds, sheet_by_leaf, shortest_timeout_ms
from kernel.ids import RoundId
from kernel.instants import to_epoch_ms


def expire_rounds(*, now: datetime) -> int:
    """Settle every round that is past its time-out, each in a transaction of its own, and return how many.

    A crash in the middle leaves the rest for the next call. A player who decides at the same moment wins.

    Raises:
        ExceptionGroup: of the rounds that cannot be settled, after all others were.
    """
    soonest_ms = to_epoch_ms(now) - shortest_timeout_ms()
    due = [row for row in open_rounds(dealt_by_ms=soonest_ms) if _times_out_ms(row) <= to_epoch_ms(now)]
    settled, defects = 0, []
    for row in due:
        try:
            settled += _expire(row.round_id, now=now)
        except Exception as defect:  # noqa: BLE001  one broken round must not keep everybody else's open
            defect.add_note(f"Round {row.round_id} was not settled.")
            defects.append(defect)
    if defects:
        raise ExceptionGroup("rounds that cannot be settled", defects)
    return settled


def _times_out_ms(row: OpenRow) -> int:
    return row.dealt_ms + sheet_by_leaf(bytes(row.rules_leaf)).timeout_ms


def _expire(round_id: RoundId, *, now: datetime) -> bool:
    for _ in range(TRIES):
        try:
            waiting = find_waiting(round_id)
        except RoundClosed:
            return False
        default = waiting.sheet.timeout_action
        decided = Decided(action=default, amount_minor=None, by="timeout", request=None)
        if record(waiting, decide(waiting, decided, now_ms=to_epoch_ms(now))):
            return True
    # Its player is at it this very moment; if the round is still open then, the next call settles it.
    return False
