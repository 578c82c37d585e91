"""The platform's generator, used as play uses it: a seed chain an epoch, a request a round.

Source: docs/formats/shuffle.md; docs/randomness.md.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.hmac import HMAC

from audit.core.epoch_seeds import ROUNDS_PER_EPOCH, SEED_BYTES, seed_before
from audit.core.shuffle import MAX_STREAM_BYTES, PACK, Shoe, deck_stream, uniform
from kernel.ids import ChainId, RoundId

EPOCH_BYTES: Final = ROUNDS_PER_EPOCH * MAX_STREAM_BYTES
"""How many bytes the rounds of one epoch can give: 16 MiB."""

FIXED_CLIENT: Final = bytes(32)
"""The client seed if none is given."""

_BLOCK: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Generator:
    """All rounds that follow from one seed of 32 bytes, in epochs from 0, as if one player had played them.

    In live play the operating system gives the last seed of each epoch. Here SHA-256 gives it, from `seed` and the
    epoch's number, so that every sample can be made again. All that follows from it is the code of live play.
    """

    seed: bytes
    client: bytes = FIXED_CLIENT

    def __post_init__(self) -> None:
        """Check the seed's length."""
        assert len(self.seed) == SEED_BYTES, "a seed is 32 bytes"

    def rounds(self, epoch: int, rounds: int) -> Iterator[tuple[RoundId, bytes]]:
        """Yield the first `rounds` rounds of an epoch, up to 256, each with its own seed."""
        assert 0 < rounds <= ROUNDS_PER_EPOCH, "an epoch has 1 to 256 rounds"
        chain = ChainId(UUID(bytes=hashlib.sha256(b"laboratory chain\0" + self.seed).digest()[:16]))
        seeds = [hashlib.sha256(b"laboratory epoch\0" + epoch.to_bytes(4, "big") + self.seed).digest()]
        for index in range(ROUNDS_PER_EPOCH - 1, 0, -1):
            seeds.append(seed_before(seeds[-1], chain=chain, epoch=epoch, index=index))
        for nonce in range(1, rounds + 1):
            yield RoundId(chain, epoch, nonce), seeds[-nonce]

    def streams(self, epoch: int, rounds: int) -> Iterator[Iterator[int]]:
        """Yield the streams of the first `rounds` rounds of an epoch, up to 256, each 65,536 bytes long."""
        for round_id, seed in self.rounds(epoch, rounds):
            yield deck_stream(seed, round_id=round_id, client=self.client)

    def draw(self, below: int, stream: Iterator[int]) -> int:
        """Draw a number from 0 to `below` - 1 out of a stream."""
        return uniform(below, stream)

    def shuffle(self, decks: int, stream: Iterator[int]) -> Sequence[int]:
        """Return a whole shoe, shuffled with a stream."""
        return Shoe(size=PACK * decks, source=stream)[:]

    def epoch_bytes(self, epoch: int, size: int) -> bytes:
        """Return the first `size` bytes, up to EPOCH_BYTES, of an epoch's streams one after another."""
        assert 0 < size <= EPOCH_BYTES, "an epoch gives up to 16 MiB"
        requests = (
            request(
                seed,
                round_id=round_id,
                client=self.client,
                size=min(MAX_STREAM_BYTES, size - (round_id.nonce - 1) * MAX_STREAM_BYTES),
            )
            for round_id, seed in self.rounds(epoch, -(-size // MAX_STREAM_BYTES))
        )
        return b"".join(requests)

    def epoch_shoes(self, epoch: int, shuffles: int, decks: int) -> bytes:
        """Return the shoes of the first `shuffles` rounds of an epoch, written by `shoe_bytes`."""
        return b"".join(shoe_bytes(self.shuffle(decks, stream)) for stream in self.streams(epoch, shuffles))


def request(seed: bytes, *, round_id: RoundId, client: bytes, size: int) -> bytes:
    """Return the first `size` bytes of what `deck_stream` yields, about five times as fast.

    Play needs a few blocks a round, so that it may prepare the key twice for each. A laboratory needs terabytes: here
    the key is prepared once, and no byte is an object.
    """
    nonce = round_id.chain.bytes + round_id.epoch.to_bytes(4, "big") + round_id.nonce.to_bytes(8, "big")
    material = seed + nonce + b"RDF1/deck\0" + client
    key, value = bytes(_BLOCK), b"\x01" * _BLOCK
    for separator in (b"\x00", b"\x01"):
        key = hmac.digest(key, value + separator + material, "sha256")
        value = hmac.digest(key, value, "sha256")

    keyed, blocks = HMAC(key, hashes.SHA256()), []
    for _ in range(-(-size // _BLOCK)):
        block = keyed.copy()
        block.update(value)
        value = block.finalize()
        blocks.append(value)
    return b"".join(blocks)[:size]


def shoe_bytes(cards: Sequence[int]) -> bytes:
    """Write a shoe: one byte a card up to four decks, two bytes a card (the higher first) from five decks on."""
    return bytes(cards) if len(cards) <= 4 * PACK else b"".join(card.to_bytes(2, "big") for card in cards)
