"""A proposal: its states, its digest, and who may decide it.

Source: docs/approvals.md; docs/adr/0054-nobody-alone.md; regulation F45, F48.
"""

import enum
import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from kernel.canonical_json import encode
from kernel.refusals import Refusal, RefusalKind
from staff.core.approval import Approval
from staff.core.roles import Role

PROPOSAL_LENGTH: Final = timedelta(hours=24)
"""How long a proposal can be approved: [proposed_at, proposed_at + 24 h)."""


class ProposalState(enum.StrEnum):
    """The state of a proposal. All but the first are final."""

    OPEN = "open"
    APPLIED = "applied"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    """Nobody decided in time. It is not stored: it follows from the clock."""


STORED_STATES: Final = tuple(state for state in ProposalState if state is not ProposalState.EXPIRED)


class ProposalDecided(Refusal):
    """The proposal was decided before."""

    code, kind = "proposal-decided", RefusalKind.CONFLICT


class ProposalExpired(Refusal):
    """Nobody approved the proposal in time."""

    code, kind = "proposal-expired", RefusalKind.CONFLICT


class ProposalOutdated(Refusal):
    """What the proposal is about has changed since."""

    code, kind = "proposal-outdated", RefusalKind.CONFLICT


class OwnProposal(Refusal):
    """Nobody approves or rejects a proposal of their own."""

    code, kind = "proposal-own", RefusalKind.FORBIDDEN


class NotOwnProposal(Refusal):
    """Only who made a proposal withdraws it."""

    code, kind = "proposal-not-own", RefusalKind.FORBIDDEN


class ProposerGone(Refusal):
    """Who made the proposal may not propose it any more."""

    code, kind = "proposal-proposer-gone", RefusalKind.CONFLICT


class ActNotPermitted(Refusal):
    """Your role does not permit this act."""

    code, kind = "proposal-not-permitted", RefusalKind.FORBIDDEN


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What one member of the staff asks for, and what became of it."""

    id: UUID
    """A UUIDv7: proposals sort by when they were made."""
    act: str
    arguments: Mapping[str, object]
    before: Mapping[str, object]
    """What the proposer saw of what the act is about."""
    digest: str
    """`digest_of` the three, 64 hex digits: what somebody approves."""
    reason: str
    proposer: str
    """User name."""
    proposed_at: datetime
    expires_at: datetime
    state: ProposalState
    """As stored; `state_at` knows the clock."""
    decided_by: str | None
    """User name of who approved, rejected or withdrew it; None while it is open."""
    decided_at: datetime | None
    decision_reason: str
    """Why it was rejected; empty otherwise."""
    outcome: Mapping[str, object] | None
    """What the act came to; None unless it was applied."""

    def approval(self) -> Approval:
        """Return what an operation gets of a proposal that was approved."""
        assert self.state is ProposalState.APPLIED, "nobody approved it"
        assert self.decided_by is not None, "an applied proposal was decided"
        return Approval(proposal=self.id, proposer=self.proposer, approver=self.decided_by, reason=self.reason)

    def state_at(self, now: datetime) -> ProposalState:
        """Return the state as of an instant."""
        if self.state is ProposalState.OPEN and now >= self.expires_at:
            return ProposalState.EXPIRED
        return self.state


def digest_of(act: str, arguments: Mapping[str, object], before: Mapping[str, object]) -> str:
    """Return the SHA-256, in hex, of what is proposed: the canonical JSON of act, arguments and what was seen."""
    document: dict[str, object] = {"act": act, "arguments": dict(arguments), "before": dict(before)}
    return hashlib.sha256(encode(document)).hexdigest()


def require_open(proposal: Proposal, *, now: datetime) -> None:
    """Accept a proposal that can still be decided.

    Raises:
        ProposalDecided: with its `proposal_status`.
        ProposalExpired: 24 hours have passed.
    """
    state = proposal.state_at(now)
    if state is ProposalState.EXPIRED:
        raise ProposalExpired("Nothing was changed. A proposal can be approved for 24 hours. Make it again.")
    if state is not ProposalState.OPEN:
        raise ProposalDecided(f"Nothing was changed. The proposal is {state.value}.", proposal_status=state.value)


def require_other(proposal: Proposal, username: str) -> None:
    """Refuse who made the proposal.

    Raises:
        OwnProposal: whatever the roles and whichever the session.
    """
    if username == proposal.proposer:
        raise OwnProposal("Nothing was changed. Somebody else decides; you can withdraw it.")


def require_own(proposal: Proposal, username: str) -> None:
    """Refuse everybody but who made the proposal.

    Raises:
        NotOwnProposal: nothing was changed.
    """
    if username != proposal.proposer:
        raise NotOwnProposal("Nothing was changed. You can reject it.")


def require_role(roles: Collection[Role], permitted: Collection[Role]) -> None:
    """Accept who has one of the permitted roles.

    Raises:
        ActNotPermitted: nothing was changed.
    """
    if set(roles).isdisjoint(permitted):
        raise ActNotPermitted("Nothing was changed. docs/approvals.md lists who proposes and who approves what.")


def require_proposer_still(roles: Collection[Role], permitted: Collection[Role]) -> None:
    """Accept a proposal of somebody who could still make it.

    Raises:
        ProposerGone: the proposer was deactivated or lost the role.
    """
    if set(roles).isdisjoint(permitted):
        raise ProposerGone("Nothing was changed. Its proposer is not active in the role that it needs. Make it again.")


def require_same(digest: str, *others: str) -> None:
    """Accept if what was proposed, what the approver saw, and what is the case now are one.

    Raises:
        ProposalOutdated: nothing was changed.
    """
    if any(other != digest for other in others):
        raise ProposalOutdated(
            "Nothing was changed. What the proposal is about is not as it was shown. Look again; if it is still wanted,"
            " make a new proposal."
        )
