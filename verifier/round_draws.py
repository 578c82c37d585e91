"""The draws of a shuffle one by one: which bytes were taken for each card, and which of them were rejected.

Written step by step for whoever follows them; `shuffle.shoe` gives the same cards faster.

Source: docs/formats/shuffle.md.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from verifier.shuffle import card_text

_ONE_BYTE_BITS = 8


class Draw(NamedTuple):
    """One draw: a number below `bound`, from bytes of which only the low `bits` bits count."""

    place: int
    bound: int
    bits: int
    rejected: Sequence[bytes]
    """What was taken before, and is no number below the bound."""
    taken: bytes
    drawn: int
    card: str

    def sentence(self) -> str:
        """Return the draw in words, in ASCII."""
        over = f"; {', '.join(taken.hex() for taken in self.rejected)} too large" if self.rejected else ""
        what = f"place {self.place}: bytes {self.taken.hex() or 'none'}, {self.bits} bits, {self.drawn} of {self.bound}"
        return f"{what}: {self.card}{over}"


@dataclass(slots=True, kw_only=True)
class Draws:
    """Deals a shoe of `size` cards from random bytes, and keeps how."""

    stream: Iterator[int]
    size: int
    pack: Sequence[int] = ()
    """The cards before the shuffle; empty where they are those of whole packs in order."""
    made: list[Draw] = field(default_factory=list)

    def cards(self) -> Iterator[str]:
        """Yield the cards of the shoe, from place 0 on."""
        pack = list(self.pack or range(self.size))
        for place in range(self.size):
            bound = self.size - place
            bits, rejected = (bound - 1).bit_length(), list[bytes]()
            width = 0 if bits == 0 else 1 if bits <= _ONE_BYTE_BITS else 2
            while True:
                taken = bytes(next(self.stream) for _ in range(width))
                drawn = int.from_bytes(taken, "big") & ((1 << bits) - 1)
                if drawn < bound:
                    break
                rejected.append(taken)
            other = place + drawn
            pack[place], pack[other] = pack[other], pack[place]
            card = card_text(pack[place])
            self.made.append(Draw(place, bound, bits, rejected, taken, drawn, card))
            yield card
