"""Many payments of one player at the same moment."""

from __future__ import annotations

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import pytest
from django.db import connections

from cashier.core.payment import PaymentNotPending, Status
from cashier.operations.cancel_withdrawal import cancel_withdrawal
from cashier.operations.resume_payments import resume_payments
from cashier.operations.review_payment import ReviewDecision
from cashier.queries.payments import get_payment as stored, list_payments
from kernel.refusals import Refusal
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.core.limits.in_force import Limits
from responsible_gaming.operations.exclude import exclude
from tests import world
from tests.bank import Bank
from tests.world import DEMO, NOW
from wallet.core.ledger import Balance
from wallet.queries.balances import balance
from wallet.queries.journals import statement

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cashier.core.payment import Payment
    from kernel.ids import ChainId

T = TypeVar("T")

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

AT_ONCE = 20


@pytest.fixture
def ada() -> ChainId:
    world.open_house()
    chain = world.sign_up()
    world.give_pin(chain)
    return chain


def at_once(history: Sequence[Callable[[], T]]) -> list[T]:
    """Take all steps, released at the same moment, and return what each gave."""
    barrier = threading.Barrier(len(history))

    def released(step: Callable[[], T]) -> T:
        try:
            barrier.wait(30)
            return step()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(history)) as pool:
        return list(pool.map(released, history))


def code(step: Callable[[], object]) -> str:
    try:
        step()
    except Refusal as refusal:
        return refusal.code
    return "done"


def cancelled(payment: Payment) -> Payment:
    providers = {world.INSTANT.name: world.INSTANT}
    return cancel_withdrawal(payment.chain, payment.id, providers=providers, jurisdiction=DEMO, now=NOW)


def settled(payment: Payment) -> Payment:
    return world.review_by_hand(payment)


@pytest.mark.clause("F02")
@pytest.mark.parametrize("method", ["card", "card-declined", "bank-transfer"])
def test_a_deposit_sent_twenty_times_at_once_is_made_once_and_answered_alike(ada: ChainId, method: str) -> None:
    asked = world.fresh_request()

    answers = at_once([lambda: world.make_deposit(ada, 1000, method=method, asked=asked)] * AT_ONCE)

    assert answers == [answers[0]] * AT_ONCE
    assert [payment.id for payment in list_payments(chain=ada, before=None, limit=50)] == [answers[0].id]
    assert balance(ada).cash_minor == (1000 if method == "card" else 0)


@pytest.mark.clause("F02")
def test_a_withdrawal_sent_twenty_times_at_once_is_made_once_and_answered_alike(ada: ChainId) -> None:
    world.make_deposit(ada, 10_000)
    bank, asked = Bank(), world.fresh_request()

    answers = at_once([lambda: world.make_withdrawal(ada, 400, method="wire", provider=bank, asked=asked)] * AT_ONCE)

    assert answers == [answers[0]] * AT_ONCE
    assert list(bank.outcomes) == [answers[0].id]
    assert balance(ada).cash_minor == 9_600


@pytest.mark.clause("F26")
@pytest.mark.parametrize("method", ["card", "bank-transfer"])
def test_twenty_deposits_at_once_do_not_pass_a_limit_together(ada: ChainId, method: str) -> None:
    world.set_limits(ada, Limits(current={"deposit_day": 1000}, window_rule=DEMO.window_rule))

    said = at_once([lambda: code(lambda: world.make_deposit(ada, 300, method=method))] * AT_ONCE)

    # Three times 300 fit into 1,000.
    assert Counter(said) == {"done": 3, "deposit-limit-exceeded": AT_ONCE - 3}
    for payment in list_payments(status=Status.PENDING, before=None, limit=50):
        world.review_by_hand(payment)
    assert balance(ada).cash_minor == 900


def test_twenty_withdrawals_at_once_never_overdraw_the_account(ada: ChainId) -> None:
    world.make_deposit(ada, 1000)

    said = at_once([lambda: code(lambda: world.make_withdrawal(ada, 300))] * AT_ONCE)

    assert Counter(said) == {"done": 3, "insufficient-funds": AT_ONCE - 3}
    assert balance(ada).cash_minor == 100


def test_of_a_cancellation_and_a_settlement_at_the_same_moment_one_wins(ada: ChainId) -> None:
    world.make_deposit(ada, 10_000)
    for _ in range(8):
        before_minor = balance(ada).cash_minor
        waiting = world.make_withdrawal(ada, 400, method="bank-transfer")

        said = at_once([partial(code, partial(cancelled, waiting)), partial(code, partial(settled, waiting))])

        after = (stored(waiting.id).status, balance(ada).cash_minor, said)
        assert after in (
            (Status.CANCELLED, before_minor, ["done", PaymentNotPending.code]),
            (Status.SETTLED, before_minor - 400, [PaymentNotPending.code, "done"]),
        )


def test_two_operators_decide_once(ada: ChainId) -> None:
    waiting = world.make_deposit(ada, 1000, method="bank-transfer")
    deciding = [partial(code, partial(world.review_by_hand, waiting, decision=decision)) for decision in ReviewDecision]

    assert sorted(at_once(deciding)) == ["done", PaymentNotPending.code]
    assert (stored(waiting.id).status is Status.SETTLED) is (balance(ada) == Balance(1000, 0))


@pytest.mark.clause("F17")
def test_what_is_left_in_motion_is_taken_up_once_however_many_do_it(ada: ChainId) -> None:
    bank = Bank(silent=True)
    world.make_deposit(ada, 1000, method="wire", provider=bank, now=NOW)
    bank.silent = False
    later = NOW.replace(hour=NOW.hour + 1)

    at_once([lambda: resume_payments({bank.name: bank}, jurisdiction=DEMO, clock=lambda: later)] * 4)

    assert [line.kind for line in statement(ada, before_seq=None, limit=9)] == ["deposit"]


@pytest.mark.clause("F28")
def test_no_deposit_is_settled_once_an_exclusion_was_answered(ada: ChainId) -> None:
    excluded = threading.Event()

    def leave() -> None:
        exclude(ada, ExclusionKind.TIME_OUT, 1, rules=world.DEMO.exclusions, now=NOW)
        excluded.set()

    def put_in() -> None:
        while not excluded.is_set():
            code(lambda: world.make_deposit(ada, 1))
        assert code(lambda: world.make_deposit(ada, 1)) == "player-excluded"

    at_once([leave, put_in, put_in])

    kinds = {payment.status for payment in list_payments(chain=ada, before=None, limit=200)}
    assert kinds <= {Status.SETTLED, Status.REFUSED}
