"""The demonstration's tables: whoever sits down alone gets a hand, with players of the house, and nothing is lost."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from games.core.variants import AT_TABLES
from players.models import Session
from reddog_platform.demo.kept_stakes import KeptStakes
from reddog_platform.demo.table_client import TablePlayer
from tables.models import BegunEpoch, PlacedStake
from tests.journeys.demonstration import newcomer, open_demonstration, players_of_the_house
from tests.journeys.running import until

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

pytestmark = pytest.mark.slow

_HOUSE_PLAYERS = 2
_HANDS = 3


def test_whoever_sits_down_alone_plays_with_the_house_at_every_table(
    url: str, environment: Mapping[str, str], tmp_path: Path
) -> None:
    tables = open_demonstration(url)
    with newcomer(url) as client, players_of_the_house(url, environment=environment, logs=tmp_path) as house:
        # An idle demonstration plays nothing.
        assert not PlacedStake.objects.exists()
        for sheet in AT_TABLES:
            seated = TablePlayer(client=client, table=tables[sheet.game].hex)
            stake = seated.sit(seated.await_seat())

            ended = seated.play(stake, vote_after_seconds=3)

            assert ended["status"] == "settled"
            assert ended["table_id"] == tables[sheet.game].hex
            stakes = PlacedStake.objects.filter(table=tables[sheet.game], epoch=stake.epoch)
            assert stakes.count() == 1 + _HOUSE_PLAYERS, sheet.game
        until(lambda: not PlacedStake.objects.filter(end_seq__isnull=True).exists())
        # Once the guest has gone, the house has no reason to play on.
        assert BegunEpoch.objects.filter(ended_by__isnull=False).count() == len(AT_TABLES)
        assert not house.ended()


def test_players_of_the_house_whose_sessions_were_locked_while_nobody_came_play_all_the_same(
    url: str, environment: Mapping[str, str], tmp_path: Path
) -> None:
    table = open_demonstration(url)["red-dog-table"].hex
    with players_of_the_house(url, environment=environment, logs=tmp_path):
        Session.objects.update(active_at=datetime.now(UTC) - timedelta(minutes=31))
        with newcomer(url) as client:
            seated = TablePlayer(client=client, table=table)
            # They log in again first. On a busy machine that may take longer than the first hand takes bets.
            sat = list[int]()
            while len(sat) < _HANDS and 1 + _HOUSE_PLAYERS not in sat:
                stake = seated.sit(seated.await_seat())
                assert seated.play(stake)["status"] == "settled"
                sat.append(PlacedStake.objects.filter(table=table, epoch=stake.epoch).count())

        assert sat[-1] == 1 + _HOUSE_PLAYERS, sat


def test_a_program_that_was_killed_after_its_stake_tells_the_value_and_ends_the_hand(
    url: str, environment: Mapping[str, str], tmp_path: Path
) -> None:
    table = open_demonstration(url)["montana-red-dog-table"].hex
    values = tmp_path / "kept.json"
    with (
        newcomer(url) as client,
        newcomer(url) as later,
        players_of_the_house(url, environment=environment, logs=tmp_path) as house,
    ):
        first = TablePlayer(client=client, table=table, kept=KeptStakes(file=values))
        sent = first.sit(first.await_seat())
        assert values.stat().st_mode & 0o777 == 0o600
        until(lambda: PlacedStake.objects.count() == 1 + _HOUSE_PLAYERS)
        house.kill()
        house.start()

        again = TablePlayer(client=later, table=table, kept=KeptStakes(file=values))
        stake = again.resume()
        assert stake is not None
        assert (stake.value, stake.leaf) == (sent.value, sent.leaf)

        assert again.play(stake)["status"] == "settled"
        until(lambda: not PlacedStake.objects.filter(end_seq__isnull=True).exists())
        assert again.resume() is None
        assert KeptStakes(file=values).get(sent.contribution) is None
        assert set(BegunEpoch.objects.values_list("ended_by", flat=True)) == {"hand_end"}
