"""Which limits a chain has, and which exclusions; whom the national list names."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet

from audit.queries.events import event_times
from kernel.cte import Cte, TypedCte
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from players.core.status import Status
from responsible_gaming.core.bet_limit import BetLimit
from responsible_gaming.core.exclusion import Exclusion, Exclusions, Kind
from responsible_gaming.core.exclusion_list import Term
from responsible_gaming.core.history import LOOKED_BACK_MS, History, Hour, Incident
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limit_view import LimitView, view_limits
from responsible_gaming.core.limits import NO_LIMITS, Limits
from responsible_gaming.core.loosening import Loosening
from responsible_gaming.core.names import Name
from responsible_gaming.core.own_limit import NO_LIMIT, Owner, OwnLimit, OwnLimits
from responsible_gaming.core.spans import Counting, Span, Windows, spans_at
from responsible_gaming.core.usage import Usage
from responsible_gaming.models import (
    RealityCheck,
    StoredAssessment,
    StoredBetLimit,
    StoredExclusion,
    StoredLimits,
    StoredListedPerson,
    StoredListImport,
    StoredOwnLimit,
)
from wallet.queries.balances import balance
from wallet.queries.totals import hours, totals_before


class LimitsRow(NamedTuple):
    """A chain's stored limits; Django leaves JSON as text where a statement is not the ORM's."""

    now: str
    following: str
    effective_at_ms: int | None
    windows: str | None
    zone: str | None


class CheckRow(NamedTuple):
    """When the session's reality check was acknowledged last (ms)."""

    checked_ms: int


LIMITS_SOURCE = TypedCte(
    Cte(
        "limits",
        "SELECT l.now, l.following, l.effective_at_ms, l.windows, l.zone FROM head JOIN responsible_gaming_limits l"
        " ON l.chain = head.chain",
        (),
    ),
    LimitsRow,
)
"""The limits of the chain that a source named `head` gives."""


def check_source(session_id: UUID) -> TypedCte[CheckRow]:
    """Read when a session's reality check was acknowledged last."""
    sql = "SELECT checked_ms FROM responsible_gaming_reality_check WHERE session = %s ORDER BY checked_ms DESC LIMIT 1"
    return TypedCte(Cte("reality_check", sql, (session_id,)), CheckRow)


class RealityCheckRow(NamedTuple):
    """What a player acknowledged of a session, and when."""

    session: UUID
    checked_ms: int
    elapsed_ms: int
    staked_minor: int
    returned_minor: int


def reality_checks(sessions: Sequence[UUID]) -> list[RealityCheckRow]:
    """Return what was acknowledged in these sessions, in order."""
    found = RealityCheck.objects.filter(session__in=sessions).order_by("checked_ms")
    return [RealityCheckRow(*row) for row in found.values_list(*RealityCheckRow._fields)]


def limits_in_table(chain: ChainId) -> Limits:
    """Return the limits of a chain as they are stored."""
    row = StoredLimits.objects.filter(chain=chain).first()
    return NO_LIMITS if row is None else stored_limits(row)


def stored_limits(row: StoredLimits) -> Limits:
    """Return the limits that a row tells of."""
    return Limits(
        now=row.now, following=row.following, effective_at_ms=row.effective_at_ms,
        counting=_counting(row.windows, row.zone),
    )  # fmt: skip


def usage(chain: ChainId, counting: Counting, *, at_ms: int) -> Usage:
    """Return what a player has used of the spans of an instant (ms)."""
    starts_ms = spans_at(at_ms, counting).starts_ms
    earlier = {span: totals_before(chain, starts_ms[span]) for span in Span}
    return Usage(totals=balance(chain).totals, earlier=earlier)


def own_limits(chain: ChainId) -> dict[tuple[Name, Owner], OwnLimit]:
    """Return what the player and the operator set for a chain, but what waits of the table bet limit."""
    rows = StoredOwnLimit.objects.filter(chain=chain)
    return {(Name(row.name), Owner(row.owner)): own_limit_of(row) for row in rows}


