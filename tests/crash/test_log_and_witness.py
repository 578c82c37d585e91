"""Sequencer and witness killed again and again beside each other; and a database that was rolled back, which the witness refuses."""

from __future__ import annotations

import random
import shutil
import sys
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import psycopg
import pytest

from approvals.operations.announce import announce_authorised_policy
from audit import keys
from audit.queries.log import log_status
from reddog_platform import stack
from reddog_platform.embedded import programs, servers
from tests.crash.merkle import assert_log_whole
from tests.crash.test_sequencer_killed import assert_published_whole, published, turn
from tests.journeys.running import Running, manage, sequencer, until
from tests.ports import own_ports
from tests.world import fund, sign_up
from verifier.witness.command import main as witness_command

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from reddog_platform.embedded.home import Home

pytestmark = pytest.mark.slow(seconds=120)

KILLS: Final = 12
_FIRST_PORT: Final = 18_900


class WitnessProgram(Running):
    """The witness program as its operator runs it, on a port that it keeps, and the policy that asks for it."""

    def __init__(self, folder: Path, vkey: str, environment: Mapping[str, str], logs: Path) -> None:
        port, log = stack.free_port(own_ports(_FIRST_PORT)), keys.public_keys()["log"]
        words = ["run", str(folder), "--log", log, "--listen", f"127.0.0.1:{port}"]
        command = [sys.executable, "-m", "verifier", "witness", *words]
        super().__init__(command, environment=environment, log=logs / "witness.log")
        self.policy = f"log {log}\nwitness w1 {vkey} http://127.0.0.1:{port}\nquorum w1\n"

    def start(self) -> None:
        super().start()
        # It says where it listens once it does.
        until(lambda: self.ended() or self.said().count("127.0.0.1") > self._starts)
        self._starts += 1

    _starts = 0


def made_witness(environment: Mapping[str, str], folder: Path, capsys: pytest.CaptureFixture[str]) -> WitnessProgram:
    """Make a witness with its key and its memory, not started."""
    assert witness_command(["make-key", "witness.example/w1", str(folder / "witness")]) == 0
    return WitnessProgram(folder / "witness", capsys.readouterr().out.strip(), environment, folder)


def size_of(note: str) -> int:
    return int(note.split("\n")[1])


def test_killed_in_a_loop_they_go_on_with_one_history(
    environment: Mapping[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    witness = made_witness(environment, tmp_path, capsys)
    announce_authorised_policy(witness.policy, now=datetime.now(UTC))
    players, dice, seen = [sign_up("ada"), sign_up("bea")], random.Random(29), set[str]()
    with witness, sequencer(environment=environment, logs=tmp_path) as log:
        until(lambda: published(environment).exists() and published(environment).read_text().count("\u2014") == 2)
        for number in range(KILLS):
            deadline = time.monotonic() + dice.uniform(0.2, 2.0)
            while time.monotonic() < deadline:
                for player in players:
                    fund(player, 1)
                seen.add(published(environment).read_text())
            # In turn the one, the other, and both at once.
            for program in ((log,), (witness,), (log, witness))[number % 3]:
                program.start()
        until(lambda: log_status().pending == 0)
        until(lambda: size_of(published(environment).read_text()) == log_status().size)
    final = published(environment).read_text()

    assert final.count("\u2014") == 2, "the log's line and the witness's"
    assert assert_log_whole(environment) == size_of(final) > 4 * KILLS
    by_size = {(size_of(note), note.split("\n")[2]) for note in seen}
    assert len({size for size, _ in by_size}) == len(by_size), "one root for each size that was ever published"
    assert {note.count("\u2014") for note in seen} == {2}, "nothing without the witness was ever published"
    assert_published_whole(environment, sorted(seen), tmp_path)


def test_a_database_that_was_rolled_back_with_its_folder_is_refused_by_the_witness(
    place: Home, own_environment: Mapping[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    witness = made_witness(own_environment, tmp_path, capsys)
    policy, folder = tmp_path / "policy", published(own_environment).parent
    cluster = place.data / "postgresql"

    def write(words: str) -> None:
        policy.write_text(witness.policy + f"# {words}\n")
        ran = manage("announce_policy", str(policy), environment=own_environment)
        assert ran.returncode == 0, ran.stderr

    def copied(source: Path, target: Path) -> None:
        shutil.rmtree(target, ignore_errors=True)
        assert programs.run(place, ["cp", "-a", source, target]).returncode == 0

    with witness:
        write("first")
        assert turn(own_environment, tmp_path) == 0
        early = published(own_environment).read_text()
        servers.stop(place)
        copied(cluster, place.data / "backup")
        shutil.copytree(folder, tmp_path / "folder-backup")
        servers.ensure(place)
        write("second")
        write("third")
        assert turn(own_environment, tmp_path) == 0
        late = published(own_environment).read_text()
        assert (early.count("\u2014"), late.count("\u2014")) == (2, 2)
        assert size_of(late) > size_of(early)

        # Database and folder go back together: neither knows of anything later, and the witness does.
        servers.stop(place)
        copied(place.data / "backup", cluster)
        shutil.rmtree(folder)
        shutil.copytree(tmp_path / "folder-backup", folder)
        servers.ensure(place)
        said_before = len((tmp_path / "sequencer.log").read_text())
        assert turn(own_environment, tmp_path) > 0
        said = (tmp_path / "sequencer.log").read_text()[said_before:]
        assert f"signed {size_of(late)} entries, the database's log has {size_of(early)}" in said

        # A killed witness remembers it too, and a history that grew past it on another branch is no better.
        witness.start()
        write("another second")
        write("another third")
        write("another fourth")
        assert turn(own_environment, tmp_path) > 0
    with psycopg.connect(own_environment["DATABASE_URL"]) as session:
        newest = session.execute("SELECT max(size) FROM audit_checkpoint").fetchone()
    assert newest == (size_of(early),), "nothing was signed"
    assert published(own_environment).read_text() == early
