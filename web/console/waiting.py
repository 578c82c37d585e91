"""What waits for somebody of the staff: each kind is one question to the interface, and each item has one link."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _, ngettext

from web.console.interface import ProblemAnswered
from web.console.listing import Text
from web.console.navigation import AUDITORS, OPERATORS
from web.console.visit import Visit
from web.console.wording import value_text

_SHOWN: Final = 5
"""So many of each kind are shown. The interface is asked for one more, to know whether there are others."""
_FORBIDDEN: Final = 403
_READERS: Final = frozenset({OPERATORS, AUDITORS})

URGENT: Final = "bad"
SOON: Final = "warn"
LATER: Final = "ok"


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """Something that waits."""

    title: Text
    why: Text
    tone: str
    since: str
    """When it began to wait, as the interface writes instants."""
    age: str
    link: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Queue:
    """A question to the interface, and what of its answer waits."""

    path: str
    query: Mapping[str, str]
    items: Callable[[Mapping[str, Any], datetime], Waiting]
    roles: frozenset[str] = _READERS


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingList:
    """All that waits for one member of the staff, the oldest of the most urgent first."""

    items: Sequence[Waiting]
    has_more: bool
    """Whether a kind has more than are shown."""


def waiting(visit: Visit, *, now: datetime) -> WaitingList:
    """Return what waits for whoever visits."""
    found: list[Waiting] = []
    has_more = False
    for queue in _QUEUES:
        if queue.roles.isdisjoint(visit.roles):
            continue
        rows = _rows(visit, queue)
        has_more = has_more or len(rows) > _SHOWN
        found.extend(queue.items(row, now) for row in rows[:_SHOWN])
    return WaitingList(items=_ordered(found), has_more=has_more)


def age_text(since: str, *, now: datetime) -> str:
    """Return how long ago an instant is, in its largest unit."""
    minutes = int((now - datetime.fromisoformat(since)).total_seconds()) // 60
    if minutes < 60:  # noqa: PLR2004  an hour
        return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
    if minutes < 48 * 60:
        return ngettext("%(count)s hour", "%(count)s hours", minutes // 60) % {"count": minutes // 60}
    return ngettext("%(count)s day", "%(count)s days", minutes // 1440) % {"count": minutes // 1440}


def _rows(visit: Visit, queue: _Queue) -> list[Any]:
    try:
        rows: list[Any] = visit.interface.get(queue.path, **queue.query, limit=str(_SHOWN + 1))["items"]
    except ProblemAnswered as problem:
        if problem.status == _FORBIDDEN:
            # The roles changed since this page asked for them.
            return []
        raise
    return rows


def _ordered(found: Iterable[Waiting]) -> list[Waiting]:
    tones = (URGENT, SOON, LATER)
    return sorted(found, key=lambda each: (tones.index(each.tone), each.since))


def _report(row: Mapping[str, Any], now: datetime) -> Waiting:
    return Waiting(
        title=_("Report %(report)s of %(day)s failed") % {"report": row["report"], "day": row["first_day"]},
        why=_("%(count)s attempts: %(problem)s") % {"count": row["attempts"], "problem": row["problem"]},
        tone=URGENT,
        since=row["requested_at"],
        age=age_text(row["requested_at"], now=now),
        link=f"/console/reports/orders/{row['id']}",
    )


def _dispute(row: Mapping[str, Any], now: datetime) -> Waiting:
    return Waiting(
        title=_("A player disputes a round") if row["about"] == "round" else _("A player disputes a hand at a table"),
        why=_("to be answered until %(day)s") % {"day": row["answer_due_at"][:10]},
        tone=URGENT if row["overdue"] else SOON,
        since=row["opened_at"],
        age=age_text(row["opened_at"], now=now),
        link=f"/console/disputes/{row['id']}",
    )


def _payment(row: Mapping[str, Any], now: datetime) -> Waiting:
    title = (
        _("Withdrawal of %(amount)s is pending")
        if row["direction"] == "withdrawal"
        else _("Deposit of %(amount)s is pending")
    )
    return Waiting(
        title=title % {"amount": value_text(row["amount"])},
        why=f"{row['provider']} {row['method']}",
        tone=SOON,
        since=row["requested_at"],
        age=age_text(row["requested_at"], now=now),
        link=f"/console/payments/{row['id']}",
    )


def _proposal(row: Mapping[str, Any], now: datetime) -> Waiting:
    return Waiting(
        title=_("%(who)s proposes %(act)s") % {"who": row["proposer"], "act": row["act"]},
        why=row["reason"],
        tone=SOON,
        since=row["proposed_at"],
        age=age_text(row["proposed_at"], now=now),
        link=f"/console/proposals/{row['id']}",
    )


def _review(row: Mapping[str, Any], now: datetime) -> Waiting:
    return Waiting(
        title=_("A player may be the person of another account"),
        why=_("They share: %(what)s. Two of the staff decide.") % {"what": ", ".join(row["shared"])},
        tone=SOON,
        since=row["opened_at"],
        age=age_text(row["opened_at"], now=now),
        link="/console/reviews",
    )


def _case(row: Mapping[str, Any], now: datetime) -> Waiting:
    whose = "" if row["assigned_to"] is None else _(", with %(who)s") % {"who": row["assigned_to"]}
    return Waiting(
        title=_("Case %(rule)s of %(day)s") % {"rule": row["rule"], "day": row["gaming_day"]} + whose,
        why=row["reason"],
        tone=LATER,
        since=row["opened_at"],
        age=age_text(row["opened_at"], now=now),
        link=f"/console/cases/{row['id']}",
    )


def _act_review(row: Mapping[str, Any], now: datetime) -> Waiting:
    return Waiting(
        title=_("%(who)s did alone: %(act)s") % {"who": row["actor"], "act": row["act"]},
        why=row["act_reason"],
        tone=URGENT if row["overdue"] else SOON,
        since=row["acted_at"],
        age=age_text(row["acted_at"], now=now),
        link=f"/console/act-reviews/{row['id']}",
    )


_QUEUES: Final = (
    _Queue(path="/ops/reports/orders", query={"status": "failed"}, items=_report),
    _Queue(path="/ops/disputes", query={"status": "open"}, items=_dispute),
    _Queue(path="/ops/payments", query={"status": "pending"}, items=_payment),
    _Queue(path="/ops/proposals", query={"status": "open"}, items=_proposal, roles=_READERS | {"administrators"}),
    _Queue(path="/ops/person-reviews", query={"status": "open"}, items=_review),
    _Queue(path="/ops/act-reviews", query={"status": "open"}, items=_act_review),
    _Queue(path="/ops/cases", query={"status": "open"}, items=_case),
)
