"""Every registered payment provider keeps the contract of cashier/provider.py, and answers as its cases say."""

from __future__ import annotations

import importlib
import json
import re
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import pytest

from cashier import providers
from cashier.core.payment import TRANSITIONS, Direction, Payment, ProviderOutcome, Status, StatusEntry, status_after
from cashier.provider import Answer, PaymentInstruction, Provider
from cashier.providers import PROVIDERS
from kernel.ids import ChainId

if TYPE_CHECKING:
    from collections.abc import Iterator

CASES_FOLDER: Final = Path(__file__).parent / "vectors" / "providers"
CASES: Final[dict[str, list[dict[str, Any]]]] = {
    path.stem: [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for path in sorted(CASES_FOLDER.glob("*.jsonl"))
}
every_provider = pytest.mark.parametrize("provider", PROVIDERS.values(), ids=lambda provider: provider.name)
every_case = pytest.mark.parametrize(
    ("name", "case"),
    [pytest.param(name, case, id=case["id"]) for name, cases in CASES.items() for case in cases],
)


def call(provider: Provider, what: str, direction: Direction, instruction: PaymentInstruction) -> Answer:
    if what == "cancel":
        return provider.cancel(instruction)
    if direction is Direction.DEPOSIT:
        return provider.begin_deposit(instruction)
    return provider.begin_withdrawal(instruction)


def instructions(provider: Provider) -> Iterator[tuple[Direction, PaymentInstruction]]:
    """Yield an instruction for each direction and method, each with a payment of its own."""
    for number, (direction, method) in enumerate(product(Direction, sorted(provider.methods)), start=1):
        yield (
            direction,
            PaymentInstruction(payment_id=UUID(int=number), amount_minor=500, currency="USD", method=method),
        )


def requested_payment(provider: Provider, direction: Direction, method: str) -> Payment:
    return Payment(
        id=UUID(int=1),
        chain=ChainId(UUID(int=2)),
        direction=direction,
        amount_minor=500,
        currency="USD",
        method=method,
        provider=provider.name,
        history=(StatusEntry(status=Status.REQUESTED, at_ms=0, actor="player"),),
    )


def test_every_file_of_a_provider_is_registered() -> None:
    files = {path.stem for path in Path(providers.__path__[0]).glob("*.py")} - {"__init__"}

    modules = {importlib.import_module(type(provider).__module__).__name__ for provider in PROVIDERS.values()}
    assert modules == {f"cashier.providers.{name}" for name in files}


@every_provider
def test_every_provider_has_cases_for_each_direction_and_method(provider: Provider) -> None:
    covered = {(case["direction"], case["method"]) for case in CASES.get(provider.name, ())}

    assert covered == {(direction.value, method) for direction, method in product(Direction, provider.methods)}


def test_all_cases_are_those_of_a_registered_provider() -> None:
    assert CASES.keys() == PROVIDERS.keys()


@every_case
def test_a_provider_answers_as_its_case_says_and_the_payment_follows(name: str, case: dict[str, Any]) -> None:
    provider, direction = PROVIDERS[name], Direction(case["direction"])
    payment = requested_payment(provider, direction, case["method"])
    instruction = PaymentInstruction(
        payment_id=payment.id, amount_minor=payment.amount_minor, currency=payment.currency, method=payment.method
    )
    outcomes = []
    for what in case["calls"]:
        if what == "cancel" and Status.CANCELLING in TRANSITIONS[payment.status]:
            payment = payment.with_status(StatusEntry(status=Status.CANCELLING, at_ms=0, actor=_canceller(direction)))
        answer = call(provider, what, direction, instruction)
        outcomes.append(answer.outcome.value)
        status = status_after(payment, answer.outcome)
        if status is not None:
            payment = payment.with_status(StatusEntry(status=status, at_ms=0, actor="provider"))

    assert outcomes == case["outcomes"]
    assert payment.status.value == case["status"]


@every_provider
def test_an_instruction_that_is_begun_twice_is_carried_out_once(provider: Provider) -> None:
    for direction, instruction in instructions(provider):
        first = call(provider, "begin", direction, instruction)
        again = call(provider, "begin", direction, instruction)

        # An undecided one may have been decided meanwhile; what was decided stays, under the same reference.
        assert first.outcome in {ProviderOutcome.UNDECIDED, again.outcome}
        assert first.reference in {"", again.reference}


@every_provider
def test_two_payments_never_have_the_same_reference(provider: Provider) -> None:
    answers = [call(provider, "begin", direction, instruction) for direction, instruction in instructions(provider)]

    references = [answer.reference for answer in answers if answer.reference]
    assert len(references) == len(set(references))


@every_provider
def test_an_instruction_that_is_cancelled_before_it_came_moves_no_money(provider: Provider) -> None:
    for direction, instruction in instructions(provider):
        assert provider.cancel(instruction).outcome is ProviderOutcome.NOT_DONE
        assert provider.cancel(instruction).outcome is ProviderOutcome.NOT_DONE
        if provider.moves_real_money:
            assert call(provider, "begin", direction, instruction).outcome is not ProviderOutcome.DONE


@every_provider
def test_what_the_provider_leaves_undecided_stays_pending(provider: Provider) -> None:
    for direction, instruction in instructions(provider):
        if call(provider, "begin", direction, instruction).outcome is ProviderOutcome.UNDECIDED:
            requested = requested_payment(provider, direction, instruction.method)
            assert status_after(requested, ProviderOutcome.UNDECIDED) is Status.PENDING
            pending = requested.with_status(StatusEntry(status=Status.PENDING, at_ms=0, actor="provider"))
            assert status_after(pending, ProviderOutcome.UNDECIDED) is None


@every_provider
def test_only_a_refusal_has_a_reason_and_it_is_a_code(provider: Provider) -> None:
    for direction, instruction in instructions(provider):
        answer = call(provider, "begin", direction, instruction)
        assert not answer.reason or answer.outcome is ProviderOutcome.NOT_DONE
        assert re.fullmatch(r"([a-z0-9]+(-[a-z0-9]+)*)?", answer.reason)


@every_provider
def test_a_provider_has_a_name_and_methods_that_a_client_can_send(provider: Provider) -> None:
    assert PROVIDERS[provider.name] is provider
    assert provider.methods
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in {provider.name, *provider.methods})
    assert all(len(method) <= 40 for method in provider.methods)


def _canceller(direction: Direction) -> str:
    # A player cancels a withdrawal; the platform cancels a deposit that the limits forbid.
    return "player" if direction is Direction.WITHDRAWAL else "platform"
