"""Seeds, streams and decks against published answers, and the laws that hold for all of them."""

import hashlib
import hmac
import itertools
from collections import Counter
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, strategies as st

from audit.core.epoch_seeds import PEBBLE_STEP, pebbles, seed_at, seed_before
from audit.core.shuffle import MAX_STREAM_BYTES, Shoe, deck_stream, shoe, stream, uniform
from games.core.cards import Card, card_text
from kernel.ids import ChainId, RoundId
from tests.shared_vectors import published

CHAIN = ChainId(UUID(bytes=bytes(range(16))))
CLIENT = b"player seed 1..................."
TOP = bytes(range(32))


def test_the_example_of_the_shuffle_page_is_dealt() -> None:
    kept = pebbles(TOP, chain=CHAIN, epoch=0, rounds=8)
    seed = seed_at(1, kept, chain=CHAIN, epoch=0, rounds=8)
    deck = shoe(seed, round_id=RoundId(CHAIN, 0, 1), client=CLIENT, decks=1)

    assert kept[0].hex() == "76cc338b6f616e3af5ca349ca8cb2b10cf042a8e7ba6b5c39fc18b1740c677a6"
    assert deck[:8] == [36, 42, 11, 17, 13, 39, 24, 9]
    assert [card_text(Card(card)) for card in deck[:8]] == ["Qh", "5s", "Kc", "6d", "2d", "2s", "Kd", "Jc"]


def test_the_seed_chain_is_that_of_the_protocol() -> None:
    told = published("rdf1.json")["seed_chain"]
    chain, chained = ChainId(UUID(hex=told["chain"])), [bytes.fromhex(seed) for seed in told["s"]]

    for index, (before, after) in enumerate(itertools.pairwise(chained)):
        assert seed_before(after, chain=chain, epoch=told["epoch"], index=index) == before
    assert chained[-1].hex() == told["top"]


def test_the_streams_are_those_of_the_protocol() -> None:
    told = published("rdf1.json")
    chain = ChainId(UUID(hex=told["seed_chain"]["chain"]))

    assert told["streams"]
    for wanted in told["streams"]:
        seed = bytes.fromhex(told["seed_chain"]["s"][wanted["nonce"]])
        drawn = deck_stream(seed, round_id=RoundId(chain, 0, wanted["nonce"]), client=bytes.fromhex(told["client"]))
        assert bytes(itertools.islice(drawn, 96)).hex() == wanted["first_96"]


@pytest.mark.clause("F09")
def test_the_decks_are_those_of_the_protocol() -> None:
    told = published("rdf1.json")
    chain = ChainId(UUID(hex=told["seed_chain"]["chain"]))

    assert told["decks"]
    for wanted in told["decks"]:
        seed = bytes.fromhex(told["seed_chain"]["s"][wanted["nonce"]])
        source = deck_stream(seed, round_id=RoundId(chain, 0, wanted["nonce"]), client=bytes.fromhex(told["client"]))
        order = full_shuffle(wanted["n"], source)
        assert order[: len(wanted["prefix"])] == wanted["prefix"]
        assert person_digest_of(order) == wanted["full_sha256"]


@pytest.mark.clause("F08")
def test_the_generator_is_the_one_that_gives_nists_answers() -> None:
    vectors = published("hmac_drbg_sha256_noreseed.cavp.json")

    assert len(vectors) == 30
    for told in vectors:
        entropy, nonce = bytes.fromhex(told["entropy"]), bytes.fromhex(told["nonce"])
        personalization = bytes.fromhex(told.get("personalizationString", ""))
        expected = bytes.fromhex(told["expected"])
        oracle = Nist(entropy + nonce + personalization)
        first = oracle.generate(len(expected))
        ours = stream(entropy=entropy, nonce=nonce, personalization=personalization)

        # NIST asks twice and publishes the second answer; a round asks once.
        assert oracle.generate(len(expected)) == expected
        assert bytes(itertools.islice(ours, len(expected))) == first


