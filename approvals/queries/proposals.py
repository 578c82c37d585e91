"""Proposals: one, a page of them, and all."""

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from approvals.core.proposal import Proposal, ProposalState
from approvals.models import StoredProposal
from kernel.canonical_json import decode
from kernel.refusals import Refusal, RefusalKind


class ProposalNotFound(Refusal):
    """There is no such proposal."""

    code, kind = "proposal-not-found", RefusalKind.NOT_FOUND


def get_proposal(proposal_id: UUID) -> Proposal:
    """Return a proposal.

    Raises:
        ProposalNotFound: no proposal has this id.
    """
    return _only(StoredProposal.objects.filter(id=proposal_id))


def proposal_for_update(proposal_id: UUID) -> Proposal:
    """Return a proposal with its row locked until the transaction ends: of two decisions the second finds the first.

    Raises:
        ProposalNotFound: no proposal has this id.
    """
    return _only(StoredProposal.objects.select_for_update().filter(id=proposal_id))


def list_proposals(
    *, acts: Collection[str], state: ProposalState | None, before: UUID | None, limit: int, now: datetime
) -> list[Proposal]:
    """Return up to `limit` proposals of these acts, the newest first, made before the proposal `before` (None: any).

    `state` is a filter as of `now`; None does not filter.
    """
    rows = StoredProposal.objects.filter(act__in=acts)
    if state is not None:
        rows = _in_state(rows, state, now)
    if before is not None:
        rows = rows.filter(id__lt=before)
    return [proposal_of(row) for row in rows.order_by("-id")[:limit]]


def applied_since(act: str, since: datetime) -> list[Proposal]:
    """Return the proposals of an act that were applied after an instant, the one approved last first."""
    rows = StoredProposal.objects.filter(act=act, state=ProposalState.APPLIED, decided_at__gt=since)
    return [proposal_of(row) for row in rows.order_by("-decided_at", "-id")]


def applied_ever(act: str) -> list[Proposal]:
    """Return all proposals of an act that were applied, the oldest first."""
    rows = StoredProposal.objects.filter(act=act, state=ProposalState.APPLIED)
    return [proposal_of(row) for row in rows.order_by("id")]


def all_proposals() -> Iterator[Proposal]:
    """Yield every proposal, for `fsck`. Reads everything."""
    for row in StoredProposal.objects.order_by("id").iterator():
        yield proposal_of(row)


def proposal_of(row: StoredProposal) -> Proposal:
    """Return the proposal that a row holds."""
    return Proposal(
        id=row.id,
        act=row.act,
        arguments=decode(row.arguments.encode()),
        before=decode(row.before.encode()),
        digest=row.digest,
        reason=row.reason,
        proposer=row.proposer,
        proposed_at=row.proposed_at,
        expires_at=row.expires_at,
        state=ProposalState(row.state),
        decided_by=row.decided_by,
        decided_at=row.decided_at,
        decision_reason=row.decision_reason,
        outcome=None if row.outcome is None else decode(row.outcome.encode()),
    )


def _in_state(
    rows: QuerySet[StoredProposal, Any], state: ProposalState, now: datetime
) -> QuerySet[StoredProposal, Any]:
    if state is ProposalState.EXPIRED:
        return rows.filter(state=ProposalState.OPEN, expires_at__lte=now)
    if state is ProposalState.OPEN:
        return rows.filter(state=ProposalState.OPEN, expires_at__gt=now)
    return rows.filter(state=state)


def _only(rows: QuerySet[StoredProposal]) -> Proposal:
    row = rows.first()
    if row is None:
        raise ProposalNotFound("Nothing was changed. There is no proposal of this id.")
    return proposal_of(row)
