"""Signing keys in a token, by PKCS #11 against SoftHSM: they sign, are replaced, and are away without anything half done."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.core.management import CommandError, call_command
from structlog.testing import capture_logs

from audit import clock, keys, private_files, signing_keys
from audit.key_custody import distribute, encrypt_plain
from audit.key_encryption import KeyFileRefused
from audit.key_uses import KeyHolder
from audit.management.commands import sequencer
from audit.operations.export import export_log
from audit.operations.publish import Publication
from audit.operations.replace_key import (
    DRAINED_AFTER,
    announce_successor,
    destroy_revoked,
    draw_successor,
    retire_older,
    revoke_retired,
)
from audit.operations.save_event import NewEvent, save_event
from audit.published_folder import PublishedFolder
from audit.queries.log import frontier
from audit.signing_tokens import PATIENCE_SECONDS, SigningUnavailable, TokenSigner, TokenThread, destroy_in_token
from audit.token_session import TokenFault, TokenSessions
from audit.witnessing import Witnessing
from kernel.refusals import RefusalKind
from reddog_platform import key_diagnostics, readiness
from tests import world
from tests.verifier.auditor import audited_folder, code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django.fixtures import Settings

pytest.importorskip("pkcs11", reason="the packages of requirements-tokens.txt are not installed")

MODULE: Final = Path("/usr/lib/softhsm/libsofthsm2.so")
PIN: Final = "4711-0815-red"
MINUTE: Final = timedelta(minutes=1)

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        shutil.which("softhsm2-util") is None or not MODULE.exists(),
        reason="SoftHSM is not installed (Debian's softhsm2): no token to ask",
    ),
]


class Token:
    """A token of SoftHSM in a folder of its own, which can be taken away and put back."""

    def __init__(self, folder: Path) -> None:
        self._tokens, self._away = folder / "tokens", folder / "away"
        self._tokens.mkdir()
        self.configuration = folder / "softhsm2.conf"
        self.configuration.write_text(f"directories.tokendir = {self._tokens}\nobjectstore.backend = file\n")

    def make(self) -> None:
        words = ("--init-token", "--free", "--label", "house", "--so-pin", "so-pin-so-pin", "--pin", PIN)
        environment = {**os.environ, "SOFTHSM2_CONF": str(self.configuration)}
        subprocess.run(["softhsm2-util", *words], env=environment, check=True, capture_output=True)

    def take_away(self) -> None:
        self._tokens.rename(self._away)
        self._tokens.mkdir()
        # What asks it notices as a process that has just started does.
        keys.forget()

    def put_back(self) -> None:
        self._tokens.rmdir()
        self._away.rename(self._tokens)
        keys.forget()


@pytest.fixture(autouse=True)
def token(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Token]:
    """Have keys of this test's own, of which those of the log and of records are in a token."""
    made = Token(tmp_path)
    made.make()
    monkeypatch.setenv("SOFTHSM2_CONF", str(made.configuration))
    (tmp_path / "pin").write_text(PIN + "\n")
    settings.REDDOG_KEYS_DIR = tmp_path / "keys"
    settings.REDDOG_LOG_DIR = str(tmp_path / "log")
    settings.REDDOG_TOKEN_MODULE = str(MODULE)
    settings.REDDOG_TOKEN_PIN_FILE = str(tmp_path / "pin")
    settings.REDDOG_TOKEN = "house"
    keys.forget()
    signing_keys.forget()
    call_command("make_keys", stdout=io.StringIO())
    yield made
    keys.forget()
    signing_keys.forget()


def verdict(tmp_path: Path) -> str:
    """Export the log and return the code of the verdict on it."""
    target = tmp_path / f"export-{time.monotonic_ns()}"
    export_log(target)
    return code(audited_folder(target))


