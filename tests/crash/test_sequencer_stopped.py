"""A sequencer that is stopped while another one takes over, and then goes on: it puts nothing older over what is newer."""

from __future__ import annotations

import shutil
import signal
import sys
from typing import TYPE_CHECKING

import psutil
import psycopg
import pytest

from audit import keys
from audit.operations.replace_key import announce_successor, draw_successor
from audit.queries.log import SEQUENCER_LOCK
from tests.crash.merkle import assert_log_whole
from tests.crash.test_sequencer_killed import assert_published_whole, published, turn
from tests.journeys.running import Running, sequencer, until
from tests.world import NOW, fund, sign_up

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from pytest_django.fixtures import Settings

    from kernel.ids import ChainId

pytestmark = pytest.mark.slow


@pytest.fixture
def apart(environment: Mapping[str, str], tmp_path: Path, settings: Settings) -> Iterator[dict[str, str]]:
    """Have keys of this test's own, which processes and test share."""
    folder = str(shutil.copytree(settings.REDDOG_KEYS_DIR, tmp_path / "keys"))
    settings.REDDOG_KEYS_DIR = folder
    keys.forget()
    yield {**environment, "REDDOG_KEYS_DIR": folder}
    keys.forget()


def announce(player: ChainId) -> None:
    draw_successor("rounds", now=NOW)
    announce_successor("rounds", now=NOW)
    fund(player, 1)


def is_stopped(running: Running) -> bool:
    assert running._process is not None
    return psutil.Process(running._process.pid).status() == psutil.STATUS_STOPPED


def lose_its_connections(environment: Mapping[str, str]) -> None:
    """End the session that holds the lock, as the server does with one whose machine no longer answers."""
    with psycopg.connect(environment["DATABASE_URL"]) as session:
        session.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND classid = 0 AND objid = %s"
            # The tests that run beside this one have databases of their own on the same server.
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
            (SEQUENCER_LOCK,),
        )


def of(environment: Mapping[str, str]) -> tuple[bytes, bytes]:
    folder = published(environment).parent
    return (folder / "keys").read_bytes(), (folder / "checkpoint").read_bytes()


# What a turn waits for: a tile and its folder, then keys and checkpoint under names of their own, then these names.
@pytest.mark.parametrize("place", ["3", "4"], ids=["it writes the keys", "it writes the checkpoint"])
def test_one_that_was_stopped_does_not_replace_what_another_published_since(
    apart: dict[str, str], tmp_path: Path, place: str
) -> None:
    ada = sign_up("ada")
    assert turn(apart, tmp_path) == 0
    announce(ada)
    command = [sys.executable, "-m", "tests.crash.stopping_sequencer", place]
    with Running(command, environment=apart, log=tmp_path / "stopped.log") as superseded:
        until(lambda: is_stopped(superseded))
        lose_its_connections(apart)
        announce(ada)
        assert turn(apart, tmp_path) == 0
        newer = of(apart)
        assert newer[0].count(b"\n") == 4

        superseded.send_signal(signal.SIGCONT)
        assert superseded.wait() > 0

        assert "Another checkpoint is in the folder than the one that was read." in superseded.said()
        assert of(apart) == newer
    fund(ada, 1)
    assert turn(apart, tmp_path) == 0
    assert_log_whole(apart)
    assert_published_whole(apart, [], tmp_path)


def test_one_that_was_stopped_in_the_middle_of_replacing_keeps_others_from_it_until_it_is_ended(
    apart: dict[str, str], tmp_path: Path
) -> None:
    ada = sign_up("ada")
    assert turn(apart, tmp_path) == 0
    announce(ada)
    # The fifth wait is for the name of the keys, under the folder's lock.
    command = [sys.executable, "-m", "tests.crash.stopping_sequencer", "5"]
    with Running(command, environment=apart, log=tmp_path / "stopped.log") as superseded:
        until(lambda: is_stopped(superseded))
        lose_its_connections(apart)
        announce(ada)
        before = of(apart)
        with sequencer(environment=apart, logs=tmp_path, name="next") as following:
            until(lambda: "published-folder-held" in following.said())
            assert of(apart) == before

            superseded.kill()

            until(lambda: of(apart)[0].count(b"\n") == 4)
            until(lambda: of(apart)[1] != before[1])
    assert_log_whole(apart)
    assert_published_whole(apart, [], tmp_path)
