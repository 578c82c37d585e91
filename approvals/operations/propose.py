"""Propose an act: nothing is done yet, and what the proposer sees is kept for whoever decides.

Source: docs/approvals.md; docs/adr/0054-nobody-alone.md; regulation F45, F48.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db import transaction
from uuid_utils.compat import uuid7

from approvals.act import FIRST_HALF, ActContext, Arguments, StaffAct
from approvals.core.proposal import PROPOSAL_LENGTH, Proposal, ProposalState, digest_of, require_role
from approvals.models import StoredProposal
from approvals.queries.proposals import proposal_of
from audit.operations.save_event import NewEvent, save_event
from credentials.split_secret import half_digest
from kernel.canonical_json import encode
from staff.operations.prove_presence import PresenceProof, require_presence
from staff.queries.members import active_roles_for_update


@dataclass(frozen=True, slots=True, kw_only=True)
class NewProposal:
    """What a member of the staff asks for."""

    act: StaffAct
    arguments: Arguments
    reason: str
    """Why, in the member's words, 1 to 200 characters."""
    proposer: str
    """User name."""
    first_half: str = field(default="", repr=False)
    """For an act that splits a secret: what the proposer hands over, of which the proposal keeps the digest."""


def propose(
    new: NewProposal,
    *,
    proof: PresenceProof | None,
    factor_required: bool,
    context: ActContext,
    now: datetime,
) -> Proposal:
    """Store a proposal with what its act is about as it is now, and return it. Nothing else is changed.

    Raises:
        PresenceNotProved, ChallengeExpired: as `require_presence` says.
        ActNotPermitted: the proposer's role does not permit it.
        Whatever the act refuses now.
    """
    assert bool(new.first_half) == new.act.splits_secret, "a half is drawn exactly where a secret is split"
    if new.first_half:
        new = replace(new, arguments={**new.arguments, FIRST_HALF: half_digest(new.first_half)})
    require_presence(new.proposer, proof, factor_required=factor_required, now=now)
    with transaction.atomic():
        roles = active_roles_for_update([new.proposer])
        require_role(roles.get(new.proposer, ()), new.act.proposers)
        before = new.act.view(new.arguments, context, now)
        kept = kept_arguments(new.act, new.arguments)
        row = _store(new, kept, before, now)
        proposal = proposal_of(row)
        save_event(
            NewEvent(
                kind="proposal-made",
                actor=f"{new.act.acts_as}:{new.proposer}",
                subject=new.act.subject(new.arguments),
                reason=new.reason,
                before=proposal.before,
                after={"proposal": proposal.id.hex, "act": proposal.act, "arguments": proposal.arguments},
            ),
            now=now,
        )
    return proposal


def kept_arguments(act: StaffAct, arguments: Arguments) -> Arguments:
    """Return what is stored of an act's arguments, after its `view` has locked what they are about."""
    return arguments if act.kept is None else act.kept(arguments)


def _store(new: NewProposal, kept: Arguments, before: Mapping[str, object], now: datetime) -> StoredProposal:
    return StoredProposal.objects.create(
        id=uuid7(),
        act=new.act.name,
        subject=new.act.subject(new.arguments),
        arguments=encode(dict(kept)).decode(),
        before=encode(dict(before)).decode(),
        digest=digest_of(new.act.name, kept, before),
        reason=new.reason,
        proposer=new.proposer,
        proposed_at=now,
        expires_at=now + PROPOSAL_LENGTH,
        state=ProposalState.OPEN,
        decision_reason="",
    )
