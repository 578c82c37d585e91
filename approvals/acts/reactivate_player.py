"""End the suspension of a player."""

from datetime import datetime

from approvals.act import ActContext, Applied, Arguments, StaffAct
from approvals.acts.fields import PlayerArguments, player_of
from players.core.status import Actor, Status, require_transition
from players.operations.set_status import StatusUnchanged, reactivate
from players.queries.accounts import player_for_update
from staff.core.approval import Approval


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:  # noqa: ARG001  an act's signature
    player = player_for_update(player_of(arguments))
    status = Status(player.status)
    if status is Status.ACTIVE:
        raise StatusUnchanged("Nothing was changed.", account_status=status.value)
    require_transition(status, Status.ACTIVE, by=Actor.OPERATOR)
    return {"account_status": status.value, "verification": player.verification}


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:  # noqa: ARG001  an act's signature
    reactivate(player_of(arguments), by=by, now=now)
    return Applied(outcome={"account_status": Status.ACTIVE.value})


REACTIVATE_PLAYER = StaffAct(
    name="reactivate-player",
    does="End the suspension of an account: bets and deposits are taken again.",
    endpoint="PUT ops/players/<str:player_id>/status",
    arguments=PlayerArguments,
    subject=player_of,
    view=_view,
    apply=_apply,
)
