"""Run the platform's processes: restart each that ends, and stop all of them together."""

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

# How long a process may take to end after SIGTERM. Then it is killed.
_FAREWELL_SECONDS: Final = 10

# Each pause before a restart is twice the one before it, until the process runs for `_LASTED_SECONDS`. No process ends
# because PostgreSQL or Redis is away: each waits for them itself. So a pause is only for what is broken.
_FIRST_PAUSE_SECONDS: Final = 0.25
_LONGEST_PAUSE_SECONDS: Final = 30
_LASTED_SECONDS: Final = 60

_SERVERS_EVERY_SECONDS: Final = 0.5


class NotReady(Exception):  # noqa: N818  named like a refusal
    """A process did not become ready in time."""


class AlreadySupervised(Exception):  # noqa: N818  named like a refusal
    """Another supervisor runs these processes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Process:
    """A program that the supervisor keeps running."""

    name: str
    """Short; also the name of its log file."""
    command: Sequence[str]
    environment: Mapping[str, str]
    folder: Path | None = None
    """Where it runs, and where Python looks for packages too; None for where the supervisor runs."""


class Supervisor:
    """Run processes as children. Each has its own log file and its own process group.

    Because of the groups, a terminal's Ctrl-C reaches only the supervisor. When its context ends, the supervisor stops
    the processes, in the reverse order of `processes`.
    """

    def __init__(
        self,
        processes: Sequence[Process],
        *,
        logs: Path,
        say: Callable[[str], None],
        restart_servers: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        self._children = [_Child(process, logs / f"{process.name}.log") for process in processes]
        self._notes = _Notes(logs / "supervisor")
        self._logs = logs
        self._say = say
        self._restart_servers = restart_servers
        self._servers_due_at = 0.0
        self.ends: Counter[str] = Counter()
        """How often each process ended by itself, by name."""

    def claim(self) -> None:
        """Lock the folder of logs against other supervisors. Entering the context does this too.

        Raises:
            AlreadySupervised: another supervisor holds the lock. Its processes are left alone.
        """
        self._logs.mkdir(parents=True, exist_ok=True)
        self._notes.claim()

    def __enter__(self) -> Self:
        """Start all processes, after ending those that a killed supervisor left behind.

        Raises:
            AlreadySupervised: another supervisor runs. Its processes are left alone.
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
        """Return the process id of the process called `name`, for tests that kill it."""
        return next(child.pid for child in self._children if child.process.name == name)

    def watch(self) -> None:
        """Restart every process that has ended and whose pause is over. Call this several times a second.

        Before them come the servers that they need: `restart_servers` starts those that have ended, and returns their
        names.
        """
        self._watch_servers()
        for child in self._children:
            code = child.ended()
            if code is not None:
                self.ends[child.process.name] += 1
                self._say(f"{child.process.name} ended with {code}; it starts again in {child.pause_seconds} s")
                self._say(f"  its last words are in {child.log}")
            if child.is_due():
                child.start()
                self._notes.write(self._children)

    def _watch_servers(self) -> None:
        now = time.monotonic()
        if now < self._servers_due_at:
            return
        self._servers_due_at = now + _SERVERS_EVERY_SECONDS
        for name in self._restart_servers():
            self.ends[name] += 1
            self._say(f"{name} ended; it was started again")

    def wait_ready(self, url: str, *, instance: str | None = None, timeout_seconds: float = 60) -> None:
        """Return as soon as `url` answers with any status below 500, from the web server that says it is `instance`.

        Raises:
            NotReady: there is no such answer within `timeout_seconds`, or another server answers.
        """
        if not self.wait_until(lambda: _answers(url), timeout_seconds=timeout_seconds):
            raise NotReady(f"{url} does not answer; see {self._logs}")
        if instance is not None and _instance(url) != instance:
            raise NotReady(f"Another server answers at {url}: end it, or take another port; see {self._logs}")

    def wait_until(self, arrived: Callable[[], bool], *, timeout_seconds: float) -> bool:
        """Watch until `arrived` returns true. Return whether it did within `timeout_seconds`."""
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


def _instance(url: str) -> str:
    """Return what the web server behind an address says it is; nothing if it ended meanwhile."""
    try:
        return httpx.get(httpx.URL(url).join("/instance"), timeout=2).text
    except httpx.TransportError:
        return ""


class _Notes:
    """A file that names the supervisor and its processes, for the next supervisor to read.

    The supervisor holds a lock on the file, which ends when the supervisor dies, however it dies. So neither a reused
    process id nor a changed clock makes a living supervisor look dead. The processes do not inherit the lock.
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
            # A later process may have the same id, but not the same time of creation.
            with contextlib.suppress(psutil.NoSuchProcess, ProcessLookupError):
                if str(psutil.Process(int(pid)).create_time()) == started_at:
                    os.killpg(int(pid), signal.SIGKILL)

    def write(self, children: Sequence[_Child]) -> None:
        self._replace([f"{child.process.name} {child.pid} {child.started_at}" for child in children])

    def close(self) -> None:
        # The file is emptied, not removed: a lock on a removed file would exclude nobody.
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
    """One process, over all its restarts."""

    def __init__(self, process: Process, log: Path) -> None:
        self.process = process
        self.log = log
        self.pause_seconds: float = _FIRST_PAUSE_SECONDS
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
                cwd=self.process.folder,
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
        """Return the exit code and plan a restart, once after the process has ended. Otherwise return None."""
        if self._due_at is not None or self._running is None:
            return None
        code = self._running.poll()
        if code is not None:
            # Its own children may still run, and hold its port or its queue.
            self._kill_group()
            now = time.monotonic()
            lasted = now - self._since > _LASTED_SECONDS
            self.pause_seconds = _FIRST_PAUSE_SECONDS if lasted else self.pause_seconds
            self._due_at = now + self.pause_seconds
        return code

    def is_due(self) -> bool:
        """Return whether the planned restart is due. If it is, double the next pause."""
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
