"""Cards at machine speed: xoshiro256++ and exact rejection. For simulation only, never for live play.

Source: Blackman and Vigna, "Scrambled linear pseudorandom number generators" (2021), for the generator;
Brackett-Rozinsky and Lemire, "Batched ranged random integer generation" (2024), for three numbers out of one word.
"""

import hashlib
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.core.cards import PACK
from games.simulation.cards import Cards
from games.simulation.compiled import compiled

NAME: Final = "xoshiro256++"
LANES: Final = 32
"""Generators that step side by side: enough to fill the widest registers and to hide each step's delay."""

SHARE_ROUNDS: Final = 2**24
_Rows: TypeAlias = tuple[NDArray[np.uint16], NDArray[np.uint16], NDArray[np.uint16]]
_THREE: Final = 3
_STATE_WORDS: Final = 4
_BLOCK_WORDS: Final = 2048
_BLOCK_ROUNDS: Final = 2**16
_WORD_BITS: Final = 64
_HALF_BITS: Final = 32
_HALF: Final = np.uint64(_HALF_BITS)
_LOW_HALF: Final = np.uint64(2**_HALF_BITS - 1)


class FastDealer:
    """Deals the first three or six cards of shoes of `decks` packs, each shuffled afresh; six only of one pack."""

    def __init__(self, seed: bytes, *, partition: int, decks: int, count: int) -> None:
        """Derive a separate state for every lane of every partition from a seed of any length."""
        assert count == _THREE or (count, decks) == (2 * _THREE, 1), "three cards, or six of one pack"
        self._state = lane_states(seed, partition=partition)
        self._decks = decks
        self._words = np.empty(_BLOCK_WORDS, np.uint64)
        self._kept = np.empty(_BLOCK_WORDS, np.bool_)
        self.cards: Cards = np.empty((count, _BLOCK_ROUNDS), np.uint16)

    def deal(self) -> int:
        """Deal about 65,000 rounds."""
        deal = _deal_three if len(self.cards) == _THREE else _deal_six
        return deal(self._state, self._decks, self.cards, self._words, self._kept)


def lane_states(seed: bytes, *, partition: int) -> NDArray[np.uint64]:
    """Compute the starting states of a partition's lanes, one a column: SHA-256 of seed, partition and lane.

    A state has 256 bits, so the chance that any two of 2**40 lanes of 2**40 words overlap is below 2**-130.
    """
    states = np.empty((_STATE_WORDS, LANES), np.uint64)
    for lane in range(LANES):
        message = b"simulation\0" + partition.to_bytes(8, "big") + lane.to_bytes(4, "big") + seed
        states[:, lane] = np.frombuffer(hashlib.sha256(message).digest(), ">u8")
    return states


@compiled
def fill(state: NDArray[np.uint64], words: NDArray[np.uint64]) -> None:
    """Fill `words`, a multiple of `LANES` long, with the lanes' next words in turn."""
    for start in range(0, words.size, LANES):
        for lane in range(LANES):
            a, b, c, d = state[0, lane], state[1, lane], state[2, lane], state[3, lane]
            total = a + d
            words[start + lane] = _rotated(total, 23) + a
            shifted = b << np.uint64(17)
            c ^= a
            d ^= b
            b ^= c
            a ^= d
            c ^= shifted
            state[0, lane], state[1, lane], state[2, lane], state[3, lane] = a, b, c, _rotated(d, 45)


@compiled
def _rotated(word: np.uint64, bits: int) -> np.uint64:
    return (word << np.uint64(bits)) | (word >> np.uint64(_WORD_BITS - bits))


@compiled
def _deal_three(
    state: NDArray[np.uint64], decks: int, cards: Cards, words: NDArray[np.uint64], kept: NDArray[np.bool_]
) -> int:
    """Fill `cards` from whole blocks of words, two rounds a word, and return the number of rounds."""
    dealt = 0
    while dealt + 2 * words.size <= cards.shape[1]:
        fill(state, words)
        for low_bit in (0, _HALF_BITS):
            rows = cards[0, dealt:], cards[1, dealt:], cards[2, dealt:]
            kept[:] = True
            draw_three(words, low_bit, decks, rows, kept)
            dealt += _close_up(cards, dealt, kept)
    return dealt


