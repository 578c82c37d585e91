"""Assign a case to a member of the staff, and close it. A closed case is final.

The events name the case and not the player: the player gets a copy of the events that do.

Source: docs/casework.md; regulation F55.
"""

from collections.abc import Set as AbstractSet
from datetime import datetime
from uuid import UUID

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from casework.core.act_review import OwnAct
from casework.core.case_outcome import CaseOutcome
from casework.core.rules.lone_act import RULE as LONE_ACT
from casework.core.rules.lone_adjustment import RULE as LONE_ADJUSTMENT
from casework.models import Case
from casework.queries.cases import CaseNotFound, CaseView, case_view
from casework.queries.lone_acts import lone_actors
from kernel.ids import ChainId
from kernel.instants import from_epoch_ms, to_epoch_ms
from kernel.refusals import Refusal, RefusalKind
from staff.operations.administer import StaffNotFound
from staff.queries.members import member_for_update
from wallet.queries.adjustments import staff_adjustments


class CaseClosed(Refusal):
    """The case is closed."""

    code, kind = "case-closed", RefusalKind.CONFLICT


def assign_case(case_id: UUID, *, assigned_to: str, actor: str, now: datetime) -> CaseView:
    """Assign an open case to the member of the staff of this user name, and return it.

    Raises:
        CaseNotFound, CaseClosed, StaffNotFound: nothing was changed.
    """
    with transaction.atomic():
        case = _open_case(case_id)
        if member_for_update(assigned_to) is None:
            raise StaffNotFound("Nothing was changed. No member of the staff has this user name.")
        before, case.assigned_to = case.assigned_to, assigned_to
        case.save(update_fields=["assigned_to"])
        save_event(
            NewEvent(
                kind="case-assigned",
                actor=actor,
                before={"case": case_id.hex, "assigned_to": before},
                after={"case": case_id.hex, "assigned_to": assigned_to},
            ),
            now=now,
        )
    return case_view(case)


def close_case(case_id: UUID, outcome: CaseOutcome, *, reason: str, actor: str, now: datetime) -> CaseView:
    """Close a case for good, for a reason of 1 to 200 characters, and return it.

    Raises:
        CaseNotFound, CaseClosed: nothing was changed.
        OwnAct: the case is about what this person did alone.
    """
    with transaction.atomic():
        case = _open_case(case_id)
        _require_another(case, actor)
        case.outcome, case.closed_by, case.closing_reason = outcome.value, actor, reason
        case.closed_ms = to_epoch_ms(now)
        case.save(update_fields=["outcome", "closed_by", "closing_reason", "closed_ms"])
        save_event(
            NewEvent(
                kind="case-closed",
                actor=actor,
                reason=reason,
                before={"case": case_id.hex, "status": "open"},
                after={"case": case_id.hex, "status": "closed", "outcome": outcome.value},
            ),
            now=now,
        )
    return case_view(case)


def _require_another(case: Case, actor: str) -> None:
    """Refuse who acted alone on the case's day, or since: the day's end is not needed to be sure."""
    if actor in _acted_alone(case):
        raise OwnAct("Nothing was changed. The case is about what you did alone: somebody else closes it.")


def _acted_alone(case: Case) -> AbstractSet[str]:
    chain = ChainId(case.chain)
    if case.rule == LONE_ADJUSTMENT:
        made = staff_adjustments(chain, since_ms=case.day_started_ms)
        return {each.actor for each in made if each.reviewed}
    if case.rule == LONE_ACT:
        return lone_actors(chain, since=from_epoch_ms(case.day_started_ms))
    return frozenset()


def _open_case(case_id: UUID) -> Case:
    case = Case.objects.select_for_update().filter(id=case_id).first()
    if case is None:
        raise CaseNotFound("Nothing was changed. There is no case of this id.")
    if case.closed_ms is not None:
        raise CaseClosed("Nothing was changed. A closed case is final.")
    return case
