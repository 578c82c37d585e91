"""What reports show of limits, exclusions and reality checks.

Every change of a limit or an exclusion, by a player, the operator or a national list, saves one significant event in
its own transaction (save_limit_events.py, store_exclusion.py, adopt_jurisdiction.py). So does a refused loosening. An
acknowledged reality check is a row of its own. The log's `limits` records are not read: they repeat changes of what
binds, and lack the others. An end that comes with time alone saves no event: the event of the beginning names it.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import Q

from audit.queries.events import EventRow, events_between
from kernel.ids import ChainId
from kernel.instants import from_epoch_ms, to_epoch_ms
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.models import RealityCheck

KINDS: Final = frozenset(
    {
        "limit-tightened",
        "limit-loosened",
        "limit-loosening-asked",
        "limit-loosening-cancelled",
        "limit-loosening-refused",
        "limit-set-by-operator",
        "limits-recounted",
        "exclusion-set",
        "exclusion-return-asked",
        "exclusion-lifted",
        # Every loosening needs the PIN. A cancelled withdrawal is a marker of harm.
        "pin-locked",
        "withdrawal-cancelled",
    }
)
"""The significant events of players that reports show."""

REALITY_CHECK: Final = "reality-check"
NATIONAL_LIST: Final = "national-list"


class Activity(NamedTuple):
    """An act that protects a player, or that works against the protection.

    `by` is `player`, `operator`, `national-list` or `platform`. `what` is the limit's name or the exclusion's kind,
    empty if it is neither. No two have the same instant and `id`.
    """

    at: datetime
    id: UUID
    chain: ChainId
    kind: str
    by: str
    what: str
    before: Mapping[str, object]
    after: Mapping[str, object]


def activities(*, since: datetime, until: datetime, after: tuple[datetime, UUID] | None, limit: int) -> list[Activity]:
    """Return up to `limit` activities of [since, until), in order, after the one of this instant and id."""
    events = events_between(since=since, until=until, kinds=KINDS, after=after, limit=limit)
    event_rows = [_of_event(event, event.subject) for event in events if event.subject is not None]
    both = [*event_rows, *_checks(since, until, after, limit)]
    return sorted(both, key=lambda activity: (activity.at, activity.id))[:limit]


def _of_event(event: EventRow, chain: ChainId) -> Activity:
    kind = event.after.get("kind")
    by = NATIONAL_LIST if kind == ExclusionKind.NATIONAL_EXCLUSION else event.actor.partition(":")[0]
    what = str(event.after.get("limit") or kind or "")
    return Activity(event.at, event.id, chain, event.kind, by, what, event.before, event.after)


def _checks(since: datetime, until: datetime, after: tuple[datetime, UUID] | None, limit: int) -> list[Activity]:
    checks = RealityCheck.objects.filter(checked_ms__gte=to_epoch_ms(since), checked_ms__lt=to_epoch_ms(until))
    if after is not None:
        at_ms = to_epoch_ms(after[0])
        later = Q(checked_ms__gt=at_ms)
        # Reality checks have whole milliseconds. The activity before may be an event between two of them.
        if from_epoch_ms(at_ms) == after[0]:
            later |= Q(checked_ms=at_ms, session__gt=after[1])
        checks = checks.filter(later, checked_ms__gte=at_ms)
    return [
        Activity(
            from_epoch_ms(row.checked_ms),
            row.session,
            ChainId(row.chain),
            REALITY_CHECK,
            "player",
            "",
            {},
            {"elapsed_ms": row.elapsed_ms, "staked": row.staked_minor, "returned": row.returned_minor},
        )
        for row in checks.order_by("checked_ms", "session")[:limit]
    ]
