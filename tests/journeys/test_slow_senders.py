"""Real sockets and a real web server: who sends slowly is cut, and holds up nobody."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING, Final

import httpx
import psutil
import pytest

from reddog_platform.embedded.home import CHECKOUT
from reddog_platform.stack import HOST, free_port
from reddog_platform.supervisor import NotReady, Process, Supervisor
from tests.journeys.running import WebServer, until

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

SECONDS: Final = 2.0
"""How long headers and bodies may take here."""
# The machine may be busy: what is cut is cut at last.
PATIENCE_SECONDS: Final = 30.0
LOGIN: Final = b"POST /api/v1/sessions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


@pytest.fixture
def web(environment: Mapping[str, str], tmp_path: Path) -> Iterator[WebServer]:
    limits = ["--header-seconds", str(SECONDS), "--body-seconds", str(SECONDS), "--connections", "40"]
    with WebServer(environment=environment, logs=tmp_path, options=limits) as web:
        yield web


def connect(web: WebServer, begin: bytes = b"") -> socket.socket:
    connection = socket.create_connection((HOST, web.port), timeout=PATIENCE_SECONDS)
    connection.sendall(begin)
    return connection


def rest(connection: socket.socket) -> bytes:
    """Return what comes until the server closes the connection."""
    received = b""
    with connection:
        while part := connection.recv(65_536):
            received += part
    return received


def test_a_body_that_comes_byte_by_byte_is_cut_and_told_that_nothing_was_done(web: WebServer) -> None:
    connection = connect(web, LOGIN + b"Content-Length: 500\r\n\r\n{")
    ended = threading.Event()

    def drip() -> None:
        while not ended.wait(SECONDS / 10):
            try:
                connection.sendall(b" ")
            except OSError:
                return

    dripping = threading.Thread(target=drip)
    dripping.start()
    began = time.monotonic()
    head, _, body = rest(connection).partition(b"\r\n\r\n")
    took_seconds = time.monotonic() - began
    ended.set()
    dripping.join()

    assert head.startswith(b"HTTP/1.1 408 ")
    assert b"application/problem+json" in head
    problem = json.loads(body)
    assert problem["code"] == "request-timeout"
    assert "no money was moved" in problem["detail"]
    assert SECONDS * 0.9 < took_seconds < PATIENCE_SECONDS


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET /api/v1/games HTTP/1.1\r\nHo", b"GET /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"],
    ids=["no byte", "half a header", "an idle connection after an answer"],
)
def test_a_connection_without_a_whole_request_is_ended(web: WebServer, sent: bytes) -> None:
    began = time.monotonic()
    rest(connect(web, sent))

    assert SECONDS * 0.9 < time.monotonic() - began < PATIENCE_SECONDS


def test_a_body_in_chunks_is_refused_whether_it_ends_or_not(web: WebServer) -> None:
    body = b"2\r\n{}\r\n"
    for end in (b"0\r\n\r\n", b""):
        head, _, problem = rest(connect(web, LOGIN + b"Transfer-Encoding: chunked\r\n\r\n" + body + end)).partition(
            b"\r\n\r\n"
        )

        assert head.startswith(b"HTTP/1.1 411 ")
        assert json.loads(problem)["code"] == "length-required"


def test_slow_bodies_on_more_connections_than_there_are_threads_hold_up_nobody(web: WebServer) -> None:
    slow = [connect(web, LOGIN + b"Content-Length: 500\r\n\r\n{") for _ in range(30)]
    began = time.monotonic()
    answers = [httpx.get(f"{web.url}/games", timeout=PATIENCE_SECONDS).status_code for _ in range(3)]
    took_seconds = time.monotonic() - began
    answered_late = [connection for connection in slow if rest(connection).startswith(b"HTTP/1.1 408 ")]

    assert answers == [200, 200, 200]
    # They were answered while the slow ones were still sending: two workers have six threads.
    assert took_seconds < SECONDS
    assert len(answered_late) == len(slow)


def test_connections_beyond_the_bound_wait_until_idle_ones_have_been_ended(web: WebServer) -> None:
    # Two workers take 40 each; what the kernel holds beyond that is not accepted yet.
    idle = [connect(web) for _ in range(90)]

    assert httpx.get(f"{web.url}/games", timeout=PATIENCE_SECONDS).status_code == httpx.codes.OK
    for connection in idle:
        connection.close()


def test_a_header_with_an_underscore_passes_for_none_with_a_hyphen(web: WebServer) -> None:
    asked = b"GET /api/v1/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent_Length: 5\r\nAuthorization_: Bearer x\r\n\r\n"

    assert rest(connect(web, asked)).startswith(b"HTTP/1.1 401 ")


def test_sigterm_lets_running_requests_end_and_takes_no_new_ones(
    environment: Mapping[str, str], tmp_path: Path
) -> None:
    with WebServer(environment=environment, logs=tmp_path) as web:
        assert web._process is not None
        running = connect(web, LOGIN + b"Connection: close\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        # So it waits for the body.
        assert running.recv(65_536).startswith(b"HTTP/1.1 100 ")

        web._process.send_signal(signal.SIGTERM)
        until(lambda: refuses(web.port))
        running.sendall(b"{}")

        # It got its answer: a login has members.
        assert rest(running).startswith(b"HTTP/1.1 400 ")
        assert web.wait() == 0


def refuses(port: int) -> bool:
    try:
        socket.create_connection((HOST, port), timeout=PATIENCE_SECONDS).close()
    except ConnectionRefusedError:
        return True
    return False


def test_a_worker_that_dies_is_replaced_and_the_new_one_stops_like_the_others(web: WebServer) -> None:
    assert web._process is not None
    server = psutil.Process(web._process.pid)
    dead = server.children()[0]
    dead.kill()

    until(lambda: len(living(server)) == 2 and dead.pid not in living(server))
    # It is still loading: a signal that comes now must not be lost.
    time.sleep(0.3)
    began = time.monotonic()
    server.terminate()

    assert web.wait() == 0
    # Granian would kill after 15 seconds what has not ended by then.
    assert time.monotonic() - began < 10


def living(server: psutil.Process) -> set[int]:
    return {child.pid for child in server.children() if child.status() != psutil.STATUS_ZOMBIE}


def test_a_second_server_is_refused_the_port_and_what_answers_is_known(
    web: WebServer, environment: Mapping[str, str], tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "reddog_platform.web_server", "--port", str(web.port)]
    second = subprocess.run(
        command, env=environment, cwd=CHECKOUT, capture_output=True, text=True, check=False, timeout=PATIENCE_SECONDS
    )
    supervised = Process(name="web", command=command, environment=environment, folder=CHECKOUT)

    assert second.returncode == 1
    assert f"has port {web.port}" in second.stderr
    assert free_port(web.port) > web.port
    with (
        Supervisor([supervised], logs=tmp_path / "second", say=print) as supervisor,
        pytest.raises(NotReady, match="Another server answers"),
    ):
        supervisor.wait_ready(f"{web.url}/games", instance="mine")


def test_a_server_says_which_one_it_is(environment: Mapping[str, str], tmp_path: Path) -> None:
    instance = os.urandom(8).hex()
    with WebServer(environment={**environment, "REDDOG_INSTANCE": instance}, logs=tmp_path) as web:
        said = {httpx.get(f"http://{HOST}:{web.port}/instance").text for _ in range(4)}

        assert said == {instance}
