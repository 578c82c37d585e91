"""The platform in production mode on a campaign's servers, each process with a clock that can be set."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import httpx
import psutil

from benchmarks.installation import production_variables, with_own_keys
from reddog_platform import stack
from reddog_platform.embedded import home, postgres
from reddog_platform.supervisor import Process, Supervisor

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from benchmarks.fault_campaign.cluster import Cluster
    from benchmarks.fault_campaign.network import Network

SETTINGS: Final = "benchmarks.fault_campaign.settings"
_FIRST_PORT: Final = 19_800
_LOOK_SECONDS: Final = 0.05
_FAKETIME: Final = Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1")
_RIGHT: Final = "+0s"

SET_CLOCKS: Final = ("web", "sequencer", "worker")
"""The parts whose clocks can be set. Beat sleeps by the clock, and libfaketime breaks its sleep."""


class Platform:
    """Web server, sequencer, workers and beat under a supervisor."""

    def __init__(self, cluster: Cluster, network: Network, folder: Path, *, logs: Path) -> None:
        """Know what will run; nothing is started. What the processes say is kept in `logs`."""
        self._logs = logs
        self.clocks = _FAKETIME.exists()
        """Whether clocks can be set here."""
        self._network = network
        self._folder = folder
        self.port = stack.free_port(_FIRST_PORT)
        database = f"{cluster.url} user="
        self.environment = {
            **production_variables(folder),
            "DJANGO_SETTINGS_MODULE": SETTINGS,
            "PYTHONPATH": str(home.CHECKOUT),
            "ALLOWED_HOSTS": network.platform,
            "DATABASE_URL": database + postgres.APPLICATION,
            "REDIS_URL": cluster.redis_url,
        }
        self._owner = {"DATABASE_OWNER_URL": database + postgres.OWNER}
        self._supervisor: Supervisor | None = None
        self._ended = threading.Event()

    @property
    def url(self) -> str:
        """The address of the API."""
        return f"http://{self._network.platform}:{self.port}/api/v1"

    def manage(self, *words: str, days_ago: int = 0) -> str:
        """Run a command of manage.py to its end and return what it printed; it may do what the owner may.

        Where clocks can be set, it runs as if it were some days ago.
        """
        past = {"LD_PRELOAD": str(_FAKETIME), "FAKETIME": f"-{days_ago}d"} if self.clocks and days_ago else {}
        return self.run([sys.executable, "manage.py", *words], past)

    def run(self, command: list[str], variables: Mapping[str, str] = MappingProxyType({})) -> str:
        """Run a program where the platform is, with its variables and the owner's; return what it printed.

        Raises:
            SystemExit: with what it printed, if it failed.
        """
        done = subprocess.run(
            self._network.inside(command),
            check=False,
            env={**self.environment, **self._owner, **variables},
            cwd=home.CHECKOUT,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """Run the processes inside the `with` block; each that ends is started again."""
        for name in SET_CLOCKS:
            self.set_clock(name, _RIGHT)
        # The keys were distributed by now, so each process finds its own.
        self._supervisor = Supervisor(
            [self._placed(process) for process in stack.processes(port=self.port, environment=self.environment)],
            logs=self._logs,
            say=lambda line: print(line, file=sys.stderr),
        )
        with self._supervisor:
            watcher = threading.Thread(target=self._watch, args=(self._supervisor,), daemon=True)
            watcher.start()
            try:
                self._wait_ready()
                yield
            finally:
                self._ended.set()
                watcher.join()

    def processes(self, name: str) -> list[psutil.Process]:
        """Return a part's processes, the one that the supervisor started first; none while it does not run."""
        assert self._supervisor is not None, "the platform does not run"
        with contextlib.suppress(psutil.NoSuchProcess):
            first = psutil.Process(self._supervisor.pid(name))
            return [first, *first.children(recursive=True)]
        return []

    def set_clock(self, name: str, offset: str) -> None:
        """Set the clock of a part's processes, such as `+1200s` or `+0s` from the machine's."""
        self._clock(name).write_text(offset)

    def _wait_ready(self) -> None:
        def answers() -> bool:
            with contextlib.suppress(httpx.TransportError):
                headers = {"X-Forwarded-Proto": "https"}
                return httpx.get(f"{self.url}/games", headers=headers, timeout=2).status_code == httpx.codes.OK
            return False

        for _ in range(600):
            if answers():
                return
            self._ended.wait(0.1)
        raise SystemExit(f"The web server does not answer; see {self._logs}.")

    def _watch(self, supervisor: Supervisor) -> None:
        while not self._ended.wait(_LOOK_SECONDS):
            supervisor.watch()

    def _clock(self, name: str) -> Path:
        return self._folder / f"clock-{name}"

    def _placed(self, process: Process) -> Process:
        """Return the process as it runs here: in the platform's network, with a clock of its own."""
        words = [self._network.platform if word == stack.HOST else word for word in process.command]
        words += ["--schedule", str(self._folder / "beat")] if process.name == "beat" else []
        environment = with_own_keys(process, self._folder).environment
        return replace(
            process,
            command=self._network.inside(words),
            environment={**environment, **self._clock_variables(process.name)},
            folder=home.CHECKOUT,
        )

    def _clock_variables(self, name: str) -> dict[str, str]:
        if not self.clocks or name not in SET_CLOCKS:
            return {}
        return {
            "LD_PRELOAD": str(_FAKETIME),
            "FAKETIME_TIMESTAMP_FILE": str(self._clock(name)),
            "FAKETIME_CACHE_DURATION": "1",
            # Waiting goes by the monotonic clock, which no administrator sets.
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "DONT_FAKE_MONOTONIC": "1",
        }
