"""What a process remembers of a player is never more than what still holds."""

from dataclasses import replace
from datetime import timedelta

import pytest

from audit.operations.append import advance_clause, run
from audit.queries import held_head
from games.operations import standing
from players.operations.log_in import log_out
from players.operations.note_activity import note_activity
from players.tokens import NotAuthenticated, session_id_of
from responsible_gaming.core.limits.in_force import NO_LIMITS
from responsible_gaming.core.rules.daily_time import DailyTimeOver
from tests import world
from tests.world import NOW, Seated

pytestmark = pytest.mark.django_db


@pytest.fixture
def player() -> Seated:
    world.house_opened()
    return world.seated()


@pytest.mark.clause("F25")
def test_a_session_that_was_ended_deals_nothing_although_its_last_step_is_remembered(player: Seated) -> None:
    world.closed_round(player)
    assert player.session_id in standing._remembered
    log_out(player.session_id, now=NOW)

    with pytest.raises(NotAuthenticated):
        world.dealt(player)


@pytest.mark.clause("F25")
def test_a_session_that_was_ended_decides_nothing_although_its_deal_is_remembered(player: Seated) -> None:
    view = world.waiting_round(player)
    assert player.session_id in standing._remembered
    log_out(player.session_id, now=NOW)

    with pytest.raises(NotAuthenticated):
        world.decided(player, view)


def test_a_chain_of_the_same_version_and_another_history_is_not_moved(player: Seated) -> None:
    seen = held_head(player.chain)
    restored = replace(seen, tip=replace(seen.tip, leaf=bytes(32)))

    assert not run([advance_clause(restored, restored)])
    assert not run([advance_clause(replace(seen, version=seen.version + 1), seen)])
    assert held_head(player.chain) == seen


def test_no_more_players_are_remembered_than_there_is_room_for(player: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standing, "_remembered", type(standing._remembered)())
    monkeypatch.setattr(standing, "_PLAYERS_MOST", 1)
    other = world.seated("bob")

    world.closed_round(player)
    world.closed_round(other)

    assert list(standing._remembered) == [other.session_id]


@pytest.mark.clause("F26")
def test_what_another_session_adds_to_the_day_is_seen_although_it_moves_no_version() -> None:
    world.house_opened()
    player = world.seated()
    other = session_id_of(world.logged_in().token)
    world.limited(player.chain, NO_LIMITS.with_values({"day_ms": 60 * 60_000}, world.DEMO.window_rule))
    world.closed_round(player)
    later = world.NOW + timedelta(minutes=40)
    note_activity(other, now=later)

    # 40 minutes here, and 40 there.
    with pytest.raises(DailyTimeOver):
        world.dealt(player, now=later, jurisdiction=world.UNHURRIED)
