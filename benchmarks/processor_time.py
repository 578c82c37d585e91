"""What processor time and memory the parts of a running platform take."""

from __future__ import annotations

import contextlib
from collections import defaultdict
from typing import TYPE_CHECKING, Final

import psutil

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_POSTGRESQL: Final = "postgresql"


class ProcessorTime:
    """Processor time by part, over all spans that were measured."""

    def __init__(self, pids: Mapping[str, int], *, database: str) -> None:
        """Watch the processes of these ids with their children, and PostgreSQL's sessions in a database."""
        self._pids = pids
        self._database = database
        self._spent: defaultdict[str, float] = defaultdict(float)

    @contextlib.contextmanager
    def measured(self) -> Iterator[None]:
        """Add what is spent meanwhile. A session that ends meanwhile takes its time with it; those of play stay."""
        before = self._until_now()
        yield
        after = self._until_now()
        for (name, pid), seconds in after.items():
            self._spent[name] += seconds - before.get((name, pid), 0.0)

    def seconds(self) -> dict[str, float]:
        """Return the processor time by part, and of all together."""
        return {**self._spent, "all": sum(self._spent.values())}

    def _until_now(self) -> dict[tuple[str, int], float]:
        processes = [(name, process) for name, pid in self._pids.items() for process in _family(pid)]
        processes += [
            (_POSTGRESQL, process)
            for process in psutil.process_iter(["cmdline"])
            if f" {self._database} " in " ".join(process.info["cmdline"] or ())
        ]
        spent = {}
        for name, process in processes:
            with contextlib.suppress(psutil.NoSuchProcess):
                times = process.cpu_times()
                spent[name, process.pid] = float(times.user + times.system)
        return spent


def resident_mb(pid: int) -> int:
    """Return the resident memory of a process and its children in MB; a page that several share counts once."""
    return round(sum(process.memory_full_info().pss for process in _family(pid)) / 1e6)


def _family(pid: int) -> list[psutil.Process]:
    parent = psutil.Process(pid)
    return [parent, *parent.children(recursive=True)]
