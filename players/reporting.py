"""What reports are told of players: whose accounts are the house's own, sessions, unused accounts."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import Q
from django.db.models.functions import Coalesce

from audit.queries.events import newest_before, subjects_of
from kernel.ids import ChainId
from players.core.session_state import EndReason
from players.core.status import Status
from players.models import Player, Session
from players.queries import SESSION_LENGTH

_STATUS_EVENT: Final = "player-status"
_DORMANT: Final = {"status": Status.DORMANT.value}


class ReportedSession(NamedTuple):
    """A session as it stood at an instant: `ended_at`, `end_reason` and `active_at` are None while it went on.

    `active_at` is when the player was last heard of in it.
    """

    id: UUID
    chain: ChainId
    test_account: bool
    created_at: datetime
    ended_at: datetime | None
    end_reason: str | None
    active_at: datetime | None


class DormantRow(NamedTuple):
    """An account that nobody uses: since when it is marked so, and when it was last used, or opened, before that."""

    chain: ChainId
    test_account: bool
    dormant_at: datetime
    used_at: datetime


def test_accounts(chains: Iterable[ChainId]) -> set[ChainId]:
    """Return those of these players that are the house's own."""
    found = Player.objects.filter(chain__in=set(chains), test_account=True)
    return {ChainId(chain) for chain in found.values_list("chain", flat=True)}


def sessions_between(
    *, since: datetime, until: datetime, after: tuple[datetime, UUID] | None, limit: int
) -> list[ReportedSession]:
    """Return up to `limit` sessions that were begun in [since, until) or went on into it, as they stood at its end.

    In the order of their beginnings, after the session that was begun then and has this id. One that was over at
    `since` is not among them. What began a session's length before, or earlier, is not read.
    """
    found = Session.objects.filter(created_at__gt=since - SESSION_LENGTH, created_at__lt=until)
    found = found.annotate(ended_at=Coalesce("revoked_at", "expires_at"))
    found = found.filter(Q(created_at__gte=since) | Q(ended_at__gt=since))
    if after is not None:
        at, session_id = after
        found = found.filter(Q(created_at__gte=at), Q(created_at__gt=at) | Q(id__gt=session_id))
    rows = found.order_by("created_at", "id").values_list(
        "id", "player_id", "player__test_account", "created_at", "ended_at", "end_reason", "active_at"
    )
    return [_as_it_stood(ReportedSession(row[0], ChainId(row[1]), *row[2:]), until) for row in rows[:limit]]


def dormant_at(until: datetime, *, after: ChainId | None, chunk: int = 500) -> Iterator[DormantRow]:
    """Yield the accounts that were dormant at an instant, in the order of their chains, after one of them.

    Those are looked at that are dormant now, or have ceased to be since: what it costs does not grow with other
    accounts, nor with what was before.
    """
    chains = _perhaps_dormant_at(until, after, chunk)
    while chains:
        newest = newest_before(_STATUS_EVENT, subjects=chains, until=until)
        marked = [(chain, event.at) for chain, event in newest.items() if event.after == _DORMANT]
        yield from _with_last_use(marked)
        chains = _perhaps_dormant_at(until, chains[-1], chunk)


def _perhaps_dormant_at(until: datetime, after: ChainId | None, limit: int) -> list[ChainId]:
    now_dormant = Player.objects.filter(status=Status.DORMANT)
    if after is not None:
        now_dormant = now_dormant.filter(chain__gt=after)
    ceased = subjects_of(_STATUS_EVENT, before=_DORMANT, since=until, after=after, limit=limit)
    both = {*now_dormant.order_by("chain").values_list("chain", flat=True)[:limit], *ceased}
    return sorted(map(ChainId, both))[:limit]


def _as_it_stood(session: ReportedSession, until: datetime) -> ReportedSession:
    if session.ended_at is None or session.ended_at > until:
        return session._replace(ended_at=None, end_reason=None, active_at=None)
    return session._replace(end_reason=session.end_reason or EndReason.EXPIRED.value)


def _with_last_use(marked: Sequence[tuple[ChainId, datetime]]) -> list[DormantRow]:
    chains, since = [chain for chain, _ in marked], [at for _, at in marked]
    with connection.cursor() as cursor:
        cursor.execute(_LAST_USE, (chains, since))
        return [DormantRow(ChainId(chain), *others) for chain, *others in cursor.fetchall()]


_LAST_USE: Final = """
SELECT m.chain, p.test_account, m.dormant_at, COALESCE(
  (SELECT max(s.active_at) FROM players_session s WHERE s.chain = m.chain AND s.created_at < m.dormant_at),
  p.created_at)
FROM unnest(%s::uuid[], %s::timestamptz[]) AS m (chain, dormant_at) JOIN players_player p ON p.chain = m.chain
ORDER BY m.chain
"""
