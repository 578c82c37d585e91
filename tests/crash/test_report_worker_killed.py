"""Workers killed while they make reports: nothing is lost, and nothing is filed or delivered twice."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest

from audit.core.records import parse_entry
from audit.queries.records import entries
from kernel.ids import SYSTEM_CHAIN
from kernel.instants import midnight
from reddog_platform import stack
from reports.catalogue import CATALOGUE, DELIVERED_BY_DEFAULT
from reports.core.day_zone import DayZone
from reports.core.period import Period
from reports.core.schedule import GRACE
from reports.core.statuses import OrderStatus
from reports.models.filings import Delivery, FiledFile, StoredFiling
from reports.models.orders import OrderPage, ReportOrder
from reports.operations.order_report import ReportRequest, order_report
from reports.queries.file_pieces import file_pieces, measure_file
from tests import world
from tests.journeys.running import Running, surroundings, until

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

pytestmark = [pytest.mark.slow, pytest.mark.clause("F38")]

ZONE = DayZone(world.DEMO.zone)

_PATIENCE_SECONDS = 240
_TICK_SECONDS = 30


def yesterday() -> Period:
    day = ZONE.day_of(datetime.now(UTC) - GRACE) - timedelta(days=1)
    return Period(day, day + timedelta(days=1), ZONE)


@pytest.fixture
def environment(servers_environment: Mapping[str, str], tmp_path: Path) -> dict[str, str]:
    """Return the environment of workers on a log that began yesterday, with a folder that reports are delivered to."""
    (tmp_path / "in").mkdir()
    (tmp_path / "places.toml").write_text(f'[[destination]]\nname = "regulator"\nurl = "file://{tmp_path}/in"\n')
    noon = midnight(yesterday().first, ZoneInfo(ZONE.name)) + timedelta(hours=12)
    world.open_house(now=noon)
    for name in ("ada", "bea"):
        seat = world.seat_player(name, now=noon)
        for _ in range(3):
            world.play_round(seat, 500, now=noon)
    world.run_sequencer(now=noon)
    return {**surroundings(servers_environment, tmp_path), "REDDOG_REPORT_DESTINATIONS": str(tmp_path / "places.toml")}


def worker(environment: Mapping[str, str], logs: Path) -> Running:
    (process,) = (one for one in stack.processes(port=0, environment=environment) if one.name == "batch")
    return Running(process.command, environment=environment, log=logs / "worker.log")


def told_to_look(environment: Mapping[str, str]) -> None:
    """Do what beat does every half minute."""
    words = "from reddog_platform.celery import app; app.send_task('reports.scheduler_tick')"
    subprocess.run([sys.executable, "-c", words], env=environment, check=True)


def until_by_ticks(environment: Mapping[str, str], arrived: Callable[[], bool]) -> None:
    """Wait while beat goes on ticking: a busy worker throws away unread what has waited for a minute."""
    next_tick = 0.0

    def looked() -> bool:
        nonlocal next_tick
        if time.monotonic() >= next_tick:
            told_to_look(environment)
            next_tick = time.monotonic() + _TICK_SECONDS
        return arrived()

    until(looked, seconds=_PATIENCE_SECONDS)


def filing_records() -> list[dict[str, object]]:
    told = (parse_entry(entry) for entry in entries(SYSTEM_CHAIN, from_seq=0, to_seq=10_000))
    return [dict(record) for record in told if record["type"] == "filing"]


def _as_many_filed_as(count: int) -> bool:
    return StoredFiling.objects.count() >= count


def assert_filed_once() -> None:
    """Every filing has its one record, its files are those of the record, and nothing is left lying."""
    told = Counter((record["report"], record["from"], record["to"], record["rev"]) for record in filing_records())
    assert set(told.values()) == {1}
    assert len(told) == StoredFiling.objects.count()
    for file in FiledFile.objects.iterator():
        assert measure_file(file.filing, file.format).sha256 == bytes(file.sha256)
    assert not OrderPage.objects.exists()


def test_a_worker_killed_after_any_statement_files_its_report_once(
    environment: Mapping[str, str],
) -> None:
    day = yesterday()
    asked = ReportRequest(kind="patron-account-summary", first=day.first, until=day.until, actor="operator:test")
    order_id = order_report(asked, zone=ZONE, now=datetime.now(UTC))
    command = [sys.executable, "-m", "tests.crash.crashing_report", order_id.hex, datetime.now(UTC).isoformat()]

    died = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True, timeout=300)

    # The lock, the order, its fold and look, its page, its filing: at least twenty statements to die after.
    assert int(died.stdout) >= 20
    assert ReportOrder.objects.get(id=order_id).status == OrderStatus.FILED
    assert_filed_once()


def test_workers_killed_again_and_again_file_and_deliver_every_due_report_once(
    environment: Mapping[str, str], tmp_path: Path
) -> None:
    due = len(CATALOGUE)
    with worker(environment, tmp_path) as running:
        for killed_with in (1, due // 3, 2 * due // 3):
            told_to_look(environment)
            until(partial(_as_many_filed_as, killed_with), seconds=_PATIENCE_SECONDS)
            time.sleep(os.urandom(1)[0] / 1000)
            running.start()
        until_by_ticks(environment, lambda: StoredFiling.objects.count() >= due)
        until_by_ticks(environment, lambda: not Delivery.objects.exclude(status="delivered").exists())

    assert (
        Counter(ReportOrder.objects.values_list("status", flat=True))[OrderStatus.FILED] == StoredFiling.objects.count()
    )
    assert_filed_once()
    delivered = {path.name: path.read_bytes() for path in (tmp_path / "in").iterdir()}
    # The destination names no kinds.
    due_there = StoredFiling.objects.filter(kind__in=DELIVERED_BY_DEFAULT)
    files = FiledFile.objects.filter(filing__in=due_there)
    content = {file.name: b"".join(file_pieces(file.filing, file.format)) for file in files.iterator()}
    assert content.items() <= delivered.items()
    assert sum(name.endswith(".note") for name in delivered) == due_there.count() < StoredFiling.objects.count()
