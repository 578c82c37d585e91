"""Void a hand or a game that runs at a table."""

from datetime import datetime
from uuid import UUID

from approvals.act import ActContext, Applied, Arguments, StaffAct
from approvals.acts.fields import HexId
from audit.clock import database_now
from kernel.ids import ChainId
from rest.fields import StrictBoolean, StrictSerializer, WholeNumber
from staff.core.approval import Approval
from tables.operations.void_epoch import VoidEpochRequest, running_epoch, void_epoch

_EPOCHS = 10**9


class _Arguments(StrictSerializer):
    """Which epoch of which table, and whether seal.key is lost for good."""

    table_id = HexId()
    epoch = WholeNumber(min_value=0, max_value=_EPOCHS)
    seed_lost = StrictBoolean()

    class Meta:
        ref_name = "VoidEpochArguments"


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:  # noqa: ARG001  an act's signature
    state = running_epoch(_table(arguments), arguments["epoch"])
    return {
        "game": state.table.definition.sheet.game,
        "stakes": len(state.stakes),
        "staked": {
            "amount": sum(seated.stake.bet.total_minor for seated in state.stakes),
            "currency": state.table.definition.sheet.currency,
        },
    }


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:  # noqa: ARG001  an act's signature
    wanted = VoidEpochRequest(
        table=_table(arguments), epoch=arguments["epoch"], by=by, seed_lost=arguments["seed_lost"]
    )
    # Instants in the records of a table are the database's.
    void_epoch(wanted, now=database_now())
    return Applied(outcome={"result": "void"})


def _table(arguments: Arguments) -> ChainId:
    return ChainId(UUID(hex=arguments["table_id"]))


def _no_player(arguments: Arguments) -> None:
    """A hand is of several players."""


VOID_EPOCH = StaffAct(
    name="void-epoch",
    does="Void the hand or the game that runs at a table. The croupier gives the stakes back.",
    arguments=_Arguments,
    subject=_no_player,
    view=_view,
    apply=_apply,
)
