"""Put a switch back on."""

from datetime import datetime

from approvals.act import ActContext, Applied, Arguments, StaffAct
from approvals.acts.reactivate_player import REACTIVATE_PLAYER
from audit.operations.set_switch import SwitchUnchanged
from audit.queries.switches import switch_for_update
from kernel.ids import ChainId
from kernel.instants import rfc3339, to_epoch_ms
from rest.fields import StrictSerializer, StrictText
from staff.core.approval import Approval
from tables.operations.switch_on import switch_on
from tables.queries.known_switch import known_switch


class _Arguments(StrictSerializer):
    """Which switch, by the name that GET /api/v1/ops/switches has."""

    switch = StrictText(max_length=100)

    class Meta:
        """The schema's name for it."""

        ref_name = "SwitchOnArguments"


def _subject(arguments: Arguments) -> ChainId | None:
    return known_switch(arguments["switch"]).player


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:
    switch = known_switch(arguments["switch"])
    if switch.player is not None:
        # A suspension is a player's switch.
        return dict(REACTIVATE_PLAYER.view({"player_id": switch.player.hex}, context, now))
    off = switch_for_update(switch.name)
    if off is None:
        raise SwitchUnchanged(f"Nothing was changed. {switch.name} is on already.", switch=switch.name)
    return {"switched_off_at": rfc3339(to_epoch_ms(off.at)), "switched_off_by": off.actor, "message": off.message}


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:  # noqa: ARG001  an act's signature
    switch_on(arguments["switch"], by, now=now)
    return Applied()


SWITCH_ON = StaffAct(
    name="switch-on",
    does="Put a switch back on: everything, a game, a version, a table, or a player who is suspended.",
    arguments=_Arguments,
    subject=_subject,
    view=_view,
    apply=_apply,
)
