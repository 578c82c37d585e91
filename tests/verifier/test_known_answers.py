"""The verifier's own arithmetic against answers that others have published.

The vectors of the protocol are read from `../shared`; without that folder these tests say that they were skipped.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from verifier import canonical, note, schema, shuffle, tree, trust
from verifier.checkpoint import parse as parse_checkpoint
from verifier.verdict import Code, Fault

SHARED = Path(__file__).parents[3] / "shared" / "vectors"


def published(name: str) -> Any:
    path = SHARED / name
    if not path.is_file():
        pytest.skip(f"{name} lies in ../shared/vectors, which is not here")
    return json.loads(path.read_text())


def test_the_example_of_the_shuffle_page_is_dealt() -> None:
    shoe = shuffle.shoe(
        seed=bytes.fromhex("0218ea822ad67e1978cedc3084bf21feff04a61430d2462560a0e314d7f37ebf"),
        chain=bytes(range(16)),
        epoch=0,
        nonce=1,
        client=b"player seed 1...................",
        decks=1,
    )

    assert list(itertools.islice(shoe, 8)) == ["Qh", "5s", "Kc", "6d", "2d", "2s", "Kd", "Jc"]


def test_the_seed_chain_of_the_shuffle_page_leads_to_its_commitment() -> None:
    seed = bytes(range(32))
    for index in reversed(range(8)):
        seed = shuffle.seed_before(chain=bytes(range(16)), epoch=0, index=index, seed=seed)

    assert seed.hex() == "76cc338b6f616e3af5ca349ca8cb2b10cf042a8e7ba6b5c39fc18b1740c677a6"


def test_seed_chain_streams_and_decks_are_those_of_the_protocol() -> None:
    vectors = published("rdf1.json")
    chained = vectors["seed_chain"]
    chain, client = bytes.fromhex(chained["chain"]), bytes.fromhex(vectors["client"])

    for index, (before, after) in enumerate(itertools.pairwise(map(bytes.fromhex, chained["s"]))):
        assert shuffle.seed_before(chain=chain, epoch=0, index=index, seed=after) == before

    def stream(nonce: int) -> Any:
        return shuffle._stream(
            entropy=bytes.fromhex(chained["s"][nonce]),
            nonce=chain + bytes(4) + nonce.to_bytes(8, "big"),
            personalization=b"RDF1/deck\0" + client,
        )

    for answer in vectors["streams"]:
        assert bytes(itertools.islice(stream(answer["nonce"]), 96)).hex() == answer["first_96"]
    for answer in vectors["decks"]:
        shuffled = list(shuffle.permutation(stream(answer["nonce"]), size=answer["n"]))
        assert shuffled[: len(answer["prefix"])] == answer["prefix"]
        spelled = b"".join(card.to_bytes(2, "big") for card in shuffled)
        assert hashlib.sha256(spelled).hexdigest() == answer["full_sha256"]


def test_the_record_and_the_checkpoint_of_the_protocol_are_read_and_verified() -> None:
    vectors = published("rdf1.json")
    record, signed = vectors["record"], vectors["checkpoint"]
    entry = record["note"].encode()

    parsed = note.split(entry)
    note.parse_vkey(record["vkey"]).verify(parsed)
    document = canonical.parse(note.line_of(parsed))
    canonical.require(document, record["canon"])
    assert document == record["obj"]
    assert tree.leaf_hash(entry).hex() == record["leaf"]

    log_alone = "\n".join(signed["note"].split("\n")[:5]) + "\n"
    trusted = trust.Trust(
        origin="example.test/log", root=note.parse_vkey(record["vkey"]), log=note.parse_vkey(signed["log_vkey"])
    )
    assert parse_checkpoint(log_alone.encode(), trust=trusted).root == tree.leaf_hash(entry)


def test_random_bytes_are_those_of_nist() -> None:
    for answer in published("hmac_drbg_sha256_noreseed.cavp.json"):
        expected = bytes.fromhex(answer["expected"])
        material = answer["entropy"] + answer["nonce"] + answer.get("personalizationString", "")
        key, value = shuffle._instantiate(bytes.fromhex(material))
        # The published answer is that of a second call, and a call ends with an update of its own.
        for _ in range(len(expected) // 32):
            value = hmac.digest(key, value, "sha256")
        key = hmac.digest(key, value + b"\0", "sha256")
        value = hmac.digest(key, value, "sha256")

        generated = b""
        while len(generated) < len(expected):
            value = hmac.digest(key, value, "sha256")
            generated += value
        assert generated == expected


@pytest.mark.parametrize("length", [0, 1, 32, 63, 64])
def test_keyed_hashes_are_those_of_the_standard_library(length: int) -> None:
    key = bytes(range(1, length + 1))

    assert shuffle._hmac(key, b"a message") == hmac.digest(key, b"a message", "sha256")


def test_roots_are_those_of_rfc_6962() -> None:
    vectors = published("rfc6962_roots.json")
    leaves = [tree.leaf_hash(bytes.fromhex(leaf)) for leaf in vectors["leaves"]]

    assert [tree.root_of(leaves[:size]).hex() for size in range(len(leaves) + 1)] == vectors["roots"]


def test_the_example_of_c2sp_is_split_and_verified() -> None:
    for example in published("c2sp_notes.json"):
        note.parse_vkey(example["vkey"]).verify(note.split(example["note"].encode()))


@pytest.mark.parametrize("size", [0, 1, 2, 255, 256, 257, 1000])
def test_a_root_folded_from_bundles_is_the_root_of_the_leaves(size: int) -> None:
    leaves = [tree.leaf_hash(bytes([n % 256, n // 256])) for n in range(size)]
    whole, rest = divmod(size, 256)
    frontier = tree.Frontier()
    for number in range(whole):
        frontier.append(tree.root_of(leaves[number * 256 : number * 256 + 256]))

    assert frontier.root(tree.root_of(leaves[whole * 256 :]) if rest else None) == tree.root_of(leaves)


def test_every_worked_record_of_the_format_pages_is_of_its_form() -> None:
    path = Path(__file__).parents[1] / "vectors" / "records.jsonl"
    if not path.is_file():
        pytest.skip("tests/vectors/records.jsonl is not made yet")
    for line in path.read_text().splitlines():
        worked = json.loads(line)
        if "note" in worked:
            entry = worked["note"].encode()
            assert schema.check(canonical.parse(note.line_of(note.split(entry))))["type"] == worked["type"]
            assert tree.leaf_hash(entry).hex() == worked["leaf"]


@pytest.mark.parametrize(
    "entry",
    [
        b"",
        b"text\n",
        b"text\n\n",
        "text\n\n\u2014 name AAAA\n".encode(),
        "text\n\n\u2014 name ".encode() + base64.b64encode(bytes(67)) + b"\n",
        "text\n\n\u2014 name ".encode() + base64.b64encode(bytes(68)),
        "text\n\n\u2014 two words ".encode() + base64.b64encode(bytes(68)) + b"\n",
        "text\n\n\u2014 name ".encode() + base64.b64encode(bytes(68)).replace(b"A=", b"B=") + b"\n",
        2 * ("text\n\n\u2014 name ".encode() + base64.b64encode(bytes(68)) + b"\n"),
        b"text\n\n\xe2\x80 name " + base64.b64encode(bytes(68)) + b"\n",
    ],
)
def test_what_is_not_a_note_with_one_signature_is_not_split(entry: bytes) -> None:
    with pytest.raises(Fault) as caught:
        note.split(entry)

    assert caught.value.code is Code.E_FORM


def test_a_note_may_say_anything_in_utf_8_and_nothing_else() -> None:
    signature = "\n\u2014 name ".encode() + base64.b64encode(bytes(68)) + b"\n"
    assert note.line_of(note.split("\u00e9\n".encode() + signature)) == "\u00e9"

    with pytest.raises(Fault) as caught:
        note.line_of(note.split(b"\xff\n" + signature))
    assert caught.value.code is Code.E_FORM
