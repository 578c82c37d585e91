"""A program of other people accepts our checkpoints, cosignatures, tiles and proofs, and finds what is wrong with spoiled ones.

It is made of golang.org/x/mod/sumdb, by which Go checks the log of its own modules (Debian: golang-go, golang-golang-x-mod-dev).
"""

from __future__ import annotations

import base64
import os
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from audit import keys
from audit.queries.proofs import consistency_proof
from tests import world
from tests.operations.test_witnesses import Running, announce, grow, turn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytest_django.fixtures import Settings

    from kernel.ids import ChainId

SOURCES: Final = Path("/usr/share/gocode")
PROGRAM: Final = Path(__file__).resolve().parents[1] / "foreign" / "sumdb.go"

pytestmark = [
    pytest.mark.clause("F12"),
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        shutil.which("go") is None or not (SOURCES / "src/golang.org/x/mod/sumdb").exists(),
        reason="Go and its sumdb packages are not installed (Debian's golang-go and golang-golang-x-mod-dev)",
    ),
]


@pytest.fixture(scope="module")
def sumdb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the program once."""
    folder = tmp_path_factory.mktemp("go")
    environment = {**os.environ, "GO111MODULE": "off", "GOPATH": str(SOURCES), "GOCACHE": str(folder / "cache")}
    environment |= {"GOFLAGS": "", "CGO_ENABLED": "0", "HOME": str(folder)}
    command = ["go", "build", "-o", str(folder / "sumdb"), str(PROGRAM)]
    subprocess.run(command, check=True, env=environment)
    return folder / "sumdb"


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


def said(program: Path, *words: object) -> list[str] | None:
    """Return the lines that the program printed, None if it refuses."""
    ended = subprocess.run([str(program), *map(str, words)], capture_output=True, text=True, check=False)
    return ended.stdout.splitlines() if ended.returncode == 0 else None


def changed(line: str) -> str:
    """Flip the last bit of the signature in a line."""
    head, _, encoded = line.rpartition(" ")
    signature = bytearray(base64.b64decode(encoded))
    signature[-1] ^= 1
    return f"{head} {base64.b64encode(bytes(signature)).decode()}"


def test_sumdb_accepts_checkpoint_cosignature_and_tiles_and_finds_each_that_is_spoiled(
    ada: ChainId, witness: Running, sumdb: Path, tmp_path: Path
) -> None:
    announce(witness.line)
    for _ in range(300):
        grow(ada)
    turn()
    folder, log = tmp_path / "published", keys.public_keys()["log"]
    checkpoint = (folder / "checkpoint").read_text()
    size = int(checkpoint.split("\n")[1])
    assert size > 256
    names = [f"signed {log.partition('+')[0]}", f"signed {witness.signer.name}"]
    asked = (sumdb, folder, log, witness.signer.vkey)

    assert said(*asked) == [f"size {size}", *names]

    text, _, lines = checkpoint.partition("\n\n")
    by_log, by_witness = lines.splitlines()

    def spoil(name: str, change: Callable[[bytes], bytes]) -> list[str] | None:
        before = (folder / name).read_bytes()
        (folder / name).write_bytes(change(before))
        try:
            return said(*asked)
        finally:
            (folder / name).write_bytes(before)

    def signed(*kept: str) -> Callable[[bytes], bytes]:
        return lambda _: "\n".join([text, "", *kept, ""]).encode()

    assert spoil("checkpoint", signed(by_log, changed(by_witness))) is None
    assert spoil("checkpoint", signed(changed(by_log), by_witness)) is None
    assert spoil("checkpoint", signed(by_log)) == [f"size {size}", names[0]]
    assert spoil("checkpoint", lambda note: note.replace(f"\n{size}\n".encode(), f"\n{size - 1}\n".encode())) is None
    for tile in ("tile/0/000", "tile/1/000.p/1", f"tile/0/001.p/{size - 256}"):
        assert spoil(tile, lambda row: bytes([row[0] ^ 1]) + row[1:]) is None
    assert said(*asked) == [f"size {size}", *names]


def test_sumdb_accepts_that_the_log_only_grew(ada: ChainId, sumdb: Path, tmp_path: Path) -> None:
    log, older, proof = keys.public_keys()["log"], tmp_path / "older", tmp_path / "proof"
    for _ in range(3):
        grow(ada)
    turn()
    older.write_text((tmp_path / "published" / "checkpoint").read_text())
    before = older.read_text().split("\n")[1]
    for _ in range(270):
        grow(ada)
    turn()
    after = (tmp_path / "published" / "checkpoint").read_text().split("\n")[1]
    document = consistency_proof(from_size=before, to_size=after)
    proof.write_text(document)

    assert said(sumdb, "consistency", proof, older, log) == [f"size {after} continues {before}"]
    head, first, *rest = document.split("\n")
    proof.write_text("\n".join([head, base64.b64encode(bytes(32)).decode(), *rest]))
    assert said(sumdb, "consistency", proof, older, log) is None
    assert first
