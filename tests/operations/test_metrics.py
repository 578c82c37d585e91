"""What the processes count reaches Prometheus, whatever becomes of the processes."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import httpx
import pytest
from django.db import connection
from django.test import Client
from kombu import Queue
from prometheus_client import REGISTRY, CollectorRegistry
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.parser import text_string_to_metric_families

from kernel.instants import to_epoch_ms
from reddog_platform import environment, exporter
from reddog_platform.celery import app as celery
from reddog_platform.database_figures import DATABASE_PARTS, log_figures, server_figures
from reddog_platform.embedded.home import CHECKOUT
from reddog_platform.stack import free_port
from tests import world
from tests.api.caller import V1, Player
from tests.ports import own_ports

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from prometheus_client.core import Metric

_COUNTING: Final = """
import os, signal, sys
import django
django.setup()
from telemetry import metrics
metrics.begin_process("web")
for _ in range(int(sys.argv[1])):
    metrics.count_deal("red-dog-table", settled=False)
    metrics.observe_request("/api/v1/games", "GET", 200, 0.002)
print(metrics.values.ValueClass.__name__, flush=True)
if sys.argv[2:] == ["forked"] and os.fork() == 0:
    metrics.begin_process("web", forked=True)
    metrics.count_deal("red-dog-table", settled=True)
    os._exit(0)
if sys.argv[2:] == ["forked"]:
    os.wait()
