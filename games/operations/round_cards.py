"""The cards of a round: its seed, from the sealed seeds of its epoch, and its shoe."""

from audit.core.epoch_seeds import seed_at
from audit.core.shuffle import Shoe, shoe
from audit.operations.announce_epoch import unseal_pebbles
from audit.queries.epochs import EpochRow
from games.core.sheet import RuleSheet
from kernel.ids import RoundId


def round_seed(round_id: RoundId, epoch: EpochRow) -> bytes:
    """Unseal the seeds of a round's epoch and return the round's seed. It is secret until the round has ended."""
    kept = unseal_pebbles(epoch.sealed_seeds, chain=round_id.chain, epoch=epoch.epoch)
    return seed_at(round_id.nonce, kept, chain=round_id.chain, epoch=epoch.epoch, rounds=epoch.rounds)


def round_shoe(seed: bytes, round_id: RoundId, epoch: EpochRow, sheet: RuleSheet) -> Shoe:
    """Return the shoe of a round. A card is computed when it is dealt; undealt cards are stored nowhere."""
    return shoe(seed, round_id=round_id, client=epoch.client_seed, decks=sheet.decks)
