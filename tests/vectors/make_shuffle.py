"""Write `shuffle.json`: a seed chain, the first bytes of its streams, decks of 1 to 8 packs, from fixed inputs.

Usage: python tests/vectors/make_shuffle.py
"""

import hashlib
import itertools
import json
import sys
from pathlib import Path
from typing import Final
from uuid import UUID

HERE: Final = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from audit.core.epoch_seeds import pebbles, seed_at  # noqa: E402  found by the line above
from audit.core.shuffle import deck_stream, shoe  # noqa: E402  the same
from kernel.ids import ChainId, RoundId  # noqa: E402  the same

CHAIN: Final = ChainId(UUID(bytes=bytes(range(16))))
CLIENT: Final = b"player seed 1..................."
LAST: Final = bytes(range(32))
ROUNDS: Final = 8
EPOCH: Final = 0


def vectors() -> dict[str, object]:
    """Return what the file holds."""
    kept = pebbles(LAST, chain=CHAIN, epoch=EPOCH, rounds=ROUNDS)
    seeds = [seed_at(nonce, kept, chain=CHAIN, epoch=EPOCH, rounds=ROUNDS) for nonce in range(1, ROUNDS + 1)]
    return {
        "chain": CHAIN.hex,
        "epoch": EPOCH,
        "rounds": ROUNDS,
        "client": CLIENT.hex(),
        "commitment": kept[0].hex(),
        "seeds": [seed.hex() for seed in seeds],
        "streams": [_stream(nonce, seed) for nonce, seed in enumerate(seeds, start=1)],
        "decks": [_deck(nonce, seed, decks) for nonce, seed in enumerate(seeds, start=1) for decks in range(1, 9)],
    }


def _stream(nonce: int, seed: bytes) -> dict[str, object]:
    drawn = deck_stream(seed, round_id=RoundId(CHAIN, EPOCH, nonce), client=CLIENT)
    return {"nonce": nonce, "first_96": bytes(itertools.islice(drawn, 96)).hex()}


def _deck(nonce: int, seed: bytes, decks: int) -> dict[str, object]:
    order = list(shoe(seed, round_id=RoundId(CHAIN, EPOCH, nonce), client=CLIENT, decks=decks))
    spelled = b"".join(card.to_bytes(2, "big") for card in order)
    return {"nonce": nonce, "decks": decks, "first": order[:12], "sha256": hashlib.sha256(spelled).hexdigest()}


if __name__ == "__main__":
    (HERE / "shuffle.json").write_text(json.dumps(vectors(), indent=1) + "\n")
