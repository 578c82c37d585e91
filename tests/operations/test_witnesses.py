"""The log finds witnesses: it publishes what a quorum signed, whatever the others do, and refuses to fork."""

from __future__ import annotations

import json
import threading
import time
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command

from approvals.operations.announce import announce_authorised_policy
from audit import clock, keys
from audit.core.cosignature import NoPolicy
from audit.merge_gate import LogBehind, require_log_keeps_up
from audit.models import Checkpoint, Cosigned, Log
from audit.operations.export import export_log
from audit.queries.witnesses import quorum_delay_seconds
from audit.witnessing import Witnessing
from reddog_platform.process_diagnostics import witnesses as diagnosed
from tests import world
from verifier import audit as auditing, cosignature, note, verdict_output
from verifier.export import Export
from verifier.judge import Depth
from verifier.witness.add_checkpoint import Answer, Witness
from verifier.witness.key_file import WitnessSigner
from verifier.witness.known_keys import KnownKeys, WitnessedLog
from verifier.witness.server import WitnessServer
from verifier.witness.state import Signed, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django.fixtures import Settings

    from kernel.ids import ChainId

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.clause("F12")]


class Running:
    """A witness of our own that serves in a thread, and whose answers a test may change."""

    def __init__(self, folder: Path, name: str) -> None:
        folder.mkdir(exist_ok=True)
        if not (folder / "signed.json").exists():
            State.create(folder / "signed.json")
        self.signer = WitnessSigner(name, Ed25519PrivateKey.from_private_bytes(name.encode().ljust(32)[:32]))
        self.ahead_seconds = 0
        self.state = State.open(folder / "signed.json")
        self.server = WitnessServer(("127.0.0.1", 0), self.witness())
        self._thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()

    def witness(self) -> Witness:
        public = keys.public_keys()
        log = WitnessedLog(note.parse_vkey(public["log"]), note.parse_vkey(public["root"]))
        known = KnownKeys.open(self.state.path.with_name("log-keys.json"), [log])
        return Witness(
            signer=self.signer, state=self.state, keys=known, now=lambda: int(time.time()) + self.ahead_seconds
        )

    @property
    def line(self) -> str:
        name = self.signer.name.rpartition("/")[2]
        return f"witness {name} {self.signer.vkey} http://127.0.0.1:{self.server.server_address[1]}\n"

    def end(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self._thread.join()


@pytest.fixture
def witness(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path / "w1", "witness.example/w1")
    yield running
    running.end()


@pytest.fixture
def ada(settings: Settings, tmp_path: Path) -> ChainId:
    settings.REDDOG_LOG_DIR = tmp_path / "published"
    (tmp_path / "published").mkdir()
    world.open_house(now=datetime.now(UTC))
    return world.sign_up("ada", now=datetime.now(UTC))


@contextmanager
def odd_witness(answer: bytes, *, after_seconds: float = 0.0) -> Iterator[str]:
    """Serve these bytes to whoever posts, and yield the line of a policy for a witness that does."""
    ended = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            ended.wait(after_seconds)
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    port = server.server_address[1]
    public = Ed25519PrivateKey.generate().public_key().public_bytes_raw()
    yield f"witness w{port} {cosignature.vkey(f'witness.example/w{port}', public)} http://127.0.0.1:{port}\n"
    ended.set()
    server.shutdown()
    server.server_close()
    thread.join()


def announce(*lines: str, quorum: str = "w1") -> None:
    text = "".join([f"log {keys.public_keys()['log']}\n", *lines, f"quorum {quorum}\n"])
    announce_authorised_policy(text, now=datetime.now(UTC))


def grow(player: ChainId) -> None:
    world.fund(player, 1, now=datetime.now(UTC))


def turn() -> None:
    call_command("sequencer", "--once")


def published() -> str:
    return (Path(django_settings.REDDOG_LOG_DIR) / "checkpoint").read_text()


def size_published() -> int:
    return int(published().split("\n")[1])


def judged(folder: Path) -> dict[str, Any]:
    export_log(folder)
    request = auditing.AuditRequest(export=Export(folder=folder), depth=Depth.FULL, jobs=1)
    return verdict_output.as_document(auditing.audit(request))


def test_what_is_published_has_its_quorum_and_the_auditor_sees_it(
    ada: ChainId, witness: Running, tmp_path: Path
) -> None:
    turn()
    assert published().count("\u2014") == 1, "before there is a policy all is as ever"
    announce(witness.line)
    for _ in range(3):
        grow(ada)
        turn()

    assert published().count("\u2014") == 2
    assert size_published() == Log.objects.get(id=1).size == Log.objects.get(id=1).published_size
    verdict = judged(tmp_path / "export")
    # On a busy machine an event may be listed late, which is another matter.
    assert verdict["verdict"] in {"ok", "late"}
    assert verdict["profile"] == "witnessed"
    assert verdict["witnesses"]["newest"]["names"] == ["w1"]
    assert verdict["witnesses"]["quorums"] == Cosigned.objects.count() == 3


def test_without_a_quorum_records_have_their_places_and_nothing_is_published(
    ada: ChainId, witness: Running, tmp_path: Path, settings: Settings
) -> None:
    turn()
    before = published()
    announce(witness.line)
    witness.end()
    for _ in range(2):
        grow(ada)
        turn()
    assert published() == before
    newest = Checkpoint.objects.latest("size").size
    assert newest == Log.objects.get(id=1).size > size_published()
    assert "ok" in str(judged(tmp_path / "old")["verdict"]), "an export ends where witnesses did"

    # The alarm and the stop look at the oldest checkpoint that waits.
    assert 0 < quorum_delay_seconds() < 60
    assert diagnosed().healthy
    settings.REDDOG_WITNESS_STOP_SECONDS = 1
    time.sleep(2.1)
    clock.forget()
    with pytest.raises(LogBehind, match="witnesses"):
        require_log_keeps_up()

    again = Running(tmp_path / "w1-again", "witness.example/w1")
    announce(again.line)
    turn()
    assert size_published() == Log.objects.get(id=1).size
    clock.forget()
    require_log_keeps_up()
    again.end()


def test_a_quorum_does_not_wait_for_dead_slow_or_lying_witnesses(ada: ChainId, witness: Running) -> None:
    turn()
    conflict = b"HTTP/1.1 409 Conflict\r\nContent-Type: text/x.tlog.size\r\nContent-Length: 2\r\n\r\n0\n"
    with (
        odd_witness(b"", after_seconds=60) as slow,
        odd_witness(b"HTTP/1.1 200 OK\r\n\r\n" + "\u2014 nobody AAAA\n".encode()) as liar,
        odd_witness(conflict) as forgetful,
        odd_witness(b"\0" * 100_000) as noisy,
    ):
        names = [line.split()[1] for line in (slow, liar, forgetful, noisy)]
        announce(witness.line, slow, liar, forgetful, noisy, f"group g any w1 {' '.join(names)}\n", quorum="g")
        grow(ada)
        turn()
        grow(ada)
        world.run_sequencer(now=datetime.now(UTC))
        begun = time.monotonic()
        assert Witnessing().turn()
        assert time.monotonic() - begun < 2.4, "a round ends after 2.5 seconds, with or without the slow one"
    assert Cosigned.objects.latest("checkpoint").lines.count("\u2014") == 1


@pytest.mark.parametrize(("seconds", "taken"), [(0, 1), (-60, 0), (60, 0)])
def test_a_witness_with_a_wrong_clock_does_not_count(ada: ChainId, witness: Running, seconds: int, taken: int) -> None:
    announce(witness.line)
    witness.ahead_seconds = seconds
    grow(ada)
    turn()
    assert Cosigned.objects.count() == taken


@pytest.mark.usefixtures("ada")
def test_nothing_is_dated_while_an_older_record_waits(witness: Running) -> None:
    announce(witness.line)
    world.run_sequencer(now=datetime.now(UTC))
    world.sign_up("bea", now=datetime.now(UTC) - timedelta(seconds=8))
    assert not Witnessing().turn()
    assert not Cosigned.objects.exists()
    turn()
    assert Cosigned.objects.exists()


def test_a_database_that_is_behind_a_witness_refuses_to_run(ada: ChainId, witness: Running) -> None:
    announce(witness.line)
    turn()
    size, before = Log.objects.get(id=1).size, published()
    origin = str(django_settings.REDDOG_LOG_ORIGIN)
    # As after a restored backup: the witness has signed two entries more than there are.
    witness.state.keep(origin, Signed(size + 2, b"\1" * 32))
    for option in ("--once", "--check"):
        with pytest.raises(CommandError, match=f"signed {size + 2} entries, the database's log has {size}"):
            call_command("sequencer", option)
    assert published() == before

    # And one that grew past it since, on another branch.
    grow(ada)
    witness.state.keep(origin, Signed(size - 1, b"\1" * 32))
    with pytest.raises(CommandError, match="do not go on from"):
        turn()


def test_a_witness_that_contradicts_itself_later_stops_nobody(ada: ChainId, witness: Running) -> None:
    announce(witness.line)
    grow(ada)
    world.run_sequencer(now=datetime.now(UTC))
    witnessing = Witnessing()
    assert witnessing.turn()
    witness.state.keep(str(django_settings.REDDOG_LOG_ORIGIN), Signed(10**6, b"\1" * 32))
    grow(ada)
    world.run_sequencer(now=datetime.now(UTC))
    assert not witnessing.turn()

    # One that only went back is asked from where it is.
    witness.state.keep(str(django_settings.REDDOG_LOG_ORIGIN), witness.state.signed("nobody"))
    assert witnessing.turn()


def test_a_policy_stands_once_and_says_where_witnesses_are(ada: ChainId, witness: Running) -> None:
    announce(witness.line)
    announce(witness.line)
    announce(quorum="none")
    assert Witnessing().turn()
    for bad in ((witness.line,), (witness.line.rpartition(" http")[0] + "\n", "# anew\n"), ("quorum w1\n",)):
        with pytest.raises(NoPolicy):
            announce(*bad)
    grow(ada)
    turn()
    assert published().count("\u2014") == 1


@pytest.mark.usefixtures("ada")
def test_the_answers_of_the_witness_are_those_of_the_protocol(witness: Running) -> None:
    turn()
    signed, program = published(), witness.witness()
    old = f"old 0\n\n{signed}"

    def status(body: str) -> int:
        return program.add_checkpoint(body.encode()).status

    assert status("old 01\n\n" + signed) == status(f"old {10**9}\n\n{signed}") == status(signed) == 400
    assert status(old.replace(signed.split("\n")[0], "elsewhere.example/log", 1)) == 404
    assert status(old.replace("\n\n\u2014", "\n\n\u2014 x AAAAAAAA\n\u2014")[:-9] + "AAAAAAA=\n") == 403
    assert status(f"old 0\n{'A' * 43}=\n\n{signed}") == 422
    answer = program.add_checkpoint(old.encode())
    assert answer.status == 200
    assert json.loads(witness.state.path.read_text())[signed.split("\n")[0]]["size"] == size_published()
    assert program.add_checkpoint(old.encode()) == Answer(409, f"{size_published()}\n", "text/x.tlog.size")
    assert status(f"old {size_published()}\n\n{signed}") == 200
