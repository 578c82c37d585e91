"""Who sat where in an epoch, also when it is over."""

from kernel.ids import ChainId
from tables.models import PlacedStake


def seat_in_epoch(table: ChainId, epoch: int, chain: ChainId) -> int | None:
    """Return the seat that a player had in an epoch of a table; None where the player had none."""
    stakes = PlacedStake.objects.filter(table=table, epoch=epoch, chain=chain, unseated=False)
    return stakes.values_list("seat", flat=True).first()
