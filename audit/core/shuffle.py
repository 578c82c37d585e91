"""From a round's two seeds to its cards.

Source: docs/formats/shuffle.md, and docs/formats/tables.md for a pack that is shuffled again; NIST SP 800-90A section 10.1.2 (HMAC_DRBG) for the bytes.
"""

import hmac
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, overload

from kernel.ids import RoundId

MAX_STREAM_BYTES: Final = 65_536
PACK: Final = 52
_BLOCK: Final = 32
_ONE_BYTE_BITS: Final = 8


def stream(*, entropy: bytes, nonce: bytes, personalization: bytes) -> Iterator[int]:
    """Yield the bytes of one HMAC_DRBG-SHA-256 Generate request, block by block as they are asked for.

    The iterator ends after 65,536 bytes, the most that one request may give (SP 800-90A, table 2).
    """
    material = entropy + nonce + personalization
    key, value = bytes(_BLOCK), b"\x01" * _BLOCK
    for separator in (b"\x00", b"\x01"):
        key = hmac.digest(key, value + separator + material, "sha256")
        value = hmac.digest(key, value, "sha256")
    for _ in range(MAX_STREAM_BYTES // _BLOCK):
        value = hmac.digest(key, value, "sha256")
        yield from value


def deck_stream(seed: bytes, *, round_id: RoundId, client: bytes) -> Iterator[int]:
    """Yield the random bytes of a round's deck, from its own seed and the epoch's client seed."""
    return stream(entropy=seed, nonce=_nonce(round_id), personalization=b"RDF1/deck\0" + client)


def reshuffle_stream(seed: bytes, *, round_id: RoundId, client: bytes, reshuffle: int) -> Iterator[int]:
    """Yield the random bytes of a game's used cards when they are shuffled for the time `reshuffle`, from 1."""
    assert reshuffle >= 1, "the first pack is the deck"
    personalization = b"RDF1/reshuffle\0" + reshuffle.to_bytes(4, "big") + client
    return stream(entropy=seed, nonce=_nonce(round_id), personalization=personalization)


def uniform(below: int, source: Iterator[int]) -> int:
    """Draw a number from 0 to `below` - 1, all equally likely, by masking and rejecting. `below` is 1 to 65,536."""
    if below == 1:
        return 0
    bits = (below - 1).bit_length()
    mask = (1 << bits) - 1
    while True:
        drawn = next(source) if bits <= _ONE_BYTE_BITS else next(source) << 8 | next(source)
        drawn &= mask
        if drawn < below:
            return drawn


class Shoe(Sequence[int]):
    """The shuffled shoe of a round, computed card by card as it is dealt; cards are 0 to `size` - 1.

    A forward Fisher-Yates shuffle that stops when enough is dealt: a card is final as soon as its place is reached,
    and the rest of the shoe exists nowhere.
    """

    def __init__(self, *, size: int, source: Iterator[int]) -> None:
        """Shuffle `size` cards, 1 to 65,536, with the bytes of `source`."""
        self._size = size
        assert 0 < size <= MAX_STREAM_BYTES, "a shoe has 1 to 65,536 cards"
        self._source = source
        self._dealt: list[int] = []
        self._moved: dict[int, int] = {}

    def __len__(self) -> int:
        """Return how many cards the shoe holds, dealt or not."""
        return self._size

    @overload
    def __getitem__(self, place: int) -> int: ...

    @overload
    def __getitem__(self, place: slice) -> list[int]: ...

    def __getitem__(self, place: int | slice) -> int | list[int]:
        """Return the card at a place, or the cards of a range of places, as any sequence does."""
        wanted = range(self._size)[place]
        last = wanted if isinstance(wanted, int) else max(wanted, default=-1)
        while len(self._dealt) <= last:
            self._deal_one()
        return self._dealt[place]

    def _deal_one(self) -> None:
        here = len(self._dealt)
        there = here + uniform(self._size - here, self._source)
        self._dealt.append(self._moved.get(there, there))
        self._moved[there] = self._moved.get(here, here)


def shoe(seed: bytes, *, round_id: RoundId, client: bytes, decks: int) -> Shoe:
    """Return the shoe of a round: `seed` is the round's own, `client` the epoch's."""
    return Shoe(size=PACK * decks, source=deck_stream(seed, round_id=round_id, client=client))


def shuffle_used(cards: Iterable[int], source: Iterator[int]) -> list[int]:
    """Return used cards, given in any order, as the pack that they make: sorted, then shuffled with `source`."""
    in_order = sorted(cards)
    return [in_order[place] for place in Shoe(size=len(in_order), source=source)]


def _nonce(round_id: RoundId) -> bytes:
    return round_id.chain.bytes + round_id.epoch.to_bytes(4, "big") + round_id.nonce.to_bytes(8, "big")