@given(st.integers(1, 200), st.integers(0, 2**32 - 1), st.binary(min_size=32, max_size=32))
def test_every_seed_of_an_epoch_follows_from_its_pebbles(rounds: int, epoch: int, top: bytes) -> None:
    chained = [top]
    for index in range(rounds - 1, -1, -1):
        chained.insert(0, seed_before(chained[0], chain=CHAIN, epoch=epoch, index=index))
    kept = pebbles(top, chain=CHAIN, epoch=epoch, rounds=rounds)

    assert kept[0] == chained[0]
    for nonce in range(1, rounds + 1):
        assert seed_at(nonce, kept, chain=CHAIN, epoch=epoch, rounds=rounds) == chained[nonce]
    # One for the commitment, one a step begun.
    assert len(kept) == 1 + -(-rounds // PEBBLE_STEP)


@given(st.binary(min_size=32, max_size=32), st.integers(1, 8))
def test_a_lazy_shoe_is_the_prefix_of_the_whole_shuffle(entropy: bytes, decks: int) -> None:
    lazy = Shoe(size=52 * decks, source=stream(entropy=entropy, nonce=b"n", personalization=b"p"))
    whole = full_shuffle(52 * decks, stream(entropy=entropy, nonce=b"n", personalization=b"p"))

    assert lazy[2] == whole[2]
    assert lazy[:3] == whole[:3]
    assert list(lazy) == whole
    assert sorted(whole) == list(range(52 * decks))


def test_a_shoe_draws_no_more_than_the_cards_that_are_asked_for() -> None:
    source = stream(entropy=bytes(32), nonce=b"", personalization=b"")
    before = list(itertools.islice(stream(entropy=bytes(32), nonce=b"", personalization=b""), 64))

    Shoe(size=52, source=source)[:0]

    assert next(source) == before[0]


@pytest.mark.clause("F09")
@pytest.mark.parametrize("below", [2, 3, 51, 52, 103, 104, 255, 256, 257, 415, 416])
def test_a_uniform_number_takes_each_value_from_equally_many_bytes(below: int) -> None:
    """Feed every possible draw once: each value must come out equally often, and the rest be thrown away."""
    width = 1 if (below - 1).bit_length() <= 8 else 2
    came: Counter[int] = Counter()
    for drawn in range(256**width):
        # The draw, then a zero that ends the search where the draw was thrown away.
        source = iter([*drawn.to_bytes(width, "big"), *bytes(width)])
        value = uniform(below, source)
        if len(list(source)) == width:
            came[value] += 1

    assert set(came) == set(range(below))
    assert len(set(came.values())) == 1


def test_a_number_below_one_takes_no_bytes() -> None:
    assert uniform(1, iter([])) == 0


def test_a_stream_ends_with_the_most_that_one_request_may_give() -> None:
    assert len(list(stream(entropy=bytes(32), nonce=b"", personalization=b""))) == MAX_STREAM_BYTES


@pytest.mark.clause("F15")
@given(st.binary(min_size=16, max_size=64), st.binary(min_size=16, max_size=64))
def test_another_client_seed_deals_another_deck(one: bytes, other: bytes) -> None:
    decks = [list(shoe(TOP, round_id=RoundId(CHAIN, 0, 1), client=client, decks=1)) for client in (one, other)]

    assert (decks[0] == decks[1]) == (one == other)


def test_chain_epoch_and_nonce_each_change_the_deck() -> None:
    rounds = [
        RoundId(CHAIN, 0, 1),
        RoundId(CHAIN, 0, 2),
        RoundId(CHAIN, 1, 1),
        RoundId(ChainId(UUID(int=1)), 0, 1),
    ]
    decks = {tuple(shoe(TOP, round_id=round_id, client=CLIENT, decks=1)) for round_id in rounds}

    assert len(decks) == len(rounds)


class Nist:
    """HMAC_DRBG with SHA-256 in the words of SP 800-90A section 10.1.2, which may be asked more than once."""

    def __init__(self, material: bytes) -> None:
        self._key, self._value = bytes(32), b"\x01" * 32
        self._update(material)

    def generate(self, count: int) -> bytes:
        out = b""
        while len(out) < count:
            self._value = hmac.digest(self._key, self._value, "sha256")
            out += self._value
        self._update(b"")
        return out[:count]

    def _update(self, material: bytes) -> None:
        for separator in (b"\0", b"\x01") if material else (b"\0",):
            self._key = hmac.digest(self._key, self._value + separator + material, "sha256")
            self._value = hmac.digest(self._key, self._value, "sha256")


def person_digest_of(order: list[int]) -> str:
    return hashlib.sha256(b"".join(card.to_bytes(2, "big") for card in order)).hexdigest()


def full_shuffle(size: int, source: Any) -> list[int]:
    """Shuffle the way the page writes it: swap place i with i + uniform(size - i)."""
    deck = list(range(size))
    for here in range(size):
        there = here + uniform(size - here, source)
        deck[here], deck[there] = deck[there], deck[here]
    return deck
