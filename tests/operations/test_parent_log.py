"""A parent log takes its cells' checkpoints, refuses those that go back or fork, and the verifier agrees."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from audit.core.checkpoint import size_of
from audit.core.note import sign_note, vkey
from audit.core.parent_log import NotAnEntry
from audit.key_uses import KeyHolder, needs
from audit.parent_witnessing import ParentForked
from audit.published_folder import FolderHeld
from reddog_platform.embedded.home import CHECKOUT
from tests.parent_logs import ORIGIN, PARENT_SIGNER, ROOT, cell, cell_after, parent_in, signer, turn
from verifier import note
from verifier.__main__ import main
from verifier.witness.add_checkpoint import Witness
from verifier.witness.key_file import WitnessSigner
from verifier.witness.known_keys import KnownKeys, WitnessedLog
from verifier.witness.server import WitnessServer
from verifier.witness.state import State

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from audit.file_signer import FileSigner
    from tests.parent_logs import CellOnDisk

pytestmark = pytest.mark.clause("F12")


def judged(capsys: pytest.CaptureFixture[str], folder: Path, *words: str) -> tuple[int, list[str], dict[str, Any]]:
    capsys.readouterr()
    status = main(["parent", str(folder / "parent"), "--json", *words])
    told = json.loads(capsys.readouterr().out)
    return status, [each["code"] for each in told["failures"]], told


def given(*cells: Any) -> list[str]:
    return [word for each in cells for word in ("--cell", str(each.folder))]


def test_two_cells_and_their_parent_are_judged_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    east, west = cell(tmp_path, "east", 2), cell(tmp_path, "west", 3)
    for number in range(30):
        east.grow(*(f"e{number}.{at}" for at in range(20)))
        west.grow(f"w{number}")
        assert turn(tmp_path, east, west) == []

    # The root's word, two names, and a checkpoint of each cell a turn.
    assert size_of((tmp_path / "parent" / "checkpoint").read_text()) == 1 + 2 + 2 * 30
    status, codes, told = judged(capsys, tmp_path, *given(east, west), "--whole")
    assert (status, codes, told["not given"]) == (0, [], "none: every cell that the parent names")
    assert told["cell 1"] == f"'{ORIGIN}/east': 600 entries by its tiles, 30 checkpoints of the parent"


def test_a_cell_that_is_not_given_is_named_and_missing_from_the_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    east, west = cell(tmp_path, "east", 2), cell(tmp_path, "west", 3)
    east.grow("e")
    west.grow("w")
    turn(tmp_path, east, west)

    status, codes, told = judged(capsys, tmp_path, *given(east))
    assert (status, codes, told["not given"]) == (0, [], f"'{ORIGIN}/west'")
    assert judged(capsys, tmp_path, *given(east), "--whole")[:2] == (1, ["E_CELL_MISSING"])


def test_a_cell_that_the_parent_never_named_is_unknown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    east, hidden = cell(tmp_path, "east", 2), cell(tmp_path, "hidden", 4)
    east.grow("e")
    hidden.grow("h")
    turn(tmp_path, east)

    assert judged(capsys, tmp_path, *given(east, hidden))[:2] == (1, ["E_CELL_UNKNOWN"])


def test_a_leaf_is_the_cells_own_checkpoint_without_its_witnesses(tmp_path: Path) -> None:
    east = cell(tmp_path, "east", 2)
    signed = east.grow(*map(str, range(1_000)))
    (east.folder / "checkpoint").write_text(f"{signed}\u2014 witness.example/w1 {'A' * 104}\n")
    turn(tmp_path, east)

    bundle = (tmp_path / "parent" / "tile" / "entries" / "000.p" / "3").read_bytes()
    assert bundle.endswith(len(signed.encode()).to_bytes(2, "big") + signed.encode())
    # The name twice, 4 digits, 44 of the root, 92 of the signature, the dash with its two spaces, 5 line feeds.
    assert len(signed.encode()) == 2 * len(f"{ORIGIN}/east") + 4 + 44 + 92 + 5 + 5 == 196


def test_a_cell_that_did_not_change_is_not_taken_again(tmp_path: Path) -> None:
    east = cell(tmp_path, "east", 2)
    east.grow("e")
    turn(tmp_path, east)
    before = (tmp_path / "parent" / "checkpoint").read_bytes()

    assert turn(tmp_path, east) == []
    assert (tmp_path / "parent" / "checkpoint").read_bytes() == before


def test_a_cell_restored_from_a_backup_is_refused_and_the_others_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    east, west = cell(tmp_path, "east", 2), cell(tmp_path, "west", 3)
    east.grow("a", "b")
    shutil.copytree(east.folder, tmp_path / "backup")
    west.grow("w")
    east.grow("c")
    turn(tmp_path, east, west)
    shutil.rmtree(east.folder)
    shutil.copytree(tmp_path / "backup", east.folder)
    west.grow("x")

    (refused,) = turn(tmp_path, east, west)

    assert (refused.origin, refused.code) == (f"{ORIGIN}/east", "went-back")
    assert (tmp_path / "parent" / ".refused").read_text().startswith("went-back ")
    assert parent_in(tmp_path).state.newest[f"{ORIGIN}/west"].size == 2
    assert judged(capsys, tmp_path, *given(east, west))[:2] == (1, ["E_WITHHELD_TILE"])


@pytest.mark.parametrize("harm", ["missing", "cut"])
def test_a_cell_whose_tile_is_not_whole_is_refused_until_it_is(harm: str, tmp_path: Path) -> None:
    east, west = cell(tmp_path, "east", 2), cell(tmp_path, "west", 3)
    east.grow("a")
    turn(tmp_path, east)
    east.grow("b")
    west.grow("w")
    tile = east.folder / "tile" / "0" / "000.p" / "2"
    whole = tile.read_bytes()
    tile.unlink() if harm == "missing" else tile.write_bytes(whole[:40])

    (refused,) = turn(tmp_path, east, west)

    assert (refused.origin, refused.code) == (f"{ORIGIN}/east", "tiles-missing")
    assert parent_in(tmp_path).state.newest[f"{ORIGIN}/west"].size == 1
    tile.write_bytes(whole)
    assert turn(tmp_path, east, west) == []
    assert parent_in(tmp_path).state.newest[f"{ORIGIN}/east"].size == 2


@pytest.mark.parametrize("again", [("x",), ("x", "y"), tuple(map(str, range(700)))])
def test_a_cell_with_another_history_is_refused_at_the_same_size_and_at_a_larger_one(
    tmp_path: Path, again: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    east = cell(tmp_path, "east", 2)
    east.grow("a")
    turn(tmp_path, east)
    shutil.rmtree(east.folder)
    other = cell(tmp_path, "east", 2)
    other.grow(*again)

    (refused,) = turn(tmp_path, other)

    assert refused.code == "forked"
    assert parent_in(tmp_path).state.size == 3
    status, codes, _ = judged(capsys, tmp_path, *given(other))
    assert (status, codes) == (1, ["E_ROOT"])


def test_a_checkpoint_that_the_cells_key_did_not_sign_is_refused(tmp_path: Path) -> None:
    east = cell(tmp_path, "east", 2)
    east.grow("a", by=signer(f"{ORIGIN}/east", 8))

    (refused,) = turn(tmp_path, east)

    assert refused.code == "not-signed"


def test_a_cell_whose_first_key_changes_is_refused(tmp_path: Path) -> None:
    east = cell(tmp_path, "east", 2)
    east.grow("a")
    turn(tmp_path, east)
    east.signer = signer(f"{ORIGIN}/east", 8)
    east.grow("b")

    (refused,) = turn(tmp_path, east)

    assert refused.code == "another-key"


def test_an_entry_that_was_changed_in_the_folder_ends_the_process(tmp_path: Path) -> None:
    east = cell(tmp_path, "east", 2)
    east.grow("a")
    turn(tmp_path, east)
    (bundle,) = (tmp_path / "parent" / "tile" / "entries" / "000.p").iterdir()
    content = bundle.read_bytes()
    bundle.write_bytes(content.replace(b"\n1\n", b"\n2\n"))

    with pytest.raises(NotAnEntry):
        parent_in(tmp_path)


def test_the_first_full_bundle_leaves_no_partial_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    east = cell(tmp_path, "east", 2)
    for number in range(260):
        east.grow(f"e{number}")
        turn(tmp_path, east)

    entries = tmp_path / "parent" / "tile" / "entries"
    assert (entries / "000").exists()
    assert not (entries / "000.p").exists()
    assert size_of((tmp_path / "parent" / "checkpoint").read_text()) == 262
    assert judged(capsys, tmp_path, *given(east))[:2] == (0, [])


@pytest.fixture
def witness(tmp_path: Path) -> Iterator[str]:
    """Run the witness program's server, which knows the parent log, and return the policy that asks for it."""
    State.create(tmp_path / "signed.json")
    signer = WitnessSigner("witness.example/w1", Ed25519PrivateKey.from_private_bytes(b"w" * 32))
    log = WitnessedLog(note.parse_vkey(vkey(PARENT_SIGNER)), note.parse_vkey(vkey(ROOT)))
    known = KnownKeys.open(tmp_path / "log-keys.json", [log])
    state = State.open(tmp_path / "signed.json")
    served = Witness(signer=signer, state=state, keys=known, now=lambda: int(time.time()))
    server = WitnessServer(("127.0.0.1", 0), served)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    url = f"http://127.0.0.1:{server.server_address[1]}"
    yield f"log {vkey(PARENT_SIGNER)}\nwitness w1 {signer.vkey} {url}\nquorum w1\n"
    server.shutdown()
    server.server_close()
    thread.join()


