"""Every process works with the keys that the table gives it, encrypted, in a folder that holds no others."""

from __future__ import annotations

import contextlib
import os
import secrets
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.core.cache import cache

from audit.key_uses import KeyHolder
from audit.queries.log import log_status
from games.queries.rounds import open_round_id
from kernel.instants import midnight
from reddog_platform import stack
from reports.core.day_zone import DayZone
from reports.core.schedule import GRACE
from reports.core.statuses import OrderStatus
from reports.operations.order_report import ReportRequest, order_report
from reports.queries.orders import get_order
from responsible_gaming.queries.exclusion_list import list_in_force
from tests import world
from tests.journeys.player import Player
from tests.journeys.running import Running, WebServer, manage, sequencer, surroundings, until

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from uuid import UUID

    from kernel.ids import ChainId

pytestmark = [pytest.mark.slow, pytest.mark.clause("F11")]

PASSPHRASE: Final = "nine red dogs in the rain"


@pytest.fixture
def environments(servers_environment: Mapping[str, str], tmp_path: Path) -> dict[KeyHolder, dict[str, str]]:
    """Return each process's environment. This installation's keys are encrypted and distributed for it."""
    own, apart = tmp_path / "keys", tmp_path / "apart"
    own.mkdir(mode=0o700)
    for file in settings.REDDOG_KEYS_DIR.iterdir():
        (own / file.name).write_bytes(file.read_bytes())
    (tmp_path / "passphrase").write_text(PASSPHRASE)
    (tmp_path / "excluded.csv").write_text(
        "family_name,given_name,birth_date,until,reference\nHopper,Grace,1990-01-01,,\n"
    )
    told = {
        **surroundings(servers_environment, tmp_path),
        "REDDOG_KEYS_PASSPHRASE_FILE": str(tmp_path / "passphrase"),
        "REDDOG_EXCLUSION_LIST": str(tmp_path / "excluded.csv"),
    }
    for words in (["encrypt_keys"], ["distribute_keys", str(apart)]):
        done = manage(*words, environment={**told, "REDDOG_KEYS_DIR": str(own)})
        assert done.returncode == 0, done.stderr
    return {process: {**told, "REDDOG_KEYS_DIR": str(apart / process.value)} for process in KeyHolder}


@contextlib.contextmanager
def all_running(environments: Mapping[KeyHolder, dict[str, str]], logs: Path) -> Iterator[str]:
    """Run web, sequencer, worker, batch and beat; yield the address of the web server."""
    others = {process.name: process.command for process in stack.processes(port=0)}
    with contextlib.ExitStack() as started:
        web = started.enter_context(WebServer(environment=environments[KeyHolder.WEB], logs=logs))
        started.enter_context(sequencer(environment=environments[KeyHolder.SEQUENCER], logs=logs))
        for process in (KeyHolder.WORKER, KeyHolder.BATCH):
            started.enter_context(
                Running(others[process.value], environment=environments[process], log=logs / f"{process.value}.log")
            )
        beat = [*others["beat"], "--schedule", str(logs / "beat-schedule")]
        started.enter_context(Running(beat, environment=environments[KeyHolder.BEAT], log=logs / "beat.log"))
        yield web.url


def work_left_over() -> tuple[ChainId, UUID]:
    """Have a round that is overdue, and an order for a report of yesterday; return its chain, and the order."""
    zone = DayZone(world.DEMO.zone)
    day = zone.day_of(datetime.now(UTC) - GRACE) - timedelta(days=1)
    noon = midnight(day, ZoneInfo(zone.name)) + timedelta(hours=12)
    world.open_house(now=noon - timedelta(days=1))
    # Left open for longer than a day, so the worker settles it.
    bob = world.seat_player("bob", now=noon - timedelta(days=1))
    world.deal_open_round(bob, now=noon - timedelta(days=1))
    world.play_round(world.seat_player("ada", now=noon), now=noon)
    world.run_sequencer(now=noon)
    asked = ReportRequest(kind="taxable-revenue", first=day, until=day + timedelta(days=1), actor="operator:test")
    order_id = order_report(asked, zone=zone, now=datetime.now(UTC))
    # The message of it is lost in this process, and the scheduler is to send another at once.
    cache.clear()
    return bob.chain, order_id


def test_all_processes_work_with_their_own_keys_alone(
    environments: Mapping[KeyHolder, dict[str, str]], tmp_path: Path
) -> None:
    migrated = manage("migrate", environment=environments[KeyHolder.MIGRATE])
    assert migrated.returncode == 0, migrated.stderr
    bob, order_id = work_left_over()
    assert open_round_id(bob) is not None

    with all_running(environments, tmp_path) as url:
        # The web server registers (vault, person), hashes, deals, signs and settles (rounds, seal).
        player = Player(url)
        player.fund(100_000)
        player.open_epoch()
        for _ in range(5):
            player.play()
        # The sequencer covers it, beat sends, the worker settles, and the batch worker files and imports.
        until(lambda: log_status().pending == 0 and log_status().checkpoint_size == log_status().size)
        until(lambda: open_round_id(bob) is None)
        words = (
            "from reddog_platform.celery import app; app.send_task('reports.scheduler_tick');"
            " app.send_task('responsible_gaming.import_exclusions')"
        )
        subprocess.run([sys.executable, "-c", words], env={**os.environ, **environments[KeyHolder.BEAT]}, check=True)
        until(lambda: get_order(order_id).status == OrderStatus.FILED, seconds=120)
        until(lambda: list_in_force() is not None)
        # The worker's start sends one such task; the second is beat's.
        until(lambda: (tmp_path / "worker.log").read_text().count("games.expire_rounds") > 2)
        # What the batch worker signed is in the log too.
        until(lambda: log_status().pending == 0 and log_status().checkpoint_size == log_status().size)

    for log in tmp_path.glob("*.log"):
        assert "does not need" not in log.read_text(), log.name


def test_production_does_not_serve_from_a_folder_of_all_keys(
    environments: Mapping[KeyHolder, dict[str, str]], tmp_path: Path
) -> None:
    production = {
        "REDDOG_MODE": "production",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "REDDOG_KEYS_DIR": str(tmp_path / "all-keys"),
        "ALLOWED_HOSTS": "127.0.0.1",
        "REDDOG_LOG_ORIGIN": "test.example/log",
        "REDDOG_JURISDICTION": "new-jersey",
        "REDDOG_OPERATOR": "A test",
        "REDDOG_ORIGIN": "https://play.example.com",
    }
    # Production refuses a demonstration's secret and keys before it looks whose they are, so these are its own.
    made = manage("make_keys", environment={**environments[KeyHolder.WEB], **production})
    assert made.returncode == 0, made.stderr
    others = {process.name: process.command for process in stack.processes(port=0)}
    for process, command in (
        (KeyHolder.SEQUENCER, others["sequencer"]),
        (KeyHolder.WORKER, others["worker"]),
        (KeyHolder.BATCH, others["batch"]),
        (KeyHolder.BEAT, [*others["beat"], "--schedule", str(tmp_path / "beat-schedule")]),
        (KeyHolder.WEB, [sys.executable, "-c", "import reddog_platform.wsgi"]),
        (KeyHolder.STREAM, [sys.executable, "-c", "import reddog_platform.asgi"]),
    ):
        started = subprocess.run(
            command,
            env={**environments[process], **production},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert started.returncode != 0
        assert f"which a {process.value} process does not need" in started.stderr + started.stdout