def own_limit_of(row: StoredOwnLimit) -> OwnLimit:
    """Return the limit that a row tells of."""
    return OwnLimit(
        value=row.value, loosening=_loosening(row.loosening_value, row.loosening_from_ms, row.loosening_lapses_ms)
    )


def limit_views(chain: ChainId, counting: Counting, *, now: datetime) -> list[LimitView]:
    """Return every limit of a chain as it stands at an instant."""
    at_ms = to_epoch_ms(now)
    own, players_stake = own_limits(chain), (Name.STAKE_MAX, Owner.PLAYER)
    own[players_stake] = replace(own.get(players_stake, NO_LIMIT), loosening=bet_limit(chain).loosening)
    return list(
        view_limits(
            own, limits_in_table(chain).in_force(at_ms), usage(chain, counting, at_ms=at_ms),
            spans_at(at_ms, counting), counting,
        )
    )  # fmt: skip


def limit_view(chain: ChainId, name: Name, counting: Counting, *, now: datetime) -> LimitView:
    """Return one limit of a chain as it stands at an instant."""
    return next(view for view in limit_views(chain, counting, now=now) if view.name is name)


def bet_limit(chain: ChainId) -> BetLimit:
    """Return a player's own bet limit."""
    row = StoredBetLimit.objects.filter(chain=chain).first() or StoredBetLimit(chain=chain)
    return bet_limit_of(row, own_limits(chain))


def bet_limit_of(row: StoredBetLimit, own: OwnLimits) -> BetLimit:
    """Return the bet limit that the player's own limits and the row beside them tell of."""
    loosening = _loosening(row.loosening_maximum_minor, row.loosening_from_ms, row.loosening_lapses_ms)
    maximum_minor = own.get((Name.STAKE_MAX, Owner.PLAYER), NO_LIMIT).value
    return BetLimit(maximum_minor=maximum_minor, loosening=loosening, modified_ms=row.modified_ms)


def outdated_chains(counting: Counting, *, chunk: int = 500) -> Iterator[ChainId]:
    """Yield, in their order, the chains whose limits are counted otherwise; they may be changed on the way."""
    counted = StoredLimits.objects.exclude(windows=None)
    outdated = counted.exclude(windows=counting.windows.value, zone=counting.zone).order_by("chain")
    page = list(outdated.values_list("chain", flat=True)[:chunk])
    while page:
        yield from map(ChainId, page)
        page = list(outdated.filter(chain__gt=page[-1]).values_list("chain", flat=True)[:chunk])


def exclusions(chain: ChainId) -> Exclusions:
    """Return a player's newest exclusion of each kind, whether it holds or not."""
    return {Kind(row.kind): exclusion_of(row) for row in StoredExclusion.objects.filter(chain=chain)}


def exclusion_of(row: StoredExclusion) -> Exclusion:
    """Return the exclusion that a row tells of."""
    return Exclusion(
        kind=Kind(row.kind), since_ms=row.since_ms, until_ms=row.until_ms, returnable_ms=row.returnable_ms,
        lifted_ms=row.lifted_ms,
    )  # fmt: skip


def shown_status(chain: ChainId, status: str, *, now: datetime) -> str:
    """Return the status of an account as it is shown: `excluded` in place of active or dormant while that holds."""
    return "excluded" if status in {Status.ACTIVE, Status.DORMANT} and is_excluded(chain, now=now) else status


def is_excluded(chain: ChainId, *, now: datetime) -> bool:
    """Tell whether an exclusion of whatever kind holds at an instant."""
    return bool(limits_in_table(chain).in_force(to_epoch_ms(now)).get(Name.EXCLUDED))