def test_what_is_published_has_its_witness(tmp_path: Path, witness: str, capsys: pytest.CaptureFixture[str]) -> None:
    east = cell(tmp_path, "east", 2)
    for letter in "abc":
        east.grow(letter)
        assert turn(tmp_path, east, policy=witness) == []

    assert (tmp_path / "parent" / "checkpoint").read_text().count("\u2014") == 2
    status, codes, told = judged(capsys, tmp_path, *given(east))
    assert (status, codes) == (0, [])
    assert told["witnesses"].startswith("5 entries were signed by 'w1', at ")


def test_while_the_witness_is_away_one_checkpoint_waits_and_no_other_is_signed(
    tmp_path: Path, witness: str, capsys: pytest.CaptureFixture[str]
) -> None:
    east = cell(tmp_path, "east", 2)
    away = re.sub(r"http://\S+", "http://127.0.0.1:9", witness)
    for letter in "abc":
        east.grow(letter)
        turn(tmp_path, east, policy=away)

    assert size_of((tmp_path / "parent" / ".signed").read_text()) == 3
    assert not (tmp_path / "parent" / "checkpoint").exists()
    assert not capsys.readouterr().err


def test_a_parent_folder_restored_from_a_backup_is_refused_by_its_witness(tmp_path: Path, witness: str) -> None:
    east = cell(tmp_path, "east", 2)
    east.grow("a")
    turn(tmp_path, east, policy=witness)
    shutil.copytree(tmp_path / "parent", tmp_path / "backup")
    east.grow("b")
    turn(tmp_path, east, policy=witness)
    shutil.rmtree(tmp_path / "parent")
    shutil.copytree(tmp_path / "backup", tmp_path / "parent")
    east.grow("c")

    with pytest.raises(ParentForked):
        turn(tmp_path, east, policy=witness)
    assert size_of((tmp_path / "parent" / ".signed").read_text()) == 3, "nothing was signed"


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    first, second = parent_in(tmp_path), parent_in(tmp_path)
    with first.held(), pytest.raises(FolderHeld), second.held():
        pass


