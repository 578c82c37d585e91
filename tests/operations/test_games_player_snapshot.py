"""A cached snapshot decides nothing that a fresh read would refuse."""

from dataclasses import replace
from datetime import timedelta

import pytest

from audit.operations.append import advance_cte, execute_step
from audit.queries.chains import head_for_update
from games.operations import player_snapshot
from players.operations.log_in import log_out
from players.operations.save_activity import save_activity
from players.tokens import NotAuthenticated, session_id_of
from responsible_gaming.core.limits.in_force import NO_LIMITS
from responsible_gaming.core.rules.daily_time import DailyTimeOver
from tests import world
from tests.world import NOW, SeatedPlayer

pytestmark = pytest.mark.django_db


@pytest.fixture
def player() -> SeatedPlayer:
    world.open_house()
    return world.seat_player()


@pytest.mark.clause("F25")
def test_a_session_that_was_ended_deals_nothing_although_its_snapshot_is_cached(player: SeatedPlayer) -> None:
    world.play_round(player)
    assert player.session_id in player_snapshot._snapshots
    log_out(player.session_id, now=NOW)

    with pytest.raises(NotAuthenticated):
        world.deal(player)


@pytest.mark.clause("F25")
def test_a_session_that_was_ended_decides_nothing_although_its_deal_is_cached(player: SeatedPlayer) -> None:
    view = world.deal_open_round(player)
    assert player.session_id in player_snapshot._snapshots
    log_out(player.session_id, now=NOW)

    with pytest.raises(NotAuthenticated):
        world.decide(player, view)


def test_a_chain_of_the_same_version_and_another_history_is_not_moved(player: SeatedPlayer) -> None:
    seen = head_for_update(player.chain)
    restored = replace(seen, tip=replace(seen.tip, leaf=bytes(32)))

    assert not execute_step([advance_cte(restored, restored)])
    assert not execute_step([advance_cte(replace(seen, version=seen.version + 1), seen)])
    assert head_for_update(player.chain) == seen


def test_no_more_snapshots_are_cached_than_there_is_room_for(
    player: SeatedPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_snapshot, "_snapshots", type(player_snapshot._snapshots)())
    monkeypatch.setattr(player_snapshot, "_MAX_SNAPSHOTS", 1)
    other = world.seat_player("bob")

    world.play_round(player)
    world.play_round(other)

    assert list(player_snapshot._snapshots) == [other.session_id]


@pytest.mark.clause("F26")
def test_what_another_session_adds_to_the_day_is_seen_although_it_moves_no_version() -> None:
    world.open_house()
    first = world.seat_player()
    world.set_limits(first.chain, NO_LIMITS.with_values({"day_ms": 60 * 60_000}, world.DEMO.window_rule))
    # After a pause: what this session counts begins with it.
    later = NOW + timedelta(minutes=40)
    second = replace(first, session_id=session_id_of(world.log_in_player(now=later).token))
    world.play_round(second, now=later)
    save_activity(first.session_id, now=later + timedelta(minutes=2))

    # Nobody knew that the first one went on for the 40 minutes before: 40 there, and 20 here.
    with pytest.raises(DailyTimeOver):
        world.deal(second, now=later + timedelta(minutes=20), jurisdiction=world.LONG_SESSIONS)
