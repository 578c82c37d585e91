"""A payment, and how it may go on.

Source: docs/cashier.md; docs/adr/0020-payments.md; regulation F26, F28.
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final
from uuid import UUID

from kernel.ids import ChainId
from kernel.refusals import Kind, Refusal


class Direction(enum.StrEnum):
    """Which way the money goes."""

    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"


class Status(enum.StrEnum):
    """Where a payment stands."""

    REQUESTED = "requested"
    """Written down here; what the provider says is not known yet."""
    PENDING = "pending"
    """Waits for the provider or for an operator."""
    CANCELLING = "cancelling"
    """Shall not happen; whether the provider could still stop it, or has given the money back, is not known yet."""
    SETTLED = "settled"
    REFUSED = "refused"
    CANCELLED = "cancelled"


class ProviderOutcome(enum.StrEnum):
    """What a provider says of a payment, now or whenever it is asked again."""

    UNDECIDED = "undecided"
    DONE = "done"
    """The money has moved."""
    NOT_DONE = "not-done"
    """It has not moved, or has moved back, and never will."""


class PaymentNotPending(Refusal):
    """The payment does not wait for a decision."""

    code, kind = "payment-not-pending", Kind.CONFLICT


TRANSITIONS: Final[Mapping[Status, frozenset[Status]]] = MappingProxyType(
    {
        Status.REQUESTED: frozenset({Status.PENDING, Status.SETTLED, Status.REFUSED, Status.CANCELLING}),
        Status.PENDING: frozenset({Status.REQUESTED, Status.SETTLED, Status.REFUSED, Status.CANCELLING}),
        Status.CANCELLING: frozenset({Status.PENDING, Status.SETTLED, Status.REFUSED, Status.CANCELLED}),
        Status.SETTLED: frozenset(),
        Status.REFUSED: frozenset(),
        Status.CANCELLED: frozenset(),
    }
)
"""From which status to which. A pending one is requested once more where an operator lets a withdrawal go on."""

RESUMABLE: Final = frozenset({Status.REQUESTED, Status.CANCELLING})
"""What the platform brings to rest by itself, by asking the provider; all others rest."""

RESERVING: Final = frozenset({Status.REQUESTED, Status.PENDING})
"""Deposits that may still be settled, and so take up room in the limits."""

ENDED: Final = frozenset(status for status, following in TRANSITIONS.items() if not following)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusEntry:
    """What a payment became at an instant (ms), by whom (`player`, `platform`, `provider`, `operator:<name>`) and why.

    `seq` numbers the journal, and the record, of the money that moved with it.
    """

    status: Status
    at_ms: int
    actor: str
    reason: str = ""
    seq: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """A deposit or a withdrawal of `amount_minor` (1 or more), with all its steps, the oldest first.

    `reference` is the provider's own name for it, empty while the provider has not answered for it.
    """

    id: UUID
    chain: ChainId
    direction: Direction
    amount_minor: int
    currency: str
    method: str
    provider: str
    reference: str = ""
    history: tuple[StatusEntry, ...]

    @property
    def status(self) -> Status:
        """Where it stands."""
        return self.history[-1].status

    @property
    def cause(self) -> StatusEntry:
        """The step that says why it stands where it stands: that it shall not happen, or else the newest."""
        newest = self.history[-1]
        if newest.status not in {Status.REFUSED, Status.CANCELLED}:
            return newest
        return next((step for step in reversed(self.history) if step.status is Status.CANCELLING), newest)

    @property
    def needs_review(self) -> bool:
        """Whether it waits for an operator alone: the platform put it aside before the provider was asked."""
        return self.status is Status.PENDING and self.history[-1].actor == "platform"

    def with_status(self, step: StatusEntry, *, reference: str = "") -> "Payment":
        """Return the payment after one more step; a `reference` that was told stays."""
        assert step.status in TRANSITIONS[self.status], f"{self.status} does not become {step.status}"
        return replace(self, history=(*self.history, step), reference=reference or self.reference)

    def as_first_answered(self) -> "Payment":
        """Return the payment as it was where it first came to rest, which a repeated request is answered with."""
        rest = next((place for place, step in enumerate(self.history) if step.status not in RESUMABLE), None)
        return self if rest is None else replace(self, history=self.history[: rest + 1])


def status_after(payment: Payment, outcome: ProviderOutcome) -> Status | None:
    """Return what the word of the provider makes of a payment, None where it stays as it is.

    Money that came in by a deposit that shall not happen is asked back until it is back; a withdrawal that could not
    be stopped goes on.
    """
    status = payment.status
    if (
        status is Status.CANCELLING
        and payment.direction is Direction.DEPOSIT
        and outcome is not ProviderOutcome.NOT_DONE
    ):
        return None
    if status in ENDED or (status is Status.PENDING and outcome is ProviderOutcome.UNDECIDED):
        return None
    if outcome is ProviderOutcome.UNDECIDED:
        return Status.PENDING
    if outcome is ProviderOutcome.DONE:
        return Status.SETTLED
    own_wish = status is Status.CANCELLING and payment.history[-1].actor == "player"
    return Status.CANCELLED if own_wish else Status.REFUSED


def require_pending(payment: Payment) -> None:
    """Let a payment pass that waits for a decision.

    Raises:
        PaymentNotPending: with its `payment_status`.
    """
    if payment.status is not Status.PENDING:
        raise PaymentNotPending(f"Nothing was changed. The payment is {payment.status}.", payment_status=payment.status)
