"""A round's two steps: what they change, what they refuse, and that a refusal changes nothing."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

import pytest
from django.db import connection

from audit.core.records import parse_entry
from audit.operations.open_epoch import RoundStillOpen
from audit.queries.events import events
from games.core.action import Action
from games.core.family import IllegalAction, StakeOutOfLimits
from games.core.red_dog.rules import terms_of
from games.core.round_view import RoundView
from games.core.sheet import RuleSheet
from games.core.variants import AT_TABLES, OFFERED, red_dog_atlantic_city
from games.laboratory.exact_math import exact_rtp
from games.operations import publish_rules as publishing
from games.operations.deal_preconditions import PlayedAtTables
from games.operations.expire import expire_rounds
from games.operations.open_round import RoundClosed
from games.operations.publish_rules import SheetChanged, publish_rules
from games.queries.rounds import RoundNotFound, history, open_round_id, round_view
from games.queries.sheets import GameNotFound, current_sheet
from kernel.ids import ChainId, RoundId
from kernel.money import MAX_MINOR, Money
from kernel.refusals import Refusal
from players.core.eligibility import PlayerSuspended
from players.core.status import Status
from players.operations.log_in import log_out
from players.operations.set_status import StatusUnchanged, reactivate, set_status
from players.tokens import NotAuthenticated, session_id_of
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.core.limits.excluded import PlayerExcluded
from responsible_gaming.core.limits.in_force import Limits
from responsible_gaming.core.limits.wager import LimitExceeded
from responsible_gaming.operations.exclude import exclude
from tests import world
from tests.approving import ANN_AND_BEN, approval
from tests.world import GAME, LONG_SESSIONS, NOW, STAKE_MINOR, SeatedPlayer
from wallet.core.idempotency import ReusedIdempotencyKey
from wallet.core.ledger import Account, Balance, CurrencyMismatch, InsufficientFunds, Posting
from wallet.operations.grant_play_money import GrantRequest, grant_play_money
from wallet.queries.balances import balance
from wallet.queries.journals import statement

pytestmark = pytest.mark.django_db

SHEET = red_dog_atlantic_city.SHEET
TERMS = terms_of(SHEET)


@pytest.fixture
def player() -> SeatedPlayer:
    """Have the house open, and a player with 1,000.00 at the table."""
    world.open_house()
    return world.seat_player()


def refused(kind: type[Refusal], step: Callable[[], object]) -> Refusal:
    """Take a step that must be refused, and show that it changed nothing at all."""
    before = world.everything_stored()
    with pytest.raises(kind) as caught:
        step()
    assert world.unchanged_since(before, caught.value)
    return caught.value


# --- The deal -----------------------------------------------------------------------------------------------


@pytest.mark.clause("F18")
def test_a_deal_moves_the_stake_from_cash_into_play(player: SeatedPlayer) -> None:
    view = world.deal_open_round(player)
    (line, *_) = statement(player.chain, before_seq=None, limit=1)

    assert line.postings == (Posting(Account.CASH, Account.IN_PLAY, STAKE_MINOR),)
    assert (line.reference, line.balance) == (view.round_id, balance(player.chain))
    assert balance(player.chain) == Balance(view.cash_minor, STAKE_MINOR)


def test_a_deal_shows_two_cards_and_what_may_be_done_for_how_much(player: SeatedPlayer) -> None:
    view = world.deal_open_round(player)

    assert len(view.cards) == 2
    assert view.spread is not None
    assert [(legal.action, legal.cost_min_minor, legal.cost_max_minor) for legal in view.legal_actions] == [
        (Action.RAISE, STAKE_MINOR, STAKE_MINOR),
        (Action.STAND, 0, 0),
    ]
    assert (view.seed, view.outcome, view.returned_minor) == (None, None, None)


@pytest.mark.parametrize("stake_minor", [SHEET.stake_min_minor, SHEET.stake_max_minor])
def test_the_limits_of_the_game_are_inclusive(player: SeatedPlayer, stake_minor: int) -> None:
    assert world.deal(player, stake_minor).bet.stake_minor == stake_minor


@pytest.mark.parametrize("stake_minor", [SHEET.stake_min_minor - 1, SHEET.stake_max_minor + 1, 1, 2**53 - 1])
def test_a_stake_outside_the_limits_of_the_game_is_refused(player: SeatedPlayer, stake_minor: int) -> None:
    told = refused(StakeOutOfLimits, lambda: world.deal(player, stake_minor)).members

    assert told == {
        "minimum": {"amount": SHEET.stake_min_minor, "currency": "USD"},
        "maximum": {"amount": SHEET.stake_max_minor, "currency": "USD"},
    }


def test_a_stake_that_is_all_the_money_is_taken_and_one_more_is_not() -> None:
    world.open_house()
    poor = world.seat_player("bob", STAKE_MINOR - 1)
    exact = world.seat_player("cid", STAKE_MINOR)

    refusal = refused(InsufficientFunds, lambda: world.deal(poor))

    assert refusal.members == {"available": Money(STAKE_MINOR - 1, "USD"), "required": Money(STAKE_MINOR, "USD")}
    assert world.deal(exact).bet.stake_minor == STAKE_MINOR


def test_an_unknown_game_is_refused(player: SeatedPlayer) -> None:
    refused(GameNotFound, lambda: world.deal(player, game="insert"))


@pytest.mark.parametrize("sheet", AT_TABLES, ids=lambda sheet: sheet.game)
def test_a_round_of_a_game_that_is_played_at_tables_is_refused_and_the_tables_are_named(
    player: SeatedPlayer, sheet: RuleSheet
) -> None:
    told = refused(PlayedAtTables, lambda: world.deal(player, sheet.stake_min_minor, game=sheet.game))

    assert (told.code, told.members) == ("played-at-tables", {"tables": "/api/v1/tables"})
    assert told.detail.startswith("Nothing was taken.")


def test_another_currency_is_refused(player: SeatedPlayer) -> None:
    told = refused(CurrencyMismatch, lambda: world.deal(player, currency="EUR"))

    assert told.members == {"currency": "USD"}


@pytest.mark.clause("F18")
def test_a_second_round_is_refused_while_one_is_open(player: SeatedPlayer) -> None:
    view = world.deal_open_round(player)

    assert refused(RoundStillOpen, lambda: world.deal(player)).members == {"round_id": view.round_id}
    refused(RoundStillOpen, lambda: world.deal(player, game="red-dog-old-west"))


@pytest.mark.clause("F40")
def test_a_suspended_player_is_not_dealt_to_but_finishes_the_open_round(player: SeatedPlayer) -> None:
    view = world.deal_open_round(player)
    set_status(player.chain, Status.SUSPENDED, reason="a test", actor="operator:ann", now=NOW)

    assert world.decide(player, view).outcome is not None
    assert refused(PlayerSuspended, lambda: world.deal(player)).members == {}
    refused(StatusUnchanged, lambda: set_status(player.chain, Status.SUSPENDED, reason="x", actor="x", now=NOW))

    reactivate(player.chain, by=approval("a mistake"), excluded=world.excluded_at(NOW), now=NOW)
    assert world.deal(player).nonce == view.nonce + 1
    assert [
        (event.before, event.after, event.reason, event.actor)
        for event in events(subject=player.chain, before=None, limit=2)
    ] == [
        ({"status": "suspended"}, {"status": "active"}, "a mistake", ANN_AND_BEN),
        ({"status": "active"}, {"status": "suspended"}, "a test", "operator:ann"),
    ]


@pytest.mark.clause("F25")
def test_a_session_that_was_ended_or_has_expired_neither_deals_nor_acts(player: SeatedPlayer) -> None:
    view = world.deal_open_round(player)
    refused(NotAuthenticated, lambda: world.decide(player, view, now=NOW + timedelta(hours=24)))
    log_out(player.session_id, now=NOW)

    refused(NotAuthenticated, lambda: world.decide(player, view))
    refused(NotAuthenticated, lambda: world.deal(player))

    back = replace(player, session_id=session_id_of(world.log_in_player().token))
    assert world.decide(back, view).cards[:2] == view.cards


def test_a_session_holds_until_the_last_moment(player: SeatedPlayer) -> None:
    assert world.deal(player, now=NOW + timedelta(hours=24, milliseconds=-1), jurisdiction=LONG_SESSIONS).nonce == 1


def test_a_clock_that_goes_backwards_does_not_make_records_go_back_in_time(player: SeatedPlayer) -> None:
    view = world.deal_open_round(player)
    settled = world.decide(player, view, now=NOW - timedelta(hours=1))

    assert settled.settled_ms is not None
    assert settled.settled_ms >= settled.dealt_ms


# --- Limits -------------------------------------------------------------------------------------------------


@pytest.mark.clause("F26")
def test_a_players_own_limit_binds_each_bet_and_each_deal_cites_it(player: SeatedPlayer) -> None:
    world.set_limits(player.chain, Limits(current={"stake_max": 700}), now=NOW)

    members = refused(LimitExceeded, lambda: world.deal(player, 701)).members
    view = world.deal(player, 700)

    assert members == {"limit": "stake_max", "maximum": Money(700, "USD")}
    limits_leaf = parse_entry(view.receipts[0][1].entry)["limits"]
    world.run_sequencer()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT r.type FROM audit_leaf l JOIN audit_record r USING (chain, seq) WHERE l.leaf = %s",
            (bytes.fromhex(str(limits_leaf)),),
        )
        assert cursor.fetchone() == ("limits",)


@pytest.mark.clause("F28")
@pytest.mark.parametrize(("moment", "allowed"), [(timedelta(milliseconds=-1), False), (timedelta(0), True)])
def test_limits_that_follow_hold_from_their_instant_without_anybody_doing_anything(
    player: SeatedPlayer,
    moment: timedelta,
    allowed: bool,  # noqa: FBT001  a column
) -> None:
    at = excluded_until(player) + moment

    if allowed:
        assert world.deal(sat_down_again(player, at), now=at).bet.stake_minor == STAKE_MINOR
    else:
        refused(PlayerExcluded, partial(world.deal, sat_down_again(player, at), now=at))


def test_limits_that_have_come_into_force_stay_so_when_a_clock_goes_backwards(player: SeatedPlayer) -> None:
    at = excluded_until(player)
    back = sat_down_again(player, at - timedelta(minutes=1))
    # The record of this grant is later than the limits' instant, and so every record after it is.
    world.fund(player.chain, 1, now=at + timedelta(seconds=2))

    assert world.deal(back, now=at - timedelta(minutes=1)).bet.stake_minor == STAKE_MINOR


def excluded_until(player: SeatedPlayer) -> datetime:
    """Stay away for a day, and return the instant from which the limits are others."""
    exclude(player.chain, ExclusionKind.TIME_OUT, 1, rules=world.DEMO.exclusions, now=NOW)
    return NOW + timedelta(days=1)


def sat_down_again(player: SeatedPlayer, at: datetime) -> SeatedPlayer:
    """Have a session and an epoch of this day."""
    world.open_next_epoch(player.chain, now=at)
    return replace(player, session_id=session_id_of(world.log_in_player(now=at).token))


def test_a_limit_does_not_stop_the_raise_of_a_round_that_was_dealt_before_it(player: SeatedPlayer) -> None:
    view = world.deal_open_round(player, 1000)
    world.set_limits(player.chain, Limits(current={"stake_max": 700}), now=NOW)

    assert world.decide(player, view, Action.RAISE).staked_minor == 2000


# --- The decision -------------------------------------------------------------------------------------------


@pytest.mark.clause("F01")
@pytest.mark.parametrize(("action", "factor"), [(Action.STAND, 1), (Action.RAISE, 2)])
def test_a_decision_settles_and_leaves_nothing_in_play(player: SeatedPlayer, action: Action, factor: int) -> None:
    view = world.deal_open_round(player)

    settled = world.decide(player, view, action)

    assert settled.staked_minor == factor * STAKE_MINOR
    assert settled.returned_minor is not None
    assert settled.cards[:2] == view.cards
    assert len(settled.cards) == 3
    assert balance(player.chain) == Balance(view.cash_minor - (factor - 1) * STAKE_MINOR + settled.returned_minor, 0)
    assert open_round_id(player.chain) is None


def test_a_raise_without_the_money_is_refused_and_the_round_waits() -> None:
    world.open_house()
    player = world.seat_player(amount_minor=STAKE_MINOR)
    view = all_in(player)

    refusal = refused(InsufficientFunds, lambda: world.decide(player, view, Action.RAISE))

    assert refusal.members == {"available": Money(0, "USD"), "required": Money(view.bet.stake_minor, "USD")}
    assert round_view(player.chain, RoundId.parse(view.round_id)) == view
    assert world.decide(player, view, Action.STAND).outcome in {"win", "lose"}


def test_after_a_deposit_the_same_key_raises() -> None:
    world.open_house()
    player = world.seat_player(amount_minor=STAKE_MINOR)
    view, asked = all_in(player), world.fresh_request()
    with pytest.raises(InsufficientFunds):
        world.decide(player, view, Action.RAISE, asked=asked)

    world.fund(player.chain, view.bet.stake_minor)

    assert world.decide(player, view, Action.RAISE, asked=asked).staked_minor == 2 * view.bet.stake_minor


@pytest.mark.parametrize(
    ("action", "amount_minor"),
    [
        (Action.RAISE, STAKE_MINOR - 1),
        (Action.RAISE, STAKE_MINOR + 1),
        (Action.RAISE, 1),
        (Action.STAND, 1),
        (Action.STAND, STAKE_MINOR),
    ],
)
def test_an_amount_that_the_action_does_not_cost_is_refused(
    player: SeatedPlayer, action: Action, amount_minor: int
) -> None:
    view = world.deal_open_round(player)

    told = refused(IllegalAction, lambda: world.decide(player, view, action, amount_minor=amount_minor))

    assert [legal["action"] for legal in told.members["legal_actions"]] == ["raise", "stand"]  # type: ignore[attr-defined]  # a list


def test_a_closed_round_takes_no_decision(player: SeatedPlayer) -> None:
    view = world.play_round(player)

    for action in Action:
        told = refused(RoundClosed, lambda action=action: world.decide(player, view, action))  # type: ignore[misc]
        assert told.members == {"round_id": view.round_id}


def test_nobody_elses_round_is_found(player: SeatedPlayer) -> None:
    view = world.deal_open_round(player)
    other = world.seat_player("bob")

    refused(RoundNotFound, lambda: world.decide(other, view))
    with pytest.raises(RoundNotFound):
        round_view(other.chain, RoundId.parse(view.round_id))


def test_a_round_that_was_never_dealt_is_not_found(player: SeatedPlayer) -> None:
    view = world.deal_open_round(player)
    for unknown in (
        RoundId(player.chain, 0, view.nonce + 1),
        RoundId(player.chain, 1, 1),
        RoundId(player.chain, 999_999_999, 9999),
        RoundId(ChainId(player.session_id), 0, 1),
    ):
        refused(RoundNotFound, lambda unknown=unknown: world.decide(player, replace(view, round_id=str(unknown))))  # type: ignore[misc]


# --- Repetition ---------------------------------------------------------------------------------------------


@pytest.mark.clause("F02")
def test_a_repeated_deal_gets_the_first_answer_whatever_happened_since(player: SeatedPlayer) -> None:
    asked = world.fresh_request("bet")
    first = world.deal(player, asked=asked)
    before = world.everything_stored()
    assert world.deal(player, asked=asked) == first
    assert world.everything_stored() == before

    if first.outcome is None:
        world.decide(player, first)
    world.play_round(player)

    assert world.deal(player, asked=asked, now=NOW + timedelta(hours=5)) == first


@pytest.mark.clause("F02")
def test_a_repeated_decision_gets_the_first_answer_whatever_happened_since(player: SeatedPlayer) -> None:
    view, asked = world.deal_open_round(player), world.fresh_request("act")
    first = world.decide(player, view, Action.RAISE, asked=asked)
    world.play_round(player)
    before = world.everything_stored()

    assert world.decide(player, view, Action.RAISE, asked=asked) == first
    assert world.everything_stored() == before


@pytest.mark.clause("F02")
def test_a_key_is_one_requests_across_deal_decision_and_grant(player: SeatedPlayer) -> None:
    asked = world.fresh_request("bet")
    view = world.deal(player, asked=asked)
    other = replace(asked, digest=bytes(32))
    wanted = GrantRequest(
        chain=player.chain, amount_minor=5, currency="USD", reason="r", actor="operator:test", idempotency=other
    )

    refused(ReusedIdempotencyKey, lambda: world.deal(player, asked=other))
    refused(ReusedIdempotencyKey, lambda: world.decide(player, view, asked=other))
    refused(ReusedIdempotencyKey, lambda: grant_play_money(wanted, lone_max_minor=MAX_MINOR, now=NOW))


def test_two_players_may_use_the_same_key(player: SeatedPlayer) -> None:
    asked = world.fresh_request("bet")

    assert world.deal(player, asked=asked).round_id != world.deal(world.seat_player("bob"), asked=asked).round_id


@pytest.mark.clause("F17")
def test_the_cards_of_the_next_round_do_not_depend_on_what_was_refused_before() -> None:
    """Refusals and repetitions draw nothing: the deck is the nonce's, whoever asks how often."""
    world.open_house()
    player = world.seat_player(amount_minor=STAKE_MINOR - 1)
    for _ in range(3):
        with pytest.raises(InsufficientFunds):
            world.deal(player)
    world.fund(player.chain, STAKE_MINOR)

    assert world.deal(player).nonce == 1


