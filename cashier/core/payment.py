"""A payment and its status.

Source: docs/cashier.md; docs/adr/0020-payments.md; regulation F26, F28.
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final
from uuid import UUID

from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind


class Direction(enum.StrEnum):
    """Which way the money goes."""

    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"


class Status(enum.StrEnum):
    """The status of a payment."""

    REQUESTED = "requested"
    """The payment is stored. The provider's answer is not known yet."""
    PENDING = "pending"
    """The payment waits for the provider or for an operator."""
    CANCELLING = "cancelling"
    """The platform wants to stop the payment. The provider has not said yet that it stopped or returned it."""
    SETTLED = "settled"
    """The money has moved."""
    REFUSED = "refused"
    """The money has not moved: the provider, an operator or the limits said no."""
    CANCELLED = "cancelled"
    """The money has not moved: the player cancelled the payment."""


class ProviderOutcome(enum.StrEnum):
    """What has become of a payment at the provider."""

    UNDECIDED = "undecided"
    """The provider has not decided yet."""
    DONE = "done"
    """The money has moved."""
    NOT_DONE = "not-done"
    """The money has not moved, or was returned, and never will move."""


class PaymentNotPending(Refusal):
    """The payment does not wait for a decision."""

    code, kind = "payment-not-pending", RefusalKind.CONFLICT


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
"""The statuses that may follow each status. A pending withdrawal becomes requested when an operator lets it go on."""

RESUMABLE: Final = frozenset({Status.REQUESTED, Status.CANCELLING})
"""The statuses that the platform ends by itself: it polls the provider until the status changes."""

RESERVING: Final = frozenset({Status.REQUESTED, Status.PENDING})
"""The statuses of deposits that may still be settled. They count towards the player's limits."""

ENDED: Final = frozenset(status for status, following in TRANSITIONS.items() if not following)
"""The statuses that never change again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusEntry:
    """One status of a payment, with who set it and why."""

    status: Status
    at_ms: int
    """The instant of the change."""
    actor: str
    """Who made the change: `player`, `platform`, `provider` or `operator:<name>`."""
    reason: str = ""
    """Why, as a code; in an operator's own words where an operator decided."""
    seq: int | None = None
    """The number of the journal, and of its record, that moved money with this change. None: no money moved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """A deposit or a withdrawal."""

    id: UUID
    """A UUIDv7: payments sort by the time of their request."""
    chain: ChainId
    """The player's chain."""
    direction: Direction
    """Which way the money goes."""
    amount_minor: int
    """How much, in minor units, 1 or more."""
    currency: str
    """The currency of the player's accounts."""
    method: str
    """One of the provider's `methods`."""
    provider: str
    """The name of the provider in `PROVIDERS`."""
    reference: str = ""
    """The provider's own name for the payment. Empty until the provider has answered."""
    history: tuple[StatusEntry, ...]
    """All status entries, the oldest first."""

    @property
    def status(self) -> Status:
        """The status of the newest entry."""
        return self.history[-1].status

    @property
    def cause(self) -> StatusEntry:
        """The entry that explains the status: the wish to stop the payment, or else the newest entry."""
        newest = self.history[-1]
        if newest.status not in {Status.REFUSED, Status.CANCELLED}:
            return newest
        return next((entry for entry in reversed(self.history) if entry.status is Status.CANCELLING), newest)

    @property
    def needs_review(self) -> bool:
        """Whether only an operator can continue the payment: the platform held it back from the provider."""
        return self.status is Status.PENDING and self.history[-1].actor == "platform"

    def with_status(self, entry: StatusEntry, *, reference: str = "") -> "Payment":
        """Return the payment with one more status entry. An empty `reference` keeps the one known before."""
        assert entry.status in TRANSITIONS[self.status], f"{self.status} does not become {entry.status}"
        return replace(self, history=(*self.history, entry), reference=reference or self.reference)

    def as_first_answered(self) -> "Payment":
        """Return the payment as the first request was answered: up to its first status that is not resumable."""
        first = next((place for place, entry in enumerate(self.history) if entry.status not in RESUMABLE), None)
        return self if first is None else replace(self, history=self.history[: first + 1])


def status_after(payment: Payment, outcome: ProviderOutcome) -> Status | None:
    """Return the status that a provider's outcome leads to, None if the status stays.

    A deposit that is being cancelled stays so until the provider has returned the money. A withdrawal that the
    provider could not stop goes on.
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
    cancelled_by_player = status is Status.CANCELLING and payment.history[-1].actor == "player"
    return Status.CANCELLED if cancelled_by_player else Status.REFUSED


def require_pending(payment: Payment) -> None:
    """Require that a payment waits for a decision.

    Raises:
        PaymentNotPending: with its `payment_status`.
    """
    if payment.status is not Status.PENDING:
        raise PaymentNotPending(f"Nothing was changed. The payment is {payment.status}.", payment_status=payment.status)
