"""Whether proposals are what was proposed, and applied by two people. Reads all of them."""

from collections.abc import Iterator

from approvals.core.proposal import Proposal, ProposalState, digest_of
from approvals.queries.proposals import all_proposals
from audit.queries.events import events_by_member


def faults() -> Iterator[str]:
    """Yield a sentence for each proposal that is not what its digest says, or that no event tells of."""
    proposed = _by_proposal("proposal-made")
    applied = _by_proposal("proposal-applied")
    known = set()
    for proposal in all_proposals():
        known.add(proposal.id.hex)
        for fault in _proposal_faults(proposal, proposed, applied):
            yield f"The proposal {proposal.id.hex} {fault}."
    for proposal_id in sorted(applied.keys() - known):
        yield f"An event tells of the applied proposal {proposal_id}, which does not exist."


def _by_proposal(kind: str) -> dict[str, list[str]]:
    """Return who the events of a kind say has acted, by the proposal that they are about."""
    found: dict[str, list[str]] = {}
    for proposal_id, actor in events_by_member(kind, "proposal"):
        found.setdefault(str(proposal_id), []).append(actor.partition(":")[2])
    return found


def _proposal_faults(
    proposal: Proposal, proposed: dict[str, list[str]], applied: dict[str, list[str]]
) -> Iterator[str]:
    if proposal.digest != digest_of(proposal.act, proposal.arguments, proposal.before):
        yield "has another digest than what it says"
    if proposed.get(proposal.id.hex) != [proposal.proposer]:
        yield "has no event of its proposer that it was made"
    is_applied = proposal.state is ProposalState.APPLIED
    both = [f"{proposal.proposer}+{proposal.decided_by}"] if is_applied else []
    if applied.get(proposal.id.hex, []) != both:
        yield "is applied without the event of both people, or the other way round"
    if is_applied and proposal.decided_by == proposal.proposer:
        yield "was approved by its proposer"
