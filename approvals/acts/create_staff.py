"""Open an account for a member of the staff."""

from datetime import datetime

from approvals.act import ActContext, Applied, Arguments, StaffAct
from approvals.acts.staff_arguments import ADMINISTRATORS, READERS, MemberRolesArguments, no_player, roles_in
from staff.core.approval import Approval
from staff.core.roles import require_separate
from staff.core.usernames import staff_username
from staff.operations.create_member import StaffUsernameTaken, create_approved_member
from staff.queries.members import username_is_taken


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:  # noqa: ARG001  an act's signature
    username = staff_username(arguments["username"])
    require_separate(roles_in(arguments))
    if username_is_taken(username):
        raise StaffUsernameTaken("Nothing was changed. Choose another user name.")
    return {"exists": False}


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:
    assert context.one_time is not None, "approve draws it"
    create_approved_member(arguments["username"], roles_in(arguments), one_time=context.one_time, by=by, now=now)
    return Applied(outcome={"roles": list(arguments["roles"])}, secret={"second_half": context.one_time.password})


CREATE_STAFF = StaffAct(
    name="create-staff",
    does="Open an account of the staff. Each of both gets half of a one-time password for its enrolment, and hands it over.",
    arguments=MemberRolesArguments,
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
