"""A base backup and the archived WAL: to the end, or to just before a moment; and what the published log says to it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from typing import TYPE_CHECKING, Final

import psycopg
import pytest

from reddog_platform.embedded import postgres, programs, servers
from reddog_platform.embedded.home import CHECKOUT
from reddog_platform.embedded.private_server import PrivateServer
from tests.crash.own_postgres import grant, own_environment as unarchived_environment, place
from tests.crash.test_failover import everything_is_logged, postgres_address
from tests.crash.test_restore_drill import PARTS, drill, states_of
from tests.journeys.player import Player
from tests.journeys.running import WebServer, sequencer, until

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from reddog_platform.embedded.home import Home

__all__ = ("place", "unarchived_environment")

ARCHIVE_WAL: Final = CHECKOUT / "deploy" / "archive_wal"


@pytest.fixture
def archive(place: Home) -> Path:
    """Have the place's server archive its WAL as docs/runbooks/backup-and-restore.md says; return where."""
    folder = place.local.parent / "archive"
    folder.mkdir()
    os.chown(folder, place.account.uid, place.account.gid)
    program = place.local.parent / "archive_wal"
    shutil.copy(ARCHIVE_WAL, program)
    with psycopg.connect(postgres_address(place), autocommit=True) as session:
        session.execute("ALTER SYSTEM SET archive_mode = on")
        session.execute(f"ALTER SYSTEM SET archive_command = '{program} %p {folder}/%f'".encode())
    servers.stop(place)
    servers.ensure(place)
    return folder


@pytest.fixture
def base(place: Home) -> Iterator[PrivateServer]:
    """Have folders for a base backup, which is taken later."""
    server = PrivateServer.make(place.local.parent, account=place.account, binaries=programs.postgresql(place))
    yield server
    server.remove()


@pytest.mark.slow
@pytest.mark.own_postgresql
def test_archived_wal_restores_all_that_was_published_and_any_moment_before_it_but_not_as_a_log_to_go_on_from(
    place: Home, archive: Path, base: PrivateServer, unarchived_environment: Mapping[str, str], tmp_path: Path
) -> None:
    with (
        WebServer(environment=unarchived_environment, logs=tmp_path) as web,
        sequencer(environment=unarchived_environment, logs=tmp_path),
    ):
        player = Player(web.url)
        grant(web.url, player, 1_000_000)
        player.open_epoch()
        player.play()
        base.take_base_backup(postgres_address(place))
        for _ in range(5):
            player.play()
        cash_then_minor, moment = player.cash_minor(), now_of(place)
        while player.cash_minor() == cash_then_minor:
            player.play()
        until(lambda: everything_is_logged(unarchived_environment))
        time.sleep(1)
    archive_everything(place)

    backup = ["--base-backup", str(base.cluster), "--archive", str(archive), "--wait", "0", "--json"]
    to_the_end = drill(place, unarchived_environment, *backup)
    to_the_moment = drill(place, unarchived_environment, *backup, "--until", moment)

    assert to_the_end.returncode == to_the_moment.returncode == 0, to_the_end.stdout + to_the_moment.stdout
    whole, partial = json.loads(to_the_end.stdout), json.loads(to_the_moment.stdout)
    assert [part["subject"] for part in partial["parts"]] == PARTS
    assert "goes on from what was published" in states_of(whole)["log"]
    assert "fewer than were published when the drill began; its newest checkpoint is ours" in states_of(partial)["log"]
    assert states_of(partial)["sequencer"].startswith("refuses to go on from the copy against the newer published log")
    assert cash_at(place, base, archive, player, moment) == cash_then_minor


def test_a_segment_is_archived_whole_and_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "segment").write_bytes(b"the first")
    archived = tmp_path / "archive" / "000000010000000000000001"
    archived.parent.mkdir()

    assert archived_with(tmp_path / "segment", archived) == (0, "")
    assert archived_with(tmp_path / "segment", archived) == (0, ""), "the same once more, after a crash"
    (tmp_path / "segment").write_bytes(b"another server's")
    status, said = archived_with(tmp_path / "segment", archived)

    assert (status, said) == (1, f"archive_wal: {archived} exists, and is another segment\n")
    assert archived.read_bytes() == b"the first"
    assert list(archived.parent.iterdir()) == [archived], "nothing unfinished stays"


def test_a_segment_that_cannot_be_archived_is_not_said_to_be(tmp_path: Path) -> None:
    (tmp_path / "segment").write_bytes(b"a segment")

    assert archived_with(tmp_path / "segment", tmp_path / "no folder" / "0001")[0] != 0
    assert archived_with(tmp_path / "missing", tmp_path / "0001")[0] != 0
    assert not (tmp_path / "0001").exists()


def archived_with(segment: Path, archived: Path) -> tuple[int, str]:
    ran = subprocess.run([ARCHIVE_WAL, segment, archived], check=False, capture_output=True, text=True)
    return ran.returncode, ran.stderr


def now_of(place: Home) -> str:
    with psycopg.connect(postgres_address(place)) as session:
        found = session.execute("SELECT clock_timestamp()::text").fetchone()
    assert found is not None
    return str(found[0])


def archive_everything(place: Home) -> None:
    """Have the server close its WAL segment, and wait until it is archived."""
    with psycopg.connect(postgres_address(place), autocommit=True) as session:
        last = session.execute("SELECT pg_walfile_name(pg_switch_wal())").fetchone()
        assert last is not None
        archived = "SELECT last_archived_wal >= %s FROM pg_stat_archiver"
        until(lambda: session.execute(archived, last).fetchone() == (True,))


def cash_at(place: Home, base: PrivateServer, archive: Path, player: Player, moment: str) -> int:
    """Restore to just before the moment, as the runbook does by hand, and return the player's cash."""
    restored = PrivateServer.make(place.local.parent, account=place.account, binaries=base.binaries)
    try:
        restored.copy_base_backup(base.cluster)
        restored.isolate({})
        restored.recover_from(archive, until=moment)
        restored.start()
        with psycopg.connect(restored.address(user=postgres.SUPERUSER, database=postgres.DATABASE)) as session:
            newest = "SELECT cash_minor FROM wallet_journal WHERE chain = %s ORDER BY seq DESC LIMIT 1"
            found = session.execute(newest, [player.chain]).fetchone()
    finally:
        restored.remove()
    assert found is not None
    return int(found[0])
