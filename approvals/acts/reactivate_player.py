"""End the suspension of a player."""

from datetime import datetime
from functools import partial

from approvals.act import ActContext, Applied, Arguments, StaffAct
from approvals.acts.fields import PlayerArguments, player_of
from players.core.status import Status
from players.operations.set_status import reactivate, require_reactivation
from players.queries.accounts import player_for_update
from responsible_gaming.queries.exclusions import excluded_among
from staff.core.approval import Approval


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:  # noqa: ARG001  an act's signature
    player = player_for_update(player_of(arguments))
    require_reactivation(player, excluded=partial(excluded_among, now=now))
    return {"account_status": player.status, "verification": player.verification}


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:  # noqa: ARG001  an act's signature
    reactivate(player_of(arguments), by=by, excluded=partial(excluded_among, now=now), now=now)
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
