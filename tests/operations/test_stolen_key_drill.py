"""The drill of docs/runbooks/stolen-key.md, step by step: all keys that sign are stolen, and the thief goes on and gains nothing.

Those for later months, which wait, are stolen as well, with their warrants.
"""

from __future__ import annotations

import io
import json
import shutil
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command

from approvals.operations.announce import announce_authorised_policy
from approvals.queries.announcements import KEY_ACT
from audit import clock, keys, signing_keys
from audit.core.checkpoint import checkpoint_text
from audit.core.note import sign_note
from audit.core.records import parse_entry
from audit.models import Event, Leaf
from audit.operations import replace_key
from audit.operations.export import export_log
from audit.operations.write_system_record import write_system_record
from audit.queries.log import frontier, log_status
from audit.queries.records import entries
from audit.queries.switches import SwitchedOff
from kernel.instants import to_epoch_ms
from reddog_platform.key_diagnostics import lone_keys
from reddog_platform.process_diagnostics import witnesses
from staff.core.roles import Role
from tests import world
from tests.at_console import typed
from tests.authenticator import enrol_member
from tests.operations.test_key_rotation import lines
from tests.operations.test_witnesses import Running
from tests.two_people import approved_by, proposed_by
from tests.verifier.auditor import audited_folder, code
from tests.verifier.producer import receipt
from verifier import verdict_output
from verifier.verdict import Code
from wallet.queries.balances import balance

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pytest_django.fixtures import Settings

    from audit.core.note import Signer
    from kernel.ids import ChainId
    from tests.world import SeatedPlayer
    from verifier.audit import AuditResult

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow(seconds=50)]

BOOKED = 5_000


def now() -> datetime:
    return datetime.now(UTC)


@pytest.fixture
def witness(tmp_path: Path, settings: Settings) -> Iterator[Running]:
    """Have keys and a published log of this test's own, and a witness."""
    settings.REDDOG_KEYS_DIR = shutil.copytree(django_settings.REDDOG_KEYS_DIR, tmp_path / "keys")
    settings.REDDOG_LOG_DIR = tmp_path / "published"
    (tmp_path / "published").mkdir()
    keys.forget()
    running = Running(tmp_path / "w1", "witness.example/w1")
    yield running
    running.end()
    keys.forget()


class Drill:
    """A house whose keys somebody copies, with a witness, administrators, and operators at its console."""

    def __init__(self, witness: Running, folder: Path) -> None:
        self.folder = folder
        self.mallory: ChainId
        self.warrants: dict[str, str]
        world.open_house(now=now())
        self.ada: SeatedPlayer = world.seat_player("ada", now=now())
        self.eve: SeatedPlayer = world.seat_player("eve", now=now())
        announce_authorised_policy(f"log {keys.public_keys()['log']}\n{witness.line}quorum w1\n", now=now())
        for username in ("ann", "ben"):
            world.create_staff(username, Role.ADMINISTRATORS, now=now())
            enrol_member(username, now=now())
        for username in ("cid", "dan"):
            world.create_staff(username, Role.ADMINISTRATORS, now=now())
        for username in ("op", "vic", "wes"):
            world.create_staff(username, now=now())
        self.play()

    def play(self) -> None:
        """Have the honest player play a round that reaches the published log."""
        clock.forget()
        world.play_round(self.ada, now=now())
        self.publish()

    def publish(self) -> str:
        """Let the sequencer take a turn, with the witness, and return the published checkpoint."""
        call_command("sequencer", "--once")
        return (Path(django_settings.REDDOG_LOG_DIR) / "checkpoint").read_text()

    def together(self, act: str, arguments: Mapping[str, object], *, by: tuple[str, str] = ("vic", "wes")) -> None:
        """Let two members of the staff propose and approve an act."""
        proposal = proposed_by(by[0], act, arguments, new=False, now=now())
        approved_by(by[1], proposal, now=now())

    def audited(self, *, receipts: Sequence[bytes] | None = None, kept: Sequence[str] = ()) -> AuditResult:
        shutil.rmtree(self.folder, ignore_errors=True)
        export_log(self.folder)
        return audited_folder(self.folder, receipts=receipts, kept=[note.encode() for note in kept])

    def places(self, player: ChainId, *, from_seq: int = 0) -> list[int]:
        """Return the log indexes of a player's records."""
        found = Leaf.objects.filter(chain=player, seq__gte=from_seq).order_by("index")
        return list(found.values_list("index", flat=True))


