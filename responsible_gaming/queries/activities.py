"""What reports are told of limits, exclusions and reality checks.

Every change that a player, the operator or a national list makes to a limit or an exclusion leaves one significant
event in its own transaction (note_limit.py, keep_exclusion.py, adopt_jurisdiction.py), refused loosenings too; that a
reality check was acknowledged is a row of its own. The log's `limits` records are no third source: they say what binds
after such a change, so that each of them would be told twice, and what changes nothing that binds would be left out.
What ends by its time alone leaves nothing: when it will is told by what began it.
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
        # The PIN stands before every loosening; a withdrawal that was cancelled is a marker of harm.
        "pin-locked",
        "withdrawal-cancelled",
    }
)
"""The significant events of players that are told."""

REALITY_CHECK: Final = "reality-check"
NATIONAL_LIST: Final = "national-list"


class Activity(NamedTuple):
    """Something that was done to protect a player, or in spite of it.

    `by` is `player`, `operator`, `national-list` or `platform`; `what` the limit's name or the exclusion's kind, empty
    where neither is meant. No two have the same instant and `id`.
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
        # Checks are of whole milliseconds; an event that came before may lie between two of them.
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
