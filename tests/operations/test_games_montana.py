"""Montana Red Dog in live play: the side bet beside the stake, the three decisions, and their money."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest

from audit.core.records import parse_entry
from games.core.action import Action
from games.core.family import IllegalAction, SideBetOutOfLimits
from games.core.montana.rules import StakeNotEven
from games.core.round_view import RoundView
from games.core.variants import montana_red_dog
from games.operations.expire import expire_rounds
from games.operations.void import void_round
from games.queries.rounds import history, round_view
from kernel.ids import RoundId
from kernel.refusals import Refusal
from responsible_gaming.core.limits.in_force import Limits
from responsible_gaming.core.limits.wager import LimitExceeded
from tests import world
from tests.approving import approval
from tests.world import NOW, SeatedPlayer
from wallet.core.ledger import InsufficientFunds
from wallet.queries.balances import balance

pytestmark = [pytest.mark.clause("F06"), pytest.mark.django_db]

GAME = "montana-red-dog"
STAKE_MINOR, BONUS_MINOR, START_MINOR = 500, 300, 100_000
PAYS = dict(
    zip(
        ("two_pair", "three_of_a_kind", "straight", "flush"),
        montana_red_dog.SHEET.terms.document()["bonus"]["pay"],  # type: ignore[index]  # a document
        strict=False,
    )
)
RANKS = "23456789TJQKA"


@pytest.fixture
def player() -> SeatedPlayer:
    world.open_house()
    return world.seat_player(amount_minor=START_MINOR)


def dealt(player: SeatedPlayer, *, side_bet_minor: int = BONUS_MINOR, stake_minor: int = STAKE_MINOR) -> RoundView:
    return world.deal(player, stake_minor, side_bet_minor=side_bet_minor, game=GAME)


def refused(kind: type[Refusal], step: Callable[[], object]) -> Refusal:
    before = world.everything_stored()
    with pytest.raises(kind) as caught:
        step()
    assert world.unchanged_since(before, caught.value)
    return caught.value


def beats(view: RoundView) -> bool:
    """Say whether a card of the hand is of the hit card's suit and higher; the hit is the last card of all."""
    hit = view.cards[-1]
    return any(card[1] == hit[1] and RANKS.index(card[0]) > RANKS.index(hit[0]) for card in view.cards[:5])


def test_a_deal_shows_the_hand_alone_and_offers_three_decisions(player: SeatedPlayer) -> None:
    view = dealt(player)

    assert (len(view.cards), view.spread, view.outcome, view.side_bet) == (5, None, None, None)
    assert {legal.action: legal.cost_max_minor for legal in view.legal_actions} == {
        Action.PLAY: 0,
        Action.RAISE: STAKE_MINOR,
        Action.SURRENDER: 0,
    }
    assert view.default_action is Action.PLAY
    money = balance(player.chain)
    assert (money.cash_minor, money.in_play_minor) == (START_MINOR - 800, 800)
    assert view.staked_minor == 800


@pytest.mark.parametrize("action", [Action.PLAY, Action.RAISE, Action.SURRENDER])
@pytest.mark.parametrize("side_bet_minor", [0, BONUS_MINOR])
def test_a_round_returns_what_the_cards_and_the_decision_say(
    player: SeatedPlayer, action: Action, side_bet_minor: int
) -> None:
    expected_minor = START_MINOR
    for _ in range(6):
        waiting = dealt(player, side_bet_minor=side_bet_minor)
        view = world.decide(player, waiting, action)

        raised_minor = STAKE_MINOR if action is Action.RAISE else 0
        if action is Action.SURRENDER:
            outcome, stakes_back_minor = "surrender", STAKE_MINOR // 2
        elif beats(view):
            outcome, stakes_back_minor = "win", 2 * (STAKE_MINOR + raised_minor)
        else:
            outcome, stakes_back_minor = "lose", 0
        assert (len(view.cards), view.cards[:5]) == (12, waiting.cards)
        assert view.outcome == outcome
        assert view.staked_minor == STAKE_MINOR + raised_minor + side_bet_minor
        assert view.returned_minor is not None
        bonus_back_minor = view.returned_minor - stakes_back_minor
        if side_bet_minor:
            assert view.side_bet is not None
            assert view.side_bet.returned_minor == bonus_back_minor
            odds = PAYS.get(view.side_bet.category)
            if view.side_bet.category in {"high_card", "pair"}:
                assert bonus_back_minor == 0
            elif odds is not None:
                assert bonus_back_minor == side_bet_minor * (1 + odds)
        else:
            assert (view.side_bet, bonus_back_minor) == (None, 0)
        expected_minor += view.returned_minor - view.staked_minor
        assert balance(player.chain).cash_minor == expected_minor
        assert balance(player.chain).in_play_minor == 0


