"""The port through which the parts of an audit are run: in processes of this machine, or wherever an adapter runs them.

An adapter runs functions of this program on values that can be pickled, and hands the results back in the order of the
tasks. It decides nothing about a log. The parts read the export and a scratch folder, so every process that runs them
must have both under the same names.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Final, Protocol, TypeVar

ENTRIES_WORTH_A_PROCESS: Final = 2_000
"""Below this many entries, starting processes takes more time than they save."""

Task = TypeVar("Task")
Result = TypeVar("Result")


class Scheduler(Protocol):
    """Runs tasks that do not depend on each other."""

    @property
    def jobs(self) -> int:
        """Return how many tasks it runs at once, at least 1."""

    def run(
        self, work: Callable[[Task], Result], tasks: Sequence[Task], *, ended: Callable[[Task], None]
    ) -> list[Result]:
        """Run `work` on each task, call `ended` here as each ends, and return the results in the tasks' order.

        An error of a task is raised here.
        """


@dataclass(frozen=True, slots=True)
class Processes:
    """Runs tasks in processes of this machine."""

    jobs: int

    def run(
        self, work: Callable[[Task], Result], tasks: Sequence[Task], *, ended: Callable[[Task], None]
    ) -> list[Result]:
        """Run each task in the next process that is free."""
        # Spawned, not forked: an audit may be called from a program that has threads.
        with ProcessPoolExecutor(max_workers=self.jobs, mp_context=get_context("spawn")) as pool:
            running = {pool.submit(work, task): task for task in tasks}
            for future in as_completed(running):
                future.result()
                ended(running[future])
            return [future.result() for future in running]
