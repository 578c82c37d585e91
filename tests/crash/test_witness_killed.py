"""A witness and a sequencer killed again and again: nothing that was signed is forgotten, and no two histories are."""

from __future__ import annotations

import base64
import hashlib
import http.client
import random
import re
import signal
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.verifier.producer import LOG, sign
from verifier import cosignature, note
from verifier.witness import key_file
from verifier.witness.command import main as witness_command

if TYPE_CHECKING:
    from pathlib import Path

    from verifier.cosignature import WitnessKey

CONFLICT = 409
ENTRIES = [f"entry {number}".encode() for number in range(2000)]


def node(leaves: list[bytes]) -> bytes:
    if len(leaves) == 1:
        return leaves[0]
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\1" + node(leaves[:half]) + node(leaves[half:])).digest()


def proof(old: int, leaves: list[bytes], *, whole: bool = True) -> list[bytes]:
    """Return PROOF of RFC 6962, section 2.1.2."""
    if old == len(leaves):
        return [] if whole else [node(leaves)]
    half = 1 << (len(leaves) - 1).bit_length() - 1
    if old <= half:
        return [*proof(old, leaves[:half], whole=whole), node(leaves[half:])]
    return [*proof(old - half, leaves[half:], whole=False), node(leaves[:half])]


class Log:
    """A log of some entries, as a witness sees it."""

    def __init__(self, entries: list[bytes]) -> None:
        self.entries = entries
        self.leaves = [hashlib.sha256(b"\0" + entry).digest() for entry in entries]

    def checkpoint(self, size: int) -> bytes:
        return sign(self.entries, [size])[size]

    def question(self, old: int, size: int) -> bytes:
        hashes = proof(old, self.leaves[:size]) if 0 < old < size else []
        lines = b"".join(base64.b64encode(each) + b"\n" for each in hashes)
        return f"old {old}\n".encode() + lines + b"\n" + self.checkpoint(size)


class Program:
    """The witness program, on a port."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "verifier", "witness", "run", str(folder), "--log", LOG.vkey]
        self.process = subprocess.Popen(
            [*command, "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert self.process.stdout is not None
        with self.process.stdout as said:
            self.port = int(said.readline().rpartition(b":")[2])

    def ask(self, body: bytes) -> tuple[int, str]:
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)) as connection:
            connection.request("POST", "/add-checkpoint", body)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()


def signed(key: WitnessKey, checkpoint: bytes, answer: str) -> bool:
    text, lines = note.split_lines(checkpoint + answer.encode())
    return any(key.time_of(line, text) is not None for line in lines)


@pytest.mark.slow(seconds=20)
def test_a_witness_killed_at_any_moment_remembers_what_it_signed_and_signs_no_fork(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert witness_command(["make-key", "witness.example/w1", str(tmp_path)]) == 0
    key = cosignature.parse_vkey(capsys.readouterr().out.strip())
    log, fork = Log(ENTRIES), Log([*ENTRIES[:1], b"another", *ENTRIES[2:]])
    dice, size, newest = random.Random(18), 0, 0
    for _ in range(8):
        program = Program(tmp_path)
        status, told = program.ask(log.question(0, 1))
        size = int(told) if status == CONFLICT else 1
        assert newest <= size, "what was signed is remembered"
        killer = subprocess.Popen(["sh", "-c", f"sleep {dice.random() * 0.3}; kill -9 {program.process.pid}"])
        while True:
            wanted = size + dice.randint(1, 3)
            try:
                status, told = program.ask(log.question(size, wanted))
            except (ConnectionError, http.client.HTTPException):
                break
            assert (status, signed(key, log.checkpoint(wanted), told)) == (200, True)
            size = newest = wanted
        assert (killer.wait(), program.process.wait()) == (0, -signal.SIGKILL)

    program = Program(tmp_path)
    status, told = program.ask(log.question(0, 1))
    assert status == CONFLICT
    size = int(told)
    assert newest <= size < len(ENTRIES)
    assert program.ask(fork.question(size, size + 1))[0] == 422
    assert program.ask(fork.question(size, size))[0] == 409
    assert program.ask(log.question(size - 1, size))[0] == 409
    assert program.ask(log.question(size, size + 1))[0] == 200
    program.process.send_signal(signal.SIGTERM)
    assert program.process.wait(timeout=5) == 0


def test_a_witness_without_its_memory_or_with_an_open_key_does_not_begin(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    passphrase = tmp_path / "passphrase"
    passphrase.write_text("correct horse\n")
    folder, run = tmp_path / "w", ["--log", LOG.vkey, "--listen", "127.0.0.1:1"]
    assert witness_command(["make-key", "w", str(folder), "--passphrase-file", str(passphrase)]) == 0
    assert (folder / "witness.key").stat().st_mode & 0o777 == 0o600
    assert b"ENCRYPTED" in (folder / "witness.key").read_bytes()
    vkey = capsys.readouterr().out.strip()
    assert re.fullmatch(r"w\+[0-9a-f]{8}\+B.*", vkey)
    assert key_file.read(folder / "witness.key", passphrase=b"correct horse").vkey == vkey

    def refused(*arguments: str) -> str:
        assert witness_command(["run", str(folder), *run, *arguments]) == 64
        return capsys.readouterr().err

    assert "does not open" in refused()
    assert witness_command(["make-key", "w", str(folder)]) == 64, "there is one"
    capsys.readouterr()
    (folder / "witness.key").chmod(0o640)
    assert "chmod 600" in refused("--passphrase-file", str(passphrase))
    (folder / "witness.key").chmod(0o600)
    (folder / "signed.json").unlink()
    assert "forgot" in refused("--passphrase-file", str(passphrase))
    (folder / "signed.json").write_text("[]")
    assert "not the state" in refused("--passphrase-file", str(passphrase))
    assert isinstance(key_file.read(folder / "witness.key", passphrase=b"correct horse").key, Ed25519PrivateKey)
