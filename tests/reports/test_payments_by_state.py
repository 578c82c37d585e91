"""Payments of a day as whoever compares them with a bank's statement reads them."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from cashier.core.payment import ProviderOutcome
from cashier.operations.review_payment import ReviewDecision
from reports.catalogue.payments_by_state import DEFINITION
from reports.core.day_zone import DayZone
from reports.core.period import Period
from tests import world
from tests.bank import Bank
from tests.operations.test_growing_tables import keyed_reads
from tests.reports.asking import FROM, HOUR, MILLISECOND, UNTIL, assert_same_in_small_pages, rows_of

if TYPE_CHECKING:
    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F35"), pytest.mark.django_db]

NEXT_DAY = Period(date(2026, 11, 22), date(2026, 11, 23), DayZone("America/New_York"))


@pytest.fixture
def ada() -> ChainId:
    """Have a player with a PIN and 10.00, deposited the day before."""
    chain = world.sign_up(now=FROM - HOUR)
    world.give_pin(chain)
    world.make_deposit(chain, 1_000, now=FROM - HOUR)
    return chain


def told(period: Period | None = None) -> list[tuple[object, ...]]:
    rows = rows_of(DEFINITION) if period is None else rows_of(DEFINITION, period)
    return [tuple(row[name] for name in ("id", "status", "paid_in", "paid_out")) for row in rows]


def test_a_payment_is_told_on_every_day_on_which_it_is_under_way_and_moves_its_money_on_one(
    ada: ChainId, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = world.make_deposit(ada, 100, method="bank-transfer", now=FROM - MILLISECOND)
    ended_before = world.make_deposit(ada, 150, method="bank-transfer", now=FROM - HOUR)
    world.review_by_hand(ended_before, decision=ReviewDecision.REFUSE, now=FROM - MILLISECOND)
    first, second = (world.make_withdrawal(ada, 200 + n, method="bank-transfer", now=FROM) for n in range(2))
    world.review_by_hand(older, now=UNTIL - MILLISECOND)
    at_end = world.make_deposit(ada, 300, now=UNTIL)
    world.review_by_hand(first, now=UNTIL)

    assert told() == [
        (older.id.hex, "settled", 100, None),
        (first.id.hex, "pending", None, None),
        (second.id.hex, "pending", None, None),
    ]
    assert told(NEXT_DAY) == [
        (first.id.hex, "settled", None, 200),
        (second.id.hex, "pending", None, None),
        (at_end.id.hex, "settled", 300, None),
    ]
    monkeypatch.setattr("cashier.queries.payments_of_interval._PAGE", 1)
    assert_same_in_small_pages(DEFINITION, monkeypatch)


def test_a_reference_is_told_as_soon_as_the_provider_has_given_it(ada: ChainId) -> None:
    asked = world.make_withdrawal(ada, 400, method="wire", provider=Bank(silent=True), now=FROM)
    answered = world.make_withdrawal(ada, 300, method="wire", provider=Bank(begins=ProviderOutcome.UNDECIDED), now=FROM)

    assert [(row["id"], row["provider"], row["reference"], row["status"]) for row in rows_of(DEFINITION)] == [
        (asked.id.hex, "bank", None, "requested"),
        (answered.id.hex, "bank", f"bank-{answered.id.hex}", "pending"),
    ]


def test_the_payments_of_a_day_are_read_by_keys(ada: ChainId) -> None:
    world.make_deposit(ada, 100, method="bank-transfer", now=FROM - MILLISECOND)
    world.make_withdrawal(ada, 200, now=FROM)

    with keyed_reads():
        rows_of(DEFINITION)
