"""Cells on a real Citus: played in while one moves, while its server is killed, and when it comes back."""

from __future__ import annotations

import contextlib
import re
import sys
import time
from typing import TYPE_CHECKING, Final

import httpx
import pytest

from benchmarks import citus
from kernel.cell import Cell
from reddog_platform.embedded.home import CHECKOUT
from tests.crash.at_play import AtPlay, playing
from tests.journeys.player import Player
from tests.journeys.running import Running, manage, surroundings, until
from tests.own_cells import assert_sound, environment_of, fund_in, make_cell, running
from tests.ports import own_ports

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from benchmarks.citus import Cluster, Node

pytestmark = pytest.mark.slow(seconds=240)

EAST: Final = Cell("east")
WEST: Final = Cell("west")

_FIRST_PORT: Final = 16_400
_SOUND_OR_LATE: Final = frozenset({0, 2})
"""Nothing is logged while a server is away, and the verifier says what came late."""


_MOVING: Final = """
SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%citus_schema_move%' AND pid <> pg_backend_pid()
"""


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """Return a coordinator and two workers; what is committed need not survive a power cut here."""
    try:
        with citus.cluster(workers=2, first_port=own_ports(_FIRST_PORT), settings={"fsync": "off"}) as made:
            yield made
    except citus.CitusMissing as missing:
        pytest.skip(str(missing))


@pytest.fixture
def house(cluster: Cluster, servers_environment: Mapping[str, str], tmp_path: Path) -> dict[str, str]:
    """Return the environment of an installation on the coordinator."""
    keys = {"REDDOG_KEYS_DIR": str(tmp_path / "keys")}
    environment = {**surroundings(servers_environment, tmp_path), **cluster.addresses(), **keys}
    installed = manage("install", environment=environment)
    assert installed.returncode == 0, installed.stdout + installed.stderr
    return environment


def make_cell_at(cell: Cell, node: Node, house: Mapping[str, str]) -> None:
    make_cell(cell, house, "--to", str(node.place))


def move(cell: Cell, node: Node, house: Mapping[str, str]) -> str:
    moved = manage("cell", "move", cell.name, "--to", str(node.place), environment=house)
    assert moved.returncode == 0, moved.stdout + moved.stderr
    return moved.stdout


def listed(house: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Return state and place of each cell."""
    lines = manage("cell", "list", environment=house).stdout.splitlines()
    return {name: (state, place) for name, state, _, _, place in (line.split("\t") for line in lines)}


def funded_player(cell: Cell, url: str, house: Mapping[str, str]) -> Player:
    player = Player(url)
    fund_in(cell, player.chain, 1_000_000, house)
    player.open_epoch()
    return player


def plays_on(*at_play: AtPlay, bets: int = 5) -> None:
    """Wait until each has been dealt so many rounds from now on."""
    moment = time.monotonic()
    until(lambda: all(each.bets_since(moment) >= bets for each in at_play))


def test_cells_on_two_servers_move_and_fail_each_for_itself(
    cluster: Cluster, house: Mapping[str, str], tmp_path: Path
) -> None:
    first, second = cluster.workers
    make_cell_at(EAST, first, house)
    make_cell_at(WEST, second, house)
    assert listed(house) == {"east": ("open", str(first.place)), "west": ("open", str(second.place))}
    assert re.search(r"^ok +role ", manage("doctor", environment=house).stdout, re.MULTILINE), (
        "Citus's views are Citus's"
    )

    with contextlib.ExitStack() as started:
        east, west = (started.enter_context(running(cell, house, tmp_path)) for cell in (EAST, WEST))
        players = [funded_player(EAST, east.url, house), funded_player(WEST, west.url, house)]
        waiting = funded_player(EAST, east.url, house)
        with playing(players) as (in_east, in_west):
            plays_on(in_east, in_west)
            assert_moves_while_played_in(in_east, in_west, cluster, house)
            assert_fails_alone(waiting, in_east, in_west, cluster, house)
        for each in (in_east, in_west):
            assert all(each.again(key) == answer for key, answer in each.answered.items())

        for cell in (EAST, WEST):
            assert_logged(cell, house)
            assert_sound(cell, house, tmp_path, verdicts=_SOUND_OR_LATE)


def assert_logged(cell: Cell, house: Mapping[str, str]) -> None:
    """Wait until the sequencer has nothing left to do."""
    environment = environment_of(cell, house)
    until(lambda: manage("sequencer", "--check", environment=environment).returncode == 0)


def assert_moves_while_played_in(in_east: AtPlay, in_west: AtPlay, cluster: Cluster, house: Mapping[str, str]) -> None:
    """Move one cell to the other's server and back; both are played in all the while."""
    for node in reversed(cluster.workers):
        moment = time.monotonic()
        said = move(EAST, node, house)
        assert in_east.bets_since(moment) > 5
        assert in_west.bets_since(moment) > 5
        assert re.search(r"^standstill  \d+ ms for the longest of \d\d+ writes$", said, re.MULTILINE), said
        assert "failed" not in said
        assert "already" in move(EAST, node, house)
        assert listed(house)["east"] == ("open", str(node.place))
        plays_on(in_east, in_west)


def assert_fails_alone(
    waiting: Player, in_east: AtPlay, in_west: AtPlay, cluster: Cluster, house: Mapping[str, str]
) -> None:
    """Kill the server of one cell and start it again."""
    dealt = waiting.deal_until_open()
    cluster.workers[0].kill()
    moment = time.monotonic()
    answer = waiting.deal()
    assert (answer.status_code, answer.json()["code"]) in {
        (httpx.codes.SERVICE_UNAVAILABLE, code) for code in ("database-unavailable", "outcome-unknown")
    }
    plays_on(in_west, bets=20)
    assert in_east.bets_since(moment) == 0
    assert {name: state for name, (state, _) in listed(house).items()} == {"east": "away", "west": "open"}

    cluster.workers[0].start()
    plays_on(in_east, in_west)
    assert listed(house)["east"] == ("open", str(cluster.workers[0].place))
    resumed = waiting.get(f"/rounds/{dealt['id']}")
    assert (resumed["status"], resumed["cards"]) == ("open", dealt["cards"])
    assert waiting.act(dealt["id"]).json()["cards"][: len(dealt["cards"])] == dealt["cards"]


def test_a_move_that_was_killed_stops_by_itself_and_is_repeated(
    cluster: Cluster, house: Mapping[str, str], tmp_path: Path
) -> None:
    first, second = cluster.workers
    make_cell_at(EAST, first, house)
    command = [sys.executable, str(CHECKOUT / "manage.py"), "cell", "move", EAST.name, "--to", str(second.place)]
    with (
        cluster.coordinator.session() as session,
        Running(command, environment=house, log=tmp_path / "move.log") as moving,
    ):
        until(lambda: session.execute("SELECT count(*) > 5 FROM pg_dist_cleanup").fetchone() == (True,))
        moving.kill()
        until(lambda: session.execute(_MOVING).fetchone() == (0,), seconds=10)
        assert listed(house)["east"] == ("open", str(first.place))

        said = move(EAST, second, house)

        assert said.startswith(f"moved       east from {first.place} to {second.place}")
        assert session.execute("SELECT count(*) FROM pg_dist_cleanup").fetchone() == (0,)
    with first.session() as session:
        assert session.execute("SELECT count(*) FROM pg_replication_slots").fetchone() == (0,)
    with second.session() as session:
        assert session.execute("SELECT count(*) FROM pg_subscription").fetchone() == (0,)
    sound = manage("fsck", environment=environment_of(EAST, house))
    assert sound.returncode == 0, sound.stdout + sound.stderr
