"""A provider that moves play money. It stores nothing: its answer follows from the method."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cashier.core.payment import ProviderOutcome
from cashier.provider import Answer, PaymentInstruction

_OUTCOMES: Final[Mapping[str, ProviderOutcome]] = MappingProxyType(
    {
        "card": ProviderOutcome.DONE,
        "card-declined": ProviderOutcome.NOT_DONE,
        "bank-transfer": ProviderOutcome.UNDECIDED,
    }
)


class Instant:
    """Settle a `card` at once, refuse `card-declined`, and leave a `bank-transfer` to an operator."""

    name = "instant"
    methods = frozenset(_OUTCOMES)
    moves_real_money = False

    def begin_deposit(self, instruction: PaymentInstruction) -> Answer:
        """Answer by the method, always the same."""
        return self._answer(instruction)

    def begin_withdrawal(self, instruction: PaymentInstruction) -> Answer:
        """Answer by the method, always the same."""
        return self._answer(instruction)

    def cancel(self, instruction: PaymentInstruction) -> Answer:
        """Return everything: it is play money."""
        return Answer(outcome=ProviderOutcome.NOT_DONE, reference=_reference(instruction))

    def _answer(self, instruction: PaymentInstruction) -> Answer:
        outcome = _OUTCOMES[instruction.method]
        reason = instruction.method if outcome is ProviderOutcome.NOT_DONE else ""
        return Answer(outcome=outcome, reference=_reference(instruction), reason=reason)


def _reference(instruction: PaymentInstruction) -> str:
    return f"instant-{instruction.payment_id.hex}"
