"""What the battery examines: bytes, scaled numbers and shuffled shoes. Each round's stream is used once."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import count, islice
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from audit.core.epoch_seeds import ROUNDS_PER_EPOCH
from audit.core.shuffle import MAX_STREAM_BYTES, PACK

BOUNDS: Final = (2, 3, 33, 50, 51, 52, 104, 208, 312, 416)
"""The bounds of the scaled numbers: the first draw from every shoe in play, the first three from one deck, the one that
discards most often (33), and the last two of every shuffle."""

DECKS: Final = (1, 2, 4, 6, 8)
"""The sizes of shoes in play, in decks."""

Numbers = NDArray[np.int16]
"""Cards or draws. Sixteen bits hold them, but not their products: a calculation widens them first."""

LEAST_SHUFFLES: Final = 2000
"""In a smaller sample the classes of the larger shoes hold too few cards for the laws they are compared with."""

DRAWS_A_ROUND: Final = 1024
_DRAWS_A_SHUFFLE: Final = 4
_SHUFFLES_A_REQUEST: Final = 400


class Source(Protocol):
    """Where a sample is taken from: the platform's generator, or one with a fault that the battery must find."""

    def streams(self, epoch: int, rounds: int) -> Iterator[Iterator[int]]:
        """Yield the byte streams of the first rounds of an epoch."""

    def draw(self, below: int, stream: Iterator[int]) -> int:
        """Draw a number from 0 to `below` - 1 out of a stream."""

    def shuffle(self, decks: int, stream: Iterator[int]) -> Sequence[int]:
        """Return a whole shoe of cards 0 to 52 * decks - 1, shuffled with a stream."""


class Kind(Enum):
    """What a portion holds."""

    OCTETS = "octets"
    DRAWS = "draws"
    SHOES = "shoes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Portion:
    """A part of a sample: what the first `rounds` rounds of an epoch give, one row a round.

    `size` is the bound of draws, or the number of decks of shoes.
    """

    kind: Kind
    size: int
    epoch: int
    rounds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """Whole requests of bytes, a row each; draws, in one row for each bound; shoes, a row each, by their decks."""

    octets: NDArray[np.uint8]
    draws: Mapping[int, Numbers]
    shoes: Mapping[int, Numbers]


def plan(shuffles: int) -> list[Portion]:
    """Plan a sample of that many shuffles of one deck, and of everything else in proportion.

    Larger shoes are fewer, so that all sizes take about the same number of cards. No two portions share an epoch: each
    round's stream is used once.
    """
    wanted = [
        (Kind.OCTETS, MAX_STREAM_BYTES, -(-shuffles // _SHUFFLES_A_REQUEST)),
        *((Kind.DRAWS, bound, -(-shuffles * _DRAWS_A_SHUFFLE // DRAWS_A_ROUND)) for bound in BOUNDS),
        *((Kind.SHOES, decks, -(-shuffles // decks)) for decks in DECKS),
    ]
    epochs = count()
    return [
        Portion(kind=kind, size=size, epoch=next(epochs), rounds=min(ROUNDS_PER_EPOCH, rounds - first))
        for kind, size, rounds in wanted
        for first in range(0, rounds, ROUNDS_PER_EPOCH)
    ]


def take(source: Source, portion: Portion) -> Numbers:
    """Take a portion: a row for each of its rounds."""
    rows = [_row(source, portion, stream) for stream in source.streams(portion.epoch, portion.rounds)]
    return np.array(rows, dtype=np.int16)


def assemble(portions: Sequence[Portion], taken: Iterable[Numbers]) -> Sample:
    """Put together what was taken of the portions, in their order."""
    rows: defaultdict[tuple[Kind, int], list[Numbers]] = defaultdict(list)
    for portion, part in zip(portions, taken, strict=True):
        rows[portion.kind, portion.size].append(part)
    whole = {place: np.concatenate(parts) for place, parts in rows.items()}
    return Sample(
        octets=whole[Kind.OCTETS, MAX_STREAM_BYTES].astype(np.uint8),
        draws={bound: whole[Kind.DRAWS, bound].ravel() for bound in BOUNDS},
        shoes={decks: whole[Kind.SHOES, decks] for decks in DECKS},
    )


def packs(decks: int) -> str:
    """Return a shoe's name for people."""
    return "1 pack" if decks == 1 else f"{decks} packs"


def coarse(values: Numbers, below: int, *, most: int = PACK) -> tuple[Numbers, int]:
    """Join neighbouring values of a uniform number into at most `most` equally likely classes; return how many."""
    width = next(width for width in range(1, below + 1) if below % width == 0 and below // width <= most)
    return values // width, below // width


def _row(source: Source, portion: Portion, stream: Iterator[int]) -> Sequence[int]:
    match portion.kind:
        case Kind.OCTETS:
            return list(islice(stream, portion.size))
        case Kind.DRAWS:
            return [source.draw(portion.size, stream) for _ in range(DRAWS_A_ROUND)]
        case Kind.SHOES:
            return source.shuffle(portion.size, stream)
