"""Settle rounds whose player has not decided in time, by the sheet's default action.

Source: regulation F17, F51; docs/formats/record.md, "Time-outs".
"""

from collections.abc import Callable
from datetime import datetime

from audit.operations.append import MAX_ATTEMPTS
from games.operations.act import PlayerDecision, settle_decision
from games.operations.open_round import RoundClosed, load_open_round
from games.operations.settlement import save_settlement
from games.queries.rounds import OpenRow, open_rounds
from games.queries.sheets import sheet_by_leaf, shortest_timeout_ms
from kernel.ids import RoundId
from kernel.instants import to_epoch_ms


def expire_rounds(*, clock: Callable[[], datetime]) -> int:
    """Settle every round that is past its time-out, each in a transaction of its own, and return how many.

    After an outage they may be many. Each is dated by the `clock` as it is settled: a record dated long before others
    that the log has by then would look as if it were dated back.

    A crash in the middle leaves the rest for the next call. A player who decides at the same moment wins.

    Raises:
        ExceptionGroup: of the rounds that cannot be settled, after all others were.
    """
    now = clock()
    soonest_ms = to_epoch_ms(now) - shortest_timeout_ms()
    due = [row for row in open_rounds(dealt_by_ms=soonest_ms) if _times_out_ms(row) <= to_epoch_ms(now)]
    settled, defects = 0, []
    for row in due:
        try:
            settled += _expire(row.round_id, now=clock())
        except Exception as defect:  # noqa: BLE001  one broken round must not keep everybody else's open
            defect.add_note(f"Round {row.round_id} was not settled.")
            defects.append(defect)
    if defects:
        raise ExceptionGroup("rounds that cannot be settled", defects)
    return settled


def _times_out_ms(row: OpenRow) -> int:
    return row.dealt_ms + sheet_by_leaf(bytes(row.rules_leaf)).timeout_ms


def _expire(round_id: RoundId, *, now: datetime) -> bool:
    for _ in range(MAX_ATTEMPTS):
        try:
            open_round = load_open_round(round_id)
        except RoundClosed:
            return False
        default = PlayerDecision(
            action=open_round.sheet.timeout_action, amount_minor=None, by="timeout", idempotency=None
        )
        if save_settlement(open_round, settle_decision(open_round, default, now_ms=to_epoch_ms(now))):
            return True
    # The player is deciding at this very moment. If the round is still open then, the next call settles it.
    return False
