"""A payment provider with a memory, for tests: it takes and pays what it says, once an order, and can fail."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from django.db import connection

from cashier.core.payment import Verdict
from cashier.provider import Answer, Order, ProviderUnreachable

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
    begins: Verdict = Verdict.DONE
    cancels: bool = True
    silent: bool = False
    kills: bool = False
    orders: dict[UUID, Verdict] = field(default_factory=dict)
    asked: int = 0

    def begin_deposit(self, order: Order) -> Answer:
        return self._begin(order)

    def begin_withdrawal(self, order: Order) -> Answer:
        return self._begin(order)

    def cancel(self, order: Order) -> Answer:
        self._hear()
        if self.cancels or self.orders.get(order.payment) in {None, Verdict.NOT_DONE}:
            self.orders[order.payment] = Verdict.NOT_DONE
        return self._answer(order)

    def _begin(self, order: Order) -> Answer:
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

    def _answer(self, order: Order) -> Answer:
        if self.kills:
            raise Killed
        verdict = self.orders[order.payment]
        return Answer(verdict=verdict, reference=f"bank-{order.payment.hex}", reason=_REASONS.get(verdict, ""))


_REASONS: Final = {Verdict.NOT_DONE: "no-cover"}
