"""Leaving the games: at once, whatever else happens at that moment and whatever the clock says."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier, Event
from typing import TYPE_CHECKING

import pytest
from django.core.management import call_command
from django.db import connections

from audit.queries.events import EventRow, events
from games.core.action import Action
from games.models import Round
from games.operations.expire import expire_rounds
from kernel.ids import RoundId
from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal
from players.core.legal_documents import CURRENT
from players.core.status import Status
from players.operations.consent import change_consents
from players.operations.set_status import set_status
from responsible_gaming.core.exclusion import ExclusionKind, ExclusionNotShortened, NotExcludedByOperator
from responsible_gaming.core.jurisdictions import JURISDICTIONS
from responsible_gaming.core.limits.excluded import PlayerExcluded, require_not_excluded
from responsible_gaming.core.limits.in_force import Limits
from responsible_gaming.operations.exclude import ask_return, exclude
from responsible_gaming.operations.exclude_by_operator import exclude_by_operator, lift_by_operator
from responsible_gaming.queries.exclusions import chains_open_to_advertising, exclusions
from responsible_gaming.queries.limits import limits_in_table
from tests import world
from tests.approving import ANN_AND_BEN, approval
from tests.world import LONG_SESSIONS, NOW, SeatedPlayer
from wallet.queries.balances import balance

if TYPE_CHECKING:
    from games.core.round_view import RoundView
    from kernel.ids import ChainId

pytestmark = pytest.mark.clause("F28")

DAY = timedelta(days=1)
RULES = JURISDICTIONS["demo"].exclusions
ANN = "operator:ann"


def plays(chain: ChainId, *, at: datetime) -> bool:
    """Tell whether the limits that deals are bound to let the player bet and deposit."""
    try:
        require_not_excluded(limits_in_table(chain).in_force(to_epoch_ms(at)))
    except PlayerExcluded:
        return False
    return True


def events_of(chain: ChainId) -> list[EventRow]:
    return events(subject=chain, before=None, limit=50)[::-1]


@pytest.mark.django_db
def test_a_clock_that_went_back_shortens_no_exclusion() -> None:
    world.open_house()
    player = world.seat_player()
    exclude(player.chain, ExclusionKind.TIME_OUT, 1, rules=RULES, now=NOW - 2 * DAY)

    with pytest.raises(PlayerExcluded):
        world.deal(player, now=NOW + DAY - timedelta(seconds=1), jurisdiction=LONG_SESSIONS)


@pytest.mark.django_db
def test_an_exclusion_leaves_the_other_limits_as_they_are() -> None:
    chain = world.sign_up()
    world.set_limits(chain, Limits(current={"stake_max": 700}))

    exclude(chain, ExclusionKind.TIME_OUT, 1, rules=RULES, now=NOW)

    assert limits_in_table(chain).current == {"stake_max": 700, "excluded": 1}
    assert limits_in_table(chain).upcoming == {"stake_max": 700}


@pytest.mark.django_db
def test_lifting_what_an_operator_laid_down_ends_nothing_else() -> None:
    chain = world.sign_up()
    exclude_by_operator(chain, None, reason="a complaint", actor=ANN, now=NOW)
    exclude(chain, ExclusionKind.TIME_OUT, 7, rules=RULES, now=NOW)
    assert not plays(chain, at=NOW + 1000 * DAY)

    lift_by_operator(chain, by=approval("settled"), now=NOW + DAY)

    assert not plays(chain, at=NOW + 7 * DAY - timedelta(milliseconds=1))
    assert plays(chain, at=NOW + 7 * DAY)
    with pytest.raises(NotExcludedByOperator):
        lift_by_operator(chain, by=approval("the player asked me to"), now=NOW + 2 * DAY)
    assert not plays(chain, at=NOW + 2 * DAY)


@pytest.mark.django_db
def test_ending_a_self_exclusion_leaves_the_operators_as_it_is() -> None:
    chain = world.sign_up()
    exclude(chain, ExclusionKind.SELF_EXCLUSION, 184, rules=RULES, now=NOW)
    exclude_by_operator(chain, 400, reason="a complaint", actor=ANN, now=NOW)

    ask_return(chain, rules=RULES, now=NOW + 184 * DAY)

    assert not plays(chain, at=NOW + 400 * DAY - timedelta(milliseconds=1))
    assert plays(chain, at=NOW + 400 * DAY)


@pytest.mark.django_db
def test_a_lifted_exclusion_binds_no_longer_from_that_very_instant() -> None:
    world.open_house()
    player = world.seat_player()
    exclude_by_operator(player.chain, 7, reason="a complaint", actor=ANN, now=NOW)
    with pytest.raises(PlayerExcluded):
        world.deal(player)

    lift_by_operator(player.chain, by=approval("settled"), now=NOW)

    world.deal(player)


@pytest.mark.clause("F34")
@pytest.mark.django_db
def test_every_change_of_an_exclusion_leaves_an_event_and_what_changes_nothing_leaves_none() -> None:
    chain = world.sign_up()
    exclude(chain, ExclusionKind.SELF_EXCLUSION, None, rules=RULES, now=NOW)
    later = NOW + 184 * DAY
    for _ in range(2):
        ask_return(chain, rules=RULES, now=later)
    exclude_by_operator(chain, 7, reason="a complaint", actor=ANN, now=later)
    lift_by_operator(chain, by=approval("settled"), now=later)

    told = events_of(chain)

    assert [(event.kind, event.actor, event.reason) for event in told] == [
        ("exclusion-set", "player", ""),
        ("exclusion-return-asked", "player", ""),
        ("exclusion-set", ANN, "a complaint"),
        ("exclusion-lifted", ANN_AND_BEN, "settled"),
    ]
    assert told[0].before == {}
    assert told[0].after == {
        "kind": "self-exclusion",
        "since": "2026-11-21T12:00:00.000Z",
        "until": None,
        "returnable_from": "2027-05-24T12:00:00.000Z",
        "lifted_at": None,
    }
    assert told[1].before == told[0].after
    assert told[1].after == {**told[0].after, "lifted_at": "2027-05-25T12:00:00.000Z"}
    assert (told[3].before["lifted_at"], told[3].after["lifted_at"]) == (
        "2027-05-31T12:00:00.000Z",
        "2027-05-24T12:00:00.000Z",
    )


@pytest.mark.django_db
def test_an_exclusion_under_a_longer_one_is_kept_and_changes_nothing_in_force() -> None:
    chain = world.sign_up()
    exclude_by_operator(chain, None, reason="a complaint", actor=ANN, now=NOW)
    before = limits_in_table(chain)

    exclude(chain, ExclusionKind.TIME_OUT, 1, rules=RULES, now=NOW)

    assert exclusions(chain).keys() == {ExclusionKind.OPERATOR_EXCLUSION, ExclusionKind.TIME_OUT}
    assert limits_in_table(chain) == before


@pytest.mark.django_db
def test_nobody_is_sent_advertising_who_is_excluded_or_did_not_consent(capsys: pytest.CaptureFixture[str]) -> None:
    now = datetime.now(UTC)
    ada, bob, cyd, dan = (world.sign_up(name, now=now) for name in ("ada", "bob", "cyd", "dan"))
    world.sign_up("eve", now=now)
    for chain in (ada, bob, cyd, dan):
        change_consents(chain, {"marketing": "1"}, CURRENT, now=now)
    exclude(dan, ExclusionKind.SELF_EXCLUSION, None, rules=RULES, now=now)
    exclude(ada, ExclusionKind.TIME_OUT, 1, rules=RULES, now=now)
    set_status(cyd, Status.SUSPENDED, reason="a test", actor=ANN, now=now)

    at_end = now + DAY
    assert list(chains_open_to_advertising([ada, bob, dan], now=at_end - timedelta(milliseconds=1))) == [bob]
    assert list(chains_open_to_advertising([ada, bob, dan], now=at_end + timedelta(milliseconds=1))) == [ada, bob]
    call_command("marketing_list")
    assert capsys.readouterr().out.split() == [bob.hex]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_of_two_first_exclusions_at_the_same_moment_the_stricter_holds() -> None:
    world.open_house(now=NOW)
    chains = [world.sign_up(f"player{number}") for number in range(8)]
    both = Barrier(2)

    def ask(chain: ChainId, kind: ExclusionKind, days: int | None) -> None:
        try:
            both.wait()
            exclude(chain, kind, days, rules=RULES, now=NOW)
        except ExclusionNotShortened:
            assert kind is ExclusionKind.TIME_OUT
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        for chain in chains:
            asked = [
                pool.submit(ask, chain, ExclusionKind.SELF_EXCLUSION, None),
                pool.submit(ask, chain, ExclusionKind.TIME_OUT, 1),
            ]
            for answer in asked:
                answer.result()
            assert exclusions(chain)[ExclusionKind.SELF_EXCLUSION].lifted_ms is None
            assert limits_in_table(chain).effective_at_ms is None


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_no_bets_however_many_put_an_exclusion_off() -> None:
    world.open_house(now=datetime.now(UTC))
    player = world.seat_player(amount_minor=10_000_000, now=datetime.now(UTC))
    playing = Event()

    def play(seated: SeatedPlayer) -> str:
        try:
            for _ in range(200):
                world.play_round(seated, now=datetime.now(UTC))
                playing.set()
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return "went on"

    with ThreadPoolExecutor(1) as pool:
        ended = pool.submit(play, player)
        playing.wait()
        exclude(player.chain, ExclusionKind.TIME_OUT, 1, rules=RULES, now=datetime.now(UTC))
        assert ended.result() == "player-excluded"


# --- The open round -----------------------------------------------------------------------------------------


def excluded_in_mid_round() -> tuple[SeatedPlayer, RoundView]:
    """Let a player be excluded while a round waits for a decision, in the process that remembers it."""
    world.open_house()
    player = world.seat_player()
    view = world.deal_open_round(player)
    exclude(player.chain, ExclusionKind.TIME_OUT, 3, rules=RULES, now=NOW)
    return player, view


@pytest.mark.django_db
@pytest.mark.parametrize("ends", ["stand", "time-out"])
@pytest.mark.parametrize("name", [name for name, rules in JURISDICTIONS.items() if rules.exclusion_stops_raises])
def test_where_the_jurisdiction_says_so_an_exclusion_stops_a_raise_and_the_round_goes_on(name: str, ends: str) -> None:
    player, view = excluded_in_mid_round()
    before = world.everything_stored()

    for _ in range(2):
        with pytest.raises(PlayerExcluded, match="Your stake stands and the round goes on"):
            world.decide(player, view, Action.RAISE, jurisdiction=JURISDICTIONS[name])
    assert world.everything_stored() == before

    if ends == "stand":
        assert world.decide(player, view, Action.STAND, jurisdiction=JURISDICTIONS[name]).outcome is not None
    else:
        assert expire_rounds(clock=lambda: NOW + DAY) == 1
    settled = Round.objects.get(chain=player.chain, nonce=RoundId.parse(view.round_id).nonce)
    assert settled.staked_minor == view.bet.total_minor, "nothing was added"
    assert balance(player.chain).in_play_minor == 0


@pytest.mark.django_db
def test_where_it_does_not_a_raise_finishes_the_round_as_before() -> None:
    assert [name for name, rules in JURISDICTIONS.items() if not rules.exclusion_stops_raises] == ["demo"]
    player, view = excluded_in_mid_round()

    raised = world.decide(player, view, Action.RAISE, jurisdiction=JURISDICTIONS["demo"])

    assert raised.outcome is not None
    settled = Round.objects.get(chain=player.chain, nonce=RoundId.parse(view.round_id).nonce)
    assert settled.staked_minor == 2 * view.bet.stake_minor


@pytest.mark.django_db
def test_a_raise_after_the_exclusion_has_ended_is_taken() -> None:
    world.open_house()
    player = world.seat_player()
    view = world.deal_open_round(player)
    exclude_by_operator(player.chain, None, reason="a complaint", actor=ANN, now=NOW)
    over = NOW + timedelta(minutes=1)
    rules = JURISDICTIONS["new-jersey"]

    with pytest.raises(PlayerExcluded):
        world.decide(player, view, Action.RAISE, jurisdiction=rules)
    lift_by_operator(player.chain, by=approval(), now=over)
    assert world.decide(player, view, Action.RAISE, jurisdiction=rules, now=over).outcome is not None
