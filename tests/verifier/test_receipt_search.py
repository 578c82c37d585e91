"""A receipt proved by a log, or the promise shown that the log breaks: over HTTP and in an export."""

from __future__ import annotations

import json
import re
import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.verifier.cosigned import ONE, THREE, TWO, TWO_OF_THREE, CoSigner, cosigned, witnessed_log
from tests.verifier.log_server import LogServer, serving
from tests.verifier.play import one_round
from tests.verifier.producer import STRANGER, Sealed, canonical, receipt
from tests.verifier.test_published import consistency, inclusion, note
from verifier.__main__ import main
from verifier.tree import leaf_hash

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def publish(sealed: Sealed, folder: Path) -> None:
    """Write what everybody may read of a log, as docs/formats/log.md has it."""
    leaves = [leaf_hash(entry) for entry in sealed.entries]
    newest = sealed.checkpoints[max(sealed.checkpoints)]
    documents = {index: inclusion(index, leaves, newest) for index in range(len(leaves))}
    keys = [
        index for index, entry in enumerate(sealed.entries) if b'"type":"key"' in entry or b'"type":"revoke"' in entry
    ]
    lines = [
        canonical({"note": sealed.entries[at].decode(), "proof": documents[at].decode()}).encode() + b"\n"
        for at in keys
    ]
    for name, content in {
        "checkpoint": newest,
        "trust.json": canonical(sealed.trust).encode() + b"\n",
        "keys": b"".join(lines),
        f"tile/0/000.p/{len(leaves)}": b"".join(leaves),
        **{f"proof/{leaf.hex()}.tlog-proof": documents[index] for index, leaf in enumerate(leaves)},
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


@pytest.fixture(scope="module")
def sealed() -> Sealed:
    return one_round().seal()


@pytest.fixture
def served(sealed: Sealed, tmp_path: Path) -> Iterator[LogServer]:
    publish(sealed, tmp_path / "served")
    with serving(tmp_path / "served") as server:
        yield server


class Player:
    """Somebody with receipts in a file."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._file = folder / "receipts"
        self._capsys = capsys

    def ask(self, log: str, *kept: bytes) -> tuple[int, str, str]:
        """Return the exit status, the deciding code or OK, and all that was said."""
        self._file.write_bytes(b"\n".join(kept))
        arguments = ["receipt", str(self._file), "--log", log]
        self._capsys.readouterr()
        status = main(arguments)
        said = self._capsys.readouterr().out
        assert said.isascii()
        if status == 64:
            return status, "", said
        assert main([*arguments, "--json"]) == status
        told = json.loads(self._capsys.readouterr().out)
        return status, told["failures"][0]["code"] if told["failures"] else "OK", said


@pytest.fixture
def player(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Player:
    return Player(tmp_path, capsys)


def test_a_receipt_is_proved_by_what_everybody_may_read(served: LogServer, sealed: Sealed, player: Player) -> None:
    status, code, said = player.ask(served.address, receipt(sealed.entries[-1]), receipt(sealed.entries[-2]))

    assert (status, code) == (0, "OK")
    assert f"log index {len(sealed.entries) - 1} of {len(sealed.entries)} entries, by its tlog-proof" in said
    assert not [path for path in served.asked if path.startswith("tile/")]


def test_a_receipt_of_many_lines_is_one_receipt(served: LogServer, sealed: Sealed, player: Player) -> None:
    spread = json.dumps(json.loads(receipt(sealed.entries[-1])), indent=1).encode()

    assert player.ask(served.address, spread)[:2] == (0, "OK")


def test_a_server_without_the_proof_is_asked_for_all_leaves(served: LogServer, sealed: Sealed, player: Player) -> None:
    (served.folder / f"proof/{leaf_hash(sealed.entries[-1]).hex()}.tlog-proof").unlink()

    status, code, said = player.ask(served.address, receipt(sealed.entries[-1]))

    assert (status, code) == (0, "OK")
    assert "by the tiles" in said


@pytest.mark.parametrize("how", ["served", "export"])
def test_a_record_that_the_log_lacks_is_a_broken_promise(how: str, tmp_path: Path, player: Player) -> None:
    log = one_round()
    kept = receipt(log.seal().entries[-1])
    del log.drafts[-1]
    log.sizes = [size for size in log.sizes if size <= len(log.drafts)]
    shortened = log.seal()
    if how == "export":
        told = player.ask(str(shortened.write(tmp_path / "export")), kept)
    else:
        publish(shortened, tmp_path / "served")
        with serving(tmp_path / "served") as server:
            told = player.ask(server.address, kept)

    assert told[:2] == (1, "E_RECEIPT_MISSING")


def test_nothing_is_said_of_a_record_for_which_the_log_has_time(tmp_path: Path, sealed: Sealed, player: Player) -> None:
    """Ten seconds later it is a broken promise; a record of tomorrow is one today."""
    folder, now = str(sealed.write(tmp_path / "export")), time.time_ns() // 1_000_000
    for ahead_ms, expected in ((0, (64, "")), (-20_000, (1, "E_RECEIPT_MISSING")), (10**8, (1, "E_RECEIPT_MISSING"))):
        log = one_round()
        log.drafts[-1].pinned["time"] = now + ahead_ms
        assert player.ask(folder, receipt(log.seal().entries[-1]))[:2] == expected, ahead_ms


def test_two_records_for_one_place_are_shown_by_an_export(tmp_path: Path, player: Player) -> None:
    log = one_round()
    log.version = "rdf/2"
    for draft in log.drafts:
        draft.pinned["v"] = "rdf/2"
    folder = log.seal().write(tmp_path / "export")
    log.drafts[-1].pinned["time"] = 1_790_000_000_001

    assert player.ask(str(folder), receipt(log.seal().entries[-1]))[:2] == (1, "E_SPLIT")


def test_a_receipt_that_no_key_of_the_log_signed_proves_nothing(served: LogServer, player: Player) -> None:
    log = one_round()
    log.drafts[-1].signer = STRANGER

    assert player.ask(served.address, receipt(log.seal().entries[-1]))[:2] == (1, "E_RECEIPT_SIG")


def test_a_key_that_is_not_in_the_log_counts_for_nothing(served: LogServer, sealed: Sealed, player: Player) -> None:
    keys = served.folder / "keys"
    moved = re.sub(rb"index \d+", b"index 5", keys.read_bytes())
    keys.write_bytes(moved)

    assert player.ask(served.address, receipt(sealed.entries[-1]))[:2] == (1, "E_PROOF")


def test_a_proof_of_another_record_is_no_proof(served: LogServer, sealed: Sealed, player: Player) -> None:
    here, there = (served.folder / f"proof/{leaf_hash(sealed.entries[at]).hex()}.tlog-proof" for at in (-1, -2))
    here.write_bytes(there.read_bytes())

    assert player.ask(served.address, receipt(sealed.entries[-1]))[:2] == (1, "E_PROOF")


def record_of_another_history(served: LogServer, before: list[bytes]) -> tuple[bytes, list[bytes]]:
    """Serve the proof of a genuine record in a signed tree that begins with the leaves `before`; return it and all leaves."""
    kept_back = one_round(action="stand").seal().entries[-1]
    leaves = [*before, leaf_hash(kept_back)]
    path = served.folder / f"proof/{leaves[-1].hex()}.tlog-proof"
    path.write_bytes(inclusion(len(leaves) - 1, leaves))
    return receipt(kept_back), leaves


def test_a_proof_in_another_tree_of_the_same_size_is_a_fork(served: LogServer, sealed: Sealed, player: Player) -> None:
    others, _ = record_of_another_history(served, list(map(leaf_hash, sealed.entries[:-1])))

    assert player.ask(served.address, others)[:2] == (1, "E_FORK")


@pytest.mark.parametrize("shown", ["nothing", "another tree", "the kept tree"])
def test_a_proof_in_a_larger_tree_that_is_no_continuation_is_refused(
    served: LogServer, sealed: Sealed, player: Player, shown: str
) -> None:
    """A server that proves each receipt in a tree made for it would otherwise keep records back, and prove them all."""
    size, kept = len(sealed.entries), list(map(leaf_hash, sealed.entries))
    others, leaves = record_of_another_history(served, [*kept[:-1], leaf_hash(b"another")])
    path = served.folder / f"consistency/{size}/{size + 1}"
    path.parent.mkdir(parents=True)
    if shown == "another tree":
        path.write_bytes(consistency(size, leaves))
    if shown == "the kept tree":
        path.write_bytes(consistency(size, [*kept, leaves[-1]]))

    wanted = "E_WITHHELD_ENTRY" if shown == "nothing" else "E_PROOF"
    assert player.ask(served.address, others)[:2] == (1, wanted)


def test_a_proof_in_the_tree_that_the_log_grew_to_meanwhile_holds(
    served: LogServer, sealed: Sealed, player: Player
) -> None:
    size = len(sealed.entries)
    fresh, leaves = record_of_another_history(served, list(map(leaf_hash, sealed.entries)))
    path = served.folder / f"consistency/{size}/{size + 1}"
    path.parent.mkdir(parents=True)
    path.write_bytes(consistency(size, leaves))

    status, code, said = player.ask(served.address, fresh)

    assert (status, code) == (0, "OK")
    assert f"log index {size} of {size + 1} entries, by its tlog-proof" in said


def test_tiles_that_are_not_the_log_say_nothing(served: LogServer, sealed: Sealed, player: Player) -> None:
    leaf = leaf_hash(sealed.entries[-1])
    (served.folder / f"proof/{leaf.hex()}.tlog-proof").unlink()
    tile = next((served.folder / "tile/0/000.p").iterdir())
    tile.write_bytes(tile.read_bytes()[:-32] + bytes(32))

    assert player.ask(served.address, receipt(sealed.entries[-1]))[:2] == (1, "E_ROOT")


# --- Witnesses ----------------------------------------------------------------------------------------------

SEEN = 1_790_000_100
OWN = TWO_OF_THREE.replace("group all-three 2", "group all-three 3")


def witnessed(*signers: CoSigner) -> Sealed:
    """Return a log that announces two of three witnesses, whose newest checkpoint these have signed."""
    log, sizes = witnessed_log()
    return cosigned(log.seal(), {sizes[-1]: dict.fromkeys(signers, SEEN)})


def told(capsys: pytest.CaptureFixture[str], log: str, kept: bytes, folder: Path, *more: str) -> tuple[int, Any, str]:
    """Return the exit status, the verdict as JSON, and the words."""
    (folder / "receipts").write_bytes(kept)
    arguments = ["receipt", str(folder / "receipts"), "--log", log, *more]
    capsys.readouterr()
    status = main(arguments)
    words = capsys.readouterr().out
    assert main([*arguments, "--json"]) == status
    return status, json.loads(capsys.readouterr().out), words


@pytest.mark.parametrize("how", ["export", "served"])
def test_a_receipt_rests_on_a_checkpoint_that_a_quorum_signed(
    how: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An export has the log's own policy; of a served log one brings it."""
    (tmp_path / "policy").write_text(TWO_OF_THREE)
    for signers, expected in (((ONE, THREE), "OK"), ((ONE,), "E_QUORUM"), ((), "E_QUORUM")):
        sealed = witnessed(*signers)
        kept, size = receipt(sealed.entries[-1]), len(sealed.entries)
        if how == "export":
            status, document, words = told(capsys, str(sealed.write(tmp_path / "log")), kept, tmp_path)
        else:
            publish(sealed, tmp_path / "served")
            with serving(tmp_path / "served") as server:
                policy = ("--policy", str(tmp_path / "policy"))
                status, document, words = told(capsys, server.address, kept, tmp_path, *policy)
        if expected == "OK":
            quorum = {"size": size, "names": ["one", "three"], "least": SEEN, "greatest": SEEN}
            assert (status, document["failures"]) == (0, [])
            assert document["witnesses"] == {"quorums": [quorum], "lacking": []}
            assert f"{size} entries were signed by 'one', 'three', at 2026-" in " ".join(words.split())
        else:
            assert (status, document["failures"][0]["code"]) == (1, "E_QUORUM")
            assert document["witnesses"] == {"quorums": [], "lacking": [size]}
            assert f"too few signed {size} entries" in " ".join(words.split())


def test_an_auditors_own_policy_asks_for_more_than_the_logs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sealed = witnessed(ONE, TWO)
    folder, kept = str(sealed.write(tmp_path / "log")), receipt(sealed.entries[-1])
    (tmp_path / "policy").write_text(OWN)
    assert told(capsys, folder, kept, tmp_path)[0] == 0
    status, document, _ = told(capsys, folder, kept, tmp_path, "--policy", str(tmp_path / "policy"))
    assert (status, document["failures"][0]["code"]) == (1, "E_QUORUM")


def test_without_a_policy_the_verdict_says_that_others_are_not_shown_to_see_the_log(
    served: LogServer, sealed: Sealed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, document, words = told(capsys, served.address, receipt(sealed.entries[-1]), tmp_path)
    assert (status, document["witnesses"]) == (0, None)
    assert "no policy asks for any" in words


def test_a_record_that_only_a_later_checkpoint_has_needs_that_ones_quorum(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Otherwise the log could prove the record in a tree that it shows nobody else."""
    sealed = witnessed(ONE, TWO)
    (tmp_path / "policy").write_text(TWO_OF_THREE)
    for signers, expected in (((TWO, THREE), None), ((TWO,), "E_QUORUM")):
        publish(sealed, tmp_path / "served")
        with serving(tmp_path / "served") as server:
            size, leaves = len(sealed.entries), list(map(leaf_hash, sealed.entries))
            later, grown = record_of_another_history(server, leaves)
            signed = note(grown)
            path = server.folder / f"proof/{grown[-1].hex()}.tlog-proof"
            path.write_bytes(inclusion(size, grown, signed + b"".join(each.line(signed, SEEN) for each in signers)))
            (server.folder / f"consistency/{size}").mkdir(parents=True, exist_ok=True)
            (server.folder / f"consistency/{size}/{size + 1}").write_bytes(consistency(size, grown))
            policy = ("--policy", str(tmp_path / "policy"))
            status, document, _ = told(capsys, server.address, later, tmp_path, *policy)
        codes = [failure["code"] for failure in document["failures"]]
        assert codes == ([] if expected is None else [expected])
        assert document["witnesses"]["lacking"] == ([] if expected is None else [size + 1])
        assert status == len(codes)
