"""Who has to have signed a checkpoint before it is published, and which has been signed.

Source: docs/formats/witnesses.md, rules 4 and 9.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db import connection

from audit.clock import UNPUBLISHED_SECONDS
from audit.core.checkpoint import size_of
from audit.core.cosignature import QuorumPolicy, parse_policy
from audit.core.note import text_of
from audit.core.records import parse_entry
from audit.models import Checkpoint
from audit.places import log_origin
from audit.queries.log import WHOLE_NOTE, newest_checkpoint
from audit.queries.records import placed_system_entries, system_entries_of_type

QUORUM_DELAY_SECONDS: Final = 60
"""A checkpoint that is signed finds its witnesses, and is published, within this time. Else somebody is called."""


@dataclass(frozen=True, slots=True)
class PlacedPolicy:
    """A policy, and the log index of its record: it holds for sizes above that."""

    index: int
    policy: QuorumPolicy


class ToWitness(NamedTuple):
    """The newest checkpoint, as a witness may be asked to sign it."""

    note: str
    size: int
    is_whole: bool
    """Whether it covers every record but such as came within the last seconds."""
    has_quorum: bool


def policies() -> list[PlacedPolicy]:
    """Return the policies that the log announces, in order."""
    found = []
    for index, entry in placed_system_entries(("policy",)):
        text = text_of(_note_of(entry))
        found.append(PlacedPolicy(index, parse_policy(text, origin=log_origin())))
    return found


def announced_policy_notes() -> list[str]:
    """Return the notes of all policies that were announced, in order, those without a place in the log too."""
    return [_note_of(entry) for entry in system_entries_of_type("policy")]


def policy_at(size: int, placed: Sequence[PlacedPolicy]) -> QuorumPolicy | None:
    """Return the policy, of all, by which a checkpoint of this size needs witnesses; None if it needs none."""
    below = [each.policy for each in placed if each.index < size]
    return below[-1] if below and not below[-1].is_none else None


def publishable_checkpoint() -> str | None:
    """Return the newest checkpoint that may be published, with the lines of its witnesses; None if there is none.

    Where no policy asks for witnesses, it is the newest one.
    """
    newest = newest_checkpoint()
    placed = policies()
    if newest is None or not placed:
        return newest
    # From the end of the log down: the sizes under one policy after the other.
    until = size_of(newest)
    for each in reversed(placed):
        under = Checkpoint.objects.filter(size__gt=each.index, size__lte=until)
        if not each.policy.is_none:
            under = under.filter(cosigned__isnull=False)
        note = under.annotate(whole=WHOLE_NOTE).order_by("-size").values_list("whole", flat=True).first()
        if note is not None:
            return str(note)
        until = min(until, each.index)
    return Checkpoint.objects.filter(size__lte=until).order_by("-size").values_list("note", flat=True).first()


def newest_to_witness(*, fresh_seconds: float) -> ToWitness | None:
    """Return the newest checkpoint, or None before the first.

    It is whole if no record is older than `fresh_seconds` that it does not cover: only then may a witness date it.
    """
    with connection.cursor() as cursor:
        # One statement, so that no record is between what it sees of the queue and of the log.
        cursor.execute(_NEWEST, (fresh_seconds,))
        row = cursor.fetchone()
    return None if row is None else ToWitness(*row)


def quorum_delay_seconds() -> float:
    """Return how long the oldest checkpoint has waited that is signed and not published; 0 if none does."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT COALESCE(({UNPUBLISHED_SECONDS}), 0)")
        (seconds,) = cursor.fetchone()
    # A sequencer's clock may be a little ahead of the database's.
    return max(0.0, float(seconds))


def _note_of(entry: str) -> str:
    note = parse_entry(entry)["note"]
    assert isinstance(note, str), "the record was written here"
    return note


_NEWEST = """
SELECT c.note, c.size, g.size = c.size AND NOT EXISTS (
    SELECT FROM audit_queue q WHERE q.time_ms < (extract(epoch FROM clock_timestamp()) - %s) * 1000),
    EXISTS (SELECT FROM audit_cosigned w WHERE w.size = c.size)
FROM audit_log g, audit_checkpoint c
WHERE g.id = 1 AND c.size = (SELECT max(size) FROM audit_checkpoint)
"""
