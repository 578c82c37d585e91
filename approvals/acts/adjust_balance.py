"""Give more to a player, or take more, than one person may."""

from datetime import datetime

from approvals.act import ActContext, Applied, Arguments, StaffAct
from approvals.acts.fields import HexId, player_of
from cashier.api.adjustments import AdjustmentFields, order_of
from cashier.operations.adjust_account import ACT, Examined, adjust_approved, examine_adjustment
from staff.core.approval import Approval


class _Arguments(AdjustmentFields):
    """How much for whom, and for which cause."""

    player_id = HexId()

    class Meta:
        ref_name = "AdjustBalanceArguments"


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:
    order = order_of(player_of(arguments), arguments)
    examined = examine_adjustment(order, jurisdiction=context.jurisdiction, now=now)
    # So of two equal proposals the second shows one adjustment more, and is outdated by the first. The balance is not
    # shown: whoever plays on meanwhile would outdate every proposal.
    return {"currency": order.currency, "adjustments": examined.adjustments, **_corrected(examined, order.currency)}


def _corrected(examined: Examined, currency: str) -> dict[str, object]:
    if examined.corrects is None or examined.correctable is None:
        return {}
    return {
        "corrects": {
            "seq": examined.corrects.seq,
            "leaf": examined.corrects.leaf,
            "kind": examined.correctable.kind,
            "moved": {"amount": examined.correctable.moved_minor, "currency": currency},
            "corrected": {"amount": examined.corrected_minor, "currency": currency},
        }
    }


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:
    order = order_of(player_of(arguments), arguments)
    adjusted = adjust_approved(order, by=by, jurisdiction=context.jurisdiction, now=now)
    return Applied(
        outcome={
            "cash": {"amount": adjusted.balance.cash_minor, "currency": adjusted.currency},
            "record_seq": adjusted.seq,
        }
    )


ADJUST_BALANCE = StaffAct(
    name=ACT,
    does="Give more to a player, or take more, than one person may within 24 hours: a correction of a record, or for"
    " another cause.",
    endpoint="POST ops/players/<str:player_id>/adjustments",
    arguments=_Arguments,
    subject=player_of,
    view=_view,
    apply=_apply,
)
