"""Who sat where in an epoch, also when it is over."""

from uuid import UUID

from kernel.ids import ChainId
from tables.core.epoch import TableEpoch
from tables.models import Fate, PlacedStake, StakeFate


def seat_in_epoch(table: ChainId, epoch: int, chain: ChainId) -> int | None:
    """Return the seat that a player had in an epoch of a table; None where the player had none."""
    stakes = PlacedStake.objects.filter(table=table, epoch=epoch, chain=chain, unseated=False)
    return stakes.values_list("seat", flat=True).first()


def player_at_seat(table: ChainId, epoch: int, seat: int) -> ChainId | None:
    """Return who has or had a seat in an epoch, once `seats` has named the stake: then it is never given up. None for nobody."""
    stakes = PlacedStake.objects.filter(table=table, epoch=epoch, seat=seat, unseated=False)
    found = stakes.values_list("chain", "seq").first()
    if found is None or not Fate.objects.filter(chain=found[0], seq=found[1], fate=StakeFate.NAMED.value).exists():
        return None
    return ChainId(found[0])


def sessions_of_others(epoch: TableEpoch, chain: ChainId) -> dict[UUID, ChainId]:
    """Return the sessions in which other players placed their stakes in an epoch, with their chains."""
    stakes = PlacedStake.objects.filter(table=epoch.chain, epoch=epoch.number, unseated=False).exclude(chain=chain)
    return {session: ChainId(other) for session, other in stakes.values_list("session", "chain")}
