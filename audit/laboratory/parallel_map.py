"""Map a function over tasks in several processes, with the results in the order of the tasks."""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import starmap
from typing import Final, TypeVar, TypeVarTuple

Task = TypeVarTuple("Task")
Done = TypeVar("Done")

_AHEAD: Final = 2
"""How many tasks each process may be ahead of the consumer, so that a slow consumer costs no memory."""


def parallel_map(
    work: Callable[[*Task], Done], tasks: Iterable[tuple[*Task]], *, workers: int
) -> Generator[Done, None, None]:
    """Yield `work(*task)` for each task, in the order of the tasks, computed by that many processes.

    With one worker everything happens in this process. With more, `work`, tasks and results travel between processes.
    """
    if workers == 1:
        yield from starmap(work, tasks)
        return
    # Each process is a fresh interpreter: it inherits no threads, locks or servers of this one.
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=_leave_interrupts)
    pending: deque[Future[Done]] = deque()
    try:
        for task in tasks:
            pending.append(pool.submit(work, *task))
            if len(pending) > _AHEAD * workers:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def spare_processors() -> int:
    """Return how many processors are left beside the consumer's, at least one."""
    return max(1, (os.cpu_count() or 1) - 1)


def _leave_interrupts() -> None:
    """Let Ctrl-C reach the process that the person started, which then ends this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
