"""Open an epoch whose values are all there, and deal its first cards, in one step.

Source: docs/formats/tables.md, `open` and `hand`.
"""

from datetime import datetime
from typing import Final

import structlog

from audit.core.records import parse_entry
from audit.queries.records import record_entry
from kernel.instants import to_epoch_ms
from tables.beacon import BeaconUnavailable, configured_beacon
from tables.core.continuation import Phase
from tables.core.epoch import TableEpoch
from tables.core.epoch_cards import EpochCards
from tables.core.house_hand import deal_hand
from tables.core.instants import record_time_ms
from tables.core.opening import BeaconValue, open_epoch
from tables.core.pot_game import start_game
from tables.core.stakes import order_from_dealers_left
from tables.operations.play_turn import write_hand_end
from tables.operations.table_step import TableStep
from tables.queries.dealt_epoch import epoch_seed
from tables.queries.past_epochs import last_hand_seq
from tables.queries.table_states import TableState

_AGAIN_MS: Final = 1000
"""So soon a source is asked again that gave no answer."""

_log = structlog.get_logger("tables.deal_epoch")


class BeaconAwaited(Exception):  # noqa: N818  it says what the deck waits for
    """The deck waits for a public source of randomness."""

    def __init__(self, from_ms: int) -> None:
        """Say when to look again."""
        super().__init__(f"The deck waits for its beacon until {from_ms}.")
        self.from_ms = from_ms


def deal_epoch(state: TableState, *, now: datetime) -> bool:
    """Mix the values, deal, and end the epoch at once where nobody decides. False if somebody was faster.

    The cards follow from the seed, the values and the beacon, if one is configured: whoever repeats the step after a
    crash deals the same.

    Raises:
        BeaconAwaited: its round is not published yet, or cannot be had at the moment.
    """
    assert state.phase is Phase.REVEALING, "an epoch is dealt once"
    beacon = _beacon_value(state, now_ms=to_epoch_ms(now))
    epoch = TableEpoch(state.table.chain, state.epoch)
    stakes = [seated.stake for seated in state.stakes]
    opening = open_epoch(epoch, stakes, state.values, covered_size=state.published_size, beacon=beacon)
    cards = EpochCards(epoch=epoch, seed=epoch_seed(epoch), client=opening.client)
    step = TableStep(head=state.head, at_ms=record_time_ms(to_epoch_ms(now), state.head.tip.time_ms))
    step.write("open", opening.fields)
    if state.table.definition.around_pot:
        _begin_game(state, cards, step)
    else:
        _begin_hand(state, cards, step)
    return step.save()


def _beacon_value(state: TableState, *, now_ms: int) -> BeaconValue | None:
    """Ask the configured source for the first round after the stakes were covered. Nothing is locked meanwhile."""
    try:
        beacon = configured_beacon()
        if beacon is None:
            return None
        assert state.running is not None, "the betting is over"
        awaited = beacon.first_round_after(state.running.covered_ms)
        if now_ms < awaited.published_ms:
            raise BeaconAwaited(awaited.published_ms)
        return beacon.value(awaited.number)
    except BeaconUnavailable as unavailable:
        # To deal without it would be the house's choice between two decks. Two operators can void the epoch.
        _log.warning("beacon-unavailable", table=state.table.chain.hex, reason=str(unavailable))
        raise BeaconAwaited(now_ms + _AGAIN_MS) from unavailable


def _begin_hand(state: TableState, cards: EpochCards, step: TableStep) -> None:
    hand = deal_hand(state.table.definition.sheet, [seated.stake for seated in state.stakes], cards)
    record = step.write("hand", hand.fields(at_ms=step.at_ms))
    if not hand.needs_decisions:
        step.write("hand_end", hand.finish([]).fields(cards, hand_leaf=record.tip.leaf))


def _begin_game(state: TableState, cards: EpochCards, step: TableStep) -> None:
    stakes = [seated.stake for seated in state.stakes]
    order = order_from_dealers_left([stake.seat for stake in stakes], began_last=_began_last(state))
    begun = start_game(state.table.definition, stakes, cards, order=order, at_ms=step.at_ms)
    record = step.write("hand", begun.fields)
    if begun.game.end is not None:
        write_hand_end(step, begun.game, hand_leaf=record.tip.leaf)


def _began_last(state: TableState) -> int | None:
    """Return the seat that began the table's last game; None before the first."""
    seq = last_hand_seq(state.table.chain)
    if seq is None:
        return None
    order = parse_entry(record_entry(state.table.chain, seq))["order"]
    assert isinstance(order, list), "a game has an order"
    return int(order[0])
