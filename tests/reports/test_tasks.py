"""What workers are told to do, and in which order."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
import time_machine
from celery.signals import before_task_publish

from reports.core.statuses import OrderStatus
from reports.operations.scheduler import run_tick
from reports.queries.orders import get_order
from reports.tasks import generate_task
from tests import world
from tests.reports.way import DAY, OVER, evening, ordered

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.clause("F37")]


@contextmanager
def sent() -> Iterator[list[tuple[str, str]]]:
    """Yield the tasks that are sent from here on: each one's name, and the order that it is about."""
    told: list[tuple[str, str]] = []

    def hear(sender: str, body: tuple[object, dict[str, str], object], **_: object) -> None:
        told.append((sender, body[1]["order_id"]))

    before_task_publish.connect(hear)
    try:
        yield told
    finally:
        before_task_publish.disconnect(hear)


def test_an_order_that_takes_longer_than_a_turn_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    world.open_house()
    evening()
    order_id = ordered()
    with time_machine.travel(OVER), sent() as told:
        with monkeypatch.context() as patch:
            patch.setattr("reports.tasks.TURN_SECONDS", 0)
            generate_task(order_id=order_id.hex)
        assert told == [("reports.generate", order_id.hex)]
        assert get_order(order_id).status == OrderStatus.RUNNING

        generate_task(order_id=order_id.hex)
    assert get_order(order_id).status == OrderStatus.FILED
    assert len(told) == 1


def test_the_oldest_orders_are_handed_out_first_and_not_all_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    world.open_house()
    evening()
    orders = [ordered(game=f"game {number}").hex for number in range(4)]
    monkeypatch.setattr("reports.operations.scheduler._ENQUEUED_PER_TICK", 3)
    monkeypatch.setattr("reports.operations.scheduler.order_due_reports", lambda *_, **__: 0)
    with sent() as told:
        run_tick(DAY.zone, now=OVER)
    assert told == [("reports.generate", order_id) for order_id in orders[:3]]
