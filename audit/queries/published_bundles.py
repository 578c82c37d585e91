"""What auditors get of the published log: bundles of entries and of events. Nothing is beyond the published checkpoint."""

from typing import Final

from django.db import connection

from audit.core.bundles import entry_bundle, event_lines, members_of
from audit.core.records import parse_entry
from audit.queries.listed_events import actor_key, events_numbered
from audit.queries.log import entries_at, published_size
from kernel.ids import SYSTEM_CHAIN
from kernel.refusals import Refusal, RefusalKind


class UncoveredBundle(Refusal):
    """The checkpoint does not cover this bundle."""

    code, kind = "uncovered-bundle", RefusalKind.NOT_FOUND


def published_entries(name: str) -> bytes:
    """Return the bundle of entries of this name.

    Raises:
        MalformedTile: it is no name of a bundle.
        UncoveredBundle: the published tree has not so many entries.
    """
    members, size = members_of(name), published_size()
    if members.stop > size:
        raise UncoveredBundle(f"Nothing was done. The newest checkpoint has {size} entries.", size=size)
    return entry_bundle(entries_at(members))


def published_events(name: str) -> bytes:
    """Return the file of events of this name. What was erased of them meanwhile is not in it.

    Raises:
        MalformedTile: it is no name of such a file.
        UncoveredBundle: the entries of the published tree do not list so many events.
    """
    members, count = members_of(name), published_event_count()
    if members.stop > count:
        raise UncoveredBundle(
            f"Nothing was done. The entries of the newest checkpoint list {count} events.", size=count
        )
    events = events_numbered(range(members.start + 1, members.stop + 1))
    return event_lines(events, actor_key=actor_key())


def published_event_count() -> int:
    """Return how many events the entries of the published tree list."""
    with connection.cursor() as cursor:
        cursor.execute(_NEWEST_LISTING)
        row = cursor.fetchone()
    if row is None:
        return 0
    record = parse_entry(row[0])
    first, leaves = record["first"], record["leaves"]
    assert isinstance(first, int), "the record was written here"
    assert isinstance(leaves, list), "the record was written here"
    return first + len(leaves) - 1


# The chain is written out: only then does the plan know that `audit_record_of_system` has all that is asked for.
_NEWEST_LISTING: Final = f"""
SELECT r.entry FROM audit_record r JOIN audit_leaf l ON l.chain = r.chain AND l.seq = r.seq
WHERE r.chain = '{SYSTEM_CHAIN}' AND r.type = 'events' AND l.index < (SELECT published_size FROM audit_log WHERE id = 1)
ORDER BY r.seq DESC LIMIT 1
"""
