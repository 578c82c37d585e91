"""Traces reach a collector when one is named, and say nothing of people or money."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Final

import pytest

from reddog_platform import stack
from reddog_platform.embedded.home import CHECKOUT
from tests import world
from tests.api.test_step_views import DEAL, STAKE, environ
from tests.journeys.running import Running, surroundings, until

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

_PROGRAM: Final = """
import io, json, sys
from reddog_platform.wsgi import application
from telemetry import traces

traces.begin_process("web")
for environ, body in json.loads(sys.stdin.read()):
    environ["wsgi.input"] = io.BytesIO(body.encode())
    answer = {}
    list(application(environ, lambda status, headers, *_: answer.update(status=status, headers=dict(headers))))
    print(answer["status"][:3], answer["headers"]["X-Request-ID"])
traces.end_process()
print("traced" if "opentelemetry.exporter.otlp" in sys.modules else "not imported")
"""
TRACE: Final = "4bf92f3577b34da6a3ce929d0e0e4736"


@contextmanager
def collector(received: list[bytes]) -> Iterator[str]:
    """Take OTLP over HTTP at an address of this machine, as a collector does."""

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            received.append(gzip.decompress(body) if self.headers["Content-Encoding"] == "gzip" else body)
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002  the library's name
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Collector) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def answered(requests: list[tuple[dict[str, Any], str]], environment: Mapping[str, str]) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM],
        input=json.dumps(requests),
        env={**os.environ, **environment},
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def spans_of(received: list[bytes]) -> list[Any]:
    """Return the spans of all that a collector took."""
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

    return [
        span
        for body in received
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans
        for scope in resource.scope_spans
        for span in scope.spans
    ]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_step_is_traced_with_its_statements_and_without_person_or_money(
    servers_environment: Mapping[str, str],
) -> None:
    pytest.importorskip("opentelemetry.sdk", reason="the packages of requirements-tracing.txt are not installed")
    now = datetime.now(UTC)
    world.open_house(now=now)
    player = world.seat_player("zebedee", amount_minor=1_000, now=now)
    proxied = {"HTTP_TRACEPARENT": f"00-{TRACE}-00f067aa0ba902b7-01"}
    too_much = '{"stake":{"amount":29876,"currency":"USD"}}'
    # The first step of a process goes by Django's way, the second by the short one, the third is refused there.
    requests = [
        (environ(player, DEAL, STAKE, HTTP_IDEMPOTENCY_KEY="key-of-a-step"), STAKE.decode()),
        (environ(player, DEAL, STAKE, HTTP_IDEMPOTENCY_KEY="key-of-a-step", **proxied), STAKE.decode()),
        (environ(player, DEAL, too_much.encode()), too_much),
    ]
    received: list[bytes] = []
    with collector(received) as address:
        traced = {"OTEL_EXPORTER_OTLP_ENDPOINT": address, "REDDOG_BEHIND_PROXY": "true"}
        *answers, last = answered(requests, {**servers_environment, **traced})

    assert [answer[:3] for answer in answers] == ["201", "201", "409"]
    assert last == "traced"
    spans = spans_of(received)
    steps = [span for span in spans if span.name == "/api/v1/games/<str:game>/rounds"]
    ids = [each.value.string_value for step in steps for each in step.attributes if each.key == "reddog.request_id"]
    assert ids == [answer[4:] for answer in answers]
    assert [step.trace_id.hex() == TRACE for step in steps] == [False, True, False]
    for step in steps:
        statements = [span for span in spans if span.trace_id == step.trace_id and span.name in {"SELECT", "WITH"}]
        assert statements, "each step reads"
    everything = b"".join(received)
    for private in (player.token, player.chain.hex, str(player.chain), "zebedee", "29876", "key-of-a-step"):
        assert private.encode() not in everything
    assert all(not span.events for span in spans), "an exception's message has amounts"


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_workers_tasks_are_traced_with_their_statements_and_the_last_ones_are_sent_before_it_ends(
    servers_environment: Mapping[str, str], tmp_path: Path
) -> None:
    pytest.importorskip("opentelemetry.sdk", reason="the packages of requirements-tracing.txt are not installed")
    world.open_house(now=datetime.now(UTC))
    (command,) = (process.command for process in stack.processes(port=0) if process.name == "worker")
    received: list[bytes] = []
    with collector(received) as address:
        # Spans wait in the process for longer than this test runs. What arrives was sent at the end.
        later = {"OTEL_EXPORTER_OTLP_ENDPOINT": address, "OTEL_BSP_SCHEDULE_DELAY": "3600000"}
        environment = {**surroundings(servers_environment, tmp_path), **later}
        with Running(command, environment=environment, log=tmp_path / "worker.log") as worker:
            # A worker settles overdue rounds as soon as it is ready.
            until(lambda: "games.expire_rounds" in worker.said() and "succeeded" in worker.said())
            worker.send_signal(signal.SIGTERM)
            assert worker.wait() == 0

    spans = spans_of(received)
    (task,) = (span for span in spans if span.name == "games.expire_rounds")
    inside = [span for span in spans if span.parent_span_id == task.span_id]
    assert {span.name for span in inside} & {"SELECT", "WITH"}, "a task reads"
    assert all(span.trace_id == task.trace_id for span in inside)
    (request_id,) = (each.value.string_value for each in task.attributes if each.key == "reddog.request_id")
    assert f"request_id={request_id}" in worker.said(), "the log lines of the task are found by its span"


def test_a_worker_does_not_start_with_a_collector_and_without_the_packages(
    servers_environment: Mapping[str, str], tmp_path: Path
) -> None:
    words = (
        "import sys; sys.modules['opentelemetry.sdk.trace'] = None; from celery.__main__ import main;"
        " sys.argv = ['celery', '--app', 'reddog_platform.celery', 'worker', '--queues', 'realtime', '--pool', 'solo'];"
        " main()"
    )
    environment = {**surroundings(servers_environment, tmp_path), "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9"}

    refused = subprocess.run(
        [sys.executable, "-c", words],
        env=environment,
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )

    assert refused.returncode != 0
    assert "Install requirements-tracing.txt" in refused.stderr


@pytest.mark.django_db(transaction=True)
def test_no_exporter_is_imported_where_no_collector_is_named(servers_environment: Mapping[str, str]) -> None:
    world.open_house(now=datetime.now(UTC))

    assert answered([], servers_environment) == ["not imported"]
