"""Keep a few processes running together: restart one that ends, and stop them all at once."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

import httpx
import psutil

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path
    from types import TracebackType

# How long a process may take to finish what it is doing.
_FAREWELL_SECONDS: Final = 10

# After a start that did not last, the next one waits twice as long.
_FIRST_PAUSE_SECONDS: Final = 1
_LONGEST_PAUSE_SECONDS: Final = 30
_LASTED_SECONDS: Final = 60


class NotReady(Exception):  # noqa: N818  says what is the case, as refusals do
    """A process did not become ready in time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Process:
    """A program to be kept running."""

    name: str
    """Short; also the name of its log file."""
    command: Sequence[str]
    environment: Mapping[str, str]


class Supervisor:
    """Runs processes as children, each with its own log file and its own process group.

    The group keeps a terminal's Ctrl-C from the children: the supervisor alone decides in which order they go.
    Used as a context manager; on the way out everything is stopped, in the reverse order of `processes`.
    """

    def __init__(self, processes: Sequence[Process], *, logs: Path, say: Callable[[str], None]) -> None:
        self._children = [_Child(process, logs / f"{process.name}.log") for process in processes]
        self._logs = logs
        self._say = say

    def __enter__(self) -> Self:
        """Start all processes, after ending those that a killed supervisor left behind."""
        self._logs.mkdir(parents=True, exist_ok=True)
        self._end_what_a_killed_supervisor_left()
        for child in self._children:
            child.start()
        self._remember()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop all processes."""
        for child in reversed(self._children):
            child.stop()
        self._notes.unlink(missing_ok=True)

    def pid(self, name: str) -> int:
        """Return the process number of the process called `name`, for tests that kill it."""
        return next(child.pid for child in self._children if child.process.name == name)

    def watch(self) -> None:
        """Restart every process that has ended and whose pause is over. To be called about once a second."""
        for child in self._children:
            code = child.ended()
            if code is not None:
                self._say(f"{child.process.name} ended with {code}; it starts again in {child.pause_seconds} s")
                self._say(f"  its last words are in {child.log}")
            if child.is_due():
                child.start()
                self._remember()

    def wait_ready(self, url: str, *, timeout_seconds: float = 60) -> None:
        """Return as soon as `url` answers with any status below 500.

        Raises:
            NotReady: it did not within `timeout_seconds`.
        """
        deadline = time.monotonic() + timeout_seconds
        while time.monotonic() < deadline:
            self.watch()
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(url, timeout=2).status_code < httpx.codes.INTERNAL_SERVER_ERROR:
                    return
            time.sleep(0.1)
        raise NotReady(f"{url} does not answer; see {self._logs}")

    @property
    def _notes(self) -> Path:
        return self._logs / "supervised"

    def _remember(self) -> None:
        self._notes.write_text("".join(f"{child.pid} {child.started_at}\n" for child in self._children))

    def _end_what_a_killed_supervisor_left(self) -> None:
        if not self._notes.exists():
            return
        for line in self._notes.read_text().splitlines():
            pid, started_at = line.split()
            # The time of birth tells the process from a later one that was given the same number.
            with contextlib.suppress(psutil.NoSuchProcess, ProcessLookupError):
                if str(psutil.Process(int(pid)).create_time()) == started_at:
                    os.killpg(int(pid), signal.SIGKILL)


class _Child:
    """One process through its lives."""

    def __init__(self, process: Process, log: Path) -> None:
        self.process = process
        self.log = log
        self.pause_seconds = _FIRST_PAUSE_SECONDS
        self.started_at = 0.0
        self._due_at: float | None = None
        self._running: subprocess.Popen[bytes] | None = None
        self._since = 0.0

    @property
    def pid(self) -> int:
        assert self._running is not None
        return self._running.pid

    def start(self) -> None:
        with self.log.open("ab") as output:
            self._running = subprocess.Popen(  # noqa: S603  our own commands, no shell
                self.process.command,
                env=self.process.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._since = time.monotonic()
        self._due_at = None
        with contextlib.suppress(psutil.NoSuchProcess):
            self.started_at = psutil.Process(self.pid).create_time()

    def ended(self) -> int | None:
        """Return the exit code once, when the process is first found to have ended, and plan the next start."""
        if self._due_at is not None or self._running is None:
            return None
        code = self._running.poll()
        if code is not None:
            # What it had started may live on, and hold its port or its queue.
            self._kill_group()
            now = time.monotonic()
            lasted = now - self._since > _LASTED_SECONDS
            self.pause_seconds = _FIRST_PAUSE_SECONDS if lasted else self.pause_seconds
            self._due_at = now + self.pause_seconds
        return code

    def is_due(self) -> bool:
        """Return whether a planned start's time has come, and let the next pause be longer."""
        if self._due_at is None or time.monotonic() < self._due_at:
            return False
        self.pause_seconds = min(2 * self.pause_seconds, _LONGEST_PAUSE_SECONDS)
        return True

    def stop(self) -> None:
        if self._running is None:
            return
        self._running.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._running.wait(_FAREWELL_SECONDS)
        self._kill_group()
        self._running.wait()

    def _kill_group(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