# --- Rules --------------------------------------------------------------------------------------------------


@pytest.mark.clause("F16")
def test_rules_edited_between_bet_and_decision_do_not_settle_the_round(
    player: SeatedPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = world.deal_open_round(player)
    edited = replace(
        SHEET,
        version=3,
        stake_max_minor=600,
        terms=replace(TERMS, pay_spread=(9,) * 11),
        labels=dict.fromkeys(SHEET.labels, "OTHER"),
    )
    edited = replace(edited, rtp=exact_rtp(edited))
    monkeypatch.setattr(publishing, "OFFERED", (edited, *OFFERED[1:]))
    assert publish_rules(now=NOW) == [GAME]

    settled = world.decide(player, view, Action.RAISE)

    assert (settled.rules_version, settled.rules_leaf) == (2, view.rules_leaf)
    assert settled.spread is not None
    odds = TERMS.pay_spread[settled.spread - 1]
    # A raise doubles the stake; a win pays the odds on it and gives it back.
    wanted = 2 * STAKE_MINOR * (1 + odds) if settled.outcome == "win" else 0
    assert settled.returned_minor == wanted
    following = world.deal(player)
    assert (following.rules_version, following.rules_leaf) == (3, current_sheet(GAME).leaf.hex())
    finish(player, following)
    told = refused(StakeOutOfLimits, lambda: world.deal(player, 601)).members
    assert told["maximum"] == {"amount": 600, "currency": "USD"}


def test_a_sheet_that_changed_under_its_version_is_not_published(monkeypatch: pytest.MonkeyPatch) -> None:
    world.open_house()
    third = replace(SHEET, version=3, stake_max_minor=600)
    monkeypatch.setattr(publishing, "OFFERED", (third, *OFFERED[1:]))
    publish_rules(now=NOW)
    before = world.everything_stored()

    for changed, told in ((replace(third, stake_max_minor=700), 3), (replace(SHEET, timeout_ms=1), 2)):
        monkeypatch.setattr(publishing, "OFFERED", (*OFFERED[1:], changed))
        refusal = refused(SheetChanged, lambda: publish_rules(now=NOW))
        assert f"Version {told} of {GAME}" in refusal.detail

    assert world.everything_stored() == before


def test_the_same_sheet_is_published_again_for_another_engine_and_after_a_newer_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world.open_house()
    first = current_sheet(GAME)
    monkeypatch.setattr(publishing, "engine_sha256", lambda: "ab" * 32)
    assert publish_rules(now=NOW) == [sheet.game for sheet in OFFERED]
    monkeypatch.setattr(publishing, "OFFERED", (replace(SHEET, version=3, stake_max_minor=600),))
    assert publish_rules(now=NOW) == [GAME]
    monkeypatch.undo()

    assert publish_rules(now=NOW) == [sheet.game for sheet in OFFERED]

    assert (current_sheet(GAME).document, current_sheet(GAME).leaf != first.leaf) == (first.document, True)


def test_publishing_the_same_rules_again_writes_nothing() -> None:
    world.open_house()
    before = world.everything_stored()

    assert publish_rules(now=NOW) == []
    assert world.everything_stored() == before


# --- Time-outs ----------------------------------------------------------------------------------------------


@pytest.mark.clause("F51")
def test_a_round_is_settled_by_the_default_action_at_its_time_out_and_not_before(player: SeatedPlayer) -> None:
    view = world.deal_open_round(player)
    due = NOW + timedelta(milliseconds=SHEET.timeout_ms)

    assert expire_rounds(clock=lambda: due - timedelta(milliseconds=1)) == 0
    assert expire_rounds(clock=lambda: due) == 1
    assert expire_rounds(clock=lambda: due) == 0

    settled = round_view(player.chain, RoundId.parse(view.round_id))
    assert [(act["a"], act["amt"], act["by"]) for act in settled.acts] == [("stand", 0, "timeout")]
    assert settled.staked_minor == STAKE_MINOR


def test_a_decision_after_the_time_out_was_settled_is_refused(player: SeatedPlayer) -> None:
    view = world.deal_open_round(player)
    late = NOW + timedelta(milliseconds=SHEET.timeout_ms)
    expire_rounds(clock=lambda: late)
    back = replace(player, session_id=session_id_of(world.log_in_player(now=late).token))

    refused(RoundClosed, lambda: world.decide(back, view, now=late))


def test_time_outs_of_many_players_are_settled_each_by_itself(player: SeatedPlayer) -> None:
    for seat in (player, world.seat_player("bob"), world.seat_player("cid")):
        world.deal_open_round(seat)

    assert expire_rounds(clock=lambda: NOW + timedelta(days=2)) == 3


# --- Cost and recall ----------------------------------------------------------------------------------------


@pytest.mark.clause("F50")
def test_history_shows_the_newest_first_and_pages_without_gap(player: SeatedPlayer) -> None:
    views = [world.play_round(player) for _ in range(7)]
    first = history(player.chain, before=None, limit=3)
    rest = history(player.chain, before=(first[-1].round_id.epoch, first[-1].round_id.nonce), limit=50)

    assert [str(line.round_id) for line in (*first, *rest)] == [view.round_id for view in reversed(views)]
    assert [line.returned_minor for line in (*first, *rest)] == [view.returned_minor for view in reversed(views)]


@pytest.mark.clause("F13")
def test_a_rounds_page_is_the_answer_that_its_last_step_gave(player: SeatedPlayer) -> None:
    for view in [world.play_round(player) for _ in range(4)]:
        assert round_view(player.chain, RoundId.parse(view.round_id)) == view


def all_in(player: SeatedPlayer) -> RoundView:
    """Bet all the money until a round waits: a push gives it back, trips give more."""
    for _ in range(50):
        view = world.deal(player, min(balance(player.chain).cash_minor, SHEET.stake_max_minor))
        if view.outcome is None:
            return view
    raise AssertionError("fifty rounds without a decision")


def finish(player: SeatedPlayer, view: RoundView) -> None:
    """Stand, if the round waits."""
    if view.outcome is None:
        world.decide(player, view)
