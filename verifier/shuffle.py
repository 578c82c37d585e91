"""Seeds, random bytes and the deck of RDF/1.

Source: docs/formats/shuffle.md.
"""

import hashlib
import struct
from collections.abc import Iterator, Sequence

_RANKS = "23456789TJQKA"
_SUITS = "cdhs"
_PACK = tuple(rank + suit for suit in _SUITS for rank in _RANKS)
_ONE_BYTE_BITS = 8
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


def seed_before(*, chain: bytes, epoch: int, index: int, seed: bytes) -> bytes:
    """Return s_index, given s_(index+1) as `seed`."""
    return hashlib.sha256(b"RDF1/seed\0" + chain + struct.pack(">II", epoch, index) + seed).digest()


def shoe(*, seed: bytes, chain: bytes, epoch: int, nonce: int, client: bytes, decks: int) -> Iterator[str]:
    """Yield the cards of the round's shoe of `decks` packs, from place 0 on."""
    return _cards(round_bytes(seed=seed, chain=chain, epoch=epoch, nonce=nonce, client=client), size=52 * decks)


def round_bytes(*, seed: bytes, chain: bytes, epoch: int, nonce: int, client: bytes) -> Iterator[int]:
    """Yield the random bytes that a round's cards are drawn with."""
    return _stream(
        entropy=seed,
        nonce=chain + struct.pack(">IQ", epoch, nonce),
        personalization=b"RDF1/deck\0" + client,
    )


def table_pack(
    cards: Sequence[int], *, purpose: bytes, seed: bytes, chain: bytes, epoch: int, client: bytes
) -> list[int]:
    """Shuffle the cards of a table's deck (`purpose` "deck") or of a later pack of it ("reshuffle")."""
    stream = table_bytes(purpose=purpose, seed=seed, chain=chain, epoch=epoch, client=client)
    return [cards[place] for place in permutation(stream, size=len(cards))]


def table_bytes(*, purpose: bytes, seed: bytes, chain: bytes, epoch: int, client: bytes) -> Iterator[int]:
    """Yield the random bytes that a pack of a table is shuffled with."""
    return _stream(
        entropy=seed,
        nonce=chain + struct.pack(">IQ", epoch, 1),
        personalization=b"RDF1/" + purpose + b"\0" + client,
    )


def card_text(card: int) -> str:
    """Spell a card of any pack, rank then suit."""
    return _PACK[card % 52]


def permutation(stream: Iterator[int], *, size: int) -> Iterator[int]:
    """Yield the places of a shuffle of 0 to size-1, in order.

    Only the places that a swap has touched are kept: three cards of a shoe cost three draws.
    """
    moved: dict[int, int] = {}
    for place in range(size):
        other = place + uniform(stream, size - place)
        yield moved.get(other, other)
        moved[other] = moved.get(place, place)


def _cards(stream: Iterator[int], *, size: int) -> Iterator[str]:
    """Yield the cards of a shuffle of 0 to size-1: `permutation`, `uniform` and `card_text` in one, for all rounds."""
    moved: dict[int, int] = {}
    for place in range(size):
        bound = size - place
        bits = (bound - 1).bit_length()
        mask, drawn = (1 << bits) - 1, 0
        while bits:
            drawn = (next(stream) if bits <= _ONE_BYTE_BITS else next(stream) << 8 | next(stream)) & mask
            if drawn < bound:
                break
        other = place + drawn
        yield _PACK[moved.get(other, other) % 52]
        moved[other] = moved.get(place, place)


def uniform(stream: Iterator[int], bound: int) -> int:
    """Draw a number from 0 to bound-1, each equally likely; draws above that are rejected."""
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
        value = _hmac(key, value)
        yield from value


def _instantiate(material: bytes) -> tuple[bytes, bytes]:
    key, value = bytes(32), b"\x01" * 32
    for mark in (b"\x00", b"\x01"):
        key = _hmac(key, value + mark + material)
        value = _hmac(key, value)
    return key, value


def _hmac(key: bytes, message: bytes) -> bytes:
    """Return HMAC-SHA-256 (RFC 2104), for a key of at most 64 bytes.

    Two plain hashes take half the time of the library's HMAC, which looks its algorithm up at every call.
    """
    key = key.ljust(64, b"\0")
    return hashlib.sha256(key.translate(_OUTER) + hashlib.sha256(key.translate(_INNER) + message).digest()).digest()
