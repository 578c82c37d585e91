"""Generators that deal almost right: each with one fault that somebody has made before."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from audit.laboratory.generator import Generator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


def swapped(decks: int, there: Callable[[int, int], int]) -> list[int]:
    """Shuffle by swapping each place with the one that `there(place, cards)` names."""
    deck = list(range(52 * decks))
    for here in range(len(deck)):
        other = there(here, len(deck))
        deck[here], deck[other] = deck[other], deck[here]
    return deck


class ModuloBias(Generator):
    """Scales by the remainder, so that small numbers come too often."""

    def draw(self, below: int, stream: Iterator[int]) -> int:
        return (next(stream) if below <= 256 else next(stream) << 8 | next(stream)) % below

    def shuffle(self, decks: int, stream: Iterator[int]) -> Sequence[int]:
        return swapped(decks, lambda here, cards: here + self.draw(cards - here, stream))


class LowBitStuck(Generator):
    """Gives even bytes only."""

    def streams(self, epoch: int, rounds: int) -> Iterator[Iterator[int]]:
        return ((byte & 0xFE for byte in stream) for stream in super().streams(epoch, rounds))


class HighBitStuck(Generator):
    """Gives bytes from 128 on only, of which numbers below 129 use nothing."""

    def streams(self, epoch: int, rounds: int) -> Iterator[Iterator[int]]:
        return ((byte | 0x80 for byte in stream) for stream in super().streams(epoch, rounds))


class EpochsAlike(Generator):
    """Draws one seed and uses it for every epoch: a cycle of 256 rounds."""

    def streams(self, epoch: int, rounds: int) -> Iterator[Iterator[int]]:
        return super().streams(min(epoch, 0), rounds)


class ShortCycle(Generator):
    """Comes back to its beginning after two kilobytes, which no shoe takes."""

    def streams(self, epoch: int, rounds: int) -> Iterator[Iterator[int]]:
        for stream in super().streams(epoch, rounds):
            yield itertools.islice(itertools.cycle(itertools.islice(stream, 2048)), 65_536)


class AnyPlace(Generator):
    """Swaps each place with any of the shoe: n to the power of n ways, which n! does not divide."""

    def shuffle(self, decks: int, stream: Iterator[int]) -> Sequence[int]:
        return swapped(decks, lambda _, cards: self.draw(cards, stream))


class NeverItself(Generator):
    """Draws from one place too far, so that no card stays where it is (only cyclic shuffles are left)."""

    def shuffle(self, decks: int, stream: Iterator[int]) -> Sequence[int]:
        return swapped(
            decks, lambda here, cards: here if here == cards - 1 else here + 1 + self.draw(cards - here - 1, stream)
        )


class NeverTheLast(Generator):
    """Draws from one place too few, so that the last card is never swapped."""

    def shuffle(self, decks: int, stream: Iterator[int]) -> Sequence[int]:
        return swapped(decks, lambda here, cards: here + self.draw(max(1, cards - here - 1), stream))


class TwoShoesAlike(Generator):
    """Deals the second round of each epoch from the stream of the first."""

    def streams(self, epoch: int, rounds: int) -> Iterator[Iterator[int]]:
        for nonce, stream in enumerate(super().streams(epoch, rounds), 1):
            yield next(super().streams(epoch, 1)) if nonce == 2 else stream


class TooEven(Generator):
    """Counts instead of drawing, so that every number comes equally often: nothing chance would do."""

    def streams(self, epoch: int, rounds: int) -> Iterator[Iterator[int]]:
        del epoch
        return (itertools.islice(itertools.cycle(range(256)), 65_536) for _ in range(rounds))

    def shuffle(self, decks: int, stream: Iterator[int]) -> Sequence[int]:
        del stream
        return range(52 * decks)
