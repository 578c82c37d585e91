"""Records, signed notes, checkpoints and the tree against published answers, and what holds for all of them."""

import base64
import hashlib
import json
from uuid import UUID

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from hypothesis import given, strategies as st

from audit.chain_head import Head, first_head
from audit.core.checkpoint import checkpoint_text, sign_checkpoint, size_of
from audit.core.client_seeds import MalformedClientSeed, seed_from_hex, seed_from_text
from audit.core.code_digest import digest_files
from audit.core.note import MAX_ENTRY_BYTES, key_id, leaf_hash, sign_note, vkey
from audit.core.records import NO_LEAF, ChainTip, build_record, moves_document, new_chain, parse_entry
from audit.core.tree import EMPTY_ROOT, Frontier, append, node_hash
from audit.file_signer import FileSigner
from kernel.canonical_json import decode, encode
from kernel.ids import ChainId
from tests.shared_vectors import published

CHAIN = ChainId(UUID(bytes=bytes(range(16))))
SALT = bytes(16)
COMMON = frozenset(("v", "type", "chain", "seq", "prev", "time", "salt"))
leaves = st.lists(st.binary(min_size=32, max_size=32), max_size=70)


def signer(name: str = "example.test/rounds-1", seed: bytes = b"\x01" * 32) -> FileSigner:
    return FileSigner(name, Ed25519PrivateKey.from_private_bytes(seed))


def naive_root(hashes: list[bytes]) -> bytes:
    """Return MTH of RFC 6962 section 2.1, as it is written there, of leaves that are hashed already."""
    if not hashes:
        return EMPTY_ROOT
    if len(hashes) == 1:
        return hashes[0]
    split = 1 << (len(hashes) - 1).bit_length() - 1
    return node_hash(naive_root(hashes[:split]), naive_root(hashes[split:]))


def test_the_record_of_the_protocol_is_written_to_the_byte_but_for_the_later_version() -> None:
    told = published("rdf1.json")["record"]
    obj = told["obj"]
    assert obj["prev"] == NO_LEAF.hex()
    fields = {name: value for name, value in obj.items() if name not in COMMON}

    key = signer(told["vkey"].split("+")[0], bytes.fromhex(told["sk_seed"]))

    record = build_record(
        new_chain(ChainId(UUID(hex=obj["chain"]))),
        obj["type"],
        fields,
        now_ms=obj["time"],
        salt=bytes.fromhex(obj["salt"]),
        signer=key,
    )

    assert vkey(key) == told["vkey"]
    assert encode(obj).decode() == told["canon"]
    # What was published is of the first version.
    assert record.document == {**obj, "v": "rdf/2"}
    assert record.entry == sign_note(encode({**obj, "v": "rdf/2"}).decode() + "\n", key)
    assert sign_note(told["canon"] + "\n", key) == told["note"]
    assert leaf_hash(told["note"]).hex() == told["leaf"]
    assert record.tip.leaf == leaf_hash(record.entry)


def test_the_checkpoint_of_the_protocol_is_written_to_the_byte() -> None:
    told = published("rdf1.json")
    tree = append(Frontier(), [bytes.fromhex(told["record"]["leaf"])])

    assert told["checkpoint"]["note"].startswith(checkpoint_text("example.test/log", tree) + "\n")
    log = told["checkpoint"]["log_vkey"]
    assert f"— {log.split('+')[0]} " in told["checkpoint"]["note"]


def test_the_published_notes_verify_under_the_key_id_that_we_compute() -> None:
    for told in published("c2sp_notes.json"):
        name, wanted_id, encoded = told["vkey"].split("+", 2)
        public = base64.b64decode(encoded)[1:]
        text, _, signature = told["note"].rpartition("\n\n")
        raw = base64.b64decode(signature.split(" ")[2])

        assert key_id(name, public).hex() == wanted_id
        assert raw[:4].hex() == wanted_id
        Ed25519PublicKey.from_public_bytes(public).verify(raw[4:], f"{text}\n".encode())


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=50).map(lambda text: f"{text}\n"))
def test_a_note_verifies_and_no_other_text_does(text: str) -> None:
    key = signer()
    note = sign_note(text, key)
    signature = base64.b64decode(note.rstrip("\n").rpartition(" ")[2])[4:]
    public = Ed25519PublicKey.from_public_bytes(key.public_key)

    public.verify(signature, text.encode())
    with pytest.raises(InvalidSignature):
        public.verify(signature, text.encode() + b"\n")


def test_a_chain_is_numbered_linked_and_never_goes_back_in_time() -> None:
    first = build_record(new_chain(CHAIN), "limits", {"rg": {"now": {}}}, now_ms=1000, salt=SALT, signer=signer())
    second = build_record(first.tip, "limits", {"rg": {"now": {}}}, now_ms=999, salt=SALT, signer=signer())
    document = decode(second.entry.partition("\n")[0].encode())

    assert document == second.document == parse_entry(second.entry)
    assert (document["seq"], document["prev"], document["time"]) == (1, first.tip.leaf.hex(), 1000)
    assert second.tip == ChainTip(CHAIN, 1, leaf_hash(second.entry), 1000)


