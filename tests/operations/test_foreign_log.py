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
from django.test import Client

from audit import keys
from audit.models import Leaf
from audit.queries.records import entries
from tests import world
from tests.operations.test_witnesses import Running, announce, grow, turn
from tests.verifier.producer import leaf

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


def served(path: str) -> str:
    """Return what everybody may read at a path of the log."""
    answer = Client().get(f"/api/v1/log/{path}")
    assert answer.status_code == 200, answer.content
    return answer.content.decode()


def with_a_hash_flipped(document: str) -> str:
    """Flip a bit of a proof's last hash, which stands before the checkpoint."""
    head, blank, checkpoint = document.partition("\n\n")
    *before, last = head.split("\n")
    flipped = bytearray(base64.b64decode(last))
    flipped[-1] ^= 1
    return "\n".join([*before, base64.b64encode(bytes(flipped)).decode()]) + blank + checkpoint


def without_a_hash(document: str) -> str:
    head, blank, checkpoint = document.partition("\n\n")
    return head.rpartition("\n")[0] + blank + checkpoint


def test_sumdb_accepts_that_the_log_only_grew(ada: ChainId, sumdb: Path, tmp_path: Path) -> None:
    log, older, proof = keys.public_keys()["log"], tmp_path / "older", tmp_path / "proof"
    for _ in range(3):
        grow(ada)
    turn()
    older.write_text(served("checkpoint"))
    before = older.read_text().split("\n")[1]
    for _ in range(270):
        grow(ada)
    turn()
    newest = served("checkpoint")
    after = newest.split("\n")[1]
    document = served(f"consistency/{before}/{after}")
    asked = (sumdb, "consistency", proof, older, log)
    proof.write_text(document)

    assert said(*asked) == [f"size {after} continues {before}"]
    for changed_document in (with_a_hash_flipped(document), without_a_hash(document)):
        proof.write_text(changed_document)
        assert said(*asked) is None
    # The honest proof begins at another tree than this one.
    proof.write_text(document)
    older.write_text(newest)
    assert said(*asked) is None


def test_sumdb_accepts_that_the_log_has_each_record_and_no_other(ada: ChainId, sumdb: Path, tmp_path: Path) -> None:
    log, entry, proof = keys.public_keys()["log"], tmp_path / "entry", tmp_path / "proof"
    for _ in range(300):
        grow(ada)
    turn()
    size = served("checkpoint").split("\n")[1]
    records = [record.encode() for record in entries(ada, from_seq=0, to_seq=1_000)]
    asked = (sumdb, "inclusion", proof, entry, log)
    assert len(records) > 256

    documents = []
    for record in (records[0], records[150], records[-1]):
        documents.append(served(f"proof/{leaf(record).hex()}.tlog-proof"))
        entry.write_bytes(record)
        proof.write_text(documents[-1])
        place = Leaf.objects.get(leaf=leaf(record)).index
        assert said(*asked) == [f"index {place} of {size}"]

    newest = documents[-1]
    shorter = newest.replace(f"\n{size}\n", f"\n{int(size) - 1}\n")
    for changed_document in (
        with_a_hash_flipped(newest),
        without_a_hash(newest),
        documents[0],
        newest.replace("index ", "index 1"),
        shorter,
    ):
        assert changed_document != newest
        proof.write_text(changed_document)
        assert said(*asked) is None
    proof.write_text(newest)
    entry.write_bytes(records[-1].replace(b'"', b"'", 1))
    assert said(*asked) is None
