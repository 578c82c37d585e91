"""Proofs and tiles, honest and forged, as an outsider judges them."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from audit.core.proofs import (
    Place,
    consistency_document,
    consistency_stretches,
    inclusion_document,
    inclusion_stretches,
    proof_hashes,
)
from tests.core.test_proofs import path_by_definition, proof_by_definition, rows
from tests.crash.merkle import root
from tests.verifier.producer import LOG, ORIGIN, STRANGER, TRUST, canonical
from verifier.__main__ import main
from verifier.export import Export
from verifier.tree import leaf_hash

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PROJECT = Path(__file__).resolve().parents[2]
VECTOR = PROJECT / "tests" / "vectors" / "log"
PAGE = (PROJECT / "docs" / "formats" / "log.md").read_text()

ENTRIES = [f"entry {number}".encode() for number in range(600)]
LEAVES = [leaf_hash(entry) for entry in ENTRIES]
FORK = [*LEAVES[:299], leaf_hash(b"another past"), *LEAVES[300:]]

pytestmark = pytest.mark.clause("F12")


def note(leaves: Sequence[bytes], signer: Any = LOG) -> bytes:
    text = f"{ORIGIN}\n{len(leaves)}\n{base64.b64encode(root(leaves)).decode()}\n"
    signed: bytes = signer.note(text)
    return signed


def lines(hashes: Sequence[bytes]) -> bytes:
    return b"".join(base64.b64encode(node) + b"\n" for node in hashes)


def inclusion(index: int, leaves: Sequence[bytes], checkpoint: bytes | None = None) -> bytes:
    path = lines(path_by_definition(index, leaves))
    return b"c2sp.org/tlog-proof@v1\nindex %d\n%s\n%s" % (index, path, checkpoint or note(leaves))


def consistency(before: int, leaves: Sequence[bytes], checkpoint: bytes | None = None) -> bytes:
    path = lines(proof_by_definition(before, leaves))
    return b"old %d\n%s\n%s" % (before, path, checkpoint or note(leaves))


class Desk:
    """An outsider's folder, and the program in it."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capsys = capsys
        (folder / "trust.json").write_text(canonical(TRUST) + "\n")

    def file(self, name: str, content: bytes) -> str:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return str(path)

    def judge(self, *words: str, trust: str | None = None) -> str:
        """Return the deciding code, or OK; the words and the JSON agree."""
        given = [*words, "--trust", trust or str(self.folder / "trust.json")]
        status = main([*given, "--json"])
        told = json.loads(self._capsys.readouterr().out)
        assert told["exit"] == status
        assert main(given) == status
        said = self._capsys.readouterr().out
        code: str = told["failures"][0]["code"] if told["failures"] else "OK"
        assert code in said
        assert said.isascii()
        assert status == (0 if code == "OK" else 1)
        return code

    def proved(self, proof: bytes, leaf: bytes, *words: str) -> str:
        return self.judge("proof", self.file("proof", proof), "--leaf", leaf.hex(), *words)

    def grown(self, proof: bytes, kept: bytes) -> str:
        return self.judge("proof", self.file("proof", proof), "--checkpoint", self.file("kept", kept))

    def publish(self, leaves: Sequence[bytes]) -> Path:
        """Write a published log by the page that defines it."""
        stored = rows(leaves)
        folder = self.folder / "published"
        for level in range(3):
            count = sum(place.level == level for place in stored)
            for first in range(0, count, 256):
                row = b"".join(stored[Place(level, at)] for at in range(first, min(first + 256, count)))
                partial = "" if len(row) == 8192 else f".p/{len(row) // 32}"
                self.file(f"published/tile/{level}/{first // 256:03d}{partial}", row)
        self.file("published/checkpoint", note(leaves))
        return folder

    def tiles(self, *kept: bytes) -> str:
        words = [word for at, one in enumerate(kept) for word in ("--checkpoint", self.file(f"kept-{at}", one))]
        return self.judge("tiles", str(self.folder / "published"), *words)


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(tmp_path, capsys)


