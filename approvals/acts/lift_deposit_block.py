"""Lift the block on a player's deposits."""

from datetime import datetime

from approvals.act import ActContext, Applied, Arguments, StaffAct
from approvals.acts.fields import PlayerArguments, player_of
from cashier.operations.block_deposits import deposit_block_for_update, unblock_deposits
from kernel.instants import rfc3339
from staff.core.approval import Approval


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:  # noqa: ARG001  an act's signature
    block = deposit_block_for_update(player_of(arguments))
    return {"blocked_at": rfc3339(block.blocked_ms)}


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:  # noqa: ARG001  an act's signature
    block = unblock_deposits(player_of(arguments), by=by, now=now)
    assert block.lifted_ms is not None, "a lifted block has its end"
    return Applied(outcome={"lifted_at": rfc3339(block.lifted_ms)})


LIFT_DEPOSIT_BLOCK = StaffAct(
    name="lift-deposit-block",
    does="Allow deposits again after too many failures have blocked them.",
    arguments=PlayerArguments,
    subject=player_of,
    view=_view,
    apply=_apply,
)
