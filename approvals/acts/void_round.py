"""Void an open round."""

from datetime import datetime

from approvals.act import ActContext, Applied, Arguments, StaffAct
from audit.queries.chains import head_for_update, is_players_chain
from games.operations.open_round import load_open_round
from games.operations.void import void_round
from games.queries.rounds import RoundNotFound
from kernel.ids import ChainId, RoundId
from rest.fields import StrictSerializer, StrictText
from staff.core.approval import Approval


class _Arguments(StrictSerializer):
    """Which round."""

    round_id = StrictText(max_length=64)

    class Meta:
        ref_name = "VoidRoundArguments"


def _subject(arguments: Arguments) -> ChainId:
    return RoundId.parse(arguments["round_id"]).chain


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:  # noqa: ARG001  an act's signature
    round_id = RoundId.parse(arguments["round_id"])
    if not is_players_chain(round_id.chain):
        raise RoundNotFound("Nothing was changed. There is no round of this id.")
    head_for_update(round_id.chain)
    waiting = load_open_round(round_id)
    return {
        "player_id": round_id.chain.hex,
        "game": waiting.sheet.game,
        "returned": {"amount": waiting.bet.total_minor, "currency": waiting.money.currency},
        "deal_leaf": waiting.deal.leaf.hex(),
    }


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:  # noqa: ARG001  an act's signature
    void_round(RoundId.parse(arguments["round_id"]), by=by, now=now)
    return Applied(outcome={"result": "void"})


VOID_ROUND = StaffAct(
    name="void-round",
    does="Void an open round: the stake goes back, and the record names the reason and both people.",
    arguments=_Arguments,
    subject=_subject,
    view=_view,
    apply=_apply,
)
