"""Approve, reject or withdraw a proposal.

Approval and act are one transaction: the proposal's row, both members' rows and what the act is about are locked, what was
seen is compared with what is the case, the act is done, and events and the new state are stored, or nothing is. A crash
before the commit leaves an open proposal. What an act does at a provider follows after the commit, where something else
catches up on it after a crash.

Source: docs/approvals.md; docs/adr/0054-nobody-alone.md; regulation F45, F48.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db import transaction

from approvals.act import FIRST_HALF, ActContext, Applied, Arguments, StaffAct
from approvals.acts import ACTS
from approvals.core.proposal import (
    Proposal,
    ProposalOutdated,
    ProposalState,
    digest_of,
    require_open,
    require_other,
    require_own,
    require_proposer_still,
    require_role,
    require_same,
)
from approvals.models import StoredProposal
from approvals.operations.propose import kept_arguments
from approvals.queries.proposals import ProposalNotFound, get_proposal, proposal_for_update
from audit.operations.save_event import NewEvent, save_event
from kernel.canonical_json import encode
from kernel.refusals import Refusal, RefusalKind
from staff.core.approval import Approval
from staff.operations.create_member import draw_one_time_password
from staff.operations.prove_presence import PresenceProof, require_presence
from staff.queries.members import active_roles_for_update


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalDecision:
    """Who decides on which proposal."""

    proposal_id: UUID
    username: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Approved:
    """A proposal that was applied."""

    proposal: Proposal
    secret: Mapping[str, object]
    """What the approver alone is shown, once."""


class ArgumentsNeeded(Refusal):
    """The platform has not kept what was proposed."""

    code, kind = "proposal-arguments-needed", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What an approver looked at."""

    digest: str
    arguments: Arguments | None = None
    """What the approver wants, as sent; needed where an act does not keep its arguments."""


def approve(
    decision: ProposalDecision,
    seen: Seen,
    *,
    proof: PresenceProof | None,
    factor_required: bool,
    context: ActContext,
    now: datetime,
) -> Approved:
    """Apply a proposal of somebody else's, if everything is as was seen, and return it.

    Raises:
        PresenceNotProved, ChallengeExpired: as `require_presence` says.
        HashingUnavailable: nothing was changed.
        ProposalNotFound, ProposalDecided, ProposalExpired, OwnProposal, ActNotPermitted, ProposerGone: nothing was
            changed.
        ArgumentsNeeded: nothing was changed.
        ValidationError: the arguments are none of this act; nothing was changed.
        ProposalOutdated: the approver wants something else than the proposer, or what it is about changed since the proposal was made, or since it was looked at.
        Whatever the act refuses: nothing was changed, and the proposal is open.
    """
    require_presence(decision.username, proof, factor_required=factor_required, now=now)
    known = get_proposal(decision.proposal_id)
    if _act_of(known).gives_password:
        context = replace(context, one_time=draw_one_time_password(first_half=_first_half_of(known)))
    with transaction.atomic(durable=True):
        proposal = proposal_for_update(decision.proposal_id)
        act = _act_of(proposal)
        require_open(proposal, now=now)
        _require_two_people(proposal, act, decision.username)
        arguments = _wanted(act, proposal, seen.arguments)
        now_seen = act.view(arguments, context, now)
        require_same(proposal.digest, seen.digest, digest_of(act.name, kept_arguments(act, arguments), now_seen))
        by = Approval(
            proposal=proposal.id, proposer=proposal.proposer, approver=decision.username, reason=proposal.reason
        )
        applied = act.apply(arguments, by, context, now)
        _store(proposal, ProposalState.APPLIED, decision, now, outcome=encode(dict(applied.outcome)).decode())
        _save_applied(proposal, act, by, applied, now)
    if act.afterwards is not None:
        act.afterwards(arguments, context, now)
    return Approved(proposal=get_proposal(proposal.id), secret=applied.secret)


