"""Open an epoch whose values are all there, and deal its first cards, in one step.

Source: docs/formats/tables.md, `open` and `hand`.
"""

from datetime import datetime

from audit.core.records import parse_entry
from audit.queries.records import record_entry
from kernel.instants import to_epoch_ms
from tables.beacon import ANSWERS
from tables.core.beacon_rounds import BeaconValue
from tables.core.continuation import Phase
from tables.core.epoch import TableEpoch
from tables.core.epoch_cards import EpochCards
from tables.core.house_hand import deal_hand
from tables.core.instants import record_time_ms
from tables.core.opening import open_epoch
from tables.core.pot_game import start_game
from tables.core.stakes import order_from_dealers_left
from tables.operations.play_turn import write_hand_end
from tables.operations.table_step import TableStep
from tables.queries.dealt_epoch import epoch_seed
from tables.queries.past_epochs import last_hand_seq
from tables.queries.table_states import TableState


class BeaconAwaited(Exception):  # noqa: N818  it says what the deck waits for
    """The deck waits for a public source of randomness."""

    def __init__(self, from_ms: int) -> None:
        """Say when to look again."""
        super().__init__(f"The deck waits for its beacon until {from_ms}.")
        self.from_ms = from_ms


def deal_epoch(state: TableState, *, now: datetime) -> bool:
    """Mix the values, deal, and end the epoch at once where nobody decides. False if somebody was faster.

    The cards follow from the seed, the values and the beacon, if the table has one: whoever repeats the step after a
    crash deals the same.

    Raises:
        BeaconAwaited: its round cannot be had at the moment.
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


def beacon_again_ms(state: TableState) -> int:
    """Return how long (ms) it is useless to try to deal, because the source that the table waits for was just asked."""
    beacon, running = state.table.definition.beacon, state.running
    if beacon is None or running is None:
        return 0
    return ANSWERS.again_ms(beacon, beacon.first_round_after(running.seats_ms).number)


def _beacon_value(state: TableState, *, now_ms: int) -> BeaconValue | None:
    """Return the first round after the seats of the source that the table's record names, whatever is configured now."""
    beacon = state.table.definition.beacon
    if beacon is None:
        return None
    assert state.running is not None, "the betting is over"
    value = ANSWERS.known(beacon, beacon.first_round_after(state.running.seats_ms).number)
    if value is None:
        raise BeaconAwaited(now_ms + max(1, beacon_again_ms(state)))
    return value


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
