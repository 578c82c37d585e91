"""Make a deactivated account of the staff active again."""

from datetime import datetime

from approvals.act import ActContext, Applied, Arguments, StaffAct
from approvals.acts.staff_arguments import ADMINISTRATORS, READERS, MemberArguments, no_player
from staff.core.approval import Approval
from staff.core.status import StaffStatus
from staff.operations.administer import StaffUnchanged, existing_member, reactivate_staff
from staff.queries.members import member_status, role_names


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:  # noqa: ARG001  an act's signature
    member = existing_member(arguments["username"])
    status = member_status(member)
    if status is not StaffStatus.DEACTIVATED:
        raise StaffUnchanged("Nothing was changed.", status=status.value)
    return {"roles": role_names(member), "status": status.value}


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:  # noqa: ARG001  an act's signature
    reactivate_staff(arguments["username"], by=by, now=now)
    return Applied(outcome={"status": StaffStatus.ACTIVE.value})


REACTIVATE_STAFF = StaffAct(
    name="reactivate-staff",
    does="Make a deactivated account of the staff active again.",
    endpoint="PUT ops/staff/<str:username>/status",
    arguments=MemberArguments,
    subject=no_player,
    view=_view,
    apply=_apply,
    proposers=ADMINISTRATORS,
    approvers=ADMINISTRATORS,
    readers=READERS,
    acts_as="staff",
)
