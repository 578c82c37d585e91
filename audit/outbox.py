"""Rows of what is to be sent to somebody outside: each is tried until it is sent, or given up after 23 hours.

An attempt is stored before it is made, with the time of the next one. So a crash loses no row: what it interrupted is
tried again, at most as often as all else, and whoever receives it may get it twice. Each has an id of its own to tell by.

Source: docs/adr/0058-alerts-and-messages.md.
"""

import enum
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, TypeVar

from django.db import models, transaction

from kernel.retries import retry_delay

ATTEMPTS_MAX: Final = 29
"""The first, and 28 more: 1, 2, 4, 8, 16 and 32 minutes later, then 22 times an hour later: 23 hours in all."""
PROBLEM_MAX: Final = 500
_STUCK_ATTEMPTS: Final = 6
_FAILED_SHOWN: Final = timedelta(days=7)


class OutboxStatus(enum.StrEnum):
    """How far a row is."""

    WAITING = "waiting"
    SENT = "sent"
    FAILED = "failed"
    """Given up: it is not tried again."""
    DROPPED = "dropped"
    """There is nobody to send it to."""


class OutboxRow(models.Model):
    """The columns of something to be sent. `attempts` were made; `problem` is how the newest one failed."""

    status = models.TextField(default=OutboxStatus.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    problem = models.TextField(default="")

    class Meta:
        """Each table adds what is sent, and an index of the rows that wait: `waiting_index`."""

        abstract = True


Row = TypeVar("Row", bound=OutboxRow)


def claim_due(rows: type[Row], *, limit: int, now: datetime) -> list[Row]:
    """Return up to `limit` rows whose attempt is due, the oldest first, with this attempt counted and the next one set.

    Two workers get different rows.
    """
    with transaction.atomic():
        due = rows._default_manager.select_for_update(skip_locked=True).filter(  # noqa: SLF001  Django's public name
            status=OutboxStatus.WAITING, next_attempt_at__lte=now
        )
        claimed = list(due.order_by("next_attempt_at", "pk")[:limit])
        for row in claimed:
            row.attempts += 1
            row.next_attempt_at = now + retry_delay(row.attempts)
            row.save(update_fields=["attempts", "next_attempt_at"])
    return claimed


def save_end(row: OutboxRow, status: OutboxStatus, *, now: datetime) -> None:
    """Store that a row was sent or dropped."""
    row.status, row.ended_at, row.problem = status, now, ""
    row.save(update_fields=["status", "ended_at", "problem"])


def save_failure(row: OutboxRow, problem: str, *, now: datetime) -> bool:
    """Store that an attempt failed, and return whether the row is given up with it."""
    row.problem = problem[:PROBLEM_MAX]
    given_up = row.attempts >= ATTEMPTS_MAX
    if given_up:
        row.status, row.ended_at = OutboxStatus.FAILED, now
    row.save(update_fields=["status", "ended_at", "problem"])
    return given_up


@dataclass(frozen=True, slots=True, kw_only=True)
class Backlog:
    """What is not sent."""

    waiting: int
    """Rows that are tried again."""
    stuck: int
    """Those of them that were tried for half an hour and longer."""
    failed: int
    """Rows that were given up in the last seven days."""
    problem: str
    """How the newest of the failed or stuck ones failed; empty without one."""


def backlog(rows: type[OutboxRow], *, now: datetime) -> Backlog:
    """Return what of these rows is not sent."""
    waiting = rows._default_manager.filter(status=OutboxStatus.WAITING)  # noqa: SLF001  Django's public name
    failed = rows._default_manager.filter(status=OutboxStatus.FAILED, ended_at__gt=now - _FAILED_SHOWN)  # noqa: SLF001  see above
    stuck = waiting.filter(attempts__gte=_STUCK_ATTEMPTS)
    newest = failed.order_by("-ended_at").first() or stuck.order_by("-next_attempt_at").first()
    return Backlog(
        waiting=waiting.count(),
        stuck=stuck.count(),
        failed=failed.count(),
        problem="" if newest is None else newest.problem,
    )
