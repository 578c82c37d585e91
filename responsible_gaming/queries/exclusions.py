"""A player's exclusions, and whether one of them holds."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from django.db.models import Q, QuerySet

from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from players.core.status import Status
from responsible_gaming.core.exclusion import Exclusion, ExclusionKind, Exclusions
from responsible_gaming.core.limits.names import Name
from responsible_gaming.models import (
    StoredExclusion,
)
from responsible_gaming.queries.limits import limits_in_table


def exclusions(chain: ChainId) -> Exclusions:
    """Return a player's newest exclusion of each kind, whether it holds or not."""
    return {ExclusionKind(row.kind): exclusion_of(row) for row in StoredExclusion.objects.filter(chain=chain)}


def exclusion_of(row: StoredExclusion) -> Exclusion:
    """Return the exclusion that a row tells of."""
    return Exclusion(
        kind=ExclusionKind(row.kind), since_ms=row.since_ms, until_ms=row.until_ms, returnable_ms=row.returnable_ms,
        lifted_ms=row.lifted_ms,
    )  # fmt: skip


def shown_status(chain: ChainId, status: str, *, now: datetime) -> str:
    """Return the status of an account as it is shown: `excluded` in place of active or dormant while that holds."""
    return "excluded" if status in {Status.ACTIVE, Status.DORMANT} and is_excluded(chain, now=now) else status


def is_excluded(chain: ChainId, *, now: datetime) -> bool:
    """Tell whether an exclusion of whatever kind holds at an instant."""
    return bool(limits_in_table(chain).in_force(to_epoch_ms(now)).get(Name.EXCLUDED))


def chains_open_to_advertising(consented: Iterable[ChainId], *, now: datetime) -> Iterator[ChainId]:
    """Yield those of the players, all of whom consented to it, to whom advertising may be sent now."""
    excluded = set(_holding(now).values_list("chain", flat=True))
    return (chain for chain in consented if chain not in excluded)


def _holding(now: datetime) -> QuerySet[StoredExclusion]:
    return StoredExclusion.objects.filter(Q(lifted_ms=None) | Q(lifted_ms__gt=to_epoch_ms(now)))
