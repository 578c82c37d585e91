"""What a table derives from its seeds and from the values of its seats."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

from tests.verifier.producer import random_bytes, sha256, shuffled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.verifier.gamblers import Placed


def u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


class TableSecrets:
    """The seeds of a table's chain, an epoch each, and what follows from them by docs/formats/."""

    chain: str
    epoch: int
    replaced: dict[int, int]
    """How often an epoch's seed was replaced."""
    stakes: dict[int, Placed]
    """By seat."""
    client: bytes

    def seed(self, epoch: int) -> bytes:
        return sha256(f"seed {self.chain} {epoch} {self.replaced.get(epoch, 0)}".encode())

    def commitment(self, epoch: int) -> str:
        return sha256(b"RDF1/seed\0" + bytes.fromhex(self.chain) + u32(epoch) + u32(0) + self.seed(epoch)).hex()

    def contribution(self, seat: int, value: bytes) -> str:
        return sha256(b"RDF1/contrib\0" + bytes.fromhex(self.chain) + u32(self.epoch) + bytes([seat]) + value).hex()

    def mix(self) -> bytes:
        values = b"".join(bytes([seat]) + placed.value for seat, placed in sorted(self.stakes.items()))
        return sha256(b"RDF1/mix\0" + bytes.fromhex(self.chain) + u32(self.epoch) + values)

    def bytes_of(self, purpose: bytes, client: bytes) -> bytes:
        return random_bytes(self.seed(self.epoch), self.chain, self.epoch, 1, client, 4000, purpose=purpose)

    def deck(self, packs: int) -> list[int]:
        return shuffled(self.bytes_of(b"deck", self.client), list(range(52 * packs)))

    def again(self, number: int, used: Sequence[int]) -> list[int]:
        return shuffled(self.bytes_of(b"reshuffle", u32(number) + self.client), sorted(used))

    def key(self, seat: int, number: int) -> bytes:
        message = b"RDF1/seal\0" + bytes.fromhex(self.chain) + u32(self.epoch) + bytes([seat]) + u32(number)
        return hmac.digest(self.seed(self.epoch), message, "sha256")
