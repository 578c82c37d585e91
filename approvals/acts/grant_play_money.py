"""Grant more play money than one person may."""

from datetime import datetime

from approvals.act import ActContext, Applied, Arguments, StaffAct
from approvals.acts.fields import HexId, player_of
from audit.queries.chains import head_for_update
from kernel.refusals import Refusal, RefusalKind
from rest.fields import MoneyInput, StrictSerializer
from staff.core.approval import Approval
from wallet.operations.adjust_balance import AccountNotFound
from wallet.operations.grant_play_money import grant_approved
from wallet.queries.adjustments import granted_so_far


class PlayMoneyNotHere(Refusal):
    """Money is granted in demo mode only."""

    code, kind = "proposal-play-money-only", RefusalKind.FORBIDDEN


class _Arguments(StrictSerializer):
    """How much for whom."""

    player_id = HexId()
    amount = MoneyInput()

    class Meta:
        ref_name = "GrantPlayMoneyArguments"


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:  # noqa: ARG001  an act's signature
    if not context.play_money:
        raise PlayMoneyNotHere("Nothing was granted. Real money comes in through the cashier.")
    chain = player_of(arguments)
    head_for_update(chain)
    granted = granted_so_far(chain)
    if granted is None:
        raise AccountNotFound("Nothing was granted. No player has this id.")
    # So of two equal proposals the second shows what the first has come to, and is outdated by it.
    return {
        "currency": granted.currency,
        "grants": granted.grants,
        "granted": {"amount": granted.granted_minor, "currency": granted.currency},
    }


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:  # noqa: ARG001  an act's signature
    amount = arguments["amount"]
    grant = grant_approved(player_of(arguments), amount["amount"], amount["currency"], by=by, now=now)
    return Applied(
        outcome={"cash": {"amount": grant.balance.cash_minor, "currency": grant.currency}, "record_seq": grant.seq}
    )


GRANT_PLAY_MONEY = StaffAct(
    name="grant-play-money",
    does="Grant more play money to an account than one person may within 24 hours. In demo mode only.",
    endpoint="POST ops/players/<str:player_id>/grants",
    arguments=_Arguments,
    subject=player_of,
    view=_view,
    apply=_apply,
)