def flipped(content: bytes, at: int) -> bytes:
    return content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]


@pytest.mark.parametrize("size", [1, 2, 255, 256, 257, 600])
def test_an_honest_proof_holds(desk: Desk, size: int) -> None:
    for index in {0, size // 2, size - 1}:
        assert desk.proved(inclusion(index, LEAVES[:size]), LEAVES[index]) == "OK"
    for before in {1, size // 2 or 1, size}:
        assert desk.grown(consistency(before, LEAVES[:size]), note(LEAVES[:before])) == "OK"


def test_a_receipt_says_which_record_is_meant(desk: Desk) -> None:
    signed = LOG.note("a record\n")
    leaves = [*LEAVES[:20], leaf_hash(signed)]
    proof = desk.file("proof", inclusion(20, leaves))
    receipt = desk.file("receipt", json.dumps({"seq": 1, "note": signed.decode()}, indent=1).encode())
    other = desk.file("other", json.dumps({"note": LOG.note("another record\n").decode()}).encode())

    assert desk.judge("proof", proof, "--receipt", receipt) == "OK"
    assert desk.judge("proof", proof, "--receipt", other) == "E_PROOF"


PROOF = inclusion(77, LEAVES)
FORGED_INCLUSIONS: dict[str, tuple[bytes, str]] = {
    "another index": (PROOF.replace(b"index 77\n", b"index 76\n"), "E_PROOF"),
    "an index of which the path has the same form": (PROOF.replace(b"index 77\n", b"index 79\n"), "E_PROOF"),
    "an index outside the log": (PROOF.replace(b"index 77\n", b"index 600\n"), "E_PROOF"),
    "an index with a leading zero": (PROOF.replace(b"index 77\n", b"index 077\n"), "E_PROOF"),
    "a negative index": (PROOF.replace(b"index 77\n", b"index -1\n"), "E_PROOF"),
    "a hash less": (PROOF.replace(lines(path_by_definition(77, LEAVES)[-1:]), b""), "E_PROOF"),
    "a hash more": (PROOF.replace(b"index 77\n", b"index 77\n" + lines([LEAVES[0]])), "E_PROOF"),
    "a hash more at the end": (PROOF.replace(b"\n\n", b"\n" + lines([LEAVES[0]]) + b"\n", 1), "E_PROOF"),
    "a flipped hash": (PROOF.replace(lines([LEAVES[76]]), lines([flipped(LEAVES[76], 3)])), "E_PROOF"),
    "a short hash": (PROOF.replace(lines([LEAVES[76]]), base64.b64encode(LEAVES[76][:31]) + b"\n"), "E_PROOF"),
    "needless bits": (PROOF.replace(lines([LEAVES[76]])[:-3], lines([LEAVES[76]])[:-4] + b"/", 1), "E_PROOF"),
    "no blank line": (PROOF.replace(b"\n\n", b"\n"), "E_PROOF"),
    "another version": (PROOF.replace(b"@v1", b"@v2"), "E_PROOF"),
    "bytes that are no text": (PROOF.replace(b"index", b"ind\xffx"), "E_PROOF"),
    "a thousand hashes": (PROOF.replace(b"index 77\n", b"index 77\n" + lines([LEAVES[0]] * 1_000)), "E_PROOF"),
    "an endless file": (PROOF + b"x" * 70_000, "E_PROOF"),
    "nothing": (b"", "E_PROOF"),
    "a checkpoint of another size": (inclusion(77, LEAVES, note(LEAVES[:599])), "E_PROOF"),
    "a checkpoint of a fork": (inclusion(77, LEAVES, note(FORK)), "E_PROOF"),
    "a checkpoint by a stranger": (inclusion(77, LEAVES, note(LEAVES, STRANGER)), "E_CHECKPOINT"),
    "a checkpoint that was altered": (PROOF.replace(b"\n600\n", b"\n601\n"), "E_CHECKPOINT"),
    "no checkpoint": (PROOF[: PROOF.index(b"\n\n") + 2], "E_CHECKPOINT"),
}


@pytest.mark.parametrize("name", FORGED_INCLUSIONS)
def test_a_forged_inclusion_proof_is_refused(desk: Desk, name: str) -> None:
    forged, code = FORGED_INCLUSIONS[name]
    assert forged != PROOF

    assert desk.proved(forged, LEAVES[77]) == code


def test_a_proof_of_another_record_is_refused(desk: Desk) -> None:
    assert desk.proved(PROOF, LEAVES[78]) == "E_PROOF"


def test_extra_data_is_passed_over(desk: Desk) -> None:
    assert desk.proved(PROOF.replace(b"index", b"extra YWJj\nindex", 1), LEAVES[77]) == "OK"


def test_a_proof_in_another_past_than_the_kept_one_is_a_fork(desk: Desk) -> None:
    kept = desk.file("kept", note(LEAVES))

    assert desk.proved(inclusion(77, FORK), LEAVES[77]) == "OK"
    assert desk.proved(inclusion(77, FORK), LEAVES[77], "--checkpoint", kept) == "E_FORK"


@pytest.mark.parametrize(
    ("forged", "kept", "code"),
    [
        (consistency(400, FORK), note(LEAVES[:400]), "E_PROOF"),
        (consistency(400, LEAVES), note(FORK[:400]), "E_PROOF"),
        (consistency(256, FORK), note(LEAVES[:256]), "OK"),
        (consistency(600, FORK), note(LEAVES), "E_FORK"),
        (consistency(512, LEAVES).replace(b"old 512", b"old 511"), note(LEAVES[:511]), "E_PROOF"),
        (
            consistency(400, LEAVES).replace(b"\n\n", b"\n" + lines([LEAVES[0]]) + b"\n", 1),
            note(LEAVES[:400]),
            "E_PROOF",
        ),
        (b"old 400\n\n" + note(LEAVES), note(LEAVES[:400]), "E_PROOF"),
        (b"old 600\n" + lines([LEAVES[0]]) + b"\n" + note(LEAVES), note(LEAVES), "E_PROOF"),
        (consistency(400, LEAVES), note(LEAVES[:400], STRANGER), "E_CHECKPOINT"),
    ],
)
def test_a_log_that_did_not_only_grow_is_found(desk: Desk, forged: bytes, kept: bytes, code: str) -> None:
    assert desk.grown(forged, kept) == code


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("inclusion",), "give its receipt with --receipt"),
        (("consistency",), "give the checkpoint of that size with --checkpoint"),
        (("inclusion", "--receipt", "inclusion"), "is not one receipt"),
        (("nowhere",), "cannot read"),
        (("inclusion", "--leaf", "00"), "64 lower-case hex digits are needed"),
    ],
)
def test_a_question_that_lacks_something_is_not_judged(
    desk: Desk, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    desk.file("inclusion", PROOF)
    desk.file("consistency", consistency(400, LEAVES))
    files = [word if word.startswith("-") or len(word) == 2 else str(desk.folder / word) for word in words]

    try:
        status = main(["proof", *files, "--trust", str(desk.folder / "trust.json")])
    except SystemExit as left:
        status = int(left.code or 0)

    assert status == 64
    assert said in capsys.readouterr().err


def test_keys_that_cannot_be_read_prove_nothing(desk: Desk) -> None:
    desk.publish(LEAVES)
    broken = desk.file("broken", b"{}")

    assert desk.judge("tiles", str(desk.folder / "published"), trust=broken) == "E_TRUST"
    assert desk.judge("proof", desk.file("proof", PROOF), "--leaf", LEAVES[77].hex(), trust=broken) == "E_TRUST"


@pytest.mark.parametrize("size", [1, 255, 256, 257, 600])
def test_an_honest_folder_of_tiles_holds(desk: Desk, size: int) -> None:
    desk.publish(LEAVES[:size])

    assert desk.tiles(*(note(LEAVES[:kept]) for kept in {1, min(size, 256), size // 2 or 1, size})) == "OK"


def test_a_full_tile_stands_for_a_partial_one(desk: Desk) -> None:
    folder = desk.publish(LEAVES)
    (folder / "tile/0/002").write_bytes((folder / "tile/0/002.p/88").read_bytes() + bytes(32 * (256 - 88)))
    (folder / "tile/0/002.p/88").unlink()

    assert desk.tiles() == "OK"


def spoiled(file: str, change: Callable[[bytes], bytes]) -> Callable[[Path], object]:
    return lambda folder: (folder / file).write_bytes(change((folder / file).read_bytes()))


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (spoiled("tile/0/001", lambda row: flipped(row, 4_000)), "E_TILE"),
        (spoiled("tile/0/002.p/88", lambda row: flipped(row, 40)), "E_ROOT"),
        (spoiled("tile/1/000.p/2", lambda row: flipped(row, 40)), "E_TILE"),
        (spoiled("tile/0/001", lambda row: row[:-32]), "E_TILE"),
        (spoiled("tile/0/002.p/88", lambda row: row[:-1]), "E_TILE"),
        (spoiled("tile/0/002.p/88", lambda row: row + bytes(32)), "E_TILE"),
        (spoiled("tile/0/000", lambda row: row[32:64] + row[:32] + row[64:]), "E_TILE"),
        (lambda folder: (folder / "tile/0/000").unlink(), "E_WITHHELD_TILE"),
        (lambda folder: (folder / "tile/1/000.p/2").unlink(), "E_WITHHELD_TILE"),
        (lambda folder: (folder / "checkpoint").unlink(), "E_CHECKPOINT"),
        (lambda folder: (folder / "checkpoint").write_bytes(note(FORK)), "E_ROOT"),
        (lambda folder: (folder / "checkpoint").write_bytes(note(LEAVES, STRANGER)), "E_CHECKPOINT"),
    ],
)
def test_a_spoiled_folder_of_tiles_is_found(desk: Desk, spoil: Callable[[Path], object], code: str) -> None:
    spoil(desk.publish(LEAVES))

    assert desk.tiles() == code


def test_tiles_of_another_past_than_the_kept_checkpoint_are_found(desk: Desk) -> None:
    desk.publish(FORK)

    assert desk.tiles(note(LEAVES[:256])) == "OK"
    assert desk.tiles(note(LEAVES[:300])) == "E_ROOT"
    assert desk.tiles(note([*LEAVES, LEAVES[0]])) == "E_WITHHELD_TILE"


def test_the_examples_of_the_page_hold_and_are_what_the_platform_writes(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    export = Export(folder=VECTOR)
    leaves = [leaf_hash(entry) for bundle in export.bundles(size=30) for entry in bundle.entries]
    stored, checkpoint = rows(leaves), (VECTOR / "checkpoint").read_text()
    (included,) = re.findall(r"```tlog-proof\n(.*?)```", PAGE, re.DOTALL)
    (grown,) = re.findall(r"```consistency-proof\n(.*?)```", PAGE, re.DOTALL)
    trust = ["--trust", str(VECTOR / "trust.json")]

    assert included == inclusion_document(2, proof_hashes(inclusion_stretches(2, 30), stored), checkpoint)
    assert grown == consistency_document(6, proof_hashes(consistency_stretches(6, 30), stored), checkpoint)
    assert main(["proof", desk.file("one", included.encode()), "--leaf", leaves[2].hex(), *trust]) == 0
    kept = ["--checkpoint", str(VECTOR / "checkpoints" / "6")]
    assert main(["proof", desk.file("two", grown.encode()), *kept, *trust]) == 0
    assert "verdict   OK" in capsys.readouterr().out
