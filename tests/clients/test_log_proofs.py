"""The players' client judges notes, checkpoints and proofs as the pages say, and as others' vectors have it."""

import json
import re
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from reddog_client.checkpoints import Checkpoint, Trust
from reddog_client.errors import Reason, VerificationError
from reddog_client.log_proofs import require_grown, require_included
from reddog_client.merkle import leaf_hash, root_by_path, roots_by_path
from reddog_client.records import Record
from reddog_client.signed_notes import NoteKey
from reddog_client.successors import successor
from tests.shared_vectors import published
from tests.verifier.producer import LOG, LOG_NEXT, ORIGIN, ROOT, STRANGER, TRUST, Signer, canonical, root

PROJECT = Path(__file__).resolve().parents[2]
EXPORT = PROJECT / "tests/vectors/log"
OF_EXPORT = Trust.parse(json.loads((EXPORT / "trust.json").read_bytes()))
PAGE = (PROJECT / "docs/formats/log.md").read_text()


def block(language: str) -> str:
    (text,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return str(text)


def entry(index: int) -> bytes:
    """Return an entry of the export, which has one bundle."""
    (bundle,) = (EXPORT / "tile/entries").rglob("000.p/*")
    data = bundle.read_bytes()
    for _ in range(index):
        data = data[2 + int.from_bytes(data[:2], "big") :]
    return data[2 : 2 + int.from_bytes(data[:2], "big")]


def checkpoint(size: int) -> Checkpoint:
    return Checkpoint.parse((EXPORT / f"checkpoints/{size}").read_text(), trust=OF_EXPORT)


def test_the_pages_inclusion_proof_shows_entry_2_and_no_other() -> None:
    text = block("tlog-proof")

    proved = require_included(text, leaf=leaf_hash(entry(2)), trust=OF_EXPORT)

    assert (proved.index, proved.checkpoint.size) == (2, 30)
    for index in (0, 1, 3, 29):
        with pytest.raises(VerificationError) as refused:
            require_included(text, leaf=leaf_hash(entry(index)), trust=OF_EXPORT)
        assert refused.value.reason is Reason.UNPROVED_RECORD


def test_every_changed_character_of_a_proof_is_refused() -> None:
    text, leaf = block("tlog-proof"), leaf_hash(entry(2))
    changed = [text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :] for at in range(len(text))]

    for spoilt in changed:
        with pytest.raises(VerificationError):
            require_included(spoilt, leaf=leaf, trust=OF_EXPORT)


def test_the_pages_consistency_proof_shows_growth_from_6_to_30() -> None:
    newer = require_grown(block("consistency-proof"), older=checkpoint(6), trust=OF_EXPORT)

    assert (newer.size, newer.root) == (30, checkpoint(30).root)


def test_a_log_that_does_not_begin_with_the_kept_one_is_a_fork_with_both_checkpoints_as_evidence() -> None:
    kept = checkpoint(6)
    forked = Checkpoint(size=6, root=bytes(32), note=kept.note)

    with pytest.raises(VerificationError) as refused:
        require_grown(block("consistency-proof"), older=forked, trust=OF_EXPORT)

    assert refused.value.reason is Reason.FORKED_LOG
    assert [note.split("\n")[1] for note in refused.value.evidence] == ["6", "30"]


def signed(size: int, *, signer: Signer = LOG, origin: str = ORIGIN) -> str:
    return signer.note(f"{origin}\n{size}\n{'A' * 43}=\n").decode()


def test_a_checkpoint_counts_with_a_signature_of_the_logs_key_for_its_origin() -> None:
    trust = Trust.parse(TRUST)

    assert Checkpoint.parse(signed(7), trust=trust).size == 7
    # A witness's line beside it is passed over.
    assert Checkpoint.parse(signed(7) + signed(7, signer=STRANGER).split("\n\n")[1], trust=trust).size == 7
    for wrong in (signed(7, signer=STRANGER), signed(7).replace("\n7\n", "\n8\n")):
        with pytest.raises(VerificationError) as refused:
            Checkpoint.parse(wrong, trust=trust)
        assert refused.value.reason is Reason.UNSIGNED_CHECKPOINT
    with pytest.raises(VerificationError):
        Checkpoint.parse(signed(7, origin="elsewhere.example/log"), trust=trust)


def test_a_receipt_is_its_note_whatever_stands_beside_it() -> None:
    note = entry(4).decode()
    fields = json.loads(note.split("\n")[0])
    receipt = {"seq": fields["seq"], "leaf": leaf_hash(entry(4)).hex(), "note": note}

    assert Record.parse(receipt).fields == fields
    for wrong in (
        {**receipt, "leaf": "00" * 32},
        {**receipt, "seq": 99},
        {**receipt, "note": note.replace('"', '" ', 1)},
    ):
        with pytest.raises(VerificationError):
            Record.parse(wrong)


