"""The few threads that ask the database for all streams: as many sessions as threads, however many streams."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import Error as DatabaseError, connection

Answer = TypeVar("Answer")


class DatabaseThreads:
    """Threads that each keep a connection of Django's."""

    def __init__(self, threads: int) -> None:
        """Start none yet."""
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="database")

    async def ask(self, question: Callable[[], Answer]) -> Answer:
        """Return what `question` returns, in one of the threads, or raise what it raises."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, _asked, question)


def _asked(question: Callable[[], Answer]) -> Answer:
    # As Django does around a request: a broken connection is not kept.
    connection.close_if_unusable_or_obsolete()
    try:
        return question()
    except DatabaseError:
        connection.close()
        raise
