"""The contract between the cashier and a payment provider.

- A provider MUST identify an instruction by its `payment_id`. If the same deposit or withdrawal is begun twice, the
  provider MUST move the money once, and MUST return the current outcome both times.
- If an instruction is cancelled that the provider has never received, the provider MUST answer NOT_DONE, and MUST NOT
  carry the instruction out if it arrives later. A provider of play money may: it moves nothing.
- While the outcome is not known, the provider MUST answer UNDECIDED.
- The platform never calls a provider inside a database transaction.

`tests/test_payment_providers.py` holds every registered provider to this.
"""

from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from cashier.core.payment import ProviderOutcome
from kernel.refusals import Refusal, RefusalKind


class ProviderUnreachable(Exception):  # noqa: N818  named like a refusal
    """The provider gave no answer. It may or may not have received the instruction."""


class NoPaymentProvider(Refusal):
    """No payment provider is set up here."""

    code, kind = "no-payment-provider", RefusalKind.UNAVAILABLE


class MethodNotOffered(Refusal):
    """This payment method is not offered."""

    code, kind = "method-not-offered", RefusalKind.INVALID


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentInstruction:
    """What a provider must carry out."""

    payment_id: UUID
    """The id by which the provider recognizes the instruction."""
    amount_minor: int
    """How much, in minor units, 1 or more."""
    currency: str
    """An ISO 4217 code."""
    method: str
    """One of the provider's `methods`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A provider's answer to an instruction."""

    outcome: ProviderOutcome
    """What has become of the instruction."""
    reference: str = ""
    """The provider's own name for the payment."""
    reason: str = ""
    """Why the provider refused, as a code. Empty unless the outcome is NOT_DONE."""


class Provider(Protocol):
    """A payment provider. Each method raises ProviderUnreachable if it gets no answer."""

    name: str
    """The name in `PROVIDERS`, in `REDDOG_PAYMENT_PROVIDER` and in stored payments."""
    methods: frozenset[str]
    """The payment methods that a player can choose, each 1 to 40 characters."""
    moves_real_money: bool
    """Whether the provider moves real money. Production refuses one that does not."""

    def begin_deposit(self, instruction: PaymentInstruction) -> Answer:
        """Take money from the player, once for each `payment_id`."""

    def begin_withdrawal(self, instruction: PaymentInstruction) -> Answer:
        """Pay money out to the player, once for each `payment_id`."""

    def cancel(self, instruction: PaymentInstruction) -> Answer:
        """Stop an instruction, or return a deposit.

        Answer DONE if it can no longer be stopped, and UNDECIDED if that is not known yet.
        """


def require_method(provider: Provider, method: str) -> None:
    """Require that the provider offers a method.

    Raises:
        MethodNotOffered: with the methods `offered`.
    """
    if method not in provider.methods:
        offered = sorted(provider.methods)
        raise MethodNotOffered(f"Nothing was moved. There are: {', '.join(offered)}.", offered=offered)