def test_a_successor_of_a_cells_log_key_is_taken_by_the_roots_word_and_a_strangers_is_not(tmp_path: Path) -> None:
    east = cell(tmp_path, "east", 2)
    east.grow("a", "b")
    turn(tmp_path, east)
    successor = signer(f"{ORIGIN}/east", 8)

    announce(east, successor, by=signer("casino.example/root", 7))
    east.grow("c", by=(east.signer, successor))
    assert [each.code for each in turn(tmp_path, east)] == ["keys"]

    announce(east, successor, by=ROOT)
    assert turn(tmp_path, east) == []
    east.grow("d")
    assert [each.code for each in turn(tmp_path, east)] == ["not-signed"]


def announce(east: CellOnDisk, successor: FileSigner, *, by: FileSigner) -> None:
    """Have a cell publish the record of a further log key at log index 1, signed by somebody."""
    said = {"name": successor.name, "type": "key", "use": "checkpoints", "v": "rdf/2", "vkey": vkey(successor)}
    entry = sign_note(json.dumps(said) + "\n", by)
    line = json.dumps({"note": entry, "proof": "c2sp.org/tlog-proof@v1\nindex 1\n\n"})
    (east.folder / "keys").write_text(line + "\n")


_KILLED = """
import os, sys
from pathlib import Path
import django
django.setup()
from tests.crash.fuse import sync_fuse
from tests.parent_logs import cell, turn
folder = Path(sys.argv[1])
os.setpgid(0, 0)
os.fsync = sync_fuse(int(sys.argv[2]))
turn(folder, cell(folder, "east", 2), cell(folder, "west", 3))
print("whole")
"""


