"""A player's recent play as markers of harm read it, and the assessments that were stored."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q, QuerySet

from audit.queries.events import event_times
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from responsible_gaming.core.history import LOOKED_BACK_MS, History, Hour, Incident
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.models import (
    StoredAssessment,
)
from wallet.queries.totals import hours

_PAGE: Final = 1000


def history(chain: ChainId, jurisdiction: Jurisdiction, *, now: datetime) -> History:
    """Return a player's last four weeks, as the markers of harm read them."""
    since = now - timedelta(milliseconds=LOOKED_BACK_MS)
    moved = hours(chain, from_ms=to_epoch_ms(since), to_ms=to_epoch_ms(now))
    return History(
        at_ms=to_epoch_ms(now),
        zone=jurisdiction.zone,
        hours=[Hour(**row._asdict()) for row in moved],
        incidents=[
            Incident(kind=kind, at_ms=to_epoch_ms(at)) for kind, at in event_times(chain, since=since, until=now)
        ],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AssessmentView:
    """An assessment as an operator reads it. `id` orders it in lists."""

    id: int
    chain: ChainId
    day_started_ms: int
    at_ms: int
    score: int
    findings: Sequence[Mapping[str, object]]


def assessments_of(chain: ChainId, *, limit: int) -> list[AssessmentView]:
    """Return a player's newest assessments, newest first."""
    return [
        _assessment(row) for row in StoredAssessment.objects.filter(chain=chain).order_by("-day_started_ms")[:limit]
    ]


def most_urgent(*, minimum: int, after: tuple[int, int] | None, limit: int) -> list[AssessmentView]:
    """Return up to `limit` assessments of the newest day that score `minimum` or more, the highest score first.

    They follow the one with the score and id `after` (None: from the highest).
    """
    newest = StoredAssessment.objects.order_by("-day_started_ms").values_list("day_started_ms", flat=True).first()
    if newest is None:
        return []
    rows = StoredAssessment.objects.filter(day_started_ms=newest, score__gte=minimum)
    if after is not None:
        score, at_id = after
        rows = rows.filter(Q(score__lt=score) | Q(score=score, id__lt=at_id))
    return [_assessment(row) for row in rows.order_by("-score", "-id")[:limit]]


def assessments_with_findings(
    start_ms: int, end_ms: int, *, after: tuple[int, int, int] | None
) -> Iterator[AssessmentView]:
    """Yield the assessments of the days that began in [start_ms, end_ms) in which a marker was met.

    They are in the order of the days, of each the most urgent first. It starts after the one with the day's start, the
    score and the id of `after` (None: with the first).
    """
    if after is not None:
        day_ms, score, at_id = after
        yield from _urgent_of_day(day_ms, Q(score__lt=score) | Q(score=score, id__lt=at_id))
        start_ms = day_ms + 1
    days = StoredAssessment.objects.filter(day_started_ms__lt=end_ms).order_by("day_started_ms")
    while (started_ms := _first_start(days.filter(day_started_ms__gte=start_ms))) is not None:
        yield from _urgent_of_day(started_ms, Q())
        start_ms = started_ms + 1


def _first_start(days: QuerySet[StoredAssessment]) -> int | None:
    return days.values_list("day_started_ms", flat=True).first()


def _urgent_of_day(day_started_ms: int, rest: Q) -> Iterator[AssessmentView]:
    rows = StoredAssessment.objects.filter(day_started_ms=day_started_ms, score__gt=0).order_by("-score", "-id")
    while page := list(rows.filter(rest)[:_PAGE]):
        yield from map(_assessment, page)
        rest = Q(score__lt=page[-1].score) | Q(score=page[-1].score, id__lt=page[-1].id)


def _assessment(row: StoredAssessment) -> AssessmentView:
    return AssessmentView(
        id=row.id,
        chain=ChainId(row.chain),
        day_started_ms=row.day_started_ms,
        at_ms=row.at_ms,
        score=row.score,
        findings=row.findings,
    )
