"""The sequencer killed in the middle of a batch: the log goes on without a gap and without a fork."""

from __future__ import annotations

import itertools
import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import pytest
from django.conf import settings

from audit import keys
from audit.core.checkpoint import sign_checkpoint
from audit.core.tree import Frontier, append
from audit.queries.log import frontier, log_status
from tests.crash.merkle import assert_log_whole
from tests.journeys.running import Running, sequencer, until
from tests.world import fund, sign_up
from verifier.published_commands import judge_tiles

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernel.ids import ChainId

pytestmark = pytest.mark.slow


def turn_with_fuse(place: str, environment: Mapping[str, str], logs: Path) -> int:
    command = [sys.executable, "-m", "tests.crash.crashing_sequencer", place]
    with Running(command, environment=environment, log=logs / "crashing.log") as turn:
        return turn.wait()


def turn(environment: Mapping[str, str], logs: Path) -> int:
    with sequencer(environment=environment, logs=logs, once=True) as running:
        return running.wait()


def published(environment: Mapping[str, str]) -> Path:
    return Path(environment["REDDOG_LOG_DIR"]) / "checkpoint"


def records_written(players: list[ChainId]) -> None:
    for player in players:
        fund(player, 1)
        fund(player, 1)


def test_a_sequencer_killed_at_any_statement_leaves_no_gap_and_no_fork(
    environment: Mapping[str, str], tmp_path: Path
) -> None:
    players = [sign_up("ada"), sign_up("bea")]
    seen: list[str] = []

    for number in itertools.count(1):
        records_written(players)
        status = turn_with_fuse(f"after {number}", environment, tmp_path)
        if published(environment).exists():
            seen.append(published(environment).read_text())
        if status == 0:
            break
        assert status == -signal.SIGKILL
    assert turn(environment, tmp_path) == 0

    # The lock, the published size, its root, four statements of integration, two of signing: the turn has at least 8.
    assert number > 8
    assert assert_log_whole(environment) == log_status().size
    with_root = {tuple(note.split("\n")[1:3]) for note in seen}
    assert len({size for size, _ in with_root}) == len(with_root), "one root for each size that was ever published"


def assert_published_whole(environment: Mapping[str, str], kept: list[str], folder: Path) -> None:
    """Judge what is published as anybody can who has a copy of it and earlier checkpoints."""
    files = []
    for number, note in enumerate(kept):
        files += ["--checkpoint", str(folder / f"kept-{number}")]
        (folder / f"kept-{number}").write_text(note)
    trust = folder / "trust.json"
    trust.write_text(json.dumps(dict(keys.trust_document())))
    assert judge_tiles([str(published(environment).parent), "--trust", str(trust), *files]) == 0


def test_a_sequencer_killed_at_any_wait_for_the_disk_leaves_a_checkpoint_whose_tiles_are_there(
    environment: Mapping[str, str], tmp_path: Path
) -> None:
    ada = sign_up("ada")
    seen: list[str] = []
    statuses: list[int] = []

    # A turn waits for the disk six times: for a tile, the keys, the checkpoint, and the folders that they are in. In the turns
    # in which a tile becomes full, and where folders are new, more often.
    for number in (1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6):
        for _ in range(45):
            fund(ada, 1)
        statuses.append(turn_with_fuse(f"sync {number}", environment, tmp_path))
        if published(environment).exists():
            seen.append(published(environment).read_text())
            assert_published_whole(environment, seen, tmp_path)
    fund(ada, 1)
    assert turn(environment, tmp_path) == 0

    assert set(statuses) <= {0, -signal.SIGKILL}
    assert statuses.count(-signal.SIGKILL) >= 8
    folder = published(environment).parent
    assert log_status().size > 256
    assert (folder / "tile" / "0" / "000").stat().st_size == 8192
    assert not (folder / "tile" / "0" / "000.p").exists(), "a full tile stands for its partial ones"
    assert_published_whole(environment, seen, tmp_path)
    with psycopg.connect(environment["DATABASE_URL"]) as session:
        noted = session.execute("SELECT published_size FROM audit_log").fetchone()
    assert noted == (log_status().size,)


