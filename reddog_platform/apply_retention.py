"""Delete by schedule what the registry no longer keeps, and say so in events.

Everything runs in bounded batches. A batch and the event that says what it deleted are one transaction, and so are an
erasure, its event and its record. What a crash leaves is whole: the next run goes on where this one ended.

Source: docs/retention.md; docs/adr/0061-retention-registry.md; regulation F59.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from kernel.instants import to_epoch_ms
from players.operations.erase_after_retention import RetentionHooks, erasable_players, erase_after_retention
from reddog_platform.erasure_hooks import erasure_hooks
from reddog_platform.retention_registry import DeletionRule, deletion_rules
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.queries.exclusions import is_excluded

IDENTITIES: Final = "players_vault"
"""The table whose rows an erasure deletes."""

_HOOKS: Final = RetentionHooks(erasure=erasure_hooks, excluded=lambda chain, now: is_excluded(chain, now=now))


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchSizes:
    """How much one transaction and one run may delete."""

    rows_max: int = 10_000
    """Rows of one transaction. A run begins another one for the same rule while it deletes as many."""
    batches_max: int = 100
    """Transactions of a rule in one run; the next run goes on."""
    erasures_max: int = 1_000
    """Persons of one run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deletion:
    """What of a table was, or would be, deleted: how many rows, which ended at the boundary or before."""

    table: str
    what: str
    rows: int
    boundary: datetime


def apply_retention(
    *, jurisdiction: Jurisdiction, clock: Callable[[], datetime], batch: BatchSizes | None = None
) -> list[Deletion]:
    """Erase the persons and delete the rows whose period has ended, and return what was deleted.

    Each rule's rows leave an event `data-deleted` for each batch; each person `player-erased`, and a record in the log.
    Two runs at once share the work: neither waits for a row that the other deletes.
    """
    sizes, began_at = batch or BatchSizes(), clock()
    erased = erase_after_retention(
        retention_days=jurisdiction.accounts.retention_days, hooks=_HOOKS, limit=sizes.erasures_max, clock=clock
    )
    deleted = [_persons(erased, jurisdiction, began_at)]
    for rule in deletion_rules():
        boundary = _boundary(rule, jurisdiction, began_at)
        deleted.append(_deletion(rule, sum(_delete_batches(rule, boundary, sizes, clock)), boundary))
    return [each for each in deleted if each.rows]


def plan_retention(*, jurisdiction: Jurisdiction, now: datetime) -> list[Deletion]:
    """Return what a run would delete now, were it not bounded, with what would delete nothing. Nothing is changed."""
    erasable = erasable_players(retention_days=jurisdiction.accounts.retention_days, hooks=_HOOKS, now=now)
    planned = [_persons(sum(1 for _ in erasable), jurisdiction, now)]
    for rule in deletion_rules():
        boundary = _boundary(rule, jurisdiction, now)
        planned.append(_deletion(rule, rule.rows.count(boundary), boundary))
    return planned


def _delete_batches(
    rule: DeletionRule, boundary: datetime, sizes: BatchSizes, clock: Callable[[], datetime]
) -> Iterator[int]:
    for _ in range(sizes.batches_max):
        rows = _delete_batch(rule, boundary, sizes.rows_max, clock)
        yield rows
        if rows < sizes.rows_max:
            return


def _delete_batch(rule: DeletionRule, boundary: datetime, limit: int, clock: Callable[[], datetime]) -> int:
    with transaction.atomic():
        rows = rule.rows.delete(boundary, limit)
        if rows:
            after = {"table": rule.rows.table, "rows": rows, "boundary_ms": to_epoch_ms(boundary)}
            event = NewEvent(kind="data-deleted", actor="platform", reason=rule.rows.what, after=after)
            save_event(event, now=clock())
    return rows


def _boundary(rule: DeletionRule, jurisdiction: Jurisdiction, now: datetime) -> datetime:
    return now - timedelta(days=rule.period.days(jurisdiction))


def _deletion(rule: DeletionRule, rows: int, boundary: datetime) -> Deletion:
    return Deletion(table=rule.rows.table, what=rule.rows.what, rows=rows, boundary=boundary)


def _persons(rows: int, jurisdiction: Jurisdiction, now: datetime) -> Deletion:
    boundary = now - timedelta(days=jurisdiction.accounts.retention_days)
    return Deletion(table=IDENTITIES, what="persons whose retention has ended: erased", rows=rows, boundary=boundary)
