"""Authorise a signing key before it is announced, or review one that one person announced alone."""

from datetime import datetime
from typing import Final

from rest_framework import serializers

from approvals.act import ActContext, Applied, Arguments, StaffAct
from approvals.acts.staff_arguments import ADMINISTRATORS, READERS, no_player
from approvals.core.release import AUTHORISED_FOR
from approvals.queries.announcements import KEY_ACT, keys_in_force
from audit.api.signatures import PatternText
from audit.operations.write_system_record import lock_system_chain
from audit.queries.announced_keys import USES
from kernel.instants import rfc3339, to_epoch_ms
from rest.fields import StrictSerializer
from staff.core.approval import Approval

_VKEY: Final = r"^[^\s+]{1,100}\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}$"


class _Arguments(StrictSerializer):
    """The key that `manage.py replace_key USE --draw` drew."""

    use = serializers.ChoiceField(tuple(USES), help_text="What it signs: checkpoints of the log, or records of rounds.")
    vkey = PatternText(_VKEY, help_text="As `replace_key --draw` says it.")

    class Meta:
        """The schema's name for it."""

        ref_name = "AuthoriseKeyArguments"


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:  # noqa: ARG001  an act's signature
    lock_system_chain()
    return keys_in_force(arguments["use"])


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:  # noqa: ARG001  an act's signature
    # The applied proposal is the authorisation, or the review: `announce_authorised_key` and `doctor` look for it.
    until = rfc3339(to_epoch_ms(now + AUTHORISED_FOR))
    return Applied(outcome={"vkey": arguments["vkey"], "authorised_until": until})


AUTHORISE_KEY = StaffAct(
    name=KEY_ACT,
    does="Let `replace_key --announce` announce this key beside those that were seen, for seven days; or review one that one person announced alone.",
    arguments=_Arguments,
    subject=no_player,
    view=_view,
    apply=_apply,
    proposers=ADMINISTRATORS,
    approvers=ADMINISTRATORS,
    readers=READERS,
    acts_as="staff",
)
