"""The processes of a demonstration: started together, restarted one by one, stopped together."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Final

import psutil
import pytest

from reddog_platform import stack
from reddog_platform.embedded.home import CHECKOUT
from reddog_platform.supervisor import AlreadySupervised, NotReady, Process, Supervisor
from tests.ports import own_ports

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_SERVE = """
import http.server, sys

class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(int(sys.argv[2]))
        self.end_headers()

http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Answer).serve_forever()
"""

_SUPERVISE = """
import os, sys, time
from pathlib import Path
from reddog_platform.supervisor import Process, Supervisor

sleeper = Process(name="sleeper", command=["sleep", "60"], environment=os.environ)
with Supervisor([sleeper], logs=Path(sys.argv[1]), say=print) as supervisor:
    print(supervisor.pid("sleeper"), flush=True)
    time.sleep(60)
"""

FIRST_PORT: Final = own_ports(17_000)


def sleeper(name: str = "sleeper", script: str = "import time; time.sleep(60)") -> Process:
    return Process(name=name, command=[sys.executable, "-c", script], environment=os.environ)


def until(arrived: Callable[[], bool], *, seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not arrived():
        assert time.monotonic() < deadline, "it did not come to pass in time"
        time.sleep(0.05)


def test_everything_is_stopped_on_the_way_out_even_after_a_defect(tmp_path: Path) -> None:
    supervisor = Supervisor([sleeper("one"), sleeper("two")], logs=tmp_path, say=print)

    def run_into_a_defect() -> None:
        with supervisor:
            pids.extend([supervisor.pid("one"), supervisor.pid("two")])
            assert all(map(psutil.pid_exists, pids))
            raise ZeroDivisionError

    pids: list[int] = []
    with pytest.raises(ZeroDivisionError):
        run_into_a_defect()

    assert len(pids) == 2
    assert not any(map(psutil.pid_exists, pids))


def test_a_process_that_dies_is_announced_and_started_again(tmp_path: Path) -> None:
    said: list[str] = []
    with Supervisor([sleeper()], logs=tmp_path, say=said.append) as supervisor:
        first = supervisor.pid("sleeper")
        os.kill(first, signal.SIGKILL)

        def started_again() -> bool:
            supervisor.watch()
            return supervisor.pid("sleeper") != first

        until(started_again)

    assert said[0] == "sleeper ended with -9; it starts again in 0.25 s"
    assert len(said) == 2


def test_a_process_that_keeps_dying_is_started_less_and_less_often(tmp_path: Path) -> None:
    said: list[str] = []
    with Supervisor([sleeper(script="raise SystemExit(3)")], logs=tmp_path, say=said.append) as supervisor:

        def died_twice() -> bool:
            supervisor.watch()
            return len(said) == 4

        until(died_twice)

    assert said[0].endswith("starts again in 0.25 s")
    assert said[2].endswith("starts again in 0.5 s")
    assert supervisor.ends == {"sleeper": 2}


def test_a_server_that_ended_is_announced_and_counted_like_a_process(tmp_path: Path) -> None:
    said: list[str] = []
    ended = [["Redis"]]
    supervisor = Supervisor(
        [sleeper()], logs=tmp_path, say=said.append, restart_servers=lambda: ended.pop() if ended else []
    )
    with supervisor:
        supervisor.watch()
        supervisor.watch()

    assert said == ["Redis ended; it was started again"]
    assert supervisor.ends == {"Redis": 1}


def test_what_a_killed_supervisor_left_behind_is_ended_by_the_next(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _SUPERVISE, str(tmp_path)]
    with subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.PIPE, text=True) as killed:
        assert killed.stdout is not None
        orphan = psutil.Process(int(killed.stdout.readline()))
        killed.kill()
    assert orphan.is_running()

    with Supervisor([sleeper()], logs=tmp_path, say=print):
        orphan.wait(10)

    assert not orphan.is_running()


def test_what_a_living_supervisor_runs_is_left_alone_by_another(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _SUPERVISE, str(tmp_path)]
    with subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout is not None
        running = psutil.Process(int(first.stdout.readline()))

        with pytest.raises(AlreadySupervised, match=f"Process {first.pid} "):
            Supervisor([sleeper()], logs=tmp_path, say=print).__enter__()

        assert running.status() != psutil.STATUS_ZOMBIE
        first.kill()

    # Nor did the refusal make anyone forget what has to be ended now.
    with Supervisor([sleeper()], logs=tmp_path, say=print):
        running.wait(10)


def test_a_claim_keeps_others_away_before_anything_is_started(tmp_path: Path) -> None:
    first, second = (Supervisor([sleeper()], logs=tmp_path, say=print) for _ in range(2))
    first.claim()

    with pytest.raises(AlreadySupervised):
        second.claim()
    with first:
        assert psutil.pid_exists(first.pid("sleeper"))
    with second:
        assert psutil.pid_exists(second.pid("sleeper"))


def test_stopping_is_not_counted_as_an_end(tmp_path: Path) -> None:
    with Supervisor([sleeper()], logs=tmp_path, say=print) as supervisor:
        supervisor.watch()

    assert not supervisor.ends


def test_what_a_process_prints_is_in_its_own_log(tmp_path: Path) -> None:
    with Supervisor([sleeper("talker", "print('good morning')")], logs=tmp_path, say=print):
        until(lambda: (tmp_path / "talker.log").read_text() == "good morning\n")


def server(port: int, *, status: int) -> Process:
    command = [sys.executable, "-c", _SERVE, str(port), str(status)]
    return Process(name="web", command=command, environment=os.environ)


def test_a_server_is_ready_when_it_answers_even_that_there_is_nothing(tmp_path: Path) -> None:
    port = stack.free_port(FIRST_PORT)

    with Supervisor([server(port, status=404)], logs=tmp_path, say=print) as supervisor:
        supervisor.wait_ready(f"http://127.0.0.1:{port}/", timeout_seconds=10)


def test_a_server_that_answers_with_its_own_defect_is_not_ready(tmp_path: Path) -> None:
    port = stack.free_port(FIRST_PORT)

    with Supervisor([server(port, status=500)], logs=tmp_path, say=print) as supervisor, pytest.raises(NotReady):
        supervisor.wait_ready(f"http://127.0.0.1:{port}/", timeout_seconds=2)


def test_a_busy_port_takes_the_next_free_one() -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]

        assert stack.free_port(port) > port


def test_what_a_dead_process_had_started_dies_with_it(tmp_path: Path) -> None:
    starts_another = "import subprocess, time; print(subprocess.Popen(['sleep', '60']).pid, flush=True); time.sleep(60)"
    with Supervisor([sleeper("parent", starts_another)], logs=tmp_path, say=print) as supervisor:
        until(lambda: (tmp_path / "parent.log").read_text() != "")
        child = psutil.Process(int((tmp_path / "parent.log").read_text()))
        os.kill(supervisor.pid("parent"), signal.SIGKILL)

        def child_is_gone() -> bool:
            supervisor.watch()
            return not child.is_running() or child.status() == psutil.STATUS_ZOMBIE

        until(child_is_gone)
