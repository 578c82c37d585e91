"""Give roles to a member of the staff."""

from datetime import datetime

from approvals.act import ActContext, Applied, Arguments, StaffAct
from approvals.acts.staff_arguments import ADMINISTRATORS, READERS, MemberRolesArguments, no_player, roles_in
from staff.core.approval import Approval
from staff.core.roles import require_separate
from staff.operations.administer import StaffUnchanged, existing_member, set_staff_roles
from staff.queries.members import member_status, role_names


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:  # noqa: ARG001  an act's signature
    roles = roles_in(arguments)
    require_separate(roles)
    member = existing_member(arguments["username"])
    before = role_names(member)
    if before == sorted(roles):
        raise StaffUnchanged("Nothing was changed.", roles=before)
    return {"roles": before, "status": member_status(member).value}


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:  # noqa: ARG001  an act's signature
    set_staff_roles(arguments["username"], roles_in(arguments), by=by, now=now)
    return Applied(outcome={"roles": list(arguments["roles"])})


SET_STAFF_ROLES = StaffAct(
    name="set-staff-roles",
    does="Give an account of the staff these roles and no others. Nobody proposes or approves it for themselves.",
    endpoint="PUT ops/staff/<str:username>/roles",
    arguments=MemberRolesArguments,
    subject=no_player,
    view=_view,
    apply=_apply,
    proposers=ADMINISTRATORS,
    approvers=ADMINISTRATORS,
    readers=READERS,
    acts_as="staff",
)
