"""Decks that follow from seeds: the stream of bytes, the shuffle, and cards as records spell them.

Source: docs/formats/shuffle.md; docs/formats/tables.md, "Grammar".
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

_PACK: Final = 52
_RANKS: Final = "23456789TJQKA"
_SUITS: Final = "cdhs"
_ONE_BYTE_BITS: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSecrets:
    """What a round's cards follow from: the house's seed and the player's, or at a table that of all players.

    At a table `nonce` is 1.
    """

    chain: str
    epoch: int
    nonce: int
    seed: str
    client: str

    def deck(self, packs: int) -> list[int]:
        """Return the cards of so many packs, as the round deals them."""
        return self._shuffled(range(_PACK * packs), purpose=b"deck", extra=b"")

    def reshuffled(self, used: Sequence[int], *, number: int) -> list[int]:
        """Return the pack that the used cards make when they are shuffled for the time `number`, from 1."""
        return self._shuffled(sorted(used), purpose=b"reshuffle", extra=number.to_bytes(4, "big"))

    def key(self, seat: int, number: int) -> str:
        """Return the key of a seat's hand, in hex; its hands of an epoch count from 0."""
        place = self._epoch + bytes([seat]) + number.to_bytes(4, "big")
        return hmac.digest(bytes.fromhex(self.seed), b"RDF1/seal\x00" + place, "sha256").hex()

    def sealed(self, seat: int, number: int, cards: Sequence[str]) -> str:
        """Return the seal of a seat's hand, in hex."""
        return seal_of(self.key(seat, number), cards)

    @property
    def _epoch(self) -> bytes:
        return bytes.fromhex(self.chain) + self.epoch.to_bytes(4, "big")

    def _shuffled(self, cards: Sequence[int], *, purpose: bytes, extra: bytes) -> list[int]:
        personal = b"RDF1/" + purpose + b"\x00" + extra + bytes.fromhex(self.client)
        material = bytes.fromhex(self.seed) + self._epoch + self.nonce.to_bytes(8, "big") + personal
        taken, order = _stream(material), list(cards)
        for place in range(len(order)):
            other = place + _uniform(taken, len(order) - place)
            order[place], order[other] = order[other], order[place]
        return order


def card_text(card: int) -> str:
    """Return a card of any pack as records spell it."""
    return _RANKS[card % len(_RANKS)] + _SUITS[card // len(_RANKS) % len(_SUITS)]


def card_texts(cards: Sequence[int]) -> list[str]:
    """Return cards as records spell them."""
    return [card_text(card) for card in cards]


def seal_of(key: str, cards: Sequence[str]) -> str:
    """Return the seal of a hand under a key, both in hex."""
    return hashlib.sha256(b"RDF1/sealed\x00" + bytes.fromhex(key) + " ".join(cards).encode()).hexdigest()


def _stream(material: bytes) -> Iterator[int]:
    """Yield the bytes of HMAC_DRBG with SHA-256 (NIST SP 800-90A), instantiated with this material."""
    key, value = bytes(32), b"\x01" * 32
    for mark in (b"\x00", b"\x01"):
        key = hmac.digest(key, value + mark + material, "sha256")
        value = hmac.digest(key, value, "sha256")
    while True:
        value = hmac.digest(key, value, "sha256")
        yield from value


def _uniform(taken: Iterator[int], below: int) -> int:
    """Return a number under `below`, every one as likely: what is too high is drawn again."""
    bits = (below - 1).bit_length()
    while below > 1:
        drawn = next(taken) if bits <= _ONE_BYTE_BITS else next(taken) << 8 | next(taken)
        number = drawn & (1 << bits) - 1
        if number < below:
            return number
    return 0
