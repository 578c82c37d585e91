"""A payment provider for tests. It remembers its instructions, carries each out once, and can fail."""

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
    """A bank whose answers a test chooses."""

    name: str = "bank"
    methods: frozenset[str] = frozenset({"wire"})
    moves_real_money: bool = True
    begins: ProviderOutcome = ProviderOutcome.DONE
    """The outcome of a new instruction."""
    cancels: bool = True
    """Whether an instruction can still be stopped."""
    silent: bool = False
    """Whether the bank gives no answer."""
    kills: bool = False
    """Whether the caller dies after the bank has done its part."""
    outcomes: dict[UUID, ProviderOutcome] = field(default_factory=dict)
    """The outcome of every instruction, by payment."""
    calls: int = 0
    """How often the bank was called."""

    def begin_deposit(self, instruction: PaymentInstruction) -> Answer:
        return self._begin(instruction)

    def begin_withdrawal(self, instruction: PaymentInstruction) -> Answer:
        return self._begin(instruction)

    def cancel(self, instruction: PaymentInstruction) -> Answer:
        self._receive()
        if self.cancels or self.outcomes.get(instruction.payment_id) in {None, ProviderOutcome.NOT_DONE}:
            self.outcomes[instruction.payment_id] = ProviderOutcome.NOT_DONE
        return self._answer(instruction)

    def _begin(self, instruction: PaymentInstruction) -> Answer:
        self._receive()
        self.outcomes.setdefault(instruction.payment_id, self.begins)
        return self._answer(instruction)

    def _receive(self) -> None:
        assert all(getattr(block, "_from_testcase", False) for block in connection.atomic_blocks), (
            "called inside a transaction"
        )
        self.calls += 1
        if self.silent:
            raise ProviderUnreachable

    def _answer(self, instruction: PaymentInstruction) -> Answer:
        if self.kills:
            raise Killed
        outcome = self.outcomes[instruction.payment_id]
        reference = f"bank-{instruction.payment_id.hex}"
        return Answer(outcome=outcome, reference=reference, reason=_REASONS.get(outcome, ""))


_REASONS: Final = {ProviderOutcome.NOT_DONE: "no-cover"}
