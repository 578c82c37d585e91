"""A web server that is told to end says so, and serves on until a load balancer has heard of it."""

from __future__ import annotations

import signal
import time
from typing import TYPE_CHECKING, Final

import httpx
import pytest

from tests.journeys.running import WebServer, until

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

DRAIN_SECONDS: Final = 12
"""Time for forty requests on a busy machine."""


def test_a_server_that_is_told_to_end_is_not_ready_and_serves_on_for_as_long_as_it_was_asked(
    environment: Mapping[str, str], tmp_path: Path
) -> None:
    options = ("--drain-seconds", str(DRAIN_SECONDS))
    with WebServer(environment=environment, logs=tmp_path, options=options) as web:
        until(lambda: asked(web, "/readyz") == (200, None))
        told_at = time.monotonic()
        web.send_signal(signal.SIGTERM)
        until(lambda: asked(web, "/readyz") == (503, ["shutting-down"]), seconds=DRAIN_SECONDS - 1)
        # Every worker says so, and every worker still answers.
        for _ in range(20):
            assert asked(web, "/readyz") == (503, ["shutting-down"])
            assert asked(web, "/api/v1/games") == (200, None)
        assert time.monotonic() - told_at < DRAIN_SECONDS
        assert web.wait() == 0
        assert time.monotonic() - told_at >= DRAIN_SECONDS


def test_a_second_signal_ends_the_wait_and_without_the_option_there_is_none(
    environment: Mapping[str, str], tmp_path: Path
) -> None:
    with WebServer(environment=environment, logs=tmp_path, options=("--drain-seconds", "3600")) as web:
        web.send_signal(signal.SIGTERM)
        until(lambda: asked(web, "/readyz") == (503, ["shutting-down"]))
        web.send_signal(signal.SIGTERM)
        assert web.wait() == 0
    with WebServer(environment=environment, logs=tmp_path) as web:
        web.send_signal(signal.SIGTERM)
        assert web.wait() == 0


def asked(web: WebServer, path: str) -> tuple[int, list[str] | None]:
    """Return the status of an answer, and the faults in it, over a connection of its own."""
    answer = httpx.get(f"http://127.0.0.1:{web.port}{path}", timeout=5)
    return answer.status_code, answer.json().get("faults")
