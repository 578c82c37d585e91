"""The cards of an epoch, and the seals of its hidden hands: all that follows from the seed and the client seed.

Source: docs/formats/tables.md, "Grammar".
"""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from audit.core.shuffle import Shoe, reshuffle_stream, shoe, shuffle_used
from games.core.cards import Card, card_text
from tables.core.epoch import TableEpoch


@dataclass(frozen=True, slots=True, kw_only=True)
class EpochCards:
    """What an epoch deals from. Whoever has it knows every card: it stays in the process that deals."""

    epoch: TableEpoch
    seed: bytes = field(repr=False)
    client: bytes
    """The mix of the players' values, with the beacon's where there is one."""

    def deck(self, packs: int) -> Shoe:
        """Return the shuffled packs that the epoch begins with."""
        return shoe(self.seed, round_id=self.epoch.round_id, client=self.client, decks=packs)

    def reshuffled(self, used: Iterable[Card], *, reshuffle: int) -> tuple[Card, ...]:
        """Return the pack that the used cards make when they are shuffled for the time `reshuffle`, from 1."""
        source = reshuffle_stream(self.seed, round_id=self.epoch.round_id, client=self.client, reshuffle=reshuffle)
        return tuple(Card(card) for card in shuffle_used(used, source))

    def sealed(self, seat: int, hand_index: int, cards: Sequence[Card]) -> "SealedHand":
        """Seal a hand of a seat: `hand_index` counts the hands that the seat was dealt in this epoch, from 0."""
        context = bytes(self.epoch) + bytes([seat]) + hand_index.to_bytes(4, "big")
        key = hmac.digest(self.seed, b"RDF1/seal\0" + context, "sha256")
        return SealedHand(seat=seat, cards=tuple(cards), key=key)


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedHand:
    """A hidden hand with its key: its seat gets both at once, everybody else the seal alone."""

    seat: int
    cards: tuple[Card, ...]
    """In deal order."""
    key: bytes
    """32 bytes."""

    @property
    def texts(self) -> list[str]:
        """The cards as records write them."""
        return [card_text(card) for card in self.cards]

    @property
    def seal(self) -> bytes:
        """The hash that binds the cards before anybody decides."""
        return seal_of(self.key, self.texts)

    def seal_member(self) -> dict[str, object]:
        """Write what everybody sees while the hand is hidden."""
        return {"seat": self.seat, "h": self.seal.hex()}

    def opened_member(self) -> dict[str, object]:
        """Write the hand and the key that opens its seal."""
        return {"seat": self.seat, "cards": self.texts, "key": self.key.hex()}


def seal_of(key: bytes, texts: Sequence[str]) -> bytes:
    """Return the seal of a hand, given as texts in deal order."""
    return hashlib.sha256(b"RDF1/sealed\0" + key + " ".join(texts).encode()).digest()
