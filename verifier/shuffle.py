"""Seeds, random bytes and the deck of RDF/1.

Source: docs/formats/shuffle.md.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator

_RANKS = "23456789TJQKA"
_SUITS = "cdhs"
_PACK = tuple(rank + suit for suit in _SUITS for rank in _RANKS)
_ONE_BYTE_BITS = 8


def seed_before(*, chain: bytes, epoch: int, index: int, seed: bytes) -> bytes:
    """Return s_index, given s_(index+1) as `seed`."""
    return hashlib.sha256(b"RDF1/seed\0" + chain + struct.pack(">II", epoch, index) + seed).digest()


def deal(*, seed: bytes, chain: bytes, epoch: int, nonce: int, client: bytes, decks: int, count: int) -> list[str]:
    """Return the texts of the first `count` cards of the round's shoe of `decks` packs."""
    stream = _stream(
        entropy=seed,
        nonce=chain + struct.pack(">IQ", epoch, nonce),
        personalization=b"RDF1/deck\0" + client,
    )
    return [card_text(card) for card in permutation(stream, size=52 * decks, count=count)]


def card_text(card: int) -> str:
    """Spell a card of any pack, rank then suit."""
    return _PACK[card % 52]


def permutation(stream: Iterator[int], *, size: int, count: int) -> list[int]:
    """Return the first `count` places of a shuffle of 0 to size-1.

    Only the places that a swap has touched are kept: three cards of a shoe cost three draws.
    """
    moved: dict[int, int] = {}
    dealt = []
    for place in range(count):
        other = place + uniform(stream, size - place)
        dealt.append(moved.get(other, other))
        moved[other] = moved.get(place, place)
    return dealt


def uniform(stream: Iterator[int], bound: int) -> int:
    """Draw a number from 0 to bound-1, each equally likely, by throwing away what lies outside."""
    if bound == 1:
        return 0
    bits = (bound - 1).bit_length()
    mask = (1 << bits) - 1
    while True:
        drawn = next(stream) if bits <= _ONE_BYTE_BITS else next(stream) << 8 | next(stream)
        if drawn & mask < bound:
            return drawn & mask


def _stream(*, entropy: bytes, nonce: bytes, personalization: bytes) -> Iterator[int]:
    """Yield the bytes of one Generate call of HMAC_DRBG with SHA-256 (NIST SP 800-90A, 10.1.2)."""
    key, value = _instantiate(entropy + nonce + personalization)
    while True:
        value = hmac.digest(key, value, "sha256")
        yield from value


def _instantiate(material: bytes) -> tuple[bytes, bytes]:
    key, value = bytes(32), b"\x01" * 32
    for mark in (b"\x00", b"\x01"):
        key = hmac.digest(key, value + mark + material, "sha256")
        value = hmac.digest(key, value, "sha256")
    return key, value
