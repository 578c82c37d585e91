"""Whether the process answers, and whether it can serve: asked by whoever, by any host's name."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest
import time_machine
from django.db import connection

from audit import keys
from reddog_platform import readiness
from reddog_platform.embedded.home import CHECKOUT
from reddog_platform.health import answer_health
from reddog_platform.readiness import DATABASE_SILENT, Readiness, _find_faults
from reddog_platform.wsgi import application as platform

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytest_django.fixtures import Settings

    from audit.key_uses import KeyHolder


def ask(path: str, **others: str) -> tuple[str, dict[str, str], Any]:
    answer: dict[str, Any] = {}

    def start_response(status: str, headers: list[tuple[str, str]], *_: object) -> None:
        answer.update(status=status, headers=dict(headers))

    environ = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": path,
        "QUERY_STRING": "",
        "SERVER_NAME": "10.0.0.7",
        "SERVER_PORT": "8000",
        "HTTP_HOST": "10.0.0.7:8000",
        "wsgi.url_scheme": "http",
    }
    body = b"".join(platform(environ | others, start_response))
    assert answer["headers"]["Content-Length"] == str(len(body))
    return answer["status"], answer["headers"], json.loads(body)


@pytest.fixture(autouse=True)
def _as_in_production(settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    settings.ALLOWED_HOSTS = ["casino.example"]


@pytest.fixture
def _keys_read_anew() -> Iterator[None]:
    keys.signer.cache_clear()
    keys.secret.cache_clear()
    yield
    keys.signer.cache_clear()
    keys.secret.cache_clear()


def test_the_process_answers_without_the_database_by_any_name_and_without_tls() -> None:
    # This test has no database: a connection would fail it.
    status, headers, document = ask("/healthz", HTTP_HOST="anything")

    assert (status, document) == ("200 OK", {"status": "alive"})
    assert headers["Cache-Control"] == "no-store"
    assert answer_health("HEAD", "/healthz") is not None
    assert answer_health("POST", "/healthz") is None
    assert answer_health("GET", "/healthz/") is None


@pytest.mark.django_db(transaction=True)
def test_a_process_with_all_it_needs_is_ready() -> None:
    assert ask("/readyz")[0::2] == ("200 OK", {"status": "ready"})


def test_while_the_machine_drains_the_proxy_is_sent_elsewhere(tmp_path: Path, settings: Settings) -> None:
    settings.REDDOG_DRAIN_FILE = str(tmp_path / "drain")
    (tmp_path / "drain").touch()

    status, headers, problem = ask("/readyz")

    assert (status, problem["code"], problem["faults"]) == ("503 Service Unavailable", "not-ready", ["shutting-down"])
    assert (headers["Content-Type"], headers["Retry-After"]) == ("application/problem+json", "1")


@pytest.mark.django_db
@pytest.mark.usefixtures("_keys_read_anew")
def test_without_its_keys_a_process_is_not_ready(tmp_path: Path, settings: Settings) -> None:
    settings.REDDOG_KEYS_DIR = tmp_path

    assert list(_find_faults()) == ["keys-unreadable"]


@pytest.mark.django_db
def test_a_clock_that_is_three_seconds_off_is_not_ready() -> None:
    with time_machine.travel(time.time() + 3):
        assert list(_find_faults()) == ["wrong-clock"]
    with time_machine.travel(time.time() + 1):
        assert list(_find_faults()) == []


@pytest.mark.django_db
def test_before_the_migrations_a_process_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    list(_find_faults())
    monkeypatch.setattr(readiness, "_needed", {*readiness._needed, "audit.9999_of_tomorrow"})

    assert list(_find_faults()) == ["migrations-missing"]


@pytest.mark.django_db
def test_a_standby_is_not_ready() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL default_transaction_read_only = on")
        assert list(_find_faults()) == ["database-read-only"]


_PROGRAM = """
import os, sys, time
os.environ["DJANGO_SETTINGS_MODULE"] = "reddog_platform.settings"
import django
django.setup()
from reddog_platform.health import answer_health
started = time.monotonic()
answer = answer_health("GET", "/readyz")
print(answer.status, answer.body.decode(), time.monotonic() - started, sep="\\n")
"""


def readiness_with(database_url: str) -> tuple[str, Any, float]:
    import os

    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM],
        env={**os.environ, "DATABASE_URL": database_url},
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=True,
    )
    status, body, seconds = done.stdout.splitlines()
    return status, json.loads(body), float(seconds)


def test_a_database_that_is_away_or_hangs_is_told_within_a_second_and_a_half() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        port = silent.getsockname()[1]
        status, problem, _ = readiness_with(f"postgresql://reddog_app@127.0.0.1:{port}/reddog")
        assert (status[:3], problem["faults"]) == ("503", ["database-unreachable"])
        assert "127.0.0.1" not in json.dumps(problem), "a stranger learns nothing of our network"

        # It takes the connection, and then says nothing.
        silent.listen()
        status, problem, seconds = readiness_with(f"postgresql://reddog_app@127.0.0.1:{port}/reddog")
        assert (status[:3], problem["faults"]) == ("503", [DATABASE_SILENT])
        assert seconds < 1.5


@pytest.mark.django_db(transaction=True)
def test_many_askers_cost_one_look_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[float] = []
    find = _find_faults

    def counted(process: KeyHolder) -> Iterator[str]:
        looks.append(time.monotonic())
        return find(process)

    monkeypatch.setattr(readiness, "_find_faults", counted)
    asked = Readiness()
    askers = [threading.Thread(target=lambda: [asked.faults() for _ in range(20)]) for _ in range(5)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()

    assert 1 <= len(looks) <= 3
