"""Erase, without anybody's order, the players whose retention has ended.

Source: docs/retention.md; docs/privacy.md; regulation F58, F59.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice

from kernel.ids import ChainId
from players.core.erasure import Basis
from players.core.status import Status
from players.models import Player
from players.operations.erase import Erasure, ErasureHooks, NotErasable, erase, may_be_erased
from players.vault import PlayerErased


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionHooks:
    """Callbacks into higher apps: those of an erasure at an instant, and whether an exclusion binds a player then."""

    erasure: Callable[[datetime], ErasureHooks]
    excluded: Callable[[ChainId, datetime], bool]


def erasable_players(*, retention_days: int, hooks: RetentionHooks, now: datetime) -> Iterator[ChainId]:
    """Yield the players whom nothing keeps from being erased now, in the order of their chains.

    An exclusion in force does: the staff needs the person to tell who may be the same. An operator can order it.
    """
    before = now - timedelta(days=retention_days)
    # Whoever was closed by then was opened by then, too. `may_be_erased` knows when it was closed.
    candidates = Player.objects.filter(status=Status.CLOSED, created_at__lte=before, sealedprofile__isnull=False)
    for chain in map(ChainId, candidates.order_by("chain").values_list("chain", flat=True)):
        if hooks.excluded(chain, now):
            continue
        if may_be_erased(chain, retention_days=retention_days, hooks=hooks.erasure(now), now=now):
            yield chain


def erase_after_retention(
    *, retention_days: int, hooks: RetentionHooks, limit: int, clock: Callable[[], datetime]
) -> int:
    """Erase up to `limit` players whose retention has ended, and return how many.

    Each is a transaction of its own with its own event and record, dated by the `clock` when its turn comes: a crash
    leaves the rest for the next call, and nobody half erased.
    """
    erasable = erasable_players(retention_days=retention_days, hooks=hooks, now=clock())
    return sum(
        _erase(chain, retention_days=retention_days, hooks=hooks, now=clock()) for chain in islice(erasable, limit)
    )


def _erase(chain: ChainId, *, retention_days: int, hooks: RetentionHooks, now: datetime) -> bool:
    order = Erasure(
        chain=chain,
        basis=Basis.NO_LONGER_NEEDED,
        reason=f"the retention of {retention_days} days has ended",
        actor="platform",
    )
    try:
        erase(order, retention_days=retention_days, hooks=hooks.erasure(now), now=now)
    except (NotErasable, PlayerErased):
        # Something came between, or an operator was faster: the next run looks again.
        return False
    return True
