"""What moves money outside the platform, as the cashier sees it.

A provider MUST know an order again by its `payment`: asked to begin the same one twice, it carries it out once and
answers both times how the order stands now. Asked to cancel an order that it has never seen, it MUST answer that it
is not done, and MUST not carry it out if it comes later. It is never called within a database transaction.
"""

from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from cashier.core.payment import ProviderOutcome
from kernel.refusals import Kind, Refusal


class ProviderUnreachable(Exception):  # noqa: N818  says what is the case
    """The provider gave no answer; whether it has heard of the order is not known."""


class NoPaymentProvider(Refusal):
    """No payment provider is set up here."""

    code, kind = "no-payment-provider", Kind.UNAVAILABLE


class MethodNotOffered(Refusal):
    """This payment method is not offered."""

    code, kind = "method-not-offered", Kind.INVALID


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentInstruction:
    """What a provider shall carry out: `amount_minor` of `currency`, by a method of its own, for `payment`."""

    payment: UUID
    amount_minor: int
    currency: str
    method: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """How an order stands at the provider; `reference` is its own name for it, `reason` a code for what was refused."""

    outcome: ProviderOutcome
    reference: str = ""
    reason: str = ""


class Provider(Protocol):
    """A payment provider. Each method raises ProviderUnreachable where no answer comes."""

    name: str
    methods: frozenset[str]
    moves_real_money: bool

    def begin_deposit(self, order: PaymentInstruction) -> Answer:
        """Take money from the player."""

    def begin_withdrawal(self, order: PaymentInstruction) -> Answer:
        """Pay money out to the player."""

    def cancel(self, order: PaymentInstruction) -> Answer:
        """Stop an order, or give a deposit back; DONE or UNDECIDED where it cannot be stopped, or not yet."""


def require_method(provider: Provider, method: str) -> None:
    """Let a method pass that the provider knows.

    Raises:
        MethodNotOffered: with those `offered`.
    """
    if method not in provider.methods:
        offered = sorted(provider.methods)
        raise MethodNotOffered(f"Nothing was moved. There are: {', '.join(offered)}.", offered=offered)