def addressable(consented: Iterable[ChainId], *, now: datetime) -> Iterator[ChainId]:
    """Yield those of the players, all of whom consented to it, to whom advertising may be sent now."""
    excluded = set(_holding(now).values_list("chain", flat=True))
    return (chain for chain in consented if chain not in excluded)


def term_of(digest: bytes) -> Term | None:
    """Return what the national list says of a person, None where it does not name the person."""
    row = StoredListedPerson.objects.filter(digest=digest).first()
    return None if row is None else Term(from_day=row.from_day, until_day=row.until_day, reference=row.reference)


def list_reference(chain: ChainId) -> str | None:
    """Return the national list's own reference of a player's exclusion, None where the list does not name the player."""
    row = StoredExclusion.objects.filter(chain=chain, kind=Kind.NATIONAL_EXCLUSION.value).first()
    term = None if row is None or row.listed_digest is None else term_of(bytes(row.listed_digest))
    return None if term is None else term.reference


@dataclass(frozen=True, slots=True, kw_only=True)
class ListInForce:
    """When the national exclusion list was imported last, and how many persons it names."""

    imported_at: datetime
    persons: int


def list_in_force() -> ListInForce | None:
    """Return the national exclusion list that is in force, None before the first import."""
    newest = StoredListImport.objects.order_by("-id").first()
    return None if newest is None else ListInForce(imported_at=newest.at, persons=newest.persons)


def _holding(now: datetime) -> QuerySet[StoredExclusion]:
    return StoredExclusion.objects.filter(Q(lifted_ms=None) | Q(lifted_ms__gt=to_epoch_ms(now)))


def limits_of(row: LimitsRow | None) -> Limits:
    """Return the limits that a gathered row holds; no row, no limits."""
    if row is None:
        return NO_LIMITS
    return Limits(
        now=json.loads(row.now), following=json.loads(row.following), effective_at_ms=row.effective_at_ms,
        counting=_counting(row.windows, row.zone),
    )  # fmt: skip


def _loosening(value: int | None, from_ms: int | None, lapses_ms: int | None) -> Loosening | None:
    if from_ms is None:
        return None
    assert lapses_ms is not None, "a loosening lapses one day"
    return Loosening(value=value, from_ms=from_ms, lapses_ms=lapses_ms)


def _counting(windows: str | None, zone: str | None) -> Counting | None:
    return None if windows is None or zone is None else Counting(windows=Windows(windows), zone=zone)


def history(chain: ChainId, jurisdiction: Jurisdiction, *, now: datetime) -> History:
    """Return what a player did over the last four weeks, as far as markers of harm look at it."""
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
    """An assessment as an operator reads it; `id` is its place in lists."""

    id: int
    chain: ChainId
    at_ms: int
    score: int
    findings: Sequence[Mapping[str, object]]


def assessments_of(chain: ChainId, *, limit: int) -> list[AssessmentView]:
    """Return a player's newest assessments, newest first."""
    return [_assessment(row) for row in StoredAssessment.objects.filter(chain=chain).order_by("-day_ms")[:limit]]


def most_urgent(*, minimum: int, after: tuple[int, int] | None, limit: int) -> list[AssessmentView]:
    """Return up to `limit` assessments of the newest day from `minimum` on, the highest score first.

    Those after the one with this score and id (None: from the highest).
    """
    newest = StoredAssessment.objects.order_by("-day_ms").values_list("day_ms", flat=True).first()
    if newest is None:
        return []
    found = StoredAssessment.objects.filter(day_ms=newest, score__gte=minimum)
    if after is not None:
        score, at_id = after
        found = found.filter(Q(score__lt=score) | Q(score=score, id__lt=at_id))
    return [_assessment(row) for row in found.order_by("-score", "-id")[:limit]]


def _assessment(row: StoredAssessment) -> AssessmentView:
    return AssessmentView(id=row.id, chain=ChainId(row.chain), at_ms=row.at_ms, score=row.score, findings=row.findings)
