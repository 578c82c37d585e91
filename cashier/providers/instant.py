"""A provider that moves play money: it keeps nothing, and its answer follows from the method."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cashier.core.payment import Verdict
from cashier.provider import Answer, Order

_VERDICTS: Final[Mapping[str, Verdict]] = MappingProxyType(
    {"card": Verdict.DONE, "card-declined": Verdict.NOT_DONE, "bank-transfer": Verdict.UNDECIDED}
)


class Instant:
    """Settles a `card` at once, refuses `card-declined`, and leaves a `bank-transfer` to an operator."""

    name = "instant"
    methods = frozenset(_VERDICTS)
    moves_real_money = False

    def begin_deposit(self, order: Order) -> Answer:
        """Answer by the method, the same however often."""
        return self._answer(order)

    def begin_withdrawal(self, order: Order) -> Answer:
        """Answer by the method, the same however often."""
        return self._answer(order)

    def cancel(self, order: Order) -> Answer:
        """Give everything back: it is play money."""
        return Answer(verdict=Verdict.NOT_DONE, reference=_reference(order))

    def _answer(self, order: Order) -> Answer:
        verdict = _VERDICTS[order.method]
        reason = order.method if verdict is Verdict.NOT_DONE else ""
        return Answer(verdict=verdict, reference=_reference(order), reason=reason)


def _reference(order: Order) -> str:
    return f"instant-{order.payment.hex}"
