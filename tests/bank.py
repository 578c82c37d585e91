"""A payment provider with a memory, for tests: it takes and pays what it says, once an order, and can fail."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from django.db import connection

from cashier.core.payment import ProviderOutcome
from cashier.provider import Answer, PaymentInstruction, ProviderUnreachable

if TYPE_CHECKING:
    from uuid import UUID


class Killed(Exception):  # noqa: N818  says what is the case
    """The process died here."""


@dataclass(slots=True)
class Bank:
    """`begins` is what becomes of new orders, `cancels` whether they can still be stopped.

    While it is `silent` nobody is answered; where it `kills`, the caller dies after it has done its part.
    """

    name: str = "bank"
    methods: frozenset[str] = frozenset({"wire"})
    moves_real_money: bool = True
    begins: ProviderOutcome = ProviderOutcome.DONE
    cancels: bool = True
    silent: bool = False
    kills: bool = False
    orders: dict[UUID, ProviderOutcome] = field(default_factory=dict)
    asked: int = 0

    def begin_deposit(self, order: PaymentInstruction) -> Answer:
        return self._begin(order)

    def begin_withdrawal(self, order: PaymentInstruction) -> Answer:
        return self._begin(order)

    def cancel(self, order: PaymentInstruction) -> Answer:
        self._hear()
        if self.cancels or self.orders.get(order.payment) in {None, ProviderOutcome.NOT_DONE}:
            self.orders[order.payment] = ProviderOutcome.NOT_DONE
        return self._answer(order)

    def _begin(self, order: PaymentInstruction) -> Answer:
        self._hear()
        self.orders.setdefault(order.payment, self.begins)
        return self._answer(order)

    def _hear(self) -> None:
        assert all(getattr(block, "_from_testcase", False) for block in connection.atomic_blocks), (
            "asked within a transaction"
        )
        self.asked += 1
        if self.silent:
            raise ProviderUnreachable

    def _answer(self, order: PaymentInstruction) -> Answer:
        if self.kills:
            raise Killed
        outcome = self.orders[order.payment]
        return Answer(outcome=outcome, reference=f"bank-{order.payment.hex}", reason=_REASONS.get(outcome, ""))


_REASONS: Final = {ProviderOutcome.NOT_DONE: "no-cover"}
