"""kill -9 of the primary while people play: the platform goes on at the synchronous standby, with every answer."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import psycopg
import pytest
from psycopg import conninfo

from reddog_platform.embedded import postgres, programs, servers
from reddog_platform.embedded.home import CHECKOUT
from reddog_platform.embedded.private_server import PrivateServer
from tests.crash.at_play import playing
from tests.crash.merkle import assert_log_whole
from tests.crash.own_postgres import grant, own_environment as primary_environment, place, postmaster
from tests.journeys.player import Player
from tests.journeys.running import WebServer, manage, sequencer, until

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from reddog_platform.embedded.home import Home
    from tests.crash.at_play import AtPlay

__all__ = ("place", "primary_environment")

pytestmark = [pytest.mark.slow, pytest.mark.own_postgresql]


@pytest.fixture
def standby(place: Home) -> Iterator[PrivateServer]:
    """Have a synchronous standby of the place's server, which answers nothing before this one has it too."""
    with following(place, postgres_address(place), name="standby") as server:
        set_synchronous(postgres_address(place), "standby")
        yield server


@pytest.fixture
def environment(place: Home, standby: PrivateServer, primary_environment: dict[str, str]) -> dict[str, str]:
    hosts = f"{place.sockets},{standby.home.sockets}"
    words = {"dbname": postgres.DATABASE, "target_session_attrs": "read-write", "connect_timeout": "3"}
    return {
        **primary_environment,
        "DATABASE_URL": conninfo.make_conninfo(host=hosts, user=postgres.APPLICATION, **words),
    }


def test_nothing_answered_is_lost_or_doubled_when_the_standby_takes_over(
    place: Home, standby: PrivateServer, environment: dict[str, str], tmp_path: Path
) -> None:
    with (
        WebServer(environment=environment, logs=tmp_path) as web,
        sequencer(environment=environment, logs=tmp_path),
    ):
        players = [Player(web.url) for _ in range(3)]
        for player in players:
            grant(web.url, player, 1_000_000)
            player.open_epoch()
        with playing(players) as at_play:
            until(lambda: all(len(each.answered) > 5 for each in at_play))
            os.kill(postmaster(place), signal.SIGKILL)
            killed_at = time.monotonic()
            standby.promote()
            until(lambda: all(each.bets_since(killed_at) > 5 for each in at_play))

        for each in at_play:
            assert all(each.again(key) == answer for key, answer in each.answered.items())
            assert rounds_of(each, standby) == len(each.answered)

        assert_proved(environment, players, tmp_path)
        assert_the_old_primary_can_answer_nothing(place, environment)
        assert_it_comes_back_as_a_standby(place, standby, players[0])


def assert_proved(environment: dict[str, str], players: list[Player], folder: Path) -> None:
    """Compare the whole log with everything that the players were promised."""
    until(lambda: manage("sequencer", "--check", environment=environment).returncode == 0)
    checked = manage("fsck", environment=environment)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    until(lambda: everything_is_logged(environment))
    assert_log_whole(environment)
    exported = manage("export_log", str(folder / "export"), environment=environment)
    assert exported.returncode == 0, exported.stderr
    receipts = [json.dumps(receipt) for player in players for receipt in player.receipts.values()]
    (folder / "receipts").write_text("\n".join(receipts) + "\n")
    words = [str(folder / "export"), "--receipts", str(folder / "receipts")]
    judged = subprocess.run(
        [sys.executable, "-m", "verifier", *words], cwd=CHECKOUT, capture_output=True, text=True, check=False
    )
    # 2: some entries are late, since nothing was logged while there was no server.
    assert judged.returncode in {0, 2}, judged.stdout


def assert_the_old_primary_can_answer_nothing(place: Home, environment: dict[str, str]) -> None:
    """Start it as it was. Its commits wait for a standby that follows it no more, and its log is behind."""
    servers.ensure(place)
    write = f"""
import psycopg
with psycopg.connect({postgres_address(place)!r}, autocommit=True) as session:
    session.execute("UPDATE audit_chain SET version = version + 1")
"""
    with pytest.raises(subprocess.TimeoutExpired):
        subprocess.run([sys.executable, "-c", write], timeout=5, check=False)

    alone = conninfo.make_conninfo(host=str(place.sockets), dbname=postgres.DATABASE, user=postgres.APPLICATION)
    refused = manage("sequencer", "--once", environment={**environment, "DATABASE_URL": alone})
    assert refused.returncode == 1
    assert "The published log has" in refused.stderr
    assert "Nothing was signed" in refused.stderr
    servers.stop(place)


def assert_it_comes_back_as_a_standby(place: Home, primary: PrivateServer, player: Player) -> None:
    """Copy the new primary to the machine of the old one, whose data are of no use, and follow it from there."""
    source = primary.address(user=postgres.SUPERUSER, database=postgres.DATABASE)
    with following(place, source, name="again"):
        set_synchronous(source, "again")
        with playing([player]) as (at_play,):
            moment = time.monotonic()
            until(lambda: at_play.bets_since(moment) > 2)
        set_synchronous(source, "")


@contextlib.contextmanager
def following(place: Home, source: str, *, name: str) -> Iterator[PrivateServer]:
    """Have a standby of the server at `source`, which calls itself `name`."""
    server = PrivateServer.make(place.local.parent, account=place.account, binaries=programs.postgresql(place))
    try:
        server.take_base_backup(source, follow=True)
        server.start({"cluster_name": name})
        yield server
    finally:
        server.remove()


def set_synchronous(address: str, standby_name: str) -> None:
    """Let the server at `address` wait for this standby at each commit, or for none, from now on."""
    with psycopg.connect(address, autocommit=True) as session:
        session.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{standby_name}'".encode())
        session.execute("SELECT pg_reload_conf()")
        if standby_name:
            until(lambda: session.execute(_SYNCHRONOUS).fetchone() == (standby_name,))


_SYNCHRONOUS = "SELECT application_name FROM pg_stat_replication WHERE sync_state = 'sync'"


def postgres_address(place: Home) -> str:
    return conninfo.make_conninfo(host=str(place.sockets), dbname=postgres.DATABASE, user=postgres.SUPERUSER)


def rounds_of(each: AtPlay, server: PrivateServer) -> int:
    with psycopg.connect(server.address(user=postgres.OWNER, database=postgres.DATABASE)) as session:
        found = session.execute("SELECT count(*) FROM games_round WHERE chain = %s", [each.player.chain]).fetchone()
    return int(found[0]) if found else 0


def everything_is_logged(environment: Mapping[str, str]) -> bool:
    with psycopg.connect(environment["DATABASE_URL"]) as session:
        return session.execute(_LOGGED).fetchone() == (True,)


_LOGGED = """
SELECT NOT EXISTS (SELECT FROM audit_queue)
  AND (SELECT max(size) FROM audit_checkpoint) = (SELECT size FROM audit_log WHERE id = 1)
"""
