"""Which advisory locks the roles of one database take, and which role waits for which: cells share none and wait for none."""

from __future__ import annotations

import contextlib
import threading
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import psycopg

# What PostgreSQL lets no two transactions of a whole server do at once, of whatever database: to notify (table_step.py).
_WAITS: Final = """
SELECT waiting.usename, l.locktype, holding.usename
FROM pg_locks l JOIN pg_stat_activity waiting USING (pid)
  CROSS JOIN LATERAL unnest(pg_blocking_pids(l.pid)) AS blocker (pid)
  JOIN pg_stat_activity holding ON holding.pid = blocker.pid
WHERE NOT l.granted AND NOT (l.locktype = 'object' AND l.classid = 'pg_database'::regclass)
  AND waiting.usename <> holding.usename
"""
_ADVISORY: Final = """
SELECT a.usename, l.classid::bigint, l.objid::bigint, l.objsubid FROM pg_locks l JOIN pg_stat_activity a USING (pid)
WHERE l.locktype = 'advisory' AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


@dataclass
class LockWatch:
    """Looks at the locks of a database again and again, in a thread of its own."""

    connect: Callable[[], psycopg.Connection[Any]]
    """Opens a session that may look at those of others."""
    advisory: dict[str, set[tuple[int, int, int]]] = field(default_factory=lambda: defaultdict(set))
    """The advisory locks that were seen, by the role that held them or waited for them."""
    waits: set[tuple[str, str, str]] = field(default_factory=set)
    """Which role waited for which kind of lock of which other role."""
    looks: int = 0

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Look every few milliseconds inside the `with` block."""
        stop = threading.Event()
        with ThreadPoolExecutor(1) as pool:
            looking = pool.submit(self._look, stop)
            try:
                yield
            finally:
                stop.set()
        looking.result()

    def _look(self, stop: threading.Event) -> None:
        with self.connect() as owner:
            while not stop.wait(0.005):
                for role, *lock in owner.execute(_ADVISORY):
                    self.advisory[role].add((lock[0], lock[1], lock[2]))
                self.waits.update(owner.execute(_WAITS).fetchall())
                self.looks += 1
