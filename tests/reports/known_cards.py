"""Rounds whose cards a test knows, with nothing of the shuffle faked.

Cards follow from the house's seed and the player's. A player who knew the house's could look for a seed of her own that
brings the cards she wants; nobody can, since the house's is sealed until the round is over. A test can: it opens the
seal with the installation's own key, looks, and opens the epoch with what it found. One epoch is one known round.
"""

from __future__ import annotations

import hashlib
import itertools
from typing import TYPE_CHECKING

from audit.core.epoch_seeds import seed_at
from audit.core.shuffle import shoe
from audit.models import Epoch
from audit.operations.announce_epoch import unseal_pebbles
from audit.operations.open_epoch import open_epoch
from games.core.cards import RANKS, Card
from games.core.montana.hit import beats
from games.core.montana.poker import Category, category
from kernel.ids import RoundId
from tests import world

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from tests.world import SeatedPlayer

    Wanted = Callable[[Sequence[int]], bool]


def ranks(told: str) -> Wanted:
    """Want the first cards to be of these ranks, in order: `5 7 6`."""
    wanted = told.split()
    return lambda cards: all(RANKS[card % len(RANKS)] == rank for card, rank in zip(cards, wanted, strict=False))


def montana(*, wins: bool, best: Category) -> Wanted:
    """Want a hand of five that beats the hit or does not, and with it makes this best five of six."""

    def wanted(cards: Sequence[int]) -> bool:
        # The player's five, the dealer's five, one burnt, the hit.
        hand, hit = [Card(card) for card in cards[:5]], Card(cards[11])
        return beats(hand, hit) is wins and category((*hand, hit)) is best

    return wanted


def know_next_cards(player: SeatedPlayer, wanted: Wanted, *, decks: int, now: datetime) -> None:
    """Open the player's next epoch so that its first round has the cards wanted from a shoe of so many packs."""
    world.run_sequencer(now=now)
    announced = Epoch.objects.get(chain=player.chain, opened_ms=None)
    kept = unseal_pebbles(bytes(announced.sealed_seeds), chain=player.chain, epoch=announced.epoch)
    seed = seed_at(1, kept, chain=player.chain, epoch=announced.epoch, rounds=announced.rounds)
    round_id = RoundId(player.chain, announced.epoch, 1)
    candidates = (hashlib.sha256(f"{announced.epoch} {number}".encode()).digest() for number in itertools.count())
    found = next(
        client for client in candidates if wanted(shoe(seed, round_id=round_id, client=client, decks=decks)[:12])
    )
    open_epoch(player.chain, client_seed=found, now=now)
