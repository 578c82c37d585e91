"""A player's exclusions, and whether one of them holds."""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime

from django.db.models import Q, QuerySet

from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from players.core.status import Status
from responsible_gaming.core.exclusion import Exclusion, ExclusionKind, Exclusions
from responsible_gaming.core.limits.excluded import EXCLUDED
from responsible_gaming.models import StoredExclusion
from responsible_gaming.queries.limits import limits_in_table


def exclusions(chain: ChainId) -> Exclusions:
    """Return a player's newest exclusion of each kind, whether it is in force or not."""
    return {ExclusionKind(row.kind): exclusion_of(row) for row in StoredExclusion.objects.filter(chain=chain)}


def exclusion_of(row: StoredExclusion) -> Exclusion:
    """Return the exclusion that a row holds."""
    return Exclusion(
        kind=ExclusionKind(row.kind),
        since_ms=row.since_ms,
        until_ms=row.until_ms,
        returnable_ms=row.returnable_ms,
        lifted_ms=row.lifted_ms,
    )


def shown_status(chain: ChainId, status: str, *, now: datetime) -> str:
    """Return an account's status as shown: `excluded` for active or dormant while an exclusion is in force."""
    return "excluded" if status in {Status.ACTIVE, Status.DORMANT} and is_excluded(chain, now=now) else status


def is_excluded(chain: ChainId, *, now: datetime) -> bool:
    """Return whether an exclusion of any kind is in force at an instant."""
    return bool(limits_in_table(chain).in_force(to_epoch_ms(now)).get(EXCLUDED))


def excluded_among(chains: Collection[ChainId], *, now: datetime) -> frozenset[ChainId]:
    """Return those of some players whom an exclusion of any kind binds at an instant."""
    bound = _rows_in_force(now).filter(chain__in=chains).values_list("chain", flat=True)
    return frozenset(map(ChainId, bound))


def chains_open_to_advertising(consented: Iterable[ChainId], *, now: datetime) -> Iterator[ChainId]:
    """Yield the players to whom advertising may be sent now, out of those who consented to it."""
    excluded = set(_rows_in_force(now).values_list("chain", flat=True))
    return (chain for chain in consented if chain not in excluded)


def _rows_in_force(now: datetime) -> QuerySet[StoredExclusion]:
    return StoredExclusion.objects.filter(Q(lifted_ms=None) | Q(lifted_ms__gt=to_epoch_ms(now)))