def test_a_head_keeps_what_a_step_does_not_change() -> None:
    record = build_record(new_chain(CHAIN), "sit", {}, now_ms=1000, salt=SALT, signer=signer())
    seated = first_head(new_chain(CHAIN), limits_leaf=SALT).advanced_by(record, epoch=3, nonce=2, stake_open=True)

    again = seated.advanced_by(record).with_next_version()

    assert again == Head(record.tip, version=1, epoch=3, nonce=2, round_open=False, stake_open=True, limits_leaf=SALT)


def test_a_salt_hides_what_a_record_says() -> None:
    entries = {
        build_record(new_chain(CHAIN), "limits", {"rg": {"now": {}}}, now_ms=0, salt=salt, signer=signer()).tip.leaf
        for salt in (bytes(16), bytes(15) + b"\x01")
    }

    assert len(entries) == 2


def test_moves_that_do_not_sum_to_zero_are_a_defect() -> None:
    assert moves_document([("cash", -5), ("in_play", 5)]) == [["cash", -5], ["in_play", 5]]
    with pytest.raises(AssertionError):
        moves_document([("cash", -5), ("in_play", 4)])


@pytest.mark.parametrize("entry", ["", "x" * (MAX_ENTRY_BYTES + 1)])
def test_an_entry_that_does_not_fit_the_log_is_a_defect(entry: str) -> None:
    with pytest.raises(AssertionError):
        leaf_hash(entry)


def test_an_entry_of_the_largest_size_fits() -> None:
    assert len(leaf_hash("x" * MAX_ENTRY_BYTES)) == 32


def test_the_roots_are_those_of_rfc_6962() -> None:
    told = published("rfc6962_roots.json")
    hashed = [leaf_of(bytes.fromhex(leaf)) for leaf in told["leaves"]]

    assert [append(Frontier(), hashed[:size]).root().hex() for size in range(9)] == told["roots"]


def leaf_of(stored: bytes) -> bytes:
    """Hash a leaf that is no text, as some of the published ones are, and one that is empty."""
    return hashlib.sha256(b"\x00" + stored).digest()


@given(leaves)
def test_the_root_is_that_of_the_recursive_definition(hashed: list[bytes]) -> None:
    assert append(Frontier(), hashed).root() == naive_root(hashed)


@given(leaves, st.integers(0, 70))
def test_it_does_not_matter_in_how_many_batches_a_tree_grew(hashed: list[bytes], cut: int) -> None:
    assert append(append(Frontier(), hashed[:cut]), hashed[cut:]) == append(Frontier(), hashed)


def test_a_frontier_that_no_tree_has_is_a_defect() -> None:
    with pytest.raises(AssertionError):
        Frontier(3, (NO_LEAF,))


def test_a_checkpoint_tells_its_size() -> None:
    tree = append(Frontier(), [bytes(32)] * 5)

    assert size_of(sign_checkpoint("example.test/log", tree, signer("example.test/log"))) == 5


@pytest.mark.parametrize("size", [16, 17, 32, 64])
def test_a_client_seed_of_16_to_64_bytes_is_read(size: int) -> None:
    assert seed_from_hex("0f" * size) == b"\x0f" * size


@pytest.mark.parametrize("text", ["", "0f" * 15, "0f" * 65, "0f" * 16 + "0", "0F" * 16, "0g" * 16, "0f" * 16 + "\n"])
def test_any_other_client_seed_is_refused(text: str) -> None:
    with pytest.raises(MalformedClientSeed):
        seed_from_hex(text)


def test_the_words_of_a_player_become_a_seed_by_sha_256() -> None:
    # printf lucky | sha256sum
    assert seed_from_text("lucky").hex() == "db9fbddbd7caeff7a326645c1bb47116eb3fd4ae3834bf5039fc5d47386786f5"


def test_the_manifest_changes_with_any_byte_and_any_path() -> None:
    files = {"games/core/a.py": b"a", "games/core/b.py": b"b"}
    others = [
        {"games/core/a.py": b"a"},
        {"games/core/a.py": b"a", "games/core/b.py": b"c"},
        {"games/core/a.py": b"a", "games/core/c.py": b"b"},
        {"games/core/a.py": b"b", "games/core/b.py": b"a"},
    ]

    assert digest_files(dict(reversed(files.items()))) == digest_files(files)
    assert len({digest_files(files), *map(digest_files, others)}) == 5


def test_a_record_is_one_line_of_json_and_one_signature() -> None:
    record = build_record(new_chain(CHAIN), "limits", {"rg": {"now": {}}}, now_ms=0, salt=SALT, signer=signer())
    line, empty, signature, end = record.entry.split("\n")

    assert (empty, end) == ("", "")
    assert json.loads(line) == record.document
    assert signature.startswith("— example.test/rounds-1 ")