def reject(decision: ProposalDecision, *, reason: str, now: datetime) -> Proposal:
    """End a proposal of somebody else's, so that it cannot be approved, and return it.

    Raises:
        ProposalNotFound, ProposalDecided, ProposalExpired, OwnProposal, ActNotPermitted: nothing was changed.
    """
    with transaction.atomic():
        proposal = proposal_for_update(decision.proposal_id)
        act = _act_of(proposal)
        require_open(proposal, now=now)
        require_other(proposal, decision.username)
        require_role(active_roles_for_update([decision.username]).get(decision.username, ()), act.approvers)
        _end(proposal, act, ProposalState.REJECTED, decision, reason=reason, now=now)
    return get_proposal(proposal.id)


def withdraw(decision: ProposalDecision, *, now: datetime) -> None:
    """End a proposal of one's own.

    Raises:
        ProposalNotFound, ProposalDecided, ProposalExpired, NotOwnProposal: nothing was changed.
    """
    with transaction.atomic():
        proposal = proposal_for_update(decision.proposal_id)
        act = _act_of(proposal)
        require_open(proposal, now=now)
        require_own(proposal, decision.username)
        _end(proposal, act, ProposalState.WITHDRAWN, decision, reason="", now=now)


def _act_of(proposal: Proposal) -> StaffAct:
    act = ACTS.get(proposal.act)
    if act is None:
        raise ProposalNotFound("Nothing was changed. This version of the platform does not know the proposal's act.")
    return act


def _wanted(act: StaffAct, proposal: Proposal, sent: Arguments | None) -> Arguments:
    """Return the arguments of an approval: those that the approver sends, or else what is stored of the proposer's."""
    half = {FIRST_HALF: _first_half_of(proposal)} if act.splits_secret else {}
    if sent is not None:
        again = act.arguments(data=sent)
        again.is_valid(raise_exception=True)
        return {**again.validated_data, **half}
    if act.kept is not None:
        raise ArgumentsNeeded(
            "Nothing was changed. This proposal keeps a keyed digest of what it says about a person. Look at the evidence"
            " yourself, and send the arguments again."
        )
    return proposal.arguments


def _first_half_of(proposal: Proposal) -> str:
    """Return the digest of the half that the proposer has.

    Raises:
        ProposalOutdated: the proposal is of a release that gave the approver the whole secret.
    """
    half = proposal.arguments.get(FIRST_HALF)
    if half is None:
        raise ProposalOutdated("Nothing was changed. Propose it again: its proposer gets half of the secret.")
    return str(half)


def _require_two_people(proposal: Proposal, act: StaffAct, approver: str) -> None:
    """Accept two people who both may do it now: whoever was deactivated or lost the role counts no more."""
    require_other(proposal, approver)
    roles = active_roles_for_update([proposal.proposer, approver])
    require_role(roles.get(approver, ()), act.approvers)
    require_proposer_still(roles.get(proposal.proposer, ()), act.proposers)


def _store(
    proposal: Proposal,
    state: ProposalState,
    decision: ProposalDecision,
    now: datetime,
    *,
    reason: str = "",
    outcome: str | None = None,
) -> None:
    changed = StoredProposal.objects.filter(id=proposal.id, state=ProposalState.OPEN).update(
        state=state, decided_by=decision.username, decided_at=now, decision_reason=reason, outcome=outcome
    )
    assert changed == 1, "the row is locked, and open"


def _save_applied(proposal: Proposal, act: StaffAct, by: Approval, applied: Applied, now: datetime) -> None:
    save_event(
        NewEvent(
            kind="proposal-applied",
            actor=f"{act.acts_as}:{by.proposer}+{by.approver}",
            subject=act.subject(proposal.arguments),
            reason=proposal.reason,
            before=proposal.before,
            after={"proposal": proposal.id.hex, "act": proposal.act, "outcome": applied.outcome},
        ),
        now=now,
    )


def _end(
    proposal: Proposal, act: StaffAct, state: ProposalState, decision: ProposalDecision, *, reason: str, now: datetime
) -> None:
    _store(proposal, state, decision, now, reason=reason)
    save_event(
        NewEvent(
            kind="proposal-withdrawn" if state is ProposalState.WITHDRAWN else "proposal-rejected",
            actor=f"{act.acts_as}:{decision.username}",
            subject=act.subject(proposal.arguments),
            reason=reason,
            before={"proposal": proposal.id.hex, "state": ProposalState.OPEN.value},
            after={"proposal": proposal.id.hex, "act": proposal.act, "state": state.value},
        ),
        now=now,
    )
