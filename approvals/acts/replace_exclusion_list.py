"""Let a file free persons of the national exclusion list, by its digest, before it is imported."""

from datetime import datetime

from approvals.act import ActContext, Applied, Arguments, StaffAct
from approvals.acts.staff_arguments import no_player
from approvals.queries.exclusion_list import AUTHORISED_FOR
from audit.api.signatures import PatternText
from kernel.instants import rfc3339, to_epoch_ms
from responsible_gaming.operations.apply_exclusion_list import lock_list
from responsible_gaming.operations.import_exclusions import ACT
from responsible_gaming.queries.exclusion_list import listed_now
from rest.fields import StrictSerializer
from staff.core.approval import Approval


class _Arguments(StrictSerializer):
    """The file's digest: both compute it of the file that the keeper of the list sent."""

    sha256 = PatternText("^[0-9a-f]{64}$", help_text="64 hex digits.")

    class Meta:
        """The schema's name for it."""

        ref_name = "ReplaceExclusionListArguments"


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:  # noqa: ARG001  an act's signature
    lock_list(exclusive=False)
    return listed_now()


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:  # noqa: ARG001  an act's signature
    # The applied proposal is the authorisation: an import looks for it.
    until = rfc3339(to_epoch_ms(now + AUTHORISED_FOR))
    return Applied(outcome={"sha256": arguments["sha256"], "authorised_until": until})


REPLACE_EXCLUSION_LIST = StaffAct(
    name=ACT,
    does="Let the file of this digest free persons of the national exclusion list, when it is imported within 24 hours.",
    endpoint="POST ops/exclusion-list",
    arguments=_Arguments,
    subject=no_player,
    view=_view,
    apply=_apply,
)
