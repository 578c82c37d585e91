"""End the betting: name the stakes of the epoch, and announce the next one.

Source: docs/formats/tables.md, `seats`.
"""

from datetime import datetime

from audit.operations.announce_epoch import draw_epoch, epoch_cte
from audit.queries.switches import all_on
from kernel.cte import Cte
from kernel.instants import to_epoch_ms
from tables.core.continuation import Phase
from tables.core.epoch import ROUNDS
from tables.core.instants import record_time_ms
from tables.core.stakes import seats_fields
from tables.models import StakeFate
from tables.operations.end_stake import end_stake
from tables.operations.table_step import TableStep, rows_cte
from tables.queries.protections import must_not_play
from tables.queries.table_states import TableState
from tables.queries.table_switches import switches_of


def end_betting(state: TableState, *, now: datetime) -> bool:
    """Name the stakes that are placed. False if something was faster: nothing was written.

    That is another croupier, a withdrawal, or a switch that stops the table. A stake that is stored meanwhile is not named, and comes too late. No hand begins for a player who was excluded
    meanwhile, or whose account is not active any more: then that stake is given back, nothing is named, and False tells
    to read again.

    Raises:
        EntropyFailed: the operating system's entropy has failed its health tests in this process.
    """
    assert state.phase is Phase.BETTING, "the betting ends once"
    if kept_out := must_not_play(state.stakes, now=now):
        for seated in kept_out:
            end_stake(seated.chain, seated.seq, now=now, kept_out=True)
        return False
    following = draw_epoch(state.table.chain, state.epoch + 1, rounds=ROUNDS)
    placed_ms = (seated.placed_ms for seated in state.stakes)
    step = TableStep(head=state.head, at_ms=record_time_ms(to_epoch_ms(now), state.head.tip.time_ms, *placed_ms))
    stakes = [seated.stake for seated in state.stakes]
    fields = seats_fields(state.table.definition, state.epoch, stakes, next_commitment=following.commitment)
    record = step.write("seats", fields)
    return step.save(
        epoch_cte(following, announced_seq=record.tip.seq),
        _fates_cte(state),
        conditions=[all_on(*switches_of(state.table))],
    )


def _fates_cte(state: TableState) -> Cte:
    columns = (("chain", "uuid"), ("seq", "bigint"), ("fate", "text"))
    rows = [(seated.chain, seated.seq, StakeFate.NAMED.value) for seated in state.stakes]
    return rows_cte("named", "tables_fate", columns, rows)
