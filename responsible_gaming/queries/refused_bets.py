"""Bets that a limit refused: of each limit the first of a day, which begins at midnight.

Source: docs/adr/0080-refused-bets.md.
"""

from datetime import datetime
from typing import Final
from uuid import UUID

from audit.queries.events import EventRow, events, events_between
from kernel.ids import ChainId

_KINDS: Final = ("bet-refused-by-limit",)
_LIMITS_MAX: Final = 100
"""More than there are limits."""


def refused_bets_of(chain: ChainId, *, since: datetime) -> list[EventRow]:
    """Return the events of a player's refused bets since an instant of the gaming day."""
    return events(subject=chain, before=None, limit=_LIMITS_MAX, since=since, until=None, kinds=_KINDS)


def refused_bets_between(
    *, since: datetime, until: datetime, after: tuple[datetime, UUID] | None, limit: int
) -> list[EventRow]:
    """Return up to `limit` events of refused bets of [since, until), in order of time, then id, from after this one."""
    return events_between(since=since, until=until, kinds=_KINDS, after=after, limit=limit)
