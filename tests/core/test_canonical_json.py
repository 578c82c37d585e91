"""Canonical JSON: one document, one sequence of bytes."""

import json
from typing import Any

import pytest
import rfc8785
from hypothesis import given, strategies as st

from kernel.canonical_json import NotCanonical, decode, encode
from tests.shared_vectors import published

MOST = 2**53 - 1
keys = st.text("abcxyz0189_+", min_size=1, max_size=6)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
documents = st.dictionaries(
    keys,
    st.recursive(
        texts | st.booleans() | st.integers(-MOST, MOST),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
        max_leaves=12,
    ),
    max_size=5,
)


@given(documents)
def test_the_bytes_are_those_of_rfc_8785(document: dict[str, Any]) -> None:
    assert encode(document) == rfc8785.dumps(document)


@given(documents)
def test_what_was_written_reads_back(document: dict[str, Any]) -> None:
    assert decode(encode(document)) == document


def test_the_oracle_writes_the_published_pairs() -> None:
    for pair in published("jcs_cyberphone.json"):
        assert rfc8785.dumps(json.loads(pair["input"])).hex() == pair["out_hex"], pair["name"]


def test_the_published_texts_are_written_as_they_were_published() -> None:
    """Each published pair has something that no record has: a null, a float, a key. Their texts are the hard part."""
    written = 0
    for pair in published("jcs_cyberphone.json"):
        for value in texts_in(json.loads(pair["input"])):
            assert encode({"x": value})[5:-1] in bytes.fromhex(pair["out_hex"]), pair["name"]
            written += 1

    assert written > 0


def texts_in(value: object) -> list[str]:
    """Return the texts that stand in a document, its keys among them."""
    if isinstance(value, dict):
        return [*value, *(text for member in value.values() for text in texts_in(member))]
    if isinstance(value, list):
        return [text for member in value for text in texts_in(member)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize("amount", [MOST + 1, -MOST - 1, 2**64, 10**400])
def test_an_integer_beyond_53_bits_is_not_written(amount: int) -> None:
    with pytest.raises(NotCanonical):
        encode({"x": amount})


@pytest.mark.parametrize(
    "value", [1.0, None, b"x", "\ud800", {"A": 1}, {"": 1}, {"a-b": 1}, {1: 1}, [1.5], {"x": [None]}, {1, 2}]
)
def test_a_value_outside_the_profile_is_not_written(value: object) -> None:
    with pytest.raises(NotCanonical):
        encode({"x": value})


@pytest.mark.parametrize(
    "text",
    [
        *(b"", b"[]", b'"x"', b"1", b"null", b"{", b"\xff", b"\xef\xbb\xbf{}"),
        *(b'{"x": 1}', b'{"x":1}\n', b' {"x":1}', b'{"b":1,"a":1}', b'{"x":1,"x":1}', b'{"x":1,"x":2}'),
        *(b'{"x":1.0}', b'{"x":1e2}', b'{"x":-0}', b'{"x":01}', b'{"x":NaN}', b'{"x":null}', b'{"X":1}'),
        *(b'{"x":9007199254740992}', b'{"x":"\\u0041"}', b'{"x":"\\/"}', b'{"x":"\\ud800"}', b"[" * 100_000),
    ],
)
def test_bytes_that_are_not_the_one_form_are_refused(text: bytes) -> None:
    with pytest.raises(NotCanonical):
        decode(text)


@given(documents.filter(bool), st.data())
def test_one_changed_byte_is_another_document_or_none(document: dict[str, Any], data: st.DataObject) -> None:
    written = encode(document)
    place = data.draw(st.integers(0, len(written) - 1))
    changed = bytearray(written)
    changed[place] ^= data.draw(st.integers(1, 255))
    try:
        read = decode(bytes(changed))
    except NotCanonical:
        return
    # Equality of Python is too kind: True == 1.
    assert encode(read) != written
