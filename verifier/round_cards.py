"""The cards of a round of one seat, replayed from its seed.

Source: docs/formats/shuffle.md; record.md, "Rounds".
"""

from verifier import shuffle
from verifier.game import Game


def seed_at(seed: bytes, *, down: int, to: int, chain: str, epoch: int) -> bytes:
    """Return s_to of an epoch, given s_down as `seed`, `down` at least `to`."""
    chain_bytes = bytes.fromhex(chain)
    for index in range(down - 1, to - 1, -1):
        seed = shuffle.seed_before(chain=chain_bytes, epoch=epoch, index=index, seed=seed)
    return seed


def replayed(game: Game, *, seed: bytes, chain: str, epoch: int, nonce: int, client: bytes) -> list[str]:
    """Return the cards of the round `nonce` of an epoch, in deal order, as `game` deals them."""
    shoe = shuffle.shoe(
        seed=seed, chain=bytes.fromhex(chain), epoch=epoch, nonce=nonce, client=client, decks=game.sheet["decks"]
    )
    return game.deal(shoe)
