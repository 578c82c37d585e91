"""A provider that moves play money: it keeps nothing, and its answer follows from the method."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cashier.core.payment import ProviderOutcome
from cashier.provider import Answer, PaymentInstruction

_VERDICTS: Final[Mapping[str, ProviderOutcome]] = MappingProxyType(
    {
        "card": ProviderOutcome.DONE,
        "card-declined": ProviderOutcome.NOT_DONE,
        "bank-transfer": ProviderOutcome.UNDECIDED,
    }
)


class Instant:
    """Settles a `card` at once, refuses `card-declined`, and leaves a `bank-transfer` to an operator."""

    name = "instant"
    methods = frozenset(_VERDICTS)
    moves_real_money = False

    def begin_deposit(self, order: PaymentInstruction) -> Answer:
        """Answer by the method, the same however often."""
        return self._answer(order)

    def begin_withdrawal(self, order: PaymentInstruction) -> Answer:
        """Answer by the method, the same however often."""
        return self._answer(order)

    def cancel(self, order: PaymentInstruction) -> Answer:
        """Give everything back: it is play money."""
        return Answer(outcome=ProviderOutcome.NOT_DONE, reference=_reference(order))

    def _answer(self, order: PaymentInstruction) -> Answer:
        outcome = _VERDICTS[order.method]
        reason = order.method if outcome is ProviderOutcome.NOT_DONE else ""
        return Answer(outcome=outcome, reference=_reference(order), reason=reason)


def _reference(order: PaymentInstruction) -> str:
    return f"instant-{order.payment.hex}"