def test_the_records_carry_the_side_bet_where_there_is_one(player: SeatedPlayer) -> None:
    for side_bet_minor in (BONUS_MINOR, 0):
        view = world.decide(player, dealt(player, side_bet_minor=side_bet_minor), Action.PLAY)
        deal, settle = (parse_entry(stored.entry) for _, stored in view.receipts)
        if side_bet_minor:
            assert (deal["bonus"], deal["moves"]) == (BONUS_MINOR, [["cash", -800], ["in_play", 800]])
            assert view.side_bet is not None
            assert settle["bonus"] == {"category": view.side_bet.category, "returned": view.side_bet.returned_minor}
        else:
            assert "bonus" not in deal
            assert "bonus" not in settle


@pytest.mark.clause("F02")
def test_the_same_requests_get_the_same_answers(player: SeatedPlayer) -> None:
    bet, act = world.fresh_request("bet"), world.fresh_request("act")
    waiting = world.deal(player, STAKE_MINOR, side_bet_minor=BONUS_MINOR, game=GAME, asked=bet)
    settled = world.decide(player, waiting, Action.SURRENDER, asked=act)

    again = world.deal(player, STAKE_MINOR, side_bet_minor=BONUS_MINOR, game=GAME, asked=bet)

    assert again == waiting
    assert world.decide(player, waiting, Action.SURRENDER, asked=act) == settled
    assert round_view(player.chain, RoundId.parse(settled.round_id)) == settled


def test_a_bet_that_the_sheet_does_not_take_is_refused(player: SeatedPlayer) -> None:
    refused(StakeNotEven, lambda: dealt(player, stake_minor=501))
    for side_bet_minor in (99, 30_001):
        told = refused(SideBetOutOfLimits, partial(dealt, player, side_bet_minor=side_bet_minor)).members
        assert (told["minimum"], told["maximum"]) == (
            {"amount": 100, "currency": "USD"},
            {"amount": 30_000, "currency": "USD"},
        )
    refused(SideBetOutOfLimits, lambda: world.deal(player, STAKE_MINOR, side_bet_minor=100))
    short = world.seat_player("bob", 799)
    refused(InsufficientFunds, lambda: dealt(short))


@pytest.mark.clause("F31")
def test_a_players_own_limit_bounds_stake_and_side_bet_together(player: SeatedPlayer) -> None:
    world.set_limits(player.chain, Limits(current={"stake_max": 799}), now=NOW)
    refused(LimitExceeded, lambda: dealt(player))

    assert world.decide(player, dealt(player, side_bet_minor=299), Action.RAISE).staked_minor == 1_299


def test_only_the_decisions_of_this_game_are_taken(player: SeatedPlayer) -> None:
    view = dealt(player)
    for action in (Action.STAND, Action.DOWN):
        told = refused(IllegalAction, partial(world.decide, player, view, action)).members
        assert [legal["action"] for legal in told["legal_actions"]] == ["play", "raise", "surrender"]  # type: ignore[attr-defined]
    refused(IllegalAction, lambda: world.decide(player, view, Action.SURRENDER, amount_minor=1))


@pytest.mark.clause("F17")
def test_a_round_that_nobody_decides_is_played_without_a_raise(player: SeatedPlayer) -> None:
    view = dealt(player)

    assert expire_rounds(clock=lambda: NOW + timedelta(days=1)) == 1

    settled = round_view(player.chain, RoundId.parse(view.round_id))
    assert [(act["a"], act["by"], act["amt"]) for act in settled.acts] == [("play", "timeout", 0)]
    assert settled.outcome == ("win" if beats(settled) else "lose")


@pytest.mark.clause("F19")
def test_a_void_gives_stake_and_side_bet_back(player: SeatedPlayer) -> None:
    view = dealt(player)
    void_round(RoundId.parse(view.round_id), by=approval("a test", by=("ann", "ben")), now=NOW)

    assert balance(player.chain).cash_minor == START_MINOR
    (line,) = history(player.chain, before=None, limit=10)
    assert (line.side_bet_minor, line.staked_minor, line.returned_minor, line.outcome) == (300, 800, 800, "void")
