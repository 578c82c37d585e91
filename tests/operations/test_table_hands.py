"""What players do once they have placed a stake: withdraw, reveal, decide, get up."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

import pytest

from audit.core.records import parse_entry
from games.core.action import Action
from games.core.family import IllegalAction
from kernel.instants import rfc3339
from kernel.money import Money
from players.core.session_state import SessionLocked
from players.core.status import Status
from players.models import Session
from players.operations.set_status import set_status
from players.tokens import NotAuthenticated
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.core.limits.excluded import PlayerExcluded
from responsible_gaming.core.limits.in_force import Limits
from responsible_gaming.core.limits.wager import LimitExceeded
from responsible_gaming.core.protection import SeatProtected
from responsible_gaming.core.rules.losses import LOSS_DAY
from responsible_gaming.core.rules.wager_cap import WagerAboveCap
from responsible_gaming.operations.exclude import exclude
from tables.core.attendance import Mark, MarkStands, SeatIsAway
from tables.core.continuation import CroupierStep, Phase
from tables.core.epoch import ContributionMismatch
from tables.core.instants import DecisionTooLate
from tables.core.pot_game import NotYourTurn
from tables.models import TableStatus
from tables.operations.act_against_house import AlreadyDecided, NotDeciding
from tables.operations.departure import Departure
from tables.operations.reveal_value import NoStake, NotRevealing, ReusedValue, SeatsNotCovered
from tables.operations.set_table_status import set_table_status
from tables.operations.withdraw_stake import StakeNamed
from tables.queries.dealt_epoch import house_hand, running_game
from tables.queries.stakes import open_stake, stakes
from tables.queries.table_states import table_state
from tests import house_table, live_tables, world
from tests.amounts import with_amounts
from tests.core.tables.seated import MONTANA
from tests.live_tables import BETTING, SECOND
from tests.operations.test_table_stakes import pot_table, refused
from tests.world import LONG_SESSIONS, NOW, SeatedPlayer
from wallet.core.idempotency import ReusedIdempotencyKey
from wallet.core.ledger import CurrencyMismatch, InsufficientFunds
from wallet.queries.balances import balance

if TYPE_CHECKING:
    from kernel.ids import ChainId

pytestmark = pytest.mark.django_db

LATER = NOW + BETTING


@pytest.fixture(autouse=True)
def _house(monkeypatch: pytest.MonkeyPatch) -> None:
    house_table.open_house_with_tables(monkeypatch)


@pytest.fixture
def ada() -> SeatedPlayer:
    return world.seat_player()


@pytest.fixture
def bob() -> SeatedPlayer:
    return world.seat_player("bob")


@pytest.fixture
def table() -> ChainId:
    return house_table.announced_table()


# --- Withdrawing ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("around_pot", [False, True], ids=["house", "pot"])
def test_a_stake_is_given_back_while_the_betting_is_open(
    ada: SeatedPlayer, table: ChainId, *, around_pot: bool
) -> None:
    chosen = pot_table() if around_pot else table
    live_tables.stake(ada, chosen, stake_minor=5_000)

    view = live_tables.withdraw(ada, chosen)

    after = balance(ada.chain)
    assert (after.cash_minor, after.in_play_minor, after.totals.loss_minor) == (100_000, 0, 0)
    assert (view.outcome, view.returned_minor, view.end_leaf) == ("withdrawn", 5_000, None)
    record = parse_entry(view.receipts[-1][1].entry)
    assert record["type"] == ("leave" if around_pot else "void")
    assert "end" not in record
    assert open_stake(ada.chain) is None
    assert table_state(chosen).stakes == ()
    # The player is free for another round at once.
    assert world.deal(ada).bet.stake_minor == 500


@pytest.mark.clause("F28")
@pytest.mark.parametrize("around_pot", [False, True], ids=["house", "pot"])
@pytest.mark.parametrize("suspend", [False, True], ids=["excluded", "suspended"])
def test_no_hand_begins_for_a_player_who_must_not_play_any_more(
    ada: SeatedPlayer, bob: SeatedPlayer, table: ChainId, *, suspend: bool, around_pot: bool
) -> None:
    chosen = pot_table() if around_pot else table
    live_tables.stake(ada, chosen, stake_minor=5_000)
    live_tables.stake(bob, chosen, seat=1, stake_minor=5_000)
    if suspend:
        set_status(ada.chain, Status.SUSPENDED, reason="a test", actor="operator:ann", now=NOW)
    else:
        exclude(ada.chain, ExclusionKind.TIME_OUT, 1, rules=world.DEMO.exclusions, now=NOW)

    assert house_table.step(chosen, now=LATER) is (None if around_pot else CroupierStep.SEATS)

    after = balance(ada.chain)
    assert (after.cash_minor, after.in_play_minor, after.totals.loss_minor) == (100_000, 0, 0)
    assert stakes(ada.chain, before_seq=None, limit=1)[0].outcome == "withdrawn"
    assert [seated.chain for seated in table_state(chosen).stakes] == [bob.chain]


def test_a_repeated_withdrawal_gets_the_first_answer(ada: SeatedPlayer, table: ChainId) -> None:
    asked = world.fresh_request()
    live_tables.stake(ada, table)
    first = live_tables.withdraw(ada, table, asked=asked)
    live_tables.stake(ada, table, seat=1)

    assert live_tables.withdraw(ada, table, asked=asked) == first
    refused(ReusedIdempotencyKey, partial(live_tables.withdraw, ada, table, asked=replace(asked, digest=bytes(32))))
    assert open_stake(ada.chain) is not None


def test_a_stake_that_seats_names_is_not_given_back(ada: SeatedPlayer, table: ChainId) -> None:
    live_tables.stake(ada, table)
    live_tables.end_betting(table, now=LATER)

    refused(StakeNamed, partial(live_tables.withdraw, ada, table, now=LATER))


def test_nothing_is_withdrawn_where_nothing_was_placed(ada: SeatedPlayer, table: ChainId) -> None:
    other = house_table.announced_table(house_table.table_of(seats=5))
    refused(NoStake, partial(live_tables.withdraw, ada, table))
    live_tables.stake(ada, other)

    refused(NoStake, partial(live_tables.withdraw, ada, table))
    refused(SessionLocked, partial(live_tables.withdraw, ada, other, now=NOW + timedelta(hours=2)))
    refused(NotAuthenticated, partial(live_tables.withdraw, ada, other, now=NOW + timedelta(days=2)))


def test_a_stake_can_be_withdrawn_from_a_paused_table(ada: SeatedPlayer, table: ChainId) -> None:
    live_tables.stake(ada, table)
    set_table_status(table, TableStatus.PAUSED, reason="a test", actor="operator:test", now=NOW)

    assert live_tables.withdraw(ada, table).outcome == "withdrawn"


# --- Revealing ------------------------------------------------------------------------------------------------------


def test_a_value_is_stored_only_when_a_published_checkpoint_covers_the_stakes(
    ada: SeatedPlayer, table: ChainId
) -> None:
    live_tables.stake(ada, table)
    assert refused(NotRevealing, partial(live_tables.reveal, ada, table)) == {"retry_after": 1}

    assert house_table.step(table, now=LATER) is CroupierStep.SEATS
    assert refused(SeatsNotCovered, partial(live_tables.reveal, ada, table, now=LATER)) == {"retry_after": 1}
    world.run_sequencer(now=LATER)
    revealed = live_tables.reveal(ada, table, now=LATER)

    assert (revealed.epoch.number, revealed.seat) == (0, 0)
    assert table_state(table).values == {0: live_tables.value_of(ada, table, 0)}


def test_only_the_value_of_the_stake_is_stored_and_only_its_players(
    ada: SeatedPlayer, bob: SeatedPlayer, table: ChainId
) -> None:
    live_tables.stake(ada, table)
    live_tables.end_betting(table, now=LATER)

    refused(ContributionMismatch, partial(live_tables.reveal, ada, table, value=bytes(32), now=LATER))
    refused(ContributionMismatch, partial(live_tables.reveal, ada, table, value=bytes(31), now=LATER))
    refused(NoStake, partial(live_tables.reveal, bob, table, now=LATER))
    refused(NotAuthenticated, partial(live_tables.reveal, bob, table, now=NOW + timedelta(days=2)))


def test_a_value_that_comes_again_gets_the_same_answer_also_when_the_cards_lie(
    ada: SeatedPlayer, bob: SeatedPlayer, table: ChainId
) -> None:
    live_tables.stake(ada, table)
    live_tables.stake(bob, table, seat=1)
    live_tables.end_betting(table, now=LATER)
    first = live_tables.reveal(ada, table, now=LATER)
    assert live_tables.reveal(ada, table, now=LATER) == first
    live_tables.reveal(bob, table, now=LATER)
    assert house_table.step(table, now=LATER) is CroupierStep.OPEN

    value = live_tables.value_of(ada, table, 0)
    assert live_tables.reveal(ada, table, epoch=0, value=value, now=LATER) == first
    refused(NotRevealing, partial(live_tables.reveal, ada, table, epoch=0, value=bytes(32), now=LATER))


def test_a_value_counts_past_the_deadline_and_no_more_once_the_epoch_is_burnt(
    ada: SeatedPlayer, bob: SeatedPlayer, table: ChainId
) -> None:
    live_tables.stake(ada, table)
    live_tables.stake(bob, table, seat=1)
    live_tables.end_betting(table, now=LATER)
    overdue = LATER + timedelta(milliseconds=house_table.REVEAL_MS + 1)
    live_tables.reveal(ada, table, now=overdue)
    assert house_table.step(table, now=overdue) is CroupierStep.TABLE_ABORT

    value = live_tables.value_of(bob, table, 0)
    refused(NotRevealing, partial(live_tables.reveal, bob, table, epoch=0, value=value, now=overdue))


def test_a_value_that_was_used_at_the_table_is_refused_whoever_used_it(
    ada: SeatedPlayer, bob: SeatedPlayer, table: ChainId
) -> None:
    live_tables.stake(ada, table)
    live_tables.deal(ada, table=table, now=LATER)
    later = LATER + timedelta(minutes=1)
    house_table.step(table, now=later)
    house_table.end_all_stakes(now=later)
    copied = live_tables.value_of(ada, table, 0)
    live_tables.stake(ada, table, 0, now=later)
    live_tables.stake(bob, table, 1, value=copied, now=later)
    live_tables.end_betting(table, now=later + BETTING)

    refused(ReusedValue, partial(live_tables.reveal, bob, table, value=copied, now=later + BETTING))
    live_tables.reveal(ada, table, now=later + BETTING)
    assert table_state(table).values.keys() == {0}


def test_a_session_that_needs_its_pin_may_still_reveal(ada: SeatedPlayer, table: ChainId) -> None:
    live_tables.stake(ada, table)
    hours_later = NOW + timedelta(hours=2)
    live_tables.end_betting(table, now=hours_later)

    assert live_tables.reveal(ada, table, now=hours_later).seat == 0


# --- Deciding against the house -------------------------------------------------------------------------------------


def dealt_hand(*players: SeatedPlayer, game: str | None = None, now: datetime = NOW) -> tuple[ChainId, datetime]:
    """Open tables until one deals a hand that asks these players; return it, and the instant of its `hand`."""
    while True:
        asked = house_table.table_of(game, seats=3) if game else house_table.table_of(seats=3)
        table = house_table.announced_table(asked, now=now)
        for seat, player in enumerate(players):
            live_tables.stake(player, table, seat, now=now)
        later = now + BETTING
        live_tables.deal(*players, table=table, now=later)
        if table_state(table).phase is Phase.PLAYING:
            return table, later
        house_table.end_all_stakes(now=later)
        now = later + SECOND


def test_a_decision_is_a_record_of_the_player_and_counts_for_the_seat(ada: SeatedPlayer, bob: SeatedPlayer) -> None:
    table, now = dealt_hand(ada, bob)

    taken = live_tables.act(bob, table, Action.RAISE, now=now + SECOND)

    assert (taken.seat, taken.action, taken.amount_minor) == (1, Action.RAISE, 1_000)
    assert taken.cash_minor == balance(bob.chain).cash_minor
    assert balance(bob.chain).in_play_minor == 2_000
    record = taken.receipt.document
    running = table_state(table).running
    assert running is not None
    assert running.hand_leaf is not None
    assert record["hand"] == running.hand_leaf.hex()
    assert (record["type"], record["a"], record["amt"]) == ("act", "raise", 1_000)
    assert record["moves"] == [["cash", -1_000], ["in_play", 1_000]]
    decision = table_state(table).decisions[1]
    assert (decision.action, decision.amount_minor, decision.act_leaf) == (Action.RAISE, 1_000, taken.receipt.leaf)


def test_a_decision_that_costs_nothing_is_a_record_too_and_the_hand_ends_when_all_have_decided(
    ada: SeatedPlayer, bob: SeatedPlayer
) -> None:
    table, now = dealt_hand(ada, bob)
    before_minor = balance(ada.chain).cash_minor

    taken = live_tables.act(ada, table, Action.STAND, now=now)
    assert (taken.amount_minor, taken.cash_minor) == (0, before_minor)
    assert taken.receipt.document["moves"] == []
    assert house_table.step(table, now=now) is None
    live_tables.act(bob, table, Action.STAND, now=now)

    assert house_table.step(table, now=now) is CroupierStep.HAND_END
    assert house_table.end_all_stakes(now=now) == 2
    settled = stakes(ada.chain, before_seq=None, limit=1)[0]
    assert [receipt.document["type"] for _, receipt in settled.receipts] == ["deal", "act", "settle"]
    assert settled.act is not None
    assert settled.returned_minor is not None
    assert balance(ada.chain).cash_minor == before_minor + settled.returned_minor


def test_montanas_hidden_hands_are_decided_in_any_order(ada: SeatedPlayer, bob: SeatedPlayer) -> None:
    table, now = dealt_hand(ada, bob, game=MONTANA.game)
    legal = house_hand(table_state(table)).decision_of(1).legal_actions
    paid = next(option for option in legal if option.cost_max_minor)

    taken = live_tables.act(bob, table, paid.action, now=now)

    assert taken.amount_minor == paid.cost_min_minor


def test_a_repeated_decision_gets_the_first_answer_and_a_second_one_is_refused(ada: SeatedPlayer) -> None:
    table, now = dealt_hand(ada)
    asked, at = world.fresh_request(), live_tables.question(table)
    first = live_tables.act(ada, table, Action.STAND, asked=asked, now=now)

    refused(AlreadyDecided, partial(live_tables.act, ada, table, Action.RAISE, now=now))
    house_table.step(table, now=now)
    house_table.end_all_stakes(now=now)
    assert live_tables.act(ada, table, Action.STAND, asked=asked, asked_at=at, now=now) == first
    other = replace(asked, digest=bytes(32))
    refused(ReusedIdempotencyKey, partial(live_tables.act, ada, table, Action.STAND, asked=other, asked_at=at, now=now))


def test_the_deadline_itself_is_in_time_and_a_millisecond_later_is_not(ada: SeatedPlayer) -> None:
    table, _ = dealt_hand(ada)
    running = table_state(table).running
    assert running is not None
    assert running.until_ms is not None
    until = datetime.fromtimestamp(running.until_ms / 1000, NOW.tzinfo)

    members = refused(
        DecisionTooLate, partial(live_tables.act, ada, table, Action.STAND, now=until + timedelta(milliseconds=1))
    )
    assert members == {"ended_at": rfc3339(running.until_ms)}
    assert live_tables.act(ada, table, Action.STAND, now=until).at_ms == running.until_ms


def test_a_decision_answers_one_hand_and_no_later_one(ada: SeatedPlayer, bob: SeatedPlayer) -> None:
    table, now = dealt_hand(ada)
    at = live_tables.question(table)

    refused(NotDeciding, partial(live_tables.act, ada, table, Action.STAND, asked_at=at - 1, now=now))
    refused(NoStake, partial(live_tables.act, bob, table, Action.STAND, now=now))
    refused(IllegalAction, partial(live_tables.act, ada, table, Action.DOWN, now=now))
    refused(IllegalAction, partial(live_tables.act, ada, table, Action.RAISE, 1_001, now=now))
    refused(CurrencyMismatch, partial(live_tables.act, ada, table, Action.RAISE, 1_000, currency="EUR", now=now))
    refused(SessionLocked, partial(live_tables.act, ada, table, Action.STAND, now=now + timedelta(hours=2)))


def test_limits_on_money_bind_a_raise_and_leave_the_decision_open(ada: SeatedPlayer) -> None:
    table, now = dealt_hand(ada)
    lost_minor = balance(ada.chain).totals.loss_minor
    world.set_limits(ada.chain, Limits(current={LOSS_DAY.name: lost_minor + 999}), jurisdiction=LONG_SESSIONS, now=now)

    assert refused(LimitExceeded, partial(live_tables.act, ada, table, Action.RAISE, now=now))["limit"] == "loss_day"
    assert live_tables.act(ada, table, Action.STAND, now=now).amount_minor == 0


def test_a_raise_that_cannot_be_paid_leaves_the_decision_open() -> None:
    poor, table, now = first_hand_that_asks(1_500)

    members = refused(InsufficientFunds, partial(live_tables.act, poor, table, Action.RAISE, now=now))
    assert members == {"available": Money(500, "USD"), "required": Money(1_000, "USD")}
    assert live_tables.act(poor, table, Action.STAND, now=now).amount_minor == 0


def first_hand_that_asks(amount_minor: int) -> tuple[SeatedPlayer, ChainId, datetime]:
    """Seat players with this money until the first hand of one asks for a decision."""
    while True:
        player = world.seat_player(f"player{secrets.token_hex(4)}", amount_minor)
        table = house_table.announced_table()
        live_tables.stake(player, table)
        live_tables.deal(player, table=table, now=LATER)
        if table_state(table).phase is Phase.PLAYING:
            return player, table, LATER


def test_whoever_is_excluded_during_a_hand_stakes_nothing_more(ada: SeatedPlayer) -> None:
    table, now = dealt_hand(ada)
    exclude(ada.chain, ExclusionKind.TIME_OUT, 1, rules=world.DEMO.exclusions, now=now)

    refused(PlayerExcluded, partial(live_tables.act, ada, table, Action.RAISE, now=now))
    assert live_tables.act(ada, table, Action.STAND, now=now).amount_minor == 0


# --- Around a pot ---------------------------------------------------------------------------------------------------


def dealt_game(*players: SeatedPlayer, buy_in_minor: int = 20_000, now: datetime = NOW) -> tuple[ChainId, datetime]:
    """Open tables until one deals a game that asks somebody; return it, and the instant of its `hand`."""
    while True:
        table = pot_table()
        for seat, player in enumerate(players):
            live_tables.stake(player, table, seat, buy_in_minor, now=now)
        later = now + BETTING
        live_tables.deal(*players, table=table, now=later)
        if table_state(table).phase is Phase.PLAYING:
            return table, later
        house_table.end_all_stakes(now=later)
        now = later + SECOND


def deciding(table: ChainId, *players: SeatedPlayer) -> tuple[SeatedPlayer, SeatedPlayer]:
    """Return whose turn it is, and the other player."""
    seat = running_game(table_state(table)).deciding_seat
    assert seat is not None
    return players[seat], players[1 - seat]


def cheapest(table: ChainId) -> Action:
    """Return the default of the seat that decides."""
    return running_game(table_state(table)).decision_needed.default


def test_a_turn_around_a_pot_is_a_record_of_the_table(ada: SeatedPlayer, bob: SeatedPlayer) -> None:
    table, now = dealt_game(ada, bob)
    player, other = deciding(table, ada, bob)
    action, cash_minor = cheapest(table), balance(player.chain).cash_minor

    refused(NotYourTurn, partial(live_tables.act, other, table, action, now=now))
    taken = live_tables.act(player, table, action, now=now)

    assert (taken.chain, taken.action, taken.cash_minor) == (table, action, None)
    assert taken.receipt.document["type"] == "turn"
    assert table_state(table).head.tip.seq >= taken.seq
    assert balance(player.chain).cash_minor == cash_minor


def test_a_repeated_turn_gets_the_first_answer(ada: SeatedPlayer, bob: SeatedPlayer) -> None:
    table, now = dealt_game(ada, bob)
    player, _ = deciding(table, ada, bob)
    action, at = cheapest(table), live_tables.question(table)
    first = live_tables.act(player, table, action, asked_at=at, now=now)
    before = world.everything_stored()

    assert live_tables.act(player, table, action, asked_at=at, now=now) == first
    assert world.everything_stored() == before


def game_with_a_spread(*players: SeatedPlayer, now: datetime = NOW) -> tuple[ChainId, datetime]:
    """Open tables until one asks for a raise or a fall."""
    while True:
        table, now = dealt_game(*players, now=now)
        legal = running_game(table_state(table)).legal_actions
        if any(option.action is Action.RAISE for option in legal):
            return table, now
        for player in players:
            live_tables.mark(player, table, Mark.VOTE, now=now)
        assert house_table.end_all_stakes(now=now) == len(players)


def test_a_raise_around_a_pot_names_its_amount_and_keeps_to_the_cap_of_the_law(
    ada: SeatedPlayer, bob: SeatedPlayer
) -> None:
    ada, bob = replace(ada, jurisdiction=LONG_SESSIONS), replace(bob, jurisdiction=LONG_SESSIONS)
    table, now = game_with_a_spread(ada, bob)
    player, _ = deciding(table, ada, bob)
    option = next(each for each in running_game(table_state(table)).legal_actions if each.action is Action.RAISE)
    capped = with_amounts(LONG_SESSIONS, wager_maximum_minor=option.cost_min_minor - 1)

    refused(IllegalAction, partial(live_tables.act, player, table, Action.RAISE, now=now))
    wanted = partial(live_tables.act, player, table, Action.RAISE, option.cost_min_minor, now=now)
    refused(WagerAboveCap, partial(wanted, jurisdiction=capped))
    refused(CurrencyMismatch, partial(wanted, currency="EUR"))
    assert wanted().amount_minor == option.cost_min_minor


def test_whoever_is_protected_from_play_neither_decides_nor_comes_back(ada: SeatedPlayer, bob: SeatedPlayer) -> None:
    table, now = dealt_game(ada, bob)
    player, other = deciding(table, ada, bob)
    exclude(player.chain, ExclusionKind.TIME_OUT, 1, rules=world.DEMO.exclusions, now=now)

    refused(SeatProtected, partial(live_tables.act, player, table, cheapest(table), now=now))
    live_tables.mark(player, table, Mark.AWAY, now=now)
    assert refused(SeatProtected, partial(live_tables.mark, player, table, Mark.BACK, now=now)) == {
        "reason": "excluded"
    }
    hours_later = now + timedelta(hours=2)
    refused(SessionLocked, partial(live_tables.act, other, table, cheapest(table), now=hours_later))
    refused(SessionLocked, partial(live_tables.mark, other, table, Mark.VOTE, now=hours_later))


def test_deciding_and_voting_around_a_pot_are_activity(ada: SeatedPlayer, bob: SeatedPlayer) -> None:
    begun = NOW + timedelta(minutes=20)
    table, now = dealt_game(ada, bob, now=begun)
    player, other = deciding(table, ada, bob)

    live_tables.act(player, table, cheapest(table), now=now + 2 * SECOND)
    if table_state(table).phase is Phase.PLAYING:
        live_tables.mark(other, table, Mark.VOTE, now=now + 3 * SECOND)
        assert active_at(other) == now + 3 * SECOND
    assert active_at(player) == now + 2 * SECOND


def active_at(player: SeatedPlayer) -> datetime:
    return Session.objects.get(id=player.session_id).active_at


def test_a_seat_that_is_away_comes_back_before_it_decides(ada: SeatedPlayer, bob: SeatedPlayer) -> None:
    table, now = dealt_game(ada, bob)
    player, _ = deciding(table, ada, bob)
    live_tables.mark(player, table, Mark.AWAY, now=now)

    refused(SeatIsAway, partial(live_tables.act, player, table, cheapest(table), now=now))
    live_tables.mark(player, table, Mark.BACK, now=now)
    refused(MarkStands, partial(live_tables.mark, player, table, Mark.BACK, now=now))
    assert live_tables.act(player, table, cheapest(table), now=now).seat is not None


def test_a_game_that_all_vote_to_end_is_over_and_the_chips_come_back(ada: SeatedPlayer, bob: SeatedPlayer) -> None:
    table, now = dealt_game(ada, bob)
    held_minor = sum(balance(player.chain).cash_minor for player in (ada, bob))

    live_tables.mark(ada, table, Mark.VOTE, now=now)
    live_tables.mark(bob, table, Mark.VOTE, now=now)

    assert table_state(table).phase is Phase.BETTING
    assert house_table.end_all_stakes(now=now) == 2
    # No turn was finished and nothing raked: all that was bought comes back to the two.
    assert sum(balance(player.chain).cash_minor for player in (ada, bob)) == held_minor + 40_000


# --- Getting up -----------------------------------------------------------------------------------------------------


def test_getting_up_takes_the_stake_back_or_leaves_the_rest_to_the_defaults(
    ada: SeatedPlayer, bob: SeatedPlayer, table: ChainId
) -> None:
    refused(NoStake, partial(live_tables.leave, ada, table))
    live_tables.stake(ada, table)
    assert live_tables.leave(ada, table).departure is Departure.WITHDRAWN

    dealt, now = dealt_hand(ada)
    assert live_tables.leave(ada, dealt, now=now).departure is Departure.FINISHES
    assert house_table.step(dealt, now=now) is None

    world.fund(ada.chain, 100_000, now=now)
    ends = now + timedelta(minutes=1)
    assert house_table.step(dealt, now=ends) is CroupierStep.HAND_END
    house_table.end_all_stakes(now=ends)
    played, now = dealt_game(ada, bob, now=ends)
    assert live_tables.leave(ada, played, now=now).departure is Departure.AWAY
    assert running_game(table_state(played)).attendance.away == {0}
    assert live_tables.leave(ada, played, now=now).departure is Departure.AWAY
