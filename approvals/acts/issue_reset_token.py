"""Issue a token by which a player's account is taken back."""

from datetime import datetime

from approvals.act import FIRST_HALF, ActContext, Applied, Arguments, StaffAct
from approvals.acts.fields import PlayerArguments, player_of
from kernel.instants import rfc3339, to_epoch_ms
from players.operations.issue_reset_token import issue_reset_token
from players.queries.accounts import player_for_update
from players.queries.second_factors import second_factor
from staff.core.approval import Approval


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:  # noqa: ARG001  an act's signature
    chain = player_of(arguments)
    player = player_for_update(chain)
    return {
        "account_status": player.status,
        "verification": player.verification,
        "second_factor": second_factor(chain).enrolled,
    }


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:  # noqa: ARG001  an act's signature
    issued = issue_reset_token(player_of(arguments), first_half=arguments[FIRST_HALF], by=by, now=now)
    return Applied(
        outcome={"expires_at": rfc3339(to_epoch_ms(issued.expires_at))},
        secret={"second_half": issued.token},
    )


ISSUE_RESET_TOKEN = StaffAct(
    name="issue-reset-token",
    does="Issue a one-time token that sets a new password or unlocks the login. Each of both gets half of it, and hands it over.",
    arguments=PlayerArguments,
    subject=player_of,
    view=_view,
    apply=_apply,
    splits_secret=True,
)