def test_a_new_house_signs_by_its_token_and_the_verifier_sees_no_difference(tmp_path: Path) -> None:
    now = datetime.now(UTC)
    world.open_house(now=now)
    player = world.seat_player("ada", now=now)
    world.play_round(player, now=now)
    world.run_sequencer(now=now + MINUTE)

    for name in ("log", "rounds"):
        assert isinstance(keys.signer(name), TokenSigner)
        document = json.loads(keys.path_of(name).read_bytes())
        assert (document["v"], document["name"], document["token"]) == ("reddog-token-key/1", name, "house")
    assert not isinstance(keys.signer("root"), TokenSigner)
    assert verdict(tmp_path) == "OK"


def test_the_token_gives_its_key_to_nobody() -> None:
    import pkcs11

    signer = keys.signer("rounds")
    assert isinstance(signer, TokenSigner)
    library = pkcs11.lib(str(MODULE))
    with library.get_token(token_label="house").open() as session:
        key = session.get_key(object_class=pkcs11.ObjectClass.PRIVATE_KEY, id=signer.place.key_id)
        assert (key[pkcs11.Attribute.SENSITIVE], key[pkcs11.Attribute.EXTRACTABLE]) == (True, False)
        with pytest.raises(pkcs11.exceptions.AttributeSensitive):
            _ = key[pkcs11.Attribute.VALUE]
    with pytest.raises(KeyFileRefused, match="gives it to nobody"):
        keys.read("rounds")
    # To encrypt files does not touch it, since it is none.
    assert b"reddog-token-key/1" in keys.path_of("rounds").read_bytes()


def test_a_token_that_is_away_is_a_clear_no_and_nothing_is_half_done(token: Token, tmp_path: Path) -> None:
    now = datetime.now(UTC)
    world.open_house(now=now)
    player = world.seat_player("ada", now=now)
    before = world.everything_stored()
    token.take_away()

    with pytest.raises(SigningUnavailable) as refused:
        world.deal(player, now=now)

    assert refused.value.kind is RefusalKind.UNAVAILABLE
    assert refused.value.members["retry_after"] == 5
    assert world.everything_stored() == before
    assert not key_diagnostics.keys().healthy
    assert "in a token that does not sign" in key_diagnostics.keys().state
    assert "keys-unreadable" in set(readiness._find_faults(KeyHolder.WEB))
    with pytest.raises(SigningUnavailable):
        world.run_sequencer(now=now + MINUTE)

    token.put_back()
    world.play_round(player, now=now)
    world.run_sequencer(now=now + MINUTE)
    assert key_diagnostics.keys().healthy
    assert "log, rounds in a token, which signs" in key_diagnostics.keys().state
    assert "keys-unreadable" not in set(readiness._find_faults(KeyHolder.WEB))
    assert verdict(tmp_path) == "OK"


def test_the_sequencer_waits_for_its_token_and_gives_no_place_before_what_is_due_is_listed(
    token: Token, tmp_path: Path
) -> None:
    now = datetime.now(UTC) - MINUTE
    world.open_house(now=now)
    player = world.seat_player("ada", now=now)
    world.run_sequencer(now=now)
    publication = Publication(PublishedFolder(tmp_path / "log"))
    # An event that is due to be listed, and records that are not: they would convict the log if they came before it.
    save_event(NewEvent(kind="player-noted", actor="operator:eve", reason="a note", subject=player.chain), now=now)
    world.play_round(player, now=now + timedelta(seconds=20))
    size = frontier().size
    token.take_away()

    for _ in range(2):
        assert sequencer._turn(publication, Witnessing(), once=False)
    assert frontier().size == size

    token.put_back()
    assert sequencer._turn(publication, Witnessing(), once=False)
    assert frontier().size > size
    assert verdict(tmp_path) == "OK"


