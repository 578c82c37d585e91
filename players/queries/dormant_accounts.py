"""Accounts that were dormant at an instant, for reports."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from django.db import connection

from audit.queries.events import newest_before, subjects_of
from kernel.ids import ChainId
from players.core.status import Status
from players.models import Player

_STATUS_EVENT: Final = "player-status"
_NEAR_EVENT: Final = "dormancy-near"
_DORMANT: Final = {"status": Status.DORMANT.value}


class DormantRow(NamedTuple):
    """A dormant account."""

    chain: ChainId
    test_account: bool
    dormant_at: datetime
    """When it became dormant."""
    used_at: datetime
    """When it was last used before that; when it was opened, if never."""
    told_at: datetime | None = None
    """When the player was told, since that use, that it would be dormant."""


def dormant_at(until: datetime, *, after: ChainId | None, chunk: int = 500) -> Iterator[DormantRow]:
    """Yield the accounts that were dormant at the instant `until`, sorted by chain, after one of them.

    Only accounts that are dormant now, or ceased to be dormant since `until`, are read. The cost does not grow with
    other accounts or with older events.
    """
    chains = _dormant_candidates(until, after, chunk)
    while chains:
        newest = newest_before(_STATUS_EVENT, subjects=chains, until=until)
        marked = [(chain, event.at) for chain, event in newest.items() if event.after == _DORMANT]
        yield from _with_notices(_with_last_use(marked), until)
        chains = _dormant_candidates(until, chains[-1], chunk)


def _dormant_candidates(until: datetime, after: ChainId | None, limit: int) -> list[ChainId]:
    now_dormant = Player.objects.filter(status=Status.DORMANT)
    if after is not None:
        now_dormant = now_dormant.filter(chain__gt=after)
    ceased = subjects_of(_STATUS_EVENT, before=_DORMANT, since=until, after=after, limit=limit)
    both = {*now_dormant.order_by("chain").values_list("chain", flat=True)[:limit], *ceased}
    return sorted(map(ChainId, both))[:limit]


def _with_last_use(marked: Sequence[tuple[ChainId, datetime]]) -> list[DormantRow]:
    chains, since = [chain for chain, _ in marked], [at for _, at in marked]
    with connection.cursor() as cursor:
        cursor.execute(_LAST_USE, (chains, since))
        return [DormantRow(ChainId(chain), *others) for chain, *others in cursor.fetchall()]


def _with_notices(rows: Sequence[DormantRow], until: datetime) -> Iterator[DormantRow]:
    # Nobody is told while the account is dormant, so the newest one came before.
    notices = newest_before(_NEAR_EVENT, subjects=[row.chain for row in rows], until=until)
    for row in rows:
        near = notices.get(row.chain)
        yield row._replace(told_at=near.at) if near is not None and near.at > row.used_at else row


_LAST_USE: Final = """
SELECT m.chain, p.test_account, m.dormant_at, COALESCE(
  (SELECT max(s.active_at) FROM players_session s WHERE s.chain = m.chain AND s.created_at < m.dormant_at),
  p.created_at)
FROM unnest(%s::uuid[], %s::timestamptz[]) AS m (chain, dormant_at) JOIN players_player p ON p.chain = m.chain
ORDER BY m.chain
"""