def test_published_notes_verify_under_their_keys_alone() -> None:
    vectors = published("c2sp_notes.json")
    keys = [NoteKey.parse(vector["vkey"]) for vector in vectors if "vkey" in vector]

    for vector in vectors:
        key = NoteKey.parse(vector["vkey"])
        assert key.vkey == vector["vkey"]
        assert key.verifies(vector["note"])
        assert not key.verifies(vector["note"].replace("m", "n", 1))
    assert keys


def _proved(vector: dict[str, Any]) -> bool:
    path = [b64decode(node) for node in vector["proof"] or ()]
    try:
        if vector["name"].startswith("inclusion"):
            leaf, root = b64decode(vector["leafHash"]), b64decode(vector["root"])
            return root_by_path(leaf, index=vector["leafIdx"], size=vector["treeSize"], path=path) == root
        roots = b64decode(vector["root1"]), b64decode(vector["root2"])
        return roots_by_path(roots[0], older_size=vector["size1"], size=vector["size2"], path=path) == roots
    except VerificationError:
        return False


def test_published_paths_lead_to_their_roots_and_spoilt_ones_do_not() -> None:
    vectors = published("rfc6962_proofs.json")

    assert [vector["name"] for vector in vectors if _proved(vector) == vector["wantErr"]] == []


def inclusion_path(leaves: list[bytes], index: int) -> list[bytes]:
    """RFC 6962, section 2.1.1."""
    if len(leaves) == 1:
        return []
    half = 1 << (len(leaves) - 1).bit_length() - 1
    if index < half:
        return [*inclusion_path(leaves[:half], index), root(leaves[half:])]
    return [*inclusion_path(leaves[half:], index - half), root(leaves[:half])]


def consistency_path(leaves: list[bytes], size: int, *, whole: bool = True) -> list[bytes]:
    """RFC 6962, section 2.1.2."""
    if size == len(leaves):
        return [] if whole else [root(leaves)]
    half = 1 << (len(leaves) - 1).bit_length() - 1
    if size <= half:
        return [*consistency_path(leaves[:half], size, whole=whole), root(leaves[half:])]
    return [*consistency_path(leaves[half:], size - half, whole=False), root(leaves[:half])]


def test_every_path_of_every_small_tree_leads_to_its_root() -> None:
    leaves = [leaf_hash(bytes([number])) for number in range(17)]

    for size in range(1, len(leaves) + 1):
        tree, whole_root = leaves[:size], root(leaves[:size])
        for index in range(size):
            path = inclusion_path(tree, index)
            assert root_by_path(tree[index], index=index, size=size, path=path) == whole_root
            grown = consistency_path(tree, index + 1)
            older = root(tree[: index + 1])
            assert roots_by_path(older, older_size=index + 1, size=size, path=grown) == (older, whole_root)
            for wrong in ([*path, bytes(32)], path[:-1] if path else [bytes(32)]):
                with pytest.raises(VerificationError):
                    root_by_path(tree[index], index=index, size=size, path=wrong)


class TestSuccessor:
    """The log's key is replaced by the root's word, and by nobody else's."""

    @staticmethod
    def record(kind: str, key: Signer, *, by: Signer = ROOT, use: str = "checkpoints") -> str:
        fields = {"name": key.name, "type": kind, "use": use, "vkey": key.vkey}
        return by.note(canonical(fields) + "\n").decode()

    def followed(self, announced: list[str], revoked: list[str], **trust: str) -> str | None:
        found = successor(Trust.parse({**TRUST, **trust}), announced=announced, revoked=revoked)
        return None if found is None else found.trust.log.vkey

    def test_the_newest_that_the_root_announced_follows_once_the_older_is_revoked(self) -> None:
        both = [self.record("key", LOG), self.record("key", LOG_NEXT)]
        assert self.followed(both, [self.record("revoke", LOG)]) == LOG_NEXT.vkey
        assert self.followed(both, []) is None, "the older one holds"
        assert self.followed(both[:1], [self.record("revoke", LOG)]) is None, "no successor"
        assert self.followed(both, [self.record("revoke", LOG), self.record("revoke", LOG_NEXT)]) is None

    @pytest.mark.parametrize("by", [LOG, STRANGER])
    def test_nobody_else_replaces_it(self, by: Signer) -> None:
        key, revoke = self.record("key", LOG_NEXT), self.record("revoke", LOG)
        assert self.followed([self.record("key", LOG_NEXT, by=by)], [revoke]) is None
        assert self.followed([key], [self.record("revoke", LOG, by=by)]) is None
        assert self.followed([self.record("key", STRANGER)], [revoke]) is None, "a key of another name"
        assert self.followed([self.record("key", LOG_NEXT, use="records")], [revoke]) is None
        assert self.followed([key], [revoke], root=STRANGER.vkey) is None