@pytest.mark.slow(seconds=60)
def test_killed_at_each_sync_it_goes_on_with_one_history(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A kill at each file and folder that becomes durable in a turn, each time from the same beginning."""
    start = tmp_path / "start"
    east, west = cell(start, "east", 2), cell(start, "west", 3)
    east.grow("a")
    west.grow("x")
    turn(start, east, west)
    east.grow("b", "c")
    west.grow("y")

    killed = 0
    while run_killed_at(killed + 1, start, tmp_path / str(killed)) == "":
        folder = tmp_path / str(killed)
        kept = keep_what_was_promised(folder)
        east, west = cell_after(folder, "east", 2, *"abc"), cell_after(folder, "west", 3, *"xy")
        # A checkpoint that was signed is published as it was, also where there is more to take by now.
        east.grow("later")
        assert turn(folder, east, west) == []
        assert judged(capsys, folder, *given(east, west), "--whole", *kept)[:2] == (0, [])
        killed += 1
        assert killed < 50, "a turn has so many files at most"
    assert killed == 2 * 4, "a bundle, a tile, the signed and the published checkpoint, each with its folder"


def run_killed_at(sync: int, start: Path, folder: Path) -> str:
    """Take a turn in a copy of a folder, killed at the n-th time that something becomes durable; return what it says."""
    shutil.copytree(start, folder)
    command = [sys.executable, "-c", _KILLED, str(folder), str(sync)]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert done.returncode in (0, -9), done.stderr
    return done.stdout


def keep_what_was_promised(folder: Path) -> list[str]:
    """Copy the checkpoints that a witness or a reader may have seen, and return the words by which the verifier compares them."""
    words = []
    for name in (".signed", "checkpoint"):
        kept = folder / f"kept{name}"
        shutil.copy(folder / "parent" / name, kept)
        words += ["--checkpoint", str(kept)]
    return words


def test_the_parents_key_is_for_its_process_alone() -> None:
    assert [process for process in KeyHolder if needs(process, "parent")] == [KeyHolder.PARENT_LOG]
