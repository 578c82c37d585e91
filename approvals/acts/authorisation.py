"""Acts by which two administrators let one person at the console do something within seven days.

The applied proposal is the authorisation: whoever does it looks for it, and nothing is stored beside it.

Source: docs/approvals.md; docs/adr/0060-a-release-is-authorised.md.
"""

from collections.abc import Callable, Mapping
from datetime import datetime

from approvals.act import ActContext, Applied, Arguments, StaffAct
from approvals.acts.staff_arguments import ADMINISTRATORS, READERS, no_player
from approvals.core.release import AUTHORISED_FOR
from audit.operations.write_system_record import lock_system_chain
from kernel.instants import rfc3339, to_epoch_ms
from rest.fields import StrictSerializer
from staff.core.approval import Approval


def authorisation(
    name: str,
    *,
    does: str,
    arguments: type[StrictSerializer],
    of: str,
    in_force: Callable[[Arguments], Mapping[str, object]],
) -> StaffAct:
    """Make such an act: the argument `of` names what is authorised, `in_force` returns what the log has in its place."""

    def view(arguments: Arguments, context: ActContext, now: datetime) -> Mapping[str, object]:  # noqa: ARG001  an act's signature
        lock_system_chain()
        return in_force(arguments)

    def apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:  # noqa: ARG001  an act's signature
        until = rfc3339(to_epoch_ms(now + AUTHORISED_FOR))
        return Applied(outcome={of: arguments[of], "authorised_until": until})

    return StaffAct(
        name=name,
        does=does,
        arguments=arguments,
        subject=no_player,
        view=view,
        apply=apply,
        proposers=ADMINISTRATORS,
        approvers=ADMINISTRATORS,
        readers=READERS,
        acts_as="staff",
    )
