"""The cards that live play would deal: RDF/1's seeds, generator and shuffle, byte for byte, for many epochs at once.

Source: docs/formats/shuffle.md. As a check, `audit.core` deals one round of each block again.
"""

import hashlib
from typing import Final
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from audit.core.epoch_seeds import ROUNDS_PER_EPOCH
from audit.core.shuffle import shoe
from games.core.cards import PACK
from games.simulation.cards import Cards
from games.simulation.compiled import compiled
from games.simulation.sha256 import DIGEST_BYTES, Bytes, Hmac, sha256
from kernel.ids import ChainId, RoundId

NAME: Final = "RDF/1 HMAC_DRBG-SHA-256"
EPOCHS: Final = 1024
"""Epochs that are played side by side, one a lane."""
SHARE_ROUNDS: Final = EPOCHS * ROUNDS_PER_EPOCH

_EPOCH_BYTES: Final = 4
_INDEX_BYTES: Final = 4
_NONCE_BYTES: Final = 8
_ONE_BYTE_BITS: Final = 8


class PlatformDealer:
    """Deals the first `count` cards of every round of 1024 epochs of a chain, newest round first.

    Seed chains run backwards, so the last round's seed is known first. In live play the top of each seed chain comes
    from the operating system and the client seeds come from players; here both follow from `seed`.
    """

    def __init__(self, seed: bytes, *, partition: int, decks: int, count: int) -> None:
        """Open the 1024 epochs from `1024 * partition` on."""
        self._decks = decks
        self._chain = ChainId(UUID(bytes=hashlib.sha256(b"chain\0" + seed).digest()[:16]))
        self._epochs = range(EPOCHS * partition, EPOCHS * (partition + 1))
        self._numbers = _columns([epoch.to_bytes(_EPOCH_BYTES, "big") for epoch in self._epochs])
        self._seeds = sha256(np.concatenate([_everywhere(b"seed\0" + seed), self._numbers]))
        self._clients = sha256(np.concatenate([_everywhere(b"client\0" + seed), self._numbers]))
        self._nonce = ROUNDS_PER_EPOCH
        self.cards: Cards = np.empty((count, EPOCHS), np.uint16)
        self._enough = np.empty(EPOCHS, np.bool_)

    def deal(self) -> int:
        """Deal one round of each epoch. An epoch has 256 rounds, so at most 256 calls are allowed."""
        assert self._nonce, "an epoch has 256 rounds"
        _shuffle(self._first_bytes(), self._decks, self.cards, self._enough)
        for lane in np.flatnonzero(~self._enough).tolist():
            self.cards[:, lane] = self._dealt_by_the_platform(lane)
        lane = self._nonce % EPOCHS
        assert self.cards[:, lane].tolist() == self._dealt_by_the_platform(lane), "the platform deals these cards"

        self._nonce -= 1
        index = self._nonce.to_bytes(_INDEX_BYTES, "big")
        prefix = _everywhere(b"RDF1/seed\0" + self._chain.bytes)
        self._seeds = sha256(np.concatenate([prefix, self._numbers, _everywhere(index), self._seeds]))
        return EPOCHS

    def _first_bytes(self) -> Bytes:
        """Return the first block of each round's stream, as `audit.core.shuffle.stream` makes it."""
        material = np.concatenate(
            [
                self._seeds,
                _everywhere(self._chain.bytes),
                self._numbers,
                _everywhere(self._nonce.to_bytes(_NONCE_BYTES, "big")),
                _everywhere(b"RDF1/deck\0"),
                self._clients,
            ]
        )
        key, value = Hmac(_everywhere(bytes(DIGEST_BYTES))), _everywhere(b"\x01" * DIGEST_BYTES)
        for separator in (b"\x00", b"\x01"):
            key = Hmac(key.digest(value, _everywhere(separator), material))
            value = key.digest(value)
        return key.digest(value)

    def _dealt_by_the_platform(self, lane: int) -> list[int]:
        round_id = RoundId(self._chain, self._epochs[lane], self._nonce)
        seed, client = self._seeds[:, lane].tobytes(), self._clients[:, lane].tobytes()
        return shoe(seed, round_id=round_id, client=client, decks=self._decks)[: len(self.cards)]


def _everywhere(text: bytes) -> Bytes:
    """Return the same bytes for every lane."""
    return np.repeat(np.frombuffer(text, np.uint8)[:, np.newaxis], EPOCHS, axis=1)


def _columns(texts: list[bytes]) -> Bytes:
    return np.ascontiguousarray(np.frombuffer(b"".join(texts), np.uint8).reshape(len(texts), -1).T)


@compiled
def _shuffle(stream: Bytes, decks: int, cards: Cards, enough: NDArray[np.bool_]) -> None:
    """Deal the first cards of each lane's shoe from its stream; `enough` says in which lanes the bytes sufficed."""
    size = PACK * decks
    count = cards.shape[0]
    places, moved = np.empty(count, np.int64), np.empty(count, np.int64)
    for lane in range(cards.shape[1]):
        at = 0
        for here in range(count):
            at, drawn = _uniform(size - here, stream, at, lane)
            # The shuffle moves the card at `here` to `there`; a place that no card was moved to still has its own.
            there = here + drawn
            card = there
            stays = here
            for earlier in range(here):
                if places[earlier] == there:
                    card = moved[earlier]
                if places[earlier] == here:
                    stays = moved[earlier]
            places[here], moved[here] = there, stays
            cards[here, lane] = card
        enough[lane] = at <= stream.shape[0]


@compiled
def _uniform(below: int, stream: Bytes, at: int, lane: int) -> tuple[int, int]:
    """Return where the unused bytes begin, past the end if the bytes ran out, and the number drawn."""
    bits = 0
    while (below - 1) >> bits:
        bits += 1
    width = 1 if bits <= _ONE_BYTE_BITS else 2
    while at + width <= stream.shape[0]:
        drawn = int(stream[at, lane])
        if width > 1:
            drawn = drawn << _ONE_BYTE_BITS | int(stream[at + 1, lane])
        at += width
        drawn &= (1 << bits) - 1
        if drawn < below:
            return at, drawn
    return stream.shape[0] + 1, 0