def test_the_sequencer_stops_before_a_published_tile_that_was_cut(
    environment: Mapping[str, str], tmp_path: Path
) -> None:
    assert turn(environment, tmp_path) == 0
    note = published(environment).read_text()
    tile = published(environment).parent / "tile" / "0" / "000.p" / str(log_status().size)
    whole = tile.read_bytes()
    tile.write_bytes(whole[:-32])
    sign_up("ada")

    assert turn(environment, tmp_path) == 0, "nobody needs it any more"
    later = published(environment).read_text()
    newest = tile.with_name(str(log_status().size))
    newest.write_bytes(newest.read_bytes()[:-32])
    assert turn(environment, tmp_path) > 0

    assert f"instead of {log_status().size * 32}" in (tmp_path / "sequencer.log").read_text()
    assert published(environment).read_text() == later != note
    newest.unlink()
    assert turn(environment, tmp_path) == 0
    assert newest.read_bytes().startswith(whole)
    assert newest.stat().st_size == log_status().size * 32


def test_a_sequencer_killed_at_random_while_records_keep_coming_loses_none(
    environment: Mapping[str, str], tmp_path: Path
) -> None:
    players = [sign_up("ada"), sign_up("bea")]
    with sequencer(environment=environment, logs=tmp_path) as running:
        until(lambda: log_status().pending == 0)
        for _ in range(5):
            deadline = time.monotonic() + 0.8 + os.urandom(1)[0] / 512
            while time.monotonic() < deadline:
                records_written(players)
            running.start()
        until(lambda: log_status().pending == 0)
        until(lambda: log_status().checkpoint_size == log_status().size)

    assert assert_log_whole(environment) > 20
    assert_published_whole(environment, [], tmp_path)


def test_of_two_sequencers_one_waits_and_takes_over_when_the_other_is_killed(
    environment: Mapping[str, str], tmp_path: Path
) -> None:
    ada = sign_up("ada")
    first = sequencer(environment=environment, logs=tmp_path, name="first")
    second = sequencer(environment=environment, logs=tmp_path, name="second")
    with first, second:
        until(lambda: "sequencer-started" in first.said() + second.said())
        until(lambda: log_status().pending == 0)
        time.sleep(1)
        working, waiting = (first, second) if "sequencer-started" in first.said() else (second, first)
        assert "sequencer-started" not in waiting.said()

        working.kill()
        records_written([ada])

        until(lambda: log_status().pending == 0)
        assert "sequencer-started" in waiting.said()
        until(lambda: log_status().checkpoint_size == log_status().size)
    assert_log_whole(environment)


@pytest.mark.parametrize(
    ("further", "complaint"),
    [(3, "The published log has"), (0, "the database's root is not the one that was published")],
    ids=["the published log is ahead", "the published log has another root"],
)
def test_the_sequencer_refuses_a_database_that_was_restored_from_an_old_backup(
    further: int, complaint: str, environment: Mapping[str, str], tmp_path: Path
) -> None:
    assert turn(environment, tmp_path) == 0
    before = log_status()
    # What the lost part of the log would have left behind: a checkpoint of ours that this database cannot explain.
    lost = [bytes([number]) * 32 for number in range(frontier().size + further)]
    note = sign_checkpoint(settings.REDDOG_LOG_ORIGIN, append(Frontier(), lost), keys.signer("log"))
    published(environment).write_text(note)
    sign_up("ada")

    assert turn(environment, tmp_path) > 0

    assert complaint in (tmp_path / "sequencer.log").read_text()
    assert published(environment).read_text() == note
    assert (log_status().size, log_status().checkpoint_size) == (before.size, before.checkpoint_size)
