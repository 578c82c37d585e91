"""What the second person gave: the proof, in an operation's signature, that nobody acts alone.

Source: docs/approvals.md; docs/adr/0054-nobody-alone.md; regulation F45, F48.
"""

from dataclasses import dataclass
from uuid import UUID

from kernel.refusals import Refusal, RefusalKind


class ProposalNeeded(Refusal):
    """A second person has to approve this."""

    code, kind = "proposal-needed", RefusalKind.FORBIDDEN

    def __init__(self, act: str, **about: object) -> None:
        """Name the act to propose, and what to know for it."""
        super().__init__(
            "Nothing was changed. Propose it: POST /api/v1/ops/proposals. Somebody else of your role then approves it.",
            act=act,
            **about,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """A proposal that one member of the staff made and another one approved."""

    proposal: UUID
    proposer: str
    """User name of the member who asked for the act."""
    approver: str
    """User name of the member who approved it; never the proposer."""
    reason: str
    """What the proposer wrote."""

    def __post_init__(self) -> None:
        assert self.proposer, "an approval has a proposer"
        assert self.approver, "an approval has an approver"
        assert self.proposer != self.approver, "the proposer never approves"

    @property
    def by(self) -> tuple[str, str]:
        """Both people, the proposer first."""
        return self.proposer, self.approver

    @property
    def actor(self) -> str:
        """Both people as events, journals and payments name who acted on a player: `operator:<name>+<name>`."""
        return f"operator:{self.proposer}+{self.approver}"

    @property
    def staff_actor(self) -> str:
        """The same for who acted on an account of the staff: `staff:<name>+<name>`."""
        return f"staff:{self.proposer}+{self.approver}"


def people_of(actor: str) -> tuple[str, str | None]:
    """Return who acted, from an event's or a journal's `actor`, and who approved it; None where nobody did.

    Of `operator:ann+ben` it returns `operator:ann` and `operator:ben`. No user name has a plus sign.
    """
    first, _, second = actor.partition("+")
    if not second:
        return actor, None
    return first, f"{first.partition(':')[0]}:{second}"
