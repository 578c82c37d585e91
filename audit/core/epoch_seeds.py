"""The chain of seeds of an epoch.

Source: docs/formats/shuffle.md, "Grammar"; RDF/1, section 2.4.
"""

import hashlib
from collections.abc import Sequence
from typing import Final

from kernel.ids import ChainId

ROUNDS_PER_EPOCH: Final = 256
MOST_ROUNDS: Final = 1024
SEED_BYTES: Final = 32
PEBBLE_STEP: Final = 32
"""Every 32nd seed is kept, so that any seed is at most 31 hashes away."""


def seed_before(seed: bytes, *, chain: ChainId, epoch: int, index: int) -> bytes:
    """Return s_index, given `seed` = s_(index+1)."""
    return _before(seed, _prefix(chain, epoch), index)


def pebbles(last_seed: bytes, *, chain: ChainId, epoch: int, rounds: int) -> tuple[bytes, ...]:
    """Lay out what is kept of an epoch's seeds: s_0, then every 32nd, then `last_seed` = s_rounds.

    The first is the commitment, and public. The others are secret until their rounds are settled.
    """
    assert len(last_seed) == SEED_BYTES, "a seed is 32 bytes"
    assert 1 <= rounds <= MOST_ROUNDS, "an epoch has 1 to 1024 rounds"
    kept, seed, prefix = [last_seed], last_seed, _prefix(chain, epoch)
    for index in range(rounds - 1, -1, -1):
        seed = _before(seed, prefix, index)
        if index % PEBBLE_STEP == 0:
            kept.append(seed)
    return tuple(reversed(kept))


def seed_at(nonce: int, kept: Sequence[bytes], *, chain: ChainId, epoch: int, rounds: int) -> bytes:
    """Return s_nonce, nonce from 1 to `rounds`, from the pebbles of the epoch."""
    assert 1 <= nonce <= rounds, "a nonce is 1 to the epoch's rounds"
    place = -(-nonce // PEBBLE_STEP)
    seed, at, prefix = kept[place], min(place * PEBBLE_STEP, rounds), _prefix(chain, epoch)
    for index in range(at - 1, nonce - 1, -1):
        seed = _before(seed, prefix, index)
    return seed


def _before(seed: bytes, prefix: bytes, index: int) -> bytes:
    return hashlib.sha256(prefix + index.to_bytes(4, "big") + seed).digest()


def _prefix(chain: ChainId, epoch: int) -> bytes:
    return b"RDF1/seed\0" + chain.bytes + epoch.to_bytes(4, "big")
