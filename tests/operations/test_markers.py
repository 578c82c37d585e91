"""Markers of harm over a real ledger: what an operator is shown, and that running twice changes nothing."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from games.core.action import Action
from players.tokens import session_id_of
from responsible_gaming.models import StoredAssessment
from responsible_gaming.operations.assess_players import assess_player, assess_players
from responsible_gaming.queries.assessments import history, most_urgent
from tables.core.continuation import CroupierStep
from tests import house_table, live_tables, world
from tests.api.caller import Operator, problem
from tests.core.tables.seated import MONTANA, POT
from tests.live_tables import BETTING
from tests.world import DEMO, LONG_SESSIONS, SeatedPlayer
from wallet.queries.balances import balance
from wallet.queries.totals import hours

pytestmark = pytest.mark.django_db

# Midnight in New York, Tuesday to Friday.
NIGHTS = [datetime(2026, 11, day, 5, tzinfo=UTC) for day in (17, 18, 19, 20)]
MORNING = datetime(2026, 11, 20, 12, tzinfo=UTC)


def player_of_the_night(name: str = "ada") -> SeatedPlayer:
    """Bring in a player who bets three times in each of four nights."""
    world.open_house(now=NIGHTS[0])
    player = world.seat_player(name, now=NIGHTS[0])
    for night in NIGHTS:
        begun = world.log_in_player(name, now=night)
        player = SeatedPlayer(chain=player.chain, session_id=session_id_of(begun.token), token=begun.token)
        if night != NIGHTS[0]:
            world.open_next_epoch(player.chain, now=night)
        for minutes in (1, 2, 61):
            at = night + timedelta(minutes=minutes)
            view = world.deal(player, now=at, jurisdiction=LONG_SESSIONS)
            if view.outcome is None:
                world.decide(player, view, now=at, jurisdiction=LONG_SESSIONS)
    return player


def test_hours_tell_what_the_ledger_did_in_each() -> None:
    player = player_of_the_night()
    found = hours(player.chain, from_ms=0, to_ms=2**43)

    assert [row.bets for row in found] == [2, 1] * 4
    assert sum(row.staked_minor for row in found) == balance(player.chain).totals.staked_minor
    assert sum(row.returned_minor for row in found) == balance(player.chain).totals.returned_minor
    later = hours(player.chain, from_ms=found[1].starts_ms, to_ms=2**43)
    assert later == found[1:]


def test_a_stake_at_a_table_is_a_bet_of_the_hour_that_it_was_placed_in_and_a_decision_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house_table.open_house_with_tables(monkeypatch)
    table = house_table.announced_table(house_table.table_of(MONTANA.game, stakes=(500, 20_000)))
    placed = world.NOW + timedelta(minutes=59, seconds=50)
    ada, bob = world.seat_player("ada", now=placed), world.seat_player("bob")
    # Bob's is withdrawn.
    live_tables.stake(bob, table, 1)
    live_tables.withdraw(bob, table)
    live_tables.stake(ada, table, 0, 1_000, now=placed)
    live_tables.deal(ada, table=table, now=placed + BETTING)

    decided = world.NOW + timedelta(hours=1, seconds=1)
    raised = live_tables.act(ada, table, Action.RAISE, now=decided)
    assert house_table.step(table, now=decided) is CroupierStep.HAND_END
    assert house_table.end_all_stakes(now=decided) == 1

    hour_of_the_stake, hour_of_the_decision = hours(ada.chain, from_ms=0, to_ms=2**43)
    assert (hour_of_the_stake.bets, hour_of_the_stake.staked_minor) == (1, 1_000)
    assert (hour_of_the_decision.bets, hour_of_the_decision.staked_minor) == (0, raised.amount_minor)
    withdrawn = hours(bob.chain, from_ms=0, to_ms=2**43)
    assert [(row.bets, row.staked_minor, row.returned_minor) for row in withdrawn] == [(1, 1_000, 1_000)]


def test_a_buy_in_at_night_is_a_bet_and_the_turns_of_its_game_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    house_table.open_house_with_tables(monkeypatch)
    # Two seconds before six in New York: the game is played in the morning.
    before_six = datetime(2026, 11, 22, 10, 59, 58, tzinfo=UTC)
    table = house_table.announced_table(house_table.table_of(POT.game), now=before_six)
    players = {seat: world.seat_player(name, now=before_six) for seat, name in enumerate(("ada", "bob"))}

    over = live_tables.play_boldly(players, table, buy_in_minor=5_000, now=before_six)
    assert house_table.end_all_stakes(now=over) == 2

    for player in players.values():
        looked_at = history(player.chain, DEMO, now=over + timedelta(hours=1))
        found = [(hour_of_day, hour.bets) for _, hour_of_day, hour in looked_at.in_local_time(looked_at.hours)]
        assert found == [(5, 1), (6, 0)]


def test_an_operator_sees_who_plays_at_night_and_why_that_is_said() -> None:
    player = player_of_the_night()

    assert assess_players(jurisdiction=DEMO, now=MORNING) == 1
    assert assess_players(jurisdiction=DEMO, now=MORNING + timedelta(hours=1)) == 1

    (found,) = most_urgent(minimum=1, after=None, limit=9)
    assert (found.chain, found.score) == (player.chain, 20)
    assert found.findings == [
        {
            "marker": "night-play",
            "points": 20,
            "figures": {"nights": 4, "night_bets": 12, "bets": 12},
            "reason": "12 of the 12 bets of the last week were placed between midnight and six, in 4 nights.",
        }
    ]
    assert StoredAssessment.objects.count() == 1
    told = json.loads(Operator().get(f"/ops/players/{player.chain.hex}/markers").content)
    assert [(line["player_id"], line["score"]) for line in told["items"]] == [(player.chain.hex, 20)]


def test_the_most_urgent_come_first_page_by_page() -> None:
    urgent = player_of_the_night("cleo")
    calm, other = world.sign_up("ada"), world.sign_up("bob")
    for chain in (calm, urgent.chain, other):
        assess_player(chain, jurisdiction=DEMO, now=MORNING)
    operator = Operator()

    first = json.loads(operator.get("/ops/markers?minimum=0&limit=2").content)
    second = json.loads(operator.get(f"/ops/markers?minimum=0&limit=2&cursor={first['next']}").content)
    listed = [line["player_id"] for line in first["items"] + second["items"]]
    assert listed[0] == urgent.chain.hex
    assert sorted(listed) == sorted(chain.hex for chain in (calm, urgent.chain, other))
    assert second["next"] is None
    assert json.loads(operator.get("/ops/markers").content)["items"] == [first["items"][0]]


@pytest.mark.parametrize("minimum", ["101", "00009999", "0000", "-1", "1.0", "\u0661", "", "9" * 5_000])
def test_a_minimum_that_no_score_has_is_refused(minimum: str) -> None:
    problem(Operator().get(f"/ops/markers?minimum={minimum}"), 400, "malformed-page")


@pytest.mark.parametrize("minimum", [0, 100])
def test_a_minimum_may_be_the_lowest_and_the_highest_score(minimum: int) -> None:
    assert Operator().get(f"/ops/markers?minimum={minimum}").status_code == 200


def test_what_is_older_than_four_weeks_is_not_looked_at() -> None:
    player = player_of_the_night()

    assert history(player.chain, DEMO, now=NIGHTS[0] + timedelta(weeks=4, minutes=1)).hours[0].bets > 0
    assert history(player.chain, DEMO, now=NIGHTS[-1] + timedelta(weeks=4, hours=2)).hours == []
