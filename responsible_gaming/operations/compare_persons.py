"""Compare all who registered before the rules of one person held, once, and hold up who may be the holder of another account.

Source: docs/rules/persons.md, PM-21; docs/adr/0110-all-compared-once.md; regulation F21, F28.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

from django.db import transaction

from kernel.ids import ChainId
from players.operations.recognize_person import recognize_existing
from players.queries.accounts import next_registered
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.models import PersonComparison
from responsible_gaming.operations.apply_exclusion_list import lock_list
from responsible_gaming.operations.review_listed import review_near_to_list
from responsible_gaming.queries.exclusions import excluded_among

REVISION: Final = 1
"""Of the rules. Rules that find more than these take the next number, with a migration that inserts its row where there are
players, and all are compared again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedSoFar:
    """How far the comparison is, over all calls."""

    compared: int
    """Players."""
    opened: int
    """Reviews."""
    is_finished: bool


def compared_so_far() -> ComparedSoFar | None:
    """Return how far the comparison is; None if it was never due here, because nobody registered before the rules held."""
    progress = PersonComparison.objects.filter(revision=REVISION).first()
    return None if progress is None else _so_far(progress)


def compare_next(*, jurisdiction: Jurisdiction, now: datetime) -> ComparedSoFar:
    """Compare the next player with all others and with the national list, and return how far the comparison is.

    It is one transaction: killed at any instant it goes on with this player, and two runs at once wait for one another. Of
    a pair the younger account waits. Once all are compared it changes nothing.
    """
    with transaction.atomic():
        # Before the players' rows, in the same order as by an import.
        lock_list(exclusive=False)
        PersonComparison.objects.bulk_create(
            [PersonComparison(revision=REVISION, started_at=now)], ignore_conflicts=True
        )
        progress = PersonComparison.objects.select_for_update().get(revision=REVISION)
        if progress.finished_at is None:
            _advance(progress, jurisdiction=jurisdiction, now=now)
        return _so_far(progress)


def _so_far(progress: PersonComparison) -> ComparedSoFar:
    return ComparedSoFar(
        compared=progress.compared, opened=progress.opened, is_finished=progress.finished_at is not None
    )


def _advance(progress: PersonComparison, *, jurisdiction: Jurisdiction, now: datetime) -> None:
    after = None if progress.reached_at is None or progress.reached is None else (progress.reached_at, progress.reached)
    found = next_registered(after, until=progress.started_at)
    if found is None:
        progress.finished_at = now
    else:
        progress.reached_at, progress.reached = found
        progress.compared += 1
        progress.opened += _compare(found[1], jurisdiction=jurisdiction, now=now)
    progress.save(update_fields=("reached_at", "reached", "compared", "opened", "finished_at"))


def _compare(chain: ChainId, *, jurisdiction: Jurisdiction, now: datetime) -> int:
    opened = recognize_existing(chain, excluded=partial(excluded_among, now=now), now=now)
    return opened + review_near_to_list(chain, jurisdiction=jurisdiction, now=now)