def console(*words: str) -> str:
    said = io.StringIO()
    with typed():
        call_command(*words, stdout=said)
    return said.getvalue()


def head_of(player: SeatedPlayer) -> int:
    return len(list(entries(player.chain, from_seq=0, to_seq=1_000)))


def test_the_drill(witness: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A minute in which both keys hold: nobody waits for it here. What is on its way into the log is waited for.
    monkeypatch.setattr(replace_key, "LEAST_OVERLAP", timedelta(seconds=1))
    drill = Drill(witness, tmp_path / "export")
    honest = [receipt(entry.encode()) for entry in entries(drill.ada.chain, from_seq=0, to_seq=1_000)]

    # The theft: somebody has all keys, deals an accomplice a round as the house would, and books money.
    drill.warrants = _for_later_months()
    stolen_since, head = now(), head_of(drill.eve)
    thief = {use: keys.signer(use) for use in ("rounds", "log", "rounds-2", "log-2")}
    stolen = world.deal_open_round(drill.eve, now=now())
    world.make_deposit(drill.eve.chain, BOOKED, now=now())

    # 1. Stop dealing; the sequencer goes on, and the newest checkpoint is kept.
    console("switch_off", "everything", "--by", "op", "--reason", "a key is stolen")
    with pytest.raises(SwitchedOff):
        world.play_round(drill.ada, now=now())
    kept = drill.publish()
    assert log_status().pending == 0
    assert witnesses().healthy
    fork = _forked(thief["log"])

    # 3. Replace both keys, by one person: the administrators are asked where nothing was stolen.
    replaced = _replaced(drill, stolen_since=stolen_since, thief=thief["rounds"], monkeypatch=monkeypatch)
    assert lines(drill.publish()) == 1
    assert not drill.warrants.keys() & set(replaced.values())

    # 4. Deal again.
    drill.together("switch-on", {"switch": "everything"})
    drill.play()

    # 5. The auditor's program names what the key signed since, the thief's and nothing of before.
    result = drill.audited(receipts=honest, kept=[kept])
    by_thief = drill.places(drill.eve.chain, from_seq=head) + drill.places(drill.mallory)
    assert (code(result), dict(result.tally.failures)) == ("W_SUSPECT", {Code.W_SUSPECT: 1})
    suspect = verdict_output.deciding(result)
    assert suspect is not None
    assert suspect.place.index == by_thief[0]
    assert f"{len(by_thief)} records from here to log index {by_thief[-1]} are signed" in suspect.sentence

    # Two people each void the round and take back what was booked; nothing leaves the log.
    before = balance(drill.eve.chain)
    drill.together("void-round", {"round_id": stolen.round_id})
    taken = {"amount": BOOKED, "currency": "USD"}
    fields = {"cause": "other", "direction": "take", "amount": taken, "player_id": drill.eve.chain.hex}
    drill.together("adjust-balance", fields)
    after = balance(drill.eve.chain)
    assert (after.in_play_minor, after.cash_minor) == (0, before.cash_minor + before.in_play_minor - BOOKED)

    # 6. Two administrators review the successors, of which doctor says that one person alone announced them.
    assert not lone_keys().healthy
    for use, vkey in replaced.items():
        drill.together(KEY_ACT, {"use": use, "vkey": vkey}, by=("cid", "dan"))
    assert lone_keys().healthy
    drill.play()
    assert console("fsck").startswith("Sound")
    assert code(drill.audited(receipts=honest, kept=[kept])) == "W_SUSPECT"

    _gains_nothing(drill, thief, honest=honest, stolen_since=stolen_since, fork=fork, monkeypatch=monkeypatch)


def _for_later_months() -> dict[str, str]:
    """Draw a key of each use that waits, lay its warrant beside it, and return the warrants by vkey."""
    warrants = {}
    for use in ("rounds", "log"):
        console("replace_key", use, "--draw")
        vkey = keys.public_keys()[f"{use}-2"]
        warrant, _ = console("sign_key_notes", use, vkey, "--out", str(keys.folder())).split()
        warrants[vkey] = Path(warrant).read_text()
    return warrants


def _replaced(
    drill: Drill, *, stolen_since: datetime, thief: Signer, monkeypatch: pytest.MonkeyPatch
) -> dict[str, str]:
    """Take the commands of step 3 with both keys, while the thief goes on; return the successors by their use."""
    since = ("--stolen-since", stolen_since.isoformat(), "--reason", "copied from web-2")
    successors = {}
    for use in ("rounds", "log"):
        successors[use] = console("replace_key", use, "--draw", *since).split(": ", 1)[1].split("\n")[0]
        with pytest.raises(CommandError, match="Two administrators authorise it first"):
            console("replace_key", use, "--announce")
        assert successors[use] in console("replace_key", use, "--announce", *since)
    alarms = Event.objects.filter(kind="key-announced-alone")
    assert {alarm.after["vkey"] for alarm in alarms} == set(successors.values())
    with monkeypatch.context() as stealing:
        # Until the revocation, what the thief signs holds, and is named later: here an account in the house's name.
        stealing.setattr(signing_keys, "signer", lambda _use, **_: thief)
        drill.mallory = world.sign_up("mallory", now=now())
    assert lines(drill.publish()) == 2
    clock.forget()
    with pytest.raises(CommandError, match="Both keys hold"):
        console("replace_key", "log", "--revoke-old", *since)
    time.sleep(replace_key.LEAST_OVERLAP.total_seconds())
    for use in ("rounds", "log"):
        assert "Revoked" in console("replace_key", use, "--revoke-old", *since)
        clock.forget()
        assert "is announced and revoked" in console("replace_key", use, "--end-waiting")
        assert f"{use}.key, {use}-2.key was destroyed" in console("replace_key", use, "--destroy-old")
        drill.publish()
    return successors


def _gains_nothing(
    drill: Drill,
    thief: Mapping[str, Signer],
    *,
    honest: Sequence[bytes],
    stolen_since: datetime,
    fork: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Let the thief try receipts, a second history, and a record inside the house: each is found by its code."""
    # A receipt that the thief makes for the accomplice proves no broken promise; one of before the theft would.
    forged = [
        _forged(thief["rounds"], drill, at)
        for at in (stolen_since + timedelta(seconds=1), stolen_since - timedelta(seconds=1))
    ]
    assert code(drill.audited(receipts=forged[:1])) == "W_SUSPECT"
    assert code(drill.audited(receipts=forged)) in {"E_SPLIT", "E_RECEIPT_MISSING"}

    # A second history under the stolen log key: no witness has seen it.
    assert drill.audited(kept=[fork]).tally.failures[Code.W_FORK_STOLEN] == 1

    # Inside the house: by code, at those records, and nothing before them falls. What waited announces itself by its warrant.
    waited = keys.public_keys()["rounds-2"]
    fields = {"name": waited.partition("+")[0], "vkey": waited, "use": "records", "ev": "0" * 64}
    write_system_record("key", {**fields, "warrant": drill.warrants[waited]}, signed_by=thief["rounds-2"], now=now())
    with monkeypatch.context() as stealing:
        stealing.setattr(signing_keys, "signer", lambda use, **_: thief[use])
        world.make_deposit(drill.eve.chain, BOOKED, now=now())
    place = frontier().size
    drill.publish()
    result = drill.audited(receipts=honest)
    assert code(result) == "E_KEY"
    assert result.tally.tampering is not None
    assert (result.tally.tampering.place.index, result.tally.failures[Code.E_RECEIPT_MISSING]) == (place, 0)
    assert result.tally.failures[Code.E_KEY] == 2


def _forked(thief: Signer) -> str:
    """Sign another root for the log as it is."""
    origin, size, _ = checkpoint_text(django_settings.REDDOG_LOG_ORIGIN, frontier()).splitlines()
    return sign_note(f"{origin}\n{size}\n{'A' * 43}=\n", thief)


def _forged(thief: Signer, drill: Drill, at: datetime) -> bytes:
    (newest,) = entries(drill.ada.chain, from_seq=2, to_seq=3)
    fields = {**parse_entry(newest), "time": to_epoch_ms(at), "salt": "ee" * 16}
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return receipt(sign_note(f"{text}\n", thief).encode())
