"""Void the open rounds of a version of a rule sheet that is faulty."""

from datetime import datetime
from typing import Any, Final

from approvals.act import ActContext, Applied, Arguments, StaffAct
from approvals.queries.proposals import get_proposal
from audit.queries.chains import head_for_update
from audit.queries.switches import SwitchedOffBy, switched_off_by
from games.operations.open_round import OpenRound, load_open_round
from games.operations.void import void_rounds
from games.queries.open_rounds import open_rounds_of_sheets
from games.queries.rounds import RoundNotFound
from games.queries.sheets import leaves_of_version
from kernel.ids import RoundId
from kernel.instants import rfc3339, to_epoch_ms
from kernel.refusals import Refusal, RefusalKind
from rest.fields import StrictSerializer, StrictText
from staff.core.approval import Approval
from tables.queries.known_switch import known_switch

MOST_ROUNDS: Final = 100
"""How many rounds one proposal voids. All are voided in one transaction with records of one time, and a record is
refused 6 seconds after its time."""


class VersionNotOff(Refusal):
    """The version still takes bets."""

    code, kind = "version-not-off", RefusalKind.CONFLICT


class _Arguments(StrictSerializer):
    """Which version, as the name of its switch has it: `<game>@<version>`."""

    version = StrictText(max_length=80)

    class Meta:
        """The schema's name for it."""

        ref_name = "VoidVersionArguments"


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:  # noqa: ARG001  an act's signature
    switch = known_switch(f"version:{arguments['version']}").name
    game, version = arguments["version"].split("@")
    # Nobody is kept from setting switches for as long as the voids take. If this one is put back on meanwhile, what was
    # seen is voided all the same, and nothing else.
    off = _require_off(switch)
    waiting, left = _lock_open_rounds(game, int(version))
    if not waiting:
        raise RoundNotFound("Nothing was voided. No round of this version is open.")
    return {
        "switched_off_at": rfc3339(to_epoch_ms(off.at)),
        "open_rounds": [_shown(each) for each in waiting],
        "left_for_next_proposal": left,
    }


def _require_off(switch: str) -> SwitchedOffBy:
    off = next((each for each in switched_off_by() if each.name == switch), None)
    if off is None:
        raise VersionNotOff(
            "Nothing was voided. Switch the version off first, so that no round of it begins meanwhile.", switch=switch
        )
    return off


def _lock_open_rounds(game: str, version: int) -> tuple[list[OpenRound], int]:
    """Lock the players of the first open rounds, and return those that are open then, and how many others are."""
    leaves = leaves_of_version(game, version)
    found = open_rounds_of_sheets(leaves)[:MOST_ROUNDS]
    for round_id in found:
        head_for_update(round_id.chain)
    # A round that ended before its player was locked is gone. One that a late bet has begun is for the next proposal.
    still_open = open_rounds_of_sheets(leaves)
    locked = [round_id for round_id in still_open if round_id in set(found)]
    return [load_open_round(round_id) for round_id in locked], len(still_open) - len(locked)


def _shown(waiting: OpenRound) -> dict[str, object]:
    return {
        "round_id": str(waiting.round_id),
        "deal_leaf": waiting.deal.leaf.hex(),
        "returned": {"amount": waiting.bet.total_minor, "currency": waiting.money.currency},
    }


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:  # noqa: ARG001  an act's signature
    # `view` has just locked them and found them as the proposer saw them.
    seen: Any = get_proposal(by.proposal).before["open_rounds"]
    void_rounds([RoundId.parse(each["round_id"]) for each in seen], by=by, now=now)
    return Applied(outcome={"result": "void", "voided": len(seen)})


def _no_player(arguments: Arguments) -> None:
    """A version is played by many."""


VOID_VERSION = StaffAct(
    name="void-version",
    does=f"Void the open rounds of a version that is switched off, up to {MOST_ROUNDS} at once: the stakes go back, as by `void-round`.",
    arguments=_Arguments,
    subject=_no_player,
    view=_view,
    apply=_apply,
)
