"""The drill of docs/runbooks/stolen-key.md: a key is stolen, replaced and revoked; the thief goes on, and gains nothing."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from django.conf import settings as django_settings

from approvals.operations.announce import announce_authorised_policy
from audit import clock, keys, signing_keys
from audit.core.checkpoint import checkpoint_text
from audit.core.note import sign_note
from audit.core.records import parse_entry
from audit.operations.export import export_log
from audit.operations.replace_key import (
    DRAINED_AFTER,
    announce_successor,
    draw_successor,
    retire_older,
    revoke_retired,
)
from audit.operations.write_system_record import write_system_record
from audit.queries.log import frontier, newest_checkpoint
from audit.queries.records import entries
from audit.witnessing import Witnessing
from kernel.instants import to_epoch_ms
from tests import world
from tests.operations.test_key_rotation import MINUTE, lines
from tests.operations.test_witnesses import Running
from tests.verifier.auditor import audited_folder, code
from tests.verifier.producer import receipt
from verifier.verdict import Code

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from pytest_django.fixtures import Settings

    from audit.core.note import Signer
    from tests.world import SeatedPlayer

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture
def witness(tmp_path: Path, settings: Settings) -> Iterator[Running]:
    """Have keys of this test's own, and a witness."""
    settings.REDDOG_KEYS_DIR = shutil.copytree(django_settings.REDDOG_KEYS_DIR, tmp_path / "keys")
    keys.forget()
    running = Running(tmp_path / "w1", "witness.example/w1")
    yield running
    running.end()
    keys.forget()


class Drill:
    """A house whose keys somebody copies, and that witnesses see."""

    def __init__(self, witness: Running) -> None:
        self.now = datetime.now(UTC) - timedelta(minutes=5)
        self.witness = witness
        world.open_house(now=self.now)
        self.player: SeatedPlayer = world.seat_player(now=self.now)
        announce_authorised_policy(f"log {keys.public_keys()['log']}\n{witness.line}quorum w1\n", now=self.now)
        self.play()

    def play(self) -> None:
        self.now += timedelta(seconds=1)
        clock.forget()
        world.play_round(self.player, now=self.now)
        self.publish()

    def publish(self) -> None:
        """Sign, have it cosigned as of the test's clock, and publish."""
        world.run_sequencer(now=self.now)
        self.witness.ahead_seconds = 0
        Witnessing().turn()
        world.run_sequencer(now=self.now)

    def audited(
        self, folder: Path, *, receipts: Sequence[bytes] | None = None, kept: Sequence[bytes] = ()
    ) -> tuple[str, dict[Code, int]]:
        shutil.rmtree(folder, ignore_errors=True)
        export_log(folder)
        result = audited_folder(folder, receipts=receipts, kept=kept)
        return code(result), dict(result.tally.failures)


def test_the_drill(witness: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Witnessed time is this machine's, the drill's minutes are not: the window is another test's.
    monkeypatch.setattr("verifier.witnesses._EARLY_MS", 3_600_000)
    monkeypatch.setattr("verifier.witnesses._LATE_MS", 3_600_000)
    drill = Drill(witness)
    honest = [receipt(entry.encode()) for entry in entries(drill.player.chain, from_seq=0, to_seq=3)]

    # The theft: somebody has both keys, and books money for an accomplice as the house would.
    thief = {use: keys.signer(use) for use in ("rounds", "log")}
    stolen_since = drill.now
    drill.now += timedelta(seconds=10)
    world.make_deposit(drill.player.chain, 5_000, now=drill.now)
    drill.publish()
    size_then, fork = frontier().size, _forked(thief["log"])

    # The drill: successors, revocation, on with it.
    for use in ("rounds", "log"):
        draw_successor(use, now=drill.now)
        announce_successor(use, now=drill.now)
    drill.play()
    drill.now += MINUTE
    for use in ("rounds", "log"):
        retire_older(use, reason="seen elsewhere", stolen_since=stolen_since, now=drill.now)
    drill.publish()
    drill.now += DRAINED_AFTER
    for use in ("rounds", "log"):
        revoke_retired(use, now=drill.now)
    drill.play()
    assert lines(newest_checkpoint()) == 1

    # What was signed before stays; what the thief may have signed is named, and the honest can prove theirs.
    verdict, failures = drill.audited(tmp_path / "log", receipts=honest)
    assert (verdict, failures) == ("W_SUSPECT", {Code.W_SUSPECT: 1})

    # A receipt that the thief makes for the accomplice proves no broken promise; one of before the theft would.
    forged = [
        _forged(thief["rounds"], drill, at) for at in (stolen_since + MINUTE, stolen_since - timedelta(seconds=1))
    ]
    assert drill.audited(tmp_path / "log", receipts=forged[:1])[0] == "W_SUSPECT"
    assert drill.audited(tmp_path / "log", receipts=forged)[0] in ("E_SPLIT", "E_RECEIPT_MISSING")

    # A second history under the stolen log key: no witness has seen it.
    assert drill.audited(tmp_path / "log", kept=[fork])[1][Code.W_FORK_STOLEN] == 1
    assert f"\n{size_then}\n" in fork.decode()

    # The thief goes on inside the house: by code, at that record, and nothing before it falls.
    monkeypatch.setattr(signing_keys, "signer", lambda use, **_: thief[use])
    write_system_record("erasure", {"basis": "objection", "count": 1}, signed_by="rounds", now=drill.now)
    monkeypatch.undo()
    monkeypatch.setattr("verifier.witnesses._EARLY_MS", 3_600_000)
    monkeypatch.setattr("verifier.witnesses._LATE_MS", 3_600_000)
    before = frontier().size
    world.run_sequencer(now=drill.now)
    shutil.rmtree(tmp_path / "log")
    Witnessing().turn()
    export_log(tmp_path / "log")
    result = audited_folder(tmp_path / "log", receipts=honest)
    assert code(result) == "E_KEY"
    assert result.tally.tampering is not None
    assert (result.tally.tampering.place.index, result.tally.failures[Code.E_RECEIPT_MISSING]) == (before, 0)


def _forked(thief: Signer) -> bytes:
    """Sign another root for the log as it is."""
    origin, size, _ = checkpoint_text(django_settings.REDDOG_LOG_ORIGIN, frontier()).splitlines()
    return sign_note(f"{origin}\n{size}\n{'A' * 43}=\n", thief).encode()


def _forged(thief: Signer, drill: Drill, at: datetime) -> bytes:
    (newest,) = entries(drill.player.chain, from_seq=2, to_seq=3)
    fields = {**parse_entry(newest), "time": to_epoch_ms(at), "salt": "ee" * 16}
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return receipt(sign_note(f"{text}\n", thief).encode())
