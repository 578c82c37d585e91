"""What workers are told to do, and in which order."""

from __future__ import annotations

import base64
import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
import redis
import time_machine
from celery.concurrency.base import BasePool
from celery.signals import before_task_publish
from django.conf import settings
from django.core.cache import caches
from kombu.exceptions import OperationalError
from kombu.message import Message

from kernel.cell import Cell
from kernel.serving import own_cell, serve
from reddog_platform.celery import app as celery
from reddog_platform.environment import broker
from reddog_platform.task_queues import LimitedRequest
from reports.core.statuses import OrderStatus
from reports.issuer import Issuer
from reports.operations.enqueue import GENERATE, _send, note_taken
from reports.operations.scheduler import run_tick
from reports.queries.orders import get_order
from reports.tasks import FILES_SECONDS, TURN_SECONDS, generate_task
from tests import world
from tests.reports.way import DAY, OVER, another_worker_at, drop_folder, evening, ordered

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.clause("F37")]


@contextmanager
def sent() -> Iterator[list[tuple[str, str]]]:
    """Yield the tasks that are sent from here on: each one's name, and the order or filing that it is about."""
    told: list[tuple[str, str]] = []

    def hear(sender: str, body: tuple[object, dict[str, str], object], **_: object) -> None:
        told.append((sender, body[1].get("order_id") or body[1]["filing_id"]))

    before_task_publish.connect(hear)
    try:
        yield told
    finally:
        before_task_publish.disconnect(hear)


def test_the_files_of_a_long_report_may_take_longer_than_another_task_and_are_not_handed_out_again_meanwhile() -> None:
    asked: list[float] = []
    request = _taken(GENERATE)

    class Pool(BasePool):
        def on_apply(self, *_: object, timeout: float, **__: object) -> None:
            asked.append(timeout)

    request.execute_using_pool(Pool(1))

    assert asked == [FILES_SECONDS]
    assert settings.CELERY_TASK_TIME_LIMIT + TURN_SECONDS < FILES_SECONDS
    assert settings.CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"] > FILES_SECONDS


def _taken(name: str) -> LimitedRequest:
    """Return the request of a task as a worker takes it from its queue."""
    headers: dict[str, Any] = {"id": "0", "task": name, "lang": "py", "timelimit": [1, 1]}
    message = Message(
        body=json.dumps([[], {}, {}]),
        content_type="application/json",
        content_encoding="utf-8",
        headers=headers,
        delivery_info={},
    )
    return LimitedRequest(message, app=celery, task=celery.tasks[name], hostname="test")


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
    orders = [ordered(currency=f"no {number}").hex for number in range(4)]
    monkeypatch.setattr("reports.operations.scheduler._ENQUEUED_PER_TICK", 3)
    monkeypatch.setattr("reports.operations.scheduler.order_due_reports", lambda *_, **__: 0)
    # What was sent as they were ordered is lost.
    caches["default"].clear()
    with sent() as told:
        run_tick(DAY.zone, now=OVER)
    assert told == [("reports.generate", order_id) for order_id in orders[:3]]


def test_no_message_is_sent_again_while_it_waits_or_somebody_is_at_its_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.open_house()
    evening()
    monkeypatch.setattr("reports.operations.scheduler.order_due_reports", lambda *_, **__: 0)
    going = Issuer(operator="Example Casino", origin=settings.REDDOG_LOG_ORIGIN, destinations=drop_folder(tmp_path))
    monkeypatch.setattr("reports.tasks.configured_issuer", lambda: going)

    with sent() as told, time_machine.travel(OVER):
        first, second = (ordered(currency=f"no {number}") for number in range(2))
        for _ in range(4):
            run_tick(DAY.zone, now=OVER)
        assert told == [("reports.generate", first.hex), ("reports.generate", second.hex)]

        # Both were taken, and one worker is killed.
        for order_id in (first, second):
            note_taken(GENERATE, order_id=order_id.hex)
        with another_worker_at("order", first):
            for _ in range(2):
                run_tick(DAY.zone, now=OVER)
        assert told[2:] == [("reports.generate", second.hex)]

        generate_task(order_id=first.hex)
        for _ in range(2):
            run_tick(DAY.zone, now=OVER)
        assert told[3:] == [("reports.deliver", first.hex)]


def test_a_web_server_of_several_cells_sends_a_task_to_the_queue_of_the_cell_that_it_serves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    queues = redis.Redis.from_url(settings.REDIS_URL)
    order_id, harbour = uuid4(), Cell("harbour")

    # Not the tests' broker, which has one set of queues for whoever connects.
    monkeypatch.setattr(celery.conf, "broker_url", broker(settings.REDIS_URL))
    serve(harbour)
    try:
        _send(GENERATE, order_id=order_id.hex)
        _send(GENERATE, order_id=order_id.hex)
    finally:
        serve(own_cell())
    try:
        (waiting,) = queues.lrange("cell.harbour.batch", 0, -1)
        assert order_id.hex in json.loads(base64.b64decode(json.loads(waiting)["body"]))[1].values()
        assert not any(order_id.hex.encode() in each for each in queues.lrange("batch", 0, -1))
    finally:
        queues.delete(*queues.scan_iter("cell.harbour.*"))


def test_a_message_that_a_broker_refused_is_sent_by_the_next_tick(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OperationalError

    world.open_house()
    evening()
    monkeypatch.setattr("reports.operations.scheduler.order_due_reports", lambda *_, **__: 0)
    with monkeypatch.context() as patch:
        patch.setattr(celery, "send_task", refuse)
        order_id = ordered()

    with sent() as told:
        run_tick(DAY.zone, now=OVER)
    assert told == [("reports.generate", order_id.hex)]