@compiled
def _deal_six(
    state: NDArray[np.uint64], decks: int, cards: Cards, words: NDArray[np.uint64], kept: NDArray[np.bool_]
) -> int:
    """Fill `cards` from whole blocks of words, a round a word, and return the number of rounds.

    Each word gives three cards of one pack and three of another. Rounds in which all six differ are kept: they are six
    cards of one pack, all equally likely. Five words in six are kept.
    """
    dealt = 0
    while dealt + words.size <= cards.shape[1]:
        fill(state, words)
        rows_1 = cards[0, dealt:], cards[1, dealt:], cards[2, dealt:]
        rows_2 = cards[3, dealt:], cards[4, dealt:], cards[5, dealt:]
        kept[:] = True
        draw_three(words, 0, decks, rows_1, kept)
        draw_three(words, _HALF_BITS, decks, rows_2, kept)
        _keep_different(rows_1, rows_2, kept)
        dealt += _close_up(cards, dealt, kept)
    return dealt


@compiled
def draw_three(words: NDArray[np.uint64], low_bit: int, decks: int, rows: _Rows, kept: NDArray[np.bool_]) -> None:
    """Shuffle a shoe up to its third card with 32 bits of each word, from `low_bit` on; clear `kept` for unfit bits.

    The bits are a fraction, which is multiplied by the number of cards left for each card: the whole part says which
    card comes, and the remainder is the next fraction. Bits are unfit if the last remainder is below 2**32 mod N.
    Without them each of the N orders of three cards has the same number of fractions. With 1 to 8 decks N is below
    2**27.
    """
    first, second, third = rows
    size = PACK * decks
    # The conversion to uint32 tells the compiler that these fit into 32 bits, so that a short multiplication is enough.
    left_1, left_2, left_3 = np.uint64(np.uint32(size)), np.uint64(np.uint32(size - 1)), np.uint64(np.uint32(size - 2))
    unfit_below = (_LOW_HALF + np.uint64(1)) % (left_1 * left_2 * left_3)
    for i in range(words.size):
        scaled = ((words[i] >> np.uint64(low_bit)) & _LOW_HALF) * left_1
        place_1 = scaled >> _HALF
        scaled = (scaled & _LOW_HALF) * left_2
        place_2 = (scaled >> _HALF) + np.uint64(1)
        scaled = (scaled & _LOW_HALF) * left_3
        place_3 = (scaled >> _HALF) + np.uint64(2)
        kept[i] &= (scaled & _LOW_HALF) >= unfit_below

        # The forward Fisher-Yates shuffle of audit.core.shuffle: card 0 went to place_1, the next then to place_2.
        moved = np.uint64(0) if place_1 == np.uint64(1) else np.uint64(1)
        first[i] = place_1
        second[i] = np.uint64(0) if place_2 == place_1 else place_2
        third[i] = moved if place_3 == place_2 else np.uint64(0) if place_3 == place_1 else place_3


@compiled
def _keep_different(rows_1: _Rows, rows_2: _Rows, kept: NDArray[np.bool_]) -> None:
    (a, b, c), (d, e, f) = rows_1, rows_2
    one = np.uint64(1)
    for i in range(kept.size):
        cards_1 = (one << np.uint64(a[i])) | (one << np.uint64(b[i])) | (one << np.uint64(c[i]))
        cards_2 = (one << np.uint64(d[i])) | (one << np.uint64(e[i])) | (one << np.uint64(f[i]))
        kept[i] &= (cards_1 & cards_2) == 0


@compiled
def _close_up(cards: Cards, start: int, kept: NDArray[np.bool_]) -> int:
    """Close the gaps between the kept columns from `start` on, and return how many columns were kept."""
    count = 0
    for i in range(kept.size):
        count += kept[i]
    if count < kept.size:
        for place in range(cards.shape[0]):
            row = cards[place, start:]
            to = 0
            for i in range(kept.size):
                row[to] = row[i]
                to += kept[i]
    return count
