"""End a hand against the house: the sheet's default for who was silent, and what every seat gets.

Source: docs/formats/tables.md, `hand_end` against the house.
"""

from collections.abc import Sequence
from datetime import datetime

from kernel.cte import Cte
from kernel.instants import to_epoch_ms
from tables.core.continuation import Phase
from tables.core.house_hand import HouseHand, SeatDecision
from tables.core.instants import record_time_ms
from tables.operations.table_step import TableStep, rows_cte
from tables.queries.dealt_epoch import house_hand
from tables.queries.table_states import TableState


def end_hand(state: TableState, *, now: datetime) -> bool:
    """Apply the decisions, and the defaults once the time is over. False if somebody was faster, a decision included."""
    running = state.running
    assert state.phase is Phase.PLAYING, "a hand ends once"
    assert running is not None, "it runs"
    assert running.hand_leaf is not None, "it was dealt"
    assert running.until_ms is not None, "somebody is asked"
    acted_ms = (decision.at_ms for decision in state.decisions.values())
    at_ms = record_time_ms(to_epoch_ms(now), state.head.tip.time_ms, *acted_ms)
    hand = house_hand(state)
    defaults = _defaults(state, hand, at_ms=at_ms)
    assert not defaults or at_ms >= running.until_ms, "a default waits for the deadline"
    finished = hand.finish([*state.decisions.values(), *defaults])
    step = TableStep(head=state.head, at_ms=at_ms)
    step.write("hand_end", finished.fields(hand.cards, hand_leaf=running.hand_leaf))
    return step.save(*([_defaults_cte(state, defaults)] if defaults else []))


def _defaults(state: TableState, hand: HouseHand, *, at_ms: int) -> list[SeatDecision]:
    silent = [seated.stake.seat for seated in state.stakes if seated.stake.seat not in state.decisions]
    return [hand.default_of(seat, at_ms=at_ms) for seat in silent]


def _defaults_cte(state: TableState, defaults: Sequence[SeatDecision]) -> Cte:
    columns = (
        ("table", "uuid"),
        ("epoch", "int"),
        ("seat", "smallint"),
        ("action", "text"),
        ("amount_minor", "bigint"),
        ("at_ms", "bigint"),
    )
    rows = [
        (state.table.chain, state.epoch, default.seat, default.action.value, default.amount_minor, default.at_ms)
        for default in defaults
    ]
    return rows_cte("defaults", "tables_decision", columns, rows)