sys.stdin.read()
"""


def counting(folder: Path, times: int, *further: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", _COUNTING, str(times), *further],
        env={**os.environ, "REDDOG_METRICS_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "reddog_platform.settings"},
        cwd=CHECKOUT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    process.stdout.readline()
    return process


def ended(process: subprocess.Popen[str], by: int = signal.SIGKILL) -> None:
    with process:
        process.send_signal(by)


def added_up(folder: Path, name: str, **labels: str) -> float | None:
    registry = CollectorRegistry()
    MultiProcessCollector(registry, str(folder))  # type: ignore[no-untyped-call]  # the library has no types
    return registry.get_sample_value(name, labels)


def value(metrics: Iterator[Metric], name: str, **labels: str) -> float:
    (found,) = [
        sample.value
        for metric in metrics
        for sample in metric.samples
        if (sample.name, sample.labels) == (name, labels)
    ]
    return found


def test_no_count_is_lost_with_a_process_and_no_file_is_left_behind_by_many(tmp_path: Path) -> None:
    together = [counting(tmp_path, 3), counting(tmp_path, 4)]
    for process in together:
        ended(process)
    for _ in range(2):
        ended(counting(tmp_path, 1))

    assert added_up(tmp_path, "reddog_deals_total", game="red-dog-table") == 3 + 4 + 1 + 1
    labels = {"route": "/api/v1/games", "method": "GET", "status": "2xx"}
    assert added_up(tmp_path, "reddog_request_seconds_count", **labels) == 9
    assert added_up(tmp_path, "reddog_process_starts_total", process="web") == 4
    assert sorted(path.name for path in tmp_path.glob("*.lock")) == ["0.lock", "1.lock"]


def test_a_forked_process_has_a_slot_of_its_own(tmp_path: Path) -> None:
    process = counting(tmp_path, 5, "forked")
    assert process.stdin is not None
    process.stdin.close()
    with process:
        assert process.wait() == 0

    assert added_up(tmp_path, "reddog_deals_total", game="red-dog-table") == 5 + 1
    assert len(list(tmp_path.glob("*.lock"))) == 2


def test_where_the_disk_has_no_room_a_process_works_on_without_files(tmp_path: Path) -> None:
    def leave_no_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    done = subprocess.run(
        [sys.executable, "-c", _COUNTING, "2"],
        env={**os.environ, "REDDOG_METRICS_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "reddog_platform.settings"},
        cwd=CHECKOUT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        preexec_fn=leave_no_room,
        check=True,
    )

    assert done.stdout.strip() == "MutexValue"
    assert "metrics-not-kept" in done.stderr
    assert all(path.stat().st_size == 0 for path in tmp_path.glob("*.db"))


@pytest.mark.django_db(transaction=True)
def test_rounds_refusals_and_requests_are_counted_by_names_of_ours_alone() -> None:
    now = datetime.now(UTC)
    world.open_house(now=now)
    player = Player()
    counted = {
        "deals": ("reddog_deals_total", {"game": world.GAME}),
        "settlements": ("reddog_settlements_total", {"game": world.GAME, "by": "player"}),
        "refusals": ("reddog_refusals_total", {"code": "round-not-found"}),
        "refused steps": (
            "reddog_request_seconds_count",
            {"route": "/api/v1/rounds/<str:round_id>/actions", "method": "POST", "status": "4xx"},
        ),
    }
    before = {name: REGISTRY.get_sample_value(*sample) or 0 for name, sample in counted.items()}

    opened = player.open_round_of()
    path = f"/rounds/{opened['id']}/actions"
    assert player.post(path, {"action": "stand"}).status_code == 201
    assert player.post(path, {"action": "stand"}, key="again").status_code == 409
    assert player.get("/rounds/0").status_code == 404
    Client().generic("BREW", f"{V1}/a-path-of-a-clients-choice")

    after = {name: REGISTRY.get_sample_value(*sample) or 0 for name, sample in counted.items()}
    assert after["deals"] > before["deals"]
    assert after["settlements"] == before["settlements"] + 1
    assert after["refusals"] == before["refusals"] + 1
    assert after["refused steps"] == before["refused steps"] + 1
    samples = [sample for metric in REGISTRY.collect() for sample in metric.samples if "route" in sample.labels]
    assert {"/api/v1/rounds/<str:round_id>/actions", "other"} <= {sample.labels["route"] for sample in samples}
    assert {sample.labels["method"] for sample in samples} <= {
        "GET",
        "POST",
        "PATCH",
        "PUT",
        "DELETE",
        "OPTIONS",
        "HEAD",
        "other",
    }
    text = repr([sample.labels for metric in REGISTRY.collect() for sample in metric.samples])
    assert player.seat.chain.hex not in text
    assert "BREW" not in text
    assert "a-path-of" not in text


@pytest.mark.django_db
def test_the_sequencers_lag_is_the_age_of_the_oldest_record_that_waits() -> None:
    world.open_house()
    seat = world.seat_player()
    world.run_sequencer()
    assert value(log_figures(world.NOW), "reddog_sequencer_lag_seconds") == 0

    world.play_round(seat, 500)
    with connection.cursor() as cursor:
        cursor.execute("SELECT min(time_ms) FROM audit_queue")
        (oldest_ms,) = cursor.fetchone()
    later = datetime.fromtimestamp(oldest_ms / 1000 + 45, UTC)

    assert value(log_figures(later), "reddog_sequencer_lag_seconds") == pytest.approx(45)
    assert value(log_figures(later), "reddog_log_waiting") >= 1
    assert value(log_figures(later), "reddog_sequencer_up") == 0
    assert to_epoch_ms(later) > oldest_ms


@pytest.mark.django_db(transaction=True)
def test_a_row_that_somebody_holds_is_seen_as_a_wait(servers_environment: Mapping[str, str]) -> None:
    import psycopg

    world.open_house()
    update = "UPDATE audit_log SET size = size"
    with (
        psycopg.connect(servers_environment["DATABASE_OWNER_URL"]) as holder,
        psycopg.connect(servers_environment["DATABASE_OWNER_URL"], autocommit=True) as waiter,
    ):
        holder.execute(update)
        waiter.pgconn.send_query(update.encode())
        waited = wait_until(lambda: value(server_figures(world.NOW), "reddog_database_lock_waits") == 1)
        holder.rollback()
        while waiter.pgconn.get_result() is not None:
            pass

    assert waited
    assert value(server_figures(world.NOW), "reddog_database_connections_max") >= 1


@pytest.mark.django_db
def test_a_part_that_cannot_be_read_leaves_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    world.open_house()

    def fail(_: datetime) -> Iterator[Metric]:
        raise ZeroDivisionError

    monkeypatch.setitem(DATABASE_PARTS, "reports", fail)
    readings = exporter.Readings()
    # The connection is in the test's transaction, and would be closed.
    monkeypatch.setattr(connection, "close", lambda: None)
    readings.read()

    assert value(readings.collect(), "reddog_collection_failed", part="reports") == 1
    assert value(readings.collect(), "reddog_collection_failed", part="log") == 0
    assert value(readings.collect(), "reddog_log_size") >= 0


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_tables_that_somebody_locks_delay_no_reading_by_more_than_some_seconds(
    servers_environment: Mapping[str, str], tmp_path: Path
) -> None:
    import psycopg

    port = free_port(own_ports(9664))
    environ = {
        **servers_environment,
        "REDDOG_METRICS_DIR": str(tmp_path),
        "REDDOG_METRICS_ADDRESS": f"127.0.0.1:{port}",
    }

    def failed(part: str) -> bool:
        try:
            told = httpx.get(f"http://127.0.0.1:{port}/metrics").text
        except httpx.TransportError:
            return False
        return f'reddog_collection_failed{{part="{part}"}} 1.0' in told

    with psycopg.connect(servers_environment["DATABASE_OWNER_URL"]) as holder:
        # The first reading that is cut closes the connection, and the second one has a new one.
        holder.execute("LOCK TABLE audit_queue, reports_cursor IN ACCESS EXCLUSIVE MODE")
        with running([sys.executable, "manage.py", "metrics"], environ):
            assert wait_until(lambda: failed("log"))
            assert wait_until(lambda: failed("reports"))
        holder.rollback()


@contextmanager
def running(command: list[str], environ: Mapping[str, str]) -> Iterator[None]:
    with subprocess.Popen(command, env=dict(environ), cwd=CHECKOUT, stderr=subprocess.DEVNULL) as process:
        try:
            yield
        finally:
            process.terminate()


def wait_until(holds: Callable[[], bool], seconds: float = 60) -> bool:
    ends = time.monotonic() + seconds
    while not (held := holds()) and time.monotonic() < ends:
        time.sleep(0.2)
    return held


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_prometheus_reads_the_tasks_of_a_real_worker_from_the_exporter(
    servers_environment: Mapping[str, str], tmp_path: Path
) -> None:
    world.open_house()
    port = free_port(own_ports(9564))
    environ = {
        **servers_environment,
        "REDDOG_METRICS_DIR": str(tmp_path),
        "REDDOG_METRICS_ADDRESS": f"127.0.0.1:{port}",
    }
    worker = [sys.executable, "-m", "celery", "--app", "reddog_platform.celery", "worker", "--queues", "realtime"]
    broker = environment.broker(environ["REDIS_URL"])
    with celery.connection_for_write(broker) as queue:
        # Of an earlier test's tasks, whose worker was killed.
        Queue("realtime")(queue).purge()
        celery.send_task("reports.generate", kwargs={"order_id": "no id"}, queue="realtime", connection=queue)

    def samples() -> dict[tuple[str, str], float]:
        try:
            text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
        except httpx.TransportError:
            return {}
        families = text_string_to_metric_families(text)
        return {
            (each.name, " ".join(value for _, value in sorted(each.labels.items()))): each.value
            for one in families
            for each in one.samples
        }

    with running([sys.executable, "manage.py", "metrics"], environ):
        assert wait_until(lambda: samples().get(("reddog_queue_length", "realtime")) == 1)
        assert samples()["reddog_queue_age_seconds", "realtime"] > 0
        with running([*worker, "--concurrency", "1", "--without-gossip", "--without-mingle"], environ):
            # A worker settles overdue rounds as soon as it is ready.
            expired = ("reddog_tasks_total", "succeeded games.expire_rounds")
            assert wait_until(lambda: samples().get(expired, 0) >= 1), samples()
            assert wait_until(lambda: samples().get(("reddog_tasks_total", "failed reports.generate"), 0) == 1)
        found = samples()
    assert found["reddog_process_starts_total", "worker"] == 1
    assert found["reddog_collection_failed", "log"] == found["reddog_collection_failed", "queues"] == 0
    assert abs(found["reddog_clock_difference_seconds", ""]) < 1
