"""A stream process that cannot read a hand's seed: bystanders follow the table, its players are told why they cannot."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests import house_table, world
from tests.core.tables.seated import MONTANA
from tests.event_stream import StreamServer
from tests.journeys.running import surroundings

if TYPE_CHECKING:
    from collections.abc import Mapping

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_its_players_get_503_and_everybody_else_the_table(
    servers_environment: Mapping[str, str], tmp_path: Path
) -> None:
    now = datetime.now(UTC)
    world.open_house()
    table = house_table.announced_table(house_table.table_of(MONTANA.game), now=now)
    ada, bob = world.seat_player("ada", now=now), world.seat_player("bob", now=now)
    placed = [house_table.place(player, table, seat, now=now) for seat, player in enumerate((ada, bob))]
    house_table.begin_epoch(*placed, now=now + timedelta(milliseconds=house_table.BET_MS))
    environment = surroundings(servers_environment, tmp_path)
    keys = tmp_path / "keys-without-seal"
    shutil.copytree(Path(environment["REDDOG_KEYS_DIR"]), keys)
    (keys / "seal.key").unlink()

    server = StreamServer(environment={**environment, "REDDOG_KEYS_DIR": str(keys)}, logs=tmp_path)
    with server, server.open(table) as of_nobody:
        assert of_nobody.next().data["phase"] == "playing"
        with server.open(table, token=ada.token) as of_ada:
            assert of_ada.answer.status_code == 503
            problem = json.loads(of_ada.answer.read())
        assert problem["code"] == "seed-unreadable"
        assert "Your stake and what you raised are safe" in problem["detail"]

        # Whoever watches is told on.
        house_table.step(table, now=now + timedelta(minutes=2))
        of_nobody.until_record("hand_end")
