"""Authorise the rules of a release, by their digest, before it is installed."""

from datetime import datetime

from approvals.act import ActContext, Applied, Arguments, StaffAct
from approvals.acts.staff_arguments import ADMINISTRATORS, READERS, no_player
from approvals.core.release import AUTHORISED_FOR
from approvals.queries.release import ACT, in_force
from audit.api.signatures import PatternText
from audit.operations.write_system_record import lock_system_chain
from kernel.instants import rfc3339, to_epoch_ms
from rest.fields import StrictSerializer
from staff.core.approval import Approval


class _Arguments(StrictSerializer):
    """The digest that `manage.py publish_rules --dry-run` of the release prints."""

    sha256 = PatternText("^[0-9a-f]{64}$", help_text="64 hex digits.")

    class Meta:
        """The schema's name for it."""

        ref_name = "AuthorisePublicationArguments"


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:  # noqa: ARG001  an act's signature
    lock_system_chain()
    return in_force()


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:  # noqa: ARG001  an act's signature
    # The applied proposal is the authorisation: `publish_release` looks for it.
    until = rfc3339(to_epoch_ms(now + AUTHORISED_FOR))
    return Applied(outcome={"sha256": arguments["sha256"], "authorised_until": until})


AUTHORISE_PUBLICATION = StaffAct(
    name=ACT,
    does="Let `publish_rules` and `install` publish the profile and the rule sheets of this digest, for seven days.",
    arguments=_Arguments,
    subject=no_player,
    view=_view,
    apply=_apply,
    proposers=ADMINISTRATORS,
    approvers=ADMINISTRATORS,
    readers=READERS,
    acts_as="staff",
)
