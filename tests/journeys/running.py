"""Real processes of the platform, on the test's own database: started, killed without warning, started again."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Final, Self

import httpx
import psutil
import pytest
from django.conf import settings

from reddog_platform import stack
from reddog_platform.embedded.home import CHECKOUT
from tests.ports import own_ports

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

PATIENCE_SECONDS: Final = 60
PLATFORM: Final = "reddog_platform.wsgi:application"
BOTH_WAYS: Final = "tests.both_ways_wsgi:application"
"""It runs in one worker: between its two ways, another one would take steps."""
in_both_ways = pytest.mark.parametrize(
    "url", [PLATFORM, pytest.param(BOTH_WAYS, marks=pytest.mark.slow)], ids=["platform", "both-ways"], indirect=True
)
"""For journeys whose requests come one after another."""

_FIRST_PORT: Final = 18_100
_SHOWN_MAX: Final = 4_000


class Running:
    """A program in a process group of its own, whose output is kept in `log`."""

    def __init__(
        self, command: Sequence[str], *, environment: Mapping[str, str], log: Path, checkout: Path = CHECKOUT
    ) -> None:
        self.command = command
        self.checkout = checkout
        self.environment = environment
        self.log = log
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        self.kill()
        with self.log.open("ab") as output:
            self._process = subprocess.Popen(
                self.command,
                env=self.environment,
                cwd=self.checkout,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def kill(self) -> None:
        """End the program and its children at once, with no chance to say goodbye."""
        if self._process is None:
            return
        members = self._members()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        # Killed is not yet gone: a worker's sockets close when the kernel has buried it.
        psutil.wait_procs(members, timeout=PATIENCE_SECONDS)

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal to the first process alone, as a process manager does."""
        assert self._process is not None
        self._process.send_signal(number)

    def wait(self) -> int:
        """Return the exit status, negative for the signal that killed it."""
        assert self._process is not None
        return self._process.wait(PATIENCE_SECONDS)

    def ended(self) -> bool:
        """Return whether the program has ended."""
        assert self._process is not None
        return self._process.poll() is not None

    def said(self) -> str:
        return self.log.read_text()

    def _members(self) -> list[psutil.Process]:
        assert self._process is not None
        with contextlib.suppress(psutil.NoSuchProcess):
            return psutil.Process(self._process.pid).children(recursive=True)
        return []


_WEB_COMMAND: Final = """
import json, sys
from reddog_platform import stack
print(json.dumps(stack.web(port=int(sys.argv[1]), workers=int(sys.argv[2]))))
"""


def web_command(checkout: Path, *, port: int, workers: int) -> list[str]:
    """Return the command of the web server, which another version of the code starts in another way."""
    if checkout == CHECKOUT:
        return stack.web(port=port, workers=workers)
    words = [sys.executable, "-c", _WEB_COMMAND, str(port), str(workers)]
    printed = subprocess.run(words, cwd=checkout, check=True, capture_output=True, text=True)
    command: list[str] = json.loads(printed.stdout)
    return command


class WebServer(Running):
    """The web server as production starts it, or with another WSGI module in its place."""

    def __init__(
        self,
        *,
        environment: Mapping[str, str],
        logs: Path,
        workers: int = 2,
        application: str = PLATFORM,
        checkout: Path = CHECKOUT,
        options: Sequence[str] = (),
    ) -> None:
        self.port = stack.free_port(own_ports(_FIRST_PORT))
        self.url = f"http://{stack.HOST}:{self.port}/api/v1"
        workers = 1 if application == BOTH_WAYS else workers
        command = [*web_command(checkout, port=self.port, workers=workers)[:-1], *options, application]
        super().__init__(command, environment=environment, log=logs / "web.log", checkout=checkout)

    def start(self) -> None:
        super().start()
        try:
            until(self._answers_or_ended)
        except AssertionError:
            pytest.fail(f"the web server did not answer; it said:\n{self.said()[-_SHOWN_MAX:]}")

    def _answers_or_ended(self) -> bool:
        assert not self.ended(), "it ended"
        return self._answers()

    def _answers(self) -> bool:
        with contextlib.suppress(httpx.TransportError):
            return httpx.get(f"{self.url}/games", timeout=5).status_code == httpx.codes.OK
        return False


def sequencer(
    *,
    environment: Mapping[str, str],
    logs: Path,
    name: str = "sequencer",
    once: bool = False,
    checkout: Path = CHECKOUT,
) -> Running:
    """Return the sequencer, not yet started."""
    command = [sys.executable, str(checkout / "manage.py"), "sequencer", *(["--once"] if once else [])]
    return Running(command, environment=environment, log=logs / f"{name}.log", checkout=checkout)


def surroundings(servers_environment: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Return the environment of the test's processes: its database and keys, a published log of its own."""
    return {
        **servers_environment,
        "REDDOG_KEYS_DIR": str(settings.REDDOG_KEYS_DIR),
        "REDDOG_LOG_DIR": str(folder / "log-public"),
        "SECRET_KEY": settings.SECRET_KEY,
        "PYTHONUNBUFFERED": "1",
    }


def manage(
    *words: str, environment: Mapping[str, str], checkout: Path = CHECKOUT, typed: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run a manage.py command to its end, of our code or of another checkout's; `typed` is its standard input."""
    command = [sys.executable, str(checkout / "manage.py"), *words]
    return subprocess.run(
        command, env=environment, cwd=checkout, capture_output=True, text=True, check=False, input=typed
    )


def until(arrived: Callable[[], bool], *, seconds: float = PATIENCE_SECONDS) -> None:
    """Wait for something to come to pass."""
    deadline = time.monotonic() + seconds
    while not arrived():
        assert time.monotonic() < deadline, "it did not come to pass in time"
        time.sleep(0.02)
