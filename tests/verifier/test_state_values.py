"""The bytes of a state: each value comes back as it was, and nothing else can be said by them."""

from __future__ import annotations

import enum
import os
import subprocess
import sys
from array import array
from collections import Counter, OrderedDict, defaultdict, deque
from datetime import UTC, date, datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from hypothesis import given, strategies as st

from tests.verifier.reflection import require_same
from tests.verifier.restored import spelt
from verifier import player_key, state_reader
from verifier.link import Link, Position
from verifier.player import LostSeed
from verifier.protection_state import NOTHING_SET
from verifier.state_classes import Unknown
from verifier.state_reader import Damaged
from verifier.table_state import Phase
from verifier.tally import MoneyKey, Tally
from verifier.verdict import Code, Place

CHECKOUT = Path(__file__).parents[2]
RFC_8032_KEY = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
GENERATOR_P256 = bytes.fromhex(
    "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
    "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"
)
VALUES: list[Any] = [
    None,
    True,
    False,
    0,
    63,
    -64,
    127,
    128,
    -(2**80),
    2**80,
    1.5,
    "",
    "Zürich \ud800",
    b"\x00\xff",
    bytearray(b"grows"),
    array("q", [1, -(2**40)]),
    (1, ("a", b"b")),
    [[], [1]],
    {3, 1, 2},
    frozenset(("b", "a")),
    {"z": 1, "a": {2: None}},
    Counter({"deal": 2}),
    deque([1, 2], 3),
    deque([1]),
    MappingProxyType({"a": [1]}),
    Fraction(523, 16575),
    date(2026, 11, 1),
    Phase.REVEALING,
    Code.E_SEED_HELD,
    Position(7, "ab"),
    Place(index=3),
    Link(seq_next=4),
    NOTHING_SET,
    Tally(records=Counter(deal=3)),
    player_key.load("ed25519", RFC_8032_KEY),
    player_key.load("p256", GENERATOR_P256),
]


@pytest.mark.parametrize("value", VALUES, ids=[type(value).__name__ for value in VALUES])
def test_a_value_comes_back_as_it_was(value: object) -> None:
    made = state_reader.read(spelt([value, value]))

    require_same([value, value], made)
    assert spelt(made) == spelt([value, value])


plain = st.none() | st.booleans() | st.integers() | st.text() | st.binary() | st.fractions() | st.dates()


@given(
    st.recursive(
        plain,
        lambda parts: st.lists(parts) | st.dictionaries(st.text() | st.integers(), parts) | st.tuples(parts, parts),
    )
)
def test_whatever_is_made_of_these_comes_back(value: object) -> None:
    require_same(value, state_reader.read(spelt(value)))


def test_what_two_hold_is_one_object_again_and_a_circle_is_one() -> None:
    shared, key = Link(), MoneyKey("USD", 2, test_account=False)
    circle: list[Any] = [shared, {key: shared}, MappingProxyType({"a": shared})]
    circle.append(circle)

    made = state_reader.read(spelt(circle))

    assert made[0] is made[1][key] is made[2]["a"]
    assert made[3] is made


def test_what_a_proxy_shows_is_what_another_holds() -> None:
    shown = {"a": 1}

    held, proxy = state_reader.read(spelt([shown, MappingProxyType(shown)]))
    held["b"] = 2

    assert proxy["b"] == 2


def test_a_field_that_was_never_set_stays_unset() -> None:
    lost = object.__new__(LostSeed)
    object.__setattr__(lost, "place", Place())

    made = state_reader.read(spelt(lost))

    assert made.place == Place()
    assert not hasattr(made, "played")


class Elsewhere:
    """A class of which no state has objects."""


class Kind(enum.Enum):
    ONE = 1


class Pair(NamedTuple):
    one: int


class Longer(list[int]):
    """A list that may hold more than its items."""


UNKNOWN = [
    object(),
    Elsewhere(),
    Elsewhere,
    Kind.ONE,
    Pair(1),
    Longer(),
    lambda: None,
    os.path,
    defaultdict(list),
    OrderedDict(),
    Decimal(1),
    datetime(2026, 1, 1, tzinfo=UTC),
    1j,
    array("b"),
    ValueError(),
    Path(),
    {1, "a"},
    {frozenset()},
    memoryview(b""),
]


@pytest.mark.parametrize("value", UNKNOWN, ids=[type(value).__name__ for value in UNKNOWN])
def test_what_a_state_has_no_bytes_for_is_refused_when_it_is_written(value: object) -> None:
    with pytest.raises(Unknown):
        spelt([value])


def test_a_field_that_only_one_object_of_a_class_has_is_kept_or_refused() -> None:
    counted = Counter(a=1)
    counted.of = "something"  # type: ignore[attr-defined]  # a field of its own

    with pytest.raises(Unknown):
        spelt(counted)


def test_bytes_that_were_changed_are_refused_or_say_another_value_and_run_nothing() -> None:
    whole = spelt([VALUES[10:]])
    refused = 0
    for at in range(len(whole)):
        for spoilt in (whole[:at], whole[:at] + bytes([whole[at] ^ 0x15]) + whole[at + 1 :]):
            try:
                state_reader.read(spoilt)
            except Damaged:
                refused += 1
    assert refused > len(whole)


@pytest.mark.parametrize(
    "spelt_otherwise",
    [
        pytest.param(b"\x03\x80\x00", id="a number with a group too many"),
        pytest.param(b"\x0a\x02\x03\x04\x03\x02", id="a set out of order"),
        pytest.param(b"\x0a\x02\x03\x02\x03\x02", id="a member twice"),
        pytest.param(b"\x0c\x02\x03\x02\x00\x03\x02\x00", id="a key twice"),
        pytest.param(b"\x00\x00", id="a value after the last"),
        pytest.param(b"\x07\x00", id="an object before there is one"),
        pytest.param(b"\x08\x01\x07\x00", id="a tuple in itself"),
        pytest.param(b"\x16\x00\x05\x09os.system\x05\x00", id="a name of no class here"),
        pytest.param(b"\x16\x00\x05\x12verifier.link.Link\x05\x04leaf", id="a class with other fields"),
        pytest.param(b"\x63", id="no tag"),
        pytest.param(b"\x09" + b"\xff" * 8 + b"\x01", id="more items than bytes"),
        pytest.param(b"\x09\x01" * 100_000, id="too deep"),
    ],
)
def test_other_spellings_are_refused(spelt_otherwise: bytes) -> None:
    with pytest.raises(Damaged):
        state_reader.read(spelt_otherwise)


def test_one_state_has_one_spelling_in_every_run_of_the_program() -> None:
    program = (
        "from verifier import state_writer; out = bytearray();"
        "state_writer.write([{str(n) for n in range(99)}, {bytes([n]) for n in range(99)}], out.extend); print(out.hex())"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=CHECKOUT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }

    assert len(said) == 1
