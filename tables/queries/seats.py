"""Who sat where in an epoch, also when it is over."""

from uuid import UUID

from kernel.ids import ChainId
from tables.core.epoch import TableEpoch
from tables.models import PlacedStake


def seat_in_epoch(table: ChainId, epoch: int, chain: ChainId) -> int | None:
    """Return the seat that a player had in an epoch of a table; None where the player had none."""
    stakes = PlacedStake.objects.filter(table=table, epoch=epoch, chain=chain, unseated=False)
    return stakes.values_list("seat", flat=True).first()


def sessions_of_others(epoch: TableEpoch, chain: ChainId) -> dict[UUID, ChainId]:
    """Return the sessions in which other players placed their stakes in an epoch, with their chains."""
    stakes = PlacedStake.objects.filter(table=epoch.chain, epoch=epoch.number, unseated=False).exclude(chain=chain)
    return {session: ChainId(other) for session, other in stakes.values_list("session", "chain")}


def newest_stake(chain: ChainId) -> PlacedStake | None:
    """Return the stake that a player placed last, None before the first."""
    return PlacedStake.objects.filter(chain=chain).order_by("-seq").first()
