"""Contributions, the mix, seals and packs of a table, from its seed and the values of its seats.

Source: docs/formats/tables.md, "Grammar".
"""

import hashlib
import hmac
import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from verifier import shuffle
from verifier.table_records import Reveal, TableOpen

_PACK = 52
_DECK, _RESHUFFLE = b"deck", b"reshuffle"


def contribution(*, chain: str, epoch: int, seat: int, value: str) -> str:
    """Return the contribution that the 32 bytes `value` (hex) open, in hex."""
    text = b"RDF1/contrib\0" + bytes.fromhex(chain) + struct.pack(">IB", epoch, seat) + bytes.fromhex(value)
    return hashlib.sha256(text).hexdigest()


def mix(*, chain: str, epoch: int, reveals: Iterable[Reveal]) -> bytes:
    """Return the mix of the seats' values, which are in seat order."""
    values = b"".join(bytes([reveal["seat"]]) + bytes.fromhex(reveal["r"]) for reveal in reveals)
    return hashlib.sha256(b"RDF1/mix\0" + bytes.fromhex(chain) + struct.pack(">I", epoch) + values).digest()


def client_of(record: TableOpen) -> bytes:
    """Return what the values of an `open`, and its beacon if it has one, come to."""
    mixed = mix(chain=record["chain"], epoch=record["epoch"], reveals=record["reveals"])
    if "beacon" not in record:
        return mixed
    return hashlib.sha256(b"RDF1/beacon\0" + mixed + bytes.fromhex(record["beacon"]["value"])).digest()


def commitment(*, chain: str, epoch: int, seed: str) -> str:
    """Return the commitment to an epoch's only seed, in hex."""
    chain_bytes = bytes.fromhex(chain)
    return shuffle.seed_before(chain=chain_bytes, epoch=epoch, index=0, seed=bytes.fromhex(seed)).hex()


def seal(key: str, cards: Iterable[str]) -> str:
    """Return the seal of a hand under a key, both in hex."""
    return hashlib.sha256(b"RDF1/sealed\0" + bytes.fromhex(key) + " ".join(cards).encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class EpochSecrets:
    """What follows from the revealed seed of an epoch and from what its seats contributed."""

    chain: str
    epoch: int
    seed: str
    client: bytes

    def deck(self, *, packs: int) -> list[int]:
        """Return the shuffled cards of so many packs."""
        return self._pack(range(_PACK * packs), purpose=_DECK, client=self.client)

    def shoe(self, *, packs: int) -> Iterator[str]:
        """Yield the cards of the deck as text."""
        return map(shuffle.card_text, self.deck(packs=packs))

    def reshuffled(self, number: int, used: Iterable[int]) -> list[int]:
        """Return the pack that begins after the `number`-th reshuffle, made of the used cards."""
        return self._pack(sorted(used), purpose=_RESHUFFLE, client=self._client_of(number))

    def deck_bytes(self) -> Iterator[int]:
        """Yield the random bytes that the deck is shuffled with."""
        return self._bytes(_DECK, self.client)

    def reshuffle_bytes(self, number: int) -> Iterator[int]:
        """Yield the random bytes of the `number`-th reshuffle."""
        return self._bytes(_RESHUFFLE, self._client_of(number))

    def key(self, seat: int, number: int) -> str:
        """Return the key of a seat's hand, in hex; its hands are counted from 0."""
        place = struct.pack(">IBI", self.epoch, seat, number)
        message = b"RDF1/seal\0" + bytes.fromhex(self.chain) + place
        return hmac.digest(bytes.fromhex(self.seed), message, "sha256").hex()

    def sealed(self, seat: int, number: int, cards: Iterable[str]) -> str:
        """Return the seal of a seat's hand, in hex."""
        return seal(self.key(seat, number), cards)

    def _client_of(self, number: int) -> bytes:
        return struct.pack(">I", number) + self.client

    def _bytes(self, purpose: bytes, client: bytes) -> Iterator[int]:
        return shuffle.table_bytes(
            purpose=purpose,
            seed=bytes.fromhex(self.seed),
            chain=bytes.fromhex(self.chain),
            epoch=self.epoch,
            client=client,
        )

    def _pack(self, cards: Sequence[int], *, purpose: bytes, client: bytes) -> list[int]:
        return shuffle.table_pack(
            cards,
            purpose=purpose,
            seed=bytes.fromhex(self.seed),
            chain=bytes.fromhex(self.chain),
            epoch=self.epoch,
            client=client,
        )
