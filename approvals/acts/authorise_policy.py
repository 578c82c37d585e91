"""Authorise a policy of witnesses, by the digest of its file, before it is announced."""

from datetime import datetime

from approvals.act import ActContext, Applied, Arguments, StaffAct
from approvals.acts.staff_arguments import ADMINISTRATORS, READERS, no_player
from approvals.core.release import AUTHORISED_FOR
from approvals.queries.announcements import POLICY_ACT, policy_in_force
from audit.api.signatures import PatternText
from audit.operations.write_system_record import lock_system_chain
from kernel.instants import rfc3339, to_epoch_ms
from rest.fields import StrictSerializer
from staff.core.approval import Approval


class _Arguments(StrictSerializer):
    """The file's digest: both read the file, and compute it."""

    sha256 = PatternText("^[0-9a-f]{64}$", help_text="64 hex digits.")

    class Meta:
        """The schema's name for it."""

        ref_name = "AuthorisePolicyArguments"


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:  # noqa: ARG001  an act's signature
    lock_system_chain()
    return policy_in_force()


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:  # noqa: ARG001  an act's signature
    # The applied proposal is the authorisation: `announce_authorised_policy` looks for it.
    until = rfc3339(to_epoch_ms(now + AUTHORISED_FOR))
    return Applied(outcome={"sha256": arguments["sha256"], "authorised_until": until})


AUTHORISE_POLICY = StaffAct(
    name=POLICY_ACT,
    does="Let `announce_policy` announce the policy of witnesses of this digest, in the place of the one that was seen, for seven days.",
    arguments=_Arguments,
    subject=no_player,
    view=_view,
    apply=_apply,
    proposers=ADMINISTRATORS,
    approvers=ADMINISTRATORS,
    readers=READERS,
    acts_as="staff",
)
