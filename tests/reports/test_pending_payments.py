"""Payments under way at the end of a day, as they stood then."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from cashier.core.payment import ProviderOutcome
from cashier.operations.cancel_withdrawal import cancel_withdrawal
from kernel.instants import to_epoch_ms
from reports.catalogue.pending_payments import DEFINITION
from reports.core.day_zone import DayZone
from reports.core.period import Period
from tests import world
from tests.bank import Bank
from tests.reports.asking import (
    FROM,
    HOUR,
    MILLISECOND,
    UNTIL,
    assert_same_in_small_pages,
    opened_for_tests,
    rows_of,
    table_of,
)
from tests.world import DEMO

if TYPE_CHECKING:
    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F35"), pytest.mark.django_db]

NEXT_DAY = Period(date(2026, 11, 22), date(2026, 11, 23), DayZone("America/New_York"))


@pytest.fixture
def ada() -> ChainId:
    """Have a player with a PIN and 10.00."""
    chain = world.sign_up(now=FROM - HOUR)
    world.give_pin(chain)
    world.make_deposit(chain, 1_000, now=FROM - HOUR)
    return chain


def told(period: Period | None = None) -> list[tuple[object, object]]:
    rows = rows_of(DEFINITION) if period is None else rows_of(DEFINITION, period)
    return [(row["id"], row["status"]) for row in rows]


def test_a_payment_under_way_tells_what_was_asked_and_how_it_stands(ada: ChainId) -> None:
    payment = world.make_withdrawal(ada, 400, method="bank-transfer", now=FROM)

    assert rows_of(DEFINITION) == [
        {
            "id": payment.id.hex,
            "accounts": "players",
            "account": ada.hex,
            "currency": "USD",
            "type": "withdrawal",
            "amount": 400,
            "method": "bank-transfer",
            "requested": to_epoch_ms(FROM),
            "status": "pending",
        }
    ]


def test_a_payment_is_told_however_long_before_the_interval_it_was_asked_for(ada: ChainId) -> None:
    payment = world.make_deposit(ada, 400, method="bank-transfer", now=FROM - HOUR)

    assert told() == told(NEXT_DAY) == [(payment.id.hex, "pending")]


def test_what_happens_at_the_end_belongs_to_the_next_interval(ada: ChainId) -> None:
    ended, going_on = (world.make_deposit(ada, 10, method="bank-transfer", now=FROM) for _ in range(2))
    world.review_by_hand(ended, now=UNTIL - MILLISECOND)
    last = world.make_deposit(ada, 20, method="bank-transfer", now=UNTIL - MILLISECOND)
    world.review_by_hand(going_on, now=UNTIL)
    first = world.make_deposit(ada, 30, method="bank-transfer", now=UNTIL)

    assert told() == [(going_on.id.hex, "pending"), (last.id.hex, "pending")]
    assert told(NEXT_DAY) == [(last.id.hex, "pending"), (first.id.hex, "pending")]


def test_a_payment_is_told_as_it_stood_then_whatever_became_of_it(ada: ChainId) -> None:
    bank = Bank(silent=True)
    asked = world.make_withdrawal(ada, 100, method="wire", provider=bank, now=FROM)
    stopped = world.make_withdrawal(ada, 200, method="bank-transfer", now=FROM)
    # Of those that wait, the player wants one back and the provider does not answer.
    wire = Bank(begins=ProviderOutcome.UNDECIDED)
    cancelled = world.make_withdrawal(ada, 300, method="wire", provider=wire, now=FROM)
    wire.silent = True
    cancel_withdrawal(ada, cancelled.id, providers={wire.name: wire}, jurisdiction=DEMO, now=UNTIL - HOUR)
    cancel_withdrawal(
        ada, stopped.id, providers={world.INSTANT.name: world.INSTANT}, jurisdiction=DEMO, now=UNTIL + HOUR
    )

    assert told() == [
        (asked.id.hex, "requested"),
        (stopped.id.hex, "pending"),
        (cancelled.id.hex, "cancelling"),
    ]
    # The second was given back an hour after the end.
    assert told(NEXT_DAY) == [(asked.id.hex, "requested"), (cancelled.id.hex, "cancelling")]


def test_a_payment_that_was_settled_at_once_is_never_told(ada: ChainId) -> None:
    world.make_deposit(ada, 400, now=UNTIL - HOUR)
    world.make_deposit(ada, 400, now=UNTIL)

    assert rows_of(DEFINITION) == []


def test_amounts_of_test_accounts_are_added_up_apart(ada: ChainId, monkeypatch: pytest.MonkeyPatch) -> None:
    # Earlier versions took payments from such accounts.
    monkeypatch.setattr("cashier.operations.deposit_preconditions.require_real_account", lambda _: None)
    own = opened_for_tests("own", now=FROM)
    for chain, amount_minor in ((ada, 30), (ada, 40), (own, 5)):
        world.make_deposit(chain, amount_minor, method="bank-transfer", now=FROM)

    table = table_of(DEFINITION)
    places = [table.column_index(name) for name in ("accounts", "currency", "amount")]

    # 30 + 40, and 5.
    assert [tuple(total[place] for place in places) for total in table.totals] == [
        ("players", "USD", 70),
        ("test", "USD", 5),
    ]


@pytest.mark.parametrize("looked_at", [1, 2, 1000])
def test_pages_give_the_same_payments_in_one_order(
    ada: ChainId, monkeypatch: pytest.MonkeyPatch, looked_at: int
) -> None:
    monkeypatch.setattr("cashier.queries.unfinished_payments._PAGE", looked_at)
    waiting = [world.make_deposit(ada, 10, method="bank-transfer", now=FROM) for _ in range(5)]
    world.review_by_hand(waiting[0], now=UNTIL - MILLISECOND)
    for payment in waiting[2:4]:
        world.review_by_hand(payment, now=UNTIL + HOUR)

    assert told() == [(payment.id.hex, "pending") for payment in waiting[1:]]
    assert_same_in_small_pages(DEFINITION, monkeypatch)
