"""Keep a few processes running together: restart one that ends, and stop them all at once."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import subprocess
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

import httpx
import psutil

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path
    from types import TracebackType
    from typing import TextIO

# How long a process may take to finish what it is doing.
_FAREWELL_SECONDS: Final = 10

# After a start that did not last, the next one waits twice as long.
_FIRST_PAUSE_SECONDS: Final = 1
_LONGEST_PAUSE_SECONDS: Final = 30
_LASTED_SECONDS: Final = 60


class NotReady(Exception):  # noqa: N818  says what is the case, as refusals do
    """A process did not become ready in time."""


class AlreadySupervised(Exception):  # noqa: N818  says what is the case, as refusals do
    """Another supervisor keeps these processes running."""


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
        self._notes = _Notes(logs / "supervisor")
        self._logs = logs
        self._say = say
        self.ends: Counter[str] = Counter()
        """How often each process was found to have ended by itself, by its name."""

    def claim(self) -> None:
        """Be the only supervisor with these logs, before anything starts. Entering does it for those who have not.

        Raises:
            AlreadySupervised: another one lives; its processes go on untouched.
        """
        self._logs.mkdir(parents=True, exist_ok=True)
        self._notes.claim()

    def __enter__(self) -> Self:
        """Start all processes, after ending those that a killed supervisor left behind.

        Raises:
            AlreadySupervised: another supervisor lives; its processes go on untouched.
        """
        self.claim()
        self._notes.end_what_is_left()
        for child in self._children:
            child.start()
        self._notes.write(self._children)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop all processes."""
        for child in reversed(self._children):
            child.stop()
        self._notes.close()

    def pid(self, name: str) -> int:
        """Return the process number of the process called `name`, for tests that kill it."""
        return next(child.pid for child in self._children if child.process.name == name)

    def watch(self) -> None:
        """Restart every process that has ended and whose pause is over. To be called about once a second."""
        for child in self._children:
            code = child.ended()
            if code is not None:
                self.ends[child.process.name] += 1
                self._say(f"{child.process.name} ended with {code}; it starts again in {child.pause_seconds} s")
                self._say(f"  its last words are in {child.log}")
            if child.is_due():
                child.start()
                self._notes.write(self._children)

    def wait_ready(self, url: str, *, timeout_seconds: float = 60) -> None:
        """Return as soon as `url` answers with any status below 500.

        Raises:
            NotReady: it did not within `timeout_seconds`.
        """
        if not self.wait_until(lambda: _answers(url), timeout_seconds=timeout_seconds):
            raise NotReady(f"{url} does not answer; see {self._logs}")

    def wait_until(self, arrived: Callable[[], bool], *, timeout_seconds: float) -> bool:
        """Watch until `arrived` says yes, and return whether it did within `timeout_seconds`."""
        deadline = time.monotonic() + timeout_seconds
        while time.monotonic() < deadline:
            self.watch()
            if arrived():
                return True
            time.sleep(0.1)
        return False


def _answers(url: str) -> bool:
    try:
        return httpx.get(url, timeout=2).status_code < httpx.codes.INTERNAL_SERVER_ERROR
    except httpx.TransportError:
        return False


class _Notes:
    """A file that says who supervises, then which processes: what the next supervisor has to know.

    Whoever supervises holds a lock on it, which ends with its holder however that dies: no number that was given
    again and no clock that was set can make a living supervisor look dead. The processes do not inherit it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: TextIO | None = None

    def claim(self) -> None:
        if self._file is not None:
            return
        file = self._path.open("a+")
        file.seek(0)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            with file:
                holder = file.readline().split()
            raise AlreadySupervised(
                f"Process {holder[1] if holder else 'unknown'} runs the platform from here already: end it first."
            ) from None
        self._file = file
        self._replace(self._lines()[1:])

    def end_what_is_left(self) -> None:
        for line in self._lines()[1:]:
            _, pid, started_at = line.split()
            # The time of birth tells the process from a later one that was given the same number.
            with contextlib.suppress(psutil.NoSuchProcess, ProcessLookupError):
                if str(psutil.Process(int(pid)).create_time()) == started_at:
                    os.killpg(int(pid), signal.SIGKILL)

    def write(self, children: Sequence[_Child]) -> None:
        self._replace([f"{child.process.name} {child.pid} {child.started_at}" for child in children])

    def close(self) -> None:
        # Emptied, not removed: who waits for the lock of a removed file would hold nothing.
        assert self._file is not None
        self._file.truncate(0)
        self._file.close()
        self._file = None

    def _lines(self) -> list[str]:
        assert self._file is not None
        self._file.seek(0)
        return self._file.read().splitlines()

    def _replace(self, children: Sequence[str]) -> None:
        assert self._file is not None
        own = f"supervisor {os.getpid()} {psutil.Process().create_time()}"
        self._file.truncate(0)
        self._file.write("".join(f"{line}\n" for line in (own, *children)))
        self._file.flush()


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
