"""Two members of the staff who propose and approve by the operations, in a demonstration."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from approvals.act import ActContext
from approvals.acts import ACTS
from approvals.core.proposal import Proposal
from approvals.operations.decide import Approved, ProposalDecision, Seen, approve
from approvals.operations.propose import NewProposal, propose
from credentials.split_secret import draw_half
from staff.core.roles import Role
from tests import world

CONTEXT: Final = ActContext(jurisdiction=world.DEMO, play_money=True)


def proposed_by(
    username: str,
    act: str,
    arguments: Mapping[str, Any],
    *,
    role: Role = Role.OPERATORS,
    new: bool = True,
    now: datetime = world.NOW,
) -> Proposal:
    """Let a new member of a role propose an act; or one who is there already."""
    if new:
        world.create_staff(username, role, now=now)
    half = draw_half() if ACTS[act].splits_secret else ""
    asked = NewProposal(act=ACTS[act], arguments=arguments, reason="a test", proposer=username, first_half=half)
    return propose(asked, proof=None, factor_required=False, context=CONTEXT, now=now)


def approved_by(username: str, proposal: Proposal, *, now: datetime = world.NOW) -> Approved:
    """Let a member approve a proposal."""
    decision = ProposalDecision(proposal_id=proposal.id, username=username)
    return approve(decision, Seen(digest=proposal.digest), proof=None, factor_required=False, context=CONTEXT, now=now)


def apply_together(
    act: str, arguments: Mapping[str, Any], *, role: Role = Role.OPERATORS, now: datetime = world.NOW
) -> Approved:
    """Let two new members of a role propose and approve an act."""
    proposal = proposed_by("vic", act, arguments, role=role, now=now)
    world.create_staff("wes", role, now=now)
    return approved_by("wes", proposal, now=now)
