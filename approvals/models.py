"""The table of proposals. Only `approvals/operations` writes it, and a trigger keeps what was proposed and decided."""

from django.db import models
from django.db.models import CheckConstraint, F, Q

from approvals.core.proposal import STORED_STATES, ProposalState

_DECIDED = Q(decided_by__isnull=False, decided_at__isnull=False)
_UNDECIDED = Q(decided_by__isnull=True, decided_at__isnull=True)


class StoredProposal(models.Model):
    """A proposal. `approvals.core.proposal.Proposal` describes the fields."""

    id = models.UUIDField(primary_key=True)
    act = models.TextField()
    subject = models.UUIDField(null=True)
    """The player's or table's chain that it is about; null where it is about none."""
    arguments = models.TextField()
    """Canonical JSON, as the digest has it."""
    before = models.TextField()
    """Canonical JSON."""
    digest = models.CharField(max_length=64)
    reason = models.TextField()
    proposer = models.TextField()
    proposed_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    state = models.TextField()
    decided_by = models.TextField(null=True)  # noqa: DJ001  null is nobody yet, as in its neighbour
    decided_at = models.DateTimeField(null=True)
    decision_reason = models.TextField()
    outcome = models.TextField(null=True)  # noqa: DJ001  null is none, and {} is an empty one

    class Meta:
        """Nobody decides alone, and nothing is applied late, whatever the code does."""

        db_table = "approvals_proposal"
        indexes = (models.Index(fields=("state", "id"), name="approvals_proposal_by_state"),)
        constraints = (
            CheckConstraint(condition=Q(state__in=STORED_STATES), name="approvals_proposal_state"),
            CheckConstraint(
                condition=(Q(state=ProposalState.OPEN) & _UNDECIDED) | (~Q(state=ProposalState.OPEN) & _DECIDED),
                name="approvals_proposal_decided",
            ),
            CheckConstraint(
                condition=~Q(state__in=(ProposalState.APPLIED, ProposalState.REJECTED)) | ~Q(decided_by=F("proposer")),
                name="approvals_proposal_four_eyes",
            ),
            CheckConstraint(
                condition=~Q(state=ProposalState.WITHDRAWN) | Q(decided_by=F("proposer")),
                name="approvals_proposal_withdrawn_by_its_proposer",
            ),
            CheckConstraint(
                condition=~Q(state=ProposalState.APPLIED) | Q(decided_at__lt=F("expires_at"), outcome__isnull=False),
                name="approvals_proposal_applied_in_time",
            ),
        )
