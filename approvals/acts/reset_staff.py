"""Reset the account of a member of the staff who lost password and factors."""

from datetime import datetime

from approvals.act import ActContext, Applied, Arguments, StaffAct
from approvals.acts.staff_arguments import ADMINISTRATORS, READERS, MemberArguments, no_player
from staff.core.approval import Approval
from staff.operations.administer import existing_member, reset_staff
from staff.queries.factors import factor_methods
from staff.queries.members import member_status, role_names


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:  # noqa: ARG001  an act's signature
    member = existing_member(arguments["username"])
    return {
        "roles": role_names(member),
        "status": member_status(member).value,
        "factors": [method.value for method in factor_methods(member)],
    }


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:
    assert context.one_time is not None, "approve draws it"
    reset_staff(arguments["username"], one_time=context.one_time, by=by, now=now)
    return Applied(outcome={"factors": []}, secret={"second_half": context.one_time.password})


RESET_STAFF = StaffAct(
    name="reset-staff",
    does="Remove the factors of a member of the staff, end the sessions, lift the lock. Each of both gets half of a one-time"
    " password, and hands it over.",
    arguments=MemberArguments,
    subject=no_player,
    view=_view,
    apply=_apply,
    proposers=ADMINISTRATORS,
    approvers=ADMINISTRATORS,
    readers=READERS,
    gives_password=True,
    splits_secret=True,
    acts_as="staff",
)
