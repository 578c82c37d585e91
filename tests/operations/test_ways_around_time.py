"""Ways around the time of play that no log-in, log-out or new credential opens."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from players.operations.change_password import change_password
from players.operations.log_in import log_out
from responsible_gaming.core.rules.daily_time import DailyTimeOver
from responsible_gaming.core.rules.longer_time import LongerTimeOver
from responsible_gaming.core.rules.reality_check import RealityCheckDue
from responsible_gaming.operations.acknowledge_reality_check import acknowledge_reality_check
from tests import world
from tests.operations.test_time_of_play import at, limited, on_another_day, on_another_device, player
from tests.world import DEMO, NOW

if TYPE_CHECKING:
    from tests.world import SeatedPlayer

__all__ = ["player"]
pytestmark = [pytest.mark.clause("F29"), pytest.mark.clause("F30"), pytest.mark.django_db]


def test_log_outs_between_the_bets_of_the_day_before_give_no_time_of_the_week_back(player: SeatedPlayer) -> None:
    # Logged in for nine seconds of each minute: 4.5 minutes of 30.
    for minutes in range(30):
        world.play_round(player, now=at(minutes))
        log_out(player.session_id, now=at(minutes + 0.05))
        player = on_another_device(player, now=at(minutes + 0.9))
    log_out(player.session_id, now=at(30))
    limited(player, week_ms=30 * 60_000)
    player = on_another_day(player, now=NOW + timedelta(days=1))
    with pytest.raises(LongerTimeOver):
        world.deal(player, now=NOW + timedelta(days=1))


def test_a_new_password_begins_no_new_count(player: SeatedPlayer) -> None:
    limited(player, day_ms=30 * 60_000)
    for minutes in (0, 15, 29):
        world.play_round(player, now=at(minutes))
    change_password(
        player.session_id, player.chain, proof=world.proof(), new_password="another pass phrase", now=at(29.5)
    )

    with pytest.raises(DailyTimeOver):
        world.deal(player, now=at(30))


def test_checks_acknowledged_ahead_put_off_no_daily_time_and_the_next_check_by_no_more_than_its_interval(
    player: SeatedPlayer,
) -> None:
    limited(player, day_ms=90 * 60_000)
    for minutes in range(0, 30, 10):
        world.play_round(player, now=at(minutes))
        for second in range(3):
            acknowledge_reality_check(
                player.session_id, player.chain, jurisdiction=DEMO, now=at(minutes) + timedelta(seconds=second)
            )
    for minutes in range(30, 80, 10):
        world.play_round(player, now=at(minutes))
    # Twenty minutes and two seconds after the beginning was the last: a check is due an hour later.
    with pytest.raises(RealityCheckDue):
        world.deal(player, now=at(80) + timedelta(seconds=2))
    acknowledge_reality_check(player.session_id, player.chain, jurisdiction=DEMO, now=at(81))
    with pytest.raises(DailyTimeOver):
        world.deal(player, now=at(90))
