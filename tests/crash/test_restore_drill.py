"""`manage.py restore_drill` beside a platform on which people play."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import psutil
import pytest
from psycopg import conninfo

from reddog_platform.embedded import postgres
from reddog_platform.embedded.home import CHECKOUT
from tests.crash.at_play import playing
from tests.crash.own_postgres import grant, own_environment as platform_environment, place
from tests.journeys.player import Player
from tests.journeys.running import PATIENCE_SECONDS, WebServer, manage, sequencer, until

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from reddog_platform.embedded.home import Home

__all__ = ("place", "platform_environment")

pytestmark = [pytest.mark.slow, pytest.mark.own_postgresql]

PARTS = ["backup", "restore", "soundness", "log", "verifier", "sequencer", "platform"]


@pytest.fixture
def drill_environment(place: Home, platform_environment: dict[str, str]) -> dict[str, str]:
    backup = conninfo.make_conninfo(host=str(place.sockets), user=postgres.SUPERUSER)
    return {**platform_environment, "DATABASE_BACKUP_URL": backup}


@pytest.fixture
def at_tables(drill_environment: Mapping[str, str], tmp_path: Path) -> Iterator[list[Player]]:
    """Have a running platform, and two players who can bet."""
    with (
        WebServer(environment=drill_environment, logs=tmp_path) as web,
        sequencer(environment=drill_environment, logs=tmp_path),
    ):
        players = [Player(web.url) for _ in range(2)]
        for player in players:
            grant(web.url, player, 1_000_000)
            player.open_epoch()
        yield players


def test_a_backup_taken_during_play_is_restored_and_proved_and_the_sequencer_refuses_to_fork(
    place: Home, drill_environment: Mapping[str, str], at_tables: list[Player]
) -> None:
    with playing(at_tables) as at_play:
        began = time.monotonic()
        drilled = drill(place, drill_environment, "--json")
        played_meanwhile = sum(each.bets_since(began) for each in at_play)

    assert drilled.returncode == 0, drilled.stdout + drilled.stderr
    result = json.loads(drilled.stdout)
    assert (result["healthy"], [part["subject"] for part in result["parts"]]) == (True, PARTS)
    states = states_of(result)
    assert states["sequencer"].startswith("refuses to go on from the copy against the newer published log: ")
    assert "Nothing was signed" in states["sequencer"]
    assert states["verifier"].endswith("all of it holds")
    assert played_meanwhile > 10, "the platform goes on meanwhile"
    assert left_behind(place) == []
    checked = manage("fsck", environment=drill_environment)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_a_drill_takes_its_addresses_from_files_and_gives_none_to_what_looks_at_the_copy(
    place: Home, drill_environment: dict[str, str], tmp_path: Path
) -> None:
    assert manage("sequencer", "--once", environment=drill_environment).returncode == 0
    for name in ("DATABASE_URL", "DATABASE_OWNER_URL", "DATABASE_BACKUP_URL", "SECRET_KEY"):
        file = tmp_path / name.lower()
        file.write_text(drill_environment.pop(name))
        drill_environment[f"{name}_FILE"] = str(file)

    drilled = drill(place, drill_environment, "--json", "--wait", "0")

    assert drilled.returncode == 0, drilled.stdout + drilled.stderr
    assert all(part["healthy"] for part in json.loads(drilled.stdout)["parts"])


def test_a_published_log_that_is_not_the_databases_makes_the_drill_red(
    place: Home, drill_environment: Mapping[str, str], tmp_path: Path
) -> None:
    assert manage("sequencer", "--once", environment=drill_environment).returncode == 0
    published = tmp_path / "log-public" / "checkpoint"
    lines = published.read_text().split("\n")
    published.write_text("\n".join([lines[0], lines[1], "A" * 43 + "=", *lines[3:]]))

    drilled = drill(place, drill_environment, "--json", "--wait", "0")

    assert drilled.returncode == 1, drilled.stdout + drilled.stderr
    red = {part["subject"] for part in json.loads(drilled.stdout)["parts"] if not part["healthy"]}
    assert red == {"log", "verifier"}
    assert "the database's root is not the one that was published" in states_of(json.loads(drilled.stdout))["log"]
    assert left_behind(place) == []


def test_a_drill_that_is_interrupted_leaves_no_server_and_no_files(
    place: Home, drill_environment: Mapping[str, str]
) -> None:
    for how in (signal.SIGINT, signal.SIGTERM):
        with subprocess.Popen(
            command(place), env=drill_environment, cwd=CHECKOUT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as drilling:
            until(lambda: any(file.exists() for file in place.local.parent.glob("reddog-beside-*/data/postmaster.pid")))

            drilling.send_signal(how)

            assert drilling.wait(PATIENCE_SECONDS) != 0
        assert left_behind(place) == []


def test_a_drill_says_which_address_it_needs(drill_environment: Mapping[str, str], place: Home) -> None:
    environment = {name: value for name, value in drill_environment.items() if name != "DATABASE_BACKUP_URL"}

    drilled = drill(place, environment)

    assert drilled.returncode == 1
    assert "Set DATABASE_BACKUP_URL" in drilled.stderr


def command(place: Home, *words: str) -> list[str]:
    """Return the drill's command, with its copy in the place's folder, which the servers' account may enter."""
    return [sys.executable, str(CHECKOUT / "manage.py"), "restore_drill", "--folder", str(place.local.parent), *words]


def drill(place: Home, environment: Mapping[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(place, *words), env=environment, cwd=CHECKOUT, capture_output=True, text=True, check=False
    )


def states_of(result: dict[str, Any]) -> dict[str, str]:
    return {part["subject"]: part["state"] for part in result["parts"]}


def left_behind(place: Home) -> list[str]:
    """Return the drill's folders, and the processes that work in one."""
    folders = list(map(str, place.local.parent.glob("reddog-beside-*")))
    working = [process.info["cwd"] or "" for process in psutil.process_iter(["cwd"])]
    return folders + [folder for folder in working if folder.startswith(f"{place.local.parent}/reddog-beside-")]
