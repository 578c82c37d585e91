"""Remove the second factor of a player who lost it."""

from datetime import datetime

from approvals.act import ActContext, Applied, Arguments, StaffAct
from approvals.acts.fields import PlayerArguments, player_of
from players.operations.change_second_factor import SecondFactorNotEnrolled, remove_lost_factor
from players.queries.accounts import player_for_update
from players.queries.second_factors import second_factor
from staff.core.approval import Approval


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:  # noqa: ARG001  an act's signature
    chain = player_of(arguments)
    player = player_for_update(chain)
    factor = second_factor(chain)
    if not (factor.enrolled or factor.passkeys):
        raise SecondFactorNotEnrolled("Nothing was changed.")
    return {
        "account_status": player.status,
        "verification": player.verification,
        "second_factor": True,
        "recovery_codes_left": factor.recovery_codes_left,
    }


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:  # noqa: ARG001  an act's signature
    remove_lost_factor(player_of(arguments), by=by, now=now)
    return Applied(outcome={"second_factor": False})


REMOVE_SECOND_FACTOR = StaffAct(
    name="remove-second-factor",
    does="Remove the second factors, authenticator and passkeys, with the recovery codes, of a player who lost them.",
    arguments=PlayerArguments,
    subject=player_of,
    view=_view,
    apply=_apply,
)