def test_nobody_waits_longer_for_a_token_that_hangs(tmp_path: Path) -> None:
    thread, hung = TokenThread(TokenSessions(str(MODULE), tmp_path / "pin")), threading.Event()
    waited: list[float] = []
    late: list[str] = []

    def ask(work: str) -> None:
        began = time.monotonic()
        with pytest.raises(SigningUnavailable):
            thread.ask(lambda _: late.append(work) if hung.wait(30) else None)
        waited.append(time.monotonic() - began)

    callers = [threading.Thread(target=ask, args=(f"work {number}",)) for number in range(8)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert max(waited) < PATIENCE_SECONDS + 1
    # Whoever comes while it hangs is not made to wait.
    began = time.monotonic()
    with pytest.raises(SigningUnavailable):
        thread.ask(lambda _: None)
    assert time.monotonic() - began < 0.5

    hung.set()
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            assert thread.ask(lambda _: "signed") == "signed"
            break
        except SigningUnavailable:
            time.sleep(0.1)
    # What the others wanted was never done: they were told that it was not.
    assert len(late) == 1


def test_a_fault_is_told_to_those_who_come_within_a_second_and_then_tried_again(tmp_path: Path) -> None:
    thread, asked = TokenThread(TokenSessions(str(MODULE), tmp_path / "pin")), []

    def fail(_: TokenSessions) -> None:
        asked.append(time.monotonic())
        raise TokenFault("taken out")

    for _ in range(5):
        with pytest.raises(SigningUnavailable) as refused:
            thread.ask(fail)
        assert refused.value.why == "taken out"
        assert "taken out" not in refused.value.detail
    assert len(asked) == 1
    time.sleep(1.1)
    assert thread.ask(lambda _: 7) == 7


def test_a_wrong_pin_is_tried_once_and_told_to_nobody(tmp_path: Path) -> None:
    (tmp_path / "pin").write_text("a-wrong-one\n")
    keys.forget()
    with capture_logs() as lines:
        with pytest.raises(SigningUnavailable) as first:
            keys.signer("rounds").sign(b"a")
        time.sleep(1.1)
        with pytest.raises(SigningUnavailable) as second:
            keys.signer("rounds").sign(b"a")

    assert "PinIncorrect" in first.value.why
    assert "is not tried again" in second.value.why
    assert "a-wrong-one" not in repr((lines, first.value.why, second.value.why))

    (tmp_path / "pin").write_text(PIN)
    time.sleep(1.1)
    assert len(keys.signer("rounds").sign(b"a")) == 64


def test_a_pin_that_is_no_text_is_told_to_nobody_either(tmp_path: Path) -> None:
    (tmp_path / "pin").write_bytes("4711-Zürich".encode("latin-1"))
    keys.forget()
    with capture_logs() as lines, pytest.raises(SigningUnavailable) as refused:
        keys.signer("rounds").sign(b"a")

    assert "is no UTF-8" in refused.value.why
    # The error of a decoder keeps all bytes that it read, and says one of them.
    error: BaseException | None = refused.value
    while error is not None:
        assert not isinstance(error, UnicodeError)
        error = error.__cause__ or error.__context__
    assert "0xfc" not in repr((lines, refused.value.why))


def test_a_signature_of_another_key_never_leaves() -> None:
    log, rounds = (json.loads(keys.path_of(name).read_bytes()) for name in ("log", "rounds"))
    private_files.replace_file(
        keys.path_of("rounds"), json.dumps({**rounds, "id": log["id"]}, sort_keys=True, separators=(",", ":")).encode()
    )
    keys.forget()
    with pytest.raises(SigningUnavailable) as refused:
        keys.signer("rounds").sign(b"a record")
    assert "is not the one of its file" in refused.value.why

    private_files.replace_file(keys.path_of("rounds"), keys.path_of("log").read_bytes())
    keys.forget()
    with pytest.raises(KeyFileRefused, match="files were exchanged"):
        keys.signer("rounds")


def test_a_house_moves_into_a_token_by_replacing_its_keys_and_the_old_ones_are_destroyed(
    token: Token, tmp_path: Path
) -> None:
    now = datetime.now(UTC)
    world.open_house(now=now)
    player = world.seat_player("ada", now=now)
    world.run_sequencer(now=now)
    older = keys.signer("rounds")
    assert isinstance(older, TokenSigner)

    assert draw_successor("rounds", now=now) == "rounds-2"
    announce_successor("rounds", now=now)
    distribute(tmp_path / "apart")
    assert (tmp_path / "apart/web/rounds-2.key").read_bytes() == keys.path_of("rounds-2").read_bytes()
    world.run_sequencer(now=now + MINUTE)
    later = now + 2 * MINUTE
    retire_older("rounds", reason="replaced", now=later)
    signing_keys.forget()
    assert signing_keys.signer("rounds", anew=True) == keys.signer("rounds-2")
    world.play_round(player, now=later)
    world.run_sequencer(now=later + DRAINED_AFTER)
    revoke_retired("rounds", now=later + DRAINED_AFTER)

    token.take_away()
    with pytest.raises(CommandError, match="may still be in the token house") as unfinished:
        call_command("replace_key", "rounds", "--destroy-old", stdout=io.StringIO())
    assert "Nothing was done" not in str(unfinished.value)
    assert keys.path_of("rounds").exists()
    token.put_back()

    assert destroy_revoked("rounds") == ["rounds"]
    with pytest.raises(SigningUnavailable, match="Nothing was changed"):
        older.sign(b"once more")
    time.sleep(1.1)
    Ed25519PublicKey.from_public_bytes(keys.signer("rounds-2").public_key).verify(
        keys.signer("rounds-2").sign(b"a"), b"a"
    )
    world.run_sequencer(now=later + 2 * MINUTE)
    assert verdict(tmp_path) == "OK"


def announce_next(use: str, *, now: datetime) -> str:
    """Put the next key of a use in the place of the older ones, and return its name."""
    name = draw_successor(use, now=now)
    announce_successor(use, now=now)
    # As five seconds later, when every process has noticed.
    clock.forget()
    return name


def test_a_destroyed_key_whose_file_is_still_here_keeps_nobody_from_serving() -> None:
    now = datetime.now(UTC)
    world.open_house(now=now)
    older = keys.signer("rounds")
    assert isinstance(older, TokenSigner)
    newer = announce_next("rounds", now=now)
    destroy_in_token(older)

    assert "keys-unreadable" not in set(readiness._find_faults(KeyHolder.WEB))
    # Nor does the question itself: after a fault nobody could sign for a second.
    assert len(keys.signer(newer).sign(b"a")) == 64


def test_an_older_key_that_is_a_file_does_not_hide_that_the_token_is_away(token: Token, settings: Settings) -> None:
    now = datetime.now(UTC)
    world.open_house(now=now)
    settings.REDDOG_TOKEN = ""
    assert not isinstance(keys.signer(announce_next("rounds", now=now)), TokenSigner)
    settings.REDDOG_TOKEN = "house"
    announce_next("rounds", now=now)
    assert "keys-unreadable" not in set(readiness._find_faults(KeyHolder.WEB))
    token.take_away()

    assert "keys-unreadable" in set(readiness._find_faults(KeyHolder.WEB))


def test_a_key_that_no_token_drew_is_not_listed(token: Token) -> None:
    world.open_house(now=datetime.now(UTC))
    token.take_away()
    with pytest.raises(CommandError, match="No key rounds-2 was made in the token house"):
        call_command("replace_key", "rounds", "--draw", stdout=io.StringIO())
    assert "rounds-2" not in keys.made()
    assert not keys.path_of("rounds-2").exists()


def test_a_child_asks_by_a_thread_and_a_session_of_its_own() -> None:
    keys.signer("rounds").sign(b"parent")
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writing, keys.signer("rounds").sign(b"child"))
        finally:
            os._exit(0)
    os.close(writing)
    signature = os.read(reading, 64)
    os.waitpid(child, 0)
    Ed25519PublicKey.from_public_bytes(keys.signer("rounds").public_key).verify(signature, b"child")
    assert len(keys.signer("rounds").sign(b"parent again")) == 64


def test_files_are_encrypted_around_it(tmp_path: Path, settings: Settings) -> None:
    before = keys.path_of("rounds").read_bytes()
    (tmp_path / "passphrase").write_text("nine red dogs in the rain")
    settings.REDDOG_KEYS_PASSPHRASE_FILE = str(tmp_path / "passphrase")
    call_command("encrypt_keys", stdout=io.StringIO())
    assert keys.path_of("rounds").read_bytes() == before
    assert "root" not in encrypt_plain()
