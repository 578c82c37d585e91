"""Bring a cell to a server of Citus while it is played in. The owner of the tables does it, who is no superuser.

Source: docs/adr/0113-cells-on-citus.md.
"""

from __future__ import annotations

import contextlib
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.db import Error, connections
from psycopg import sql

from reddog_platform.cells import CellRefused, owner_connection
from reddog_platform.placement import UNSAFE_TRIGGERS, has_citus, places, servers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.db.backends.utils import CursorWrapper

    from kernel.cell import Cell
    from reddog_platform.placement import CellServer

_PROBE_SECONDS: Final = 0.01

_SECONDS_WITHOUT_CLIENT: Final = 1
"""So long a move goes on after its command was killed. Without the setting it would go on to its end."""


@dataclass(slots=True)
class Standstill:
    """How long writes of a cell stood still, as a write of its own met it every ten milliseconds."""

    writes: int = 0
    longest_seconds: float = 0.0
    failed: str = ""
    """What the last write said that failed; empty if none did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """What a move did."""

    came_from: CellServer | None
    """None if the cell lay beside the installation, and was placed at a server at all."""
    seconds: float
    standstill: Standstill
    left_behind: int
    """So many tables on the server of before could not be dropped yet. Citus drops them by itself within minutes."""


def move(cell: Cell, *, to: CellServer) -> Moved | None:
    """Bring a cell to a server while it is played in, and return what was done; None if it is there already.

    A cell that lies beside the installation is placed first, for which its writes wait until all of it is copied. Then
    and at every move it is copied by logical replication, and its writes wait for the end of it. Whatever a killed move
    has left is removed first. A crash leaves the cell where it was, or where it goes.

    Raises:
        CellRefused: nothing was moved, or this was killed and repeated too early; the text says what to do.
    """
    owner = owner_connection()
    with owner.cursor() as cursor:
        _require_server(cursor, to)
        came_from = places(cursor).get(cell.schema)
        if came_from == to:
            return None
        cursor.execute("SELECT set_config(%s, 'on', false)", [UNSAFE_TRIGGERS])
        cursor.execute(f"SET client_connection_check_interval = '{_SECONDS_WITHOUT_CLIENT}s'")
        began = time.monotonic()
        with _refusing(cell), _watched(cell) as standstill:
            cursor.execute("CALL citus_cleanup_orphaned_resources()")
            if came_from is None:
                cursor.execute("SELECT citus_schema_distribute(%s)", [cell.schema])
            if places(cursor)[cell.schema] != to:
                cursor.execute("SELECT citus_schema_move(%s, %s, %s)", [cell.schema, to.host, to.port])
        seconds = time.monotonic() - began
        with _refusing(cell):
            cursor.execute("CALL citus_cleanup_orphaned_resources()")
        cursor.execute("SELECT count(*) FROM pg_dist_cleanup")
        (left_behind,) = cursor.fetchone()
    return Moved(came_from=came_from, seconds=seconds, standstill=standstill, left_behind=left_behind)


def require_server(server: CellServer) -> None:
    """Find out beforehand that a cell could be brought there.

    Raises:
        CellRefused: there is no Citus, or it knows no such server.
    """
    with owner_connection().cursor() as cursor:
        _require_server(cursor, server)


def _require_server(cursor: CursorWrapper, server: CellServer) -> None:
    if not has_citus(cursor):
        raise CellRefused("This database has no Citus, so its cells stay where they are (docs/scale.md).")
    known = servers(cursor)
    if server not in known:
        raise CellRefused(f"Citus keeps no cells at {server}, but at {', '.join(map(str, known)) or 'no server yet'}.")


@contextlib.contextmanager
def _refusing(cell: Cell) -> Iterator[None]:
    """Say what Citus said, and what to do about it."""
    try:
        yield
    except Error as error:
        # What it says in detail is about its own internals, over many lines.
        said = str(error).split("\n", 1)[0]
        raise CellRefused(
            f"Citus stopped: {said}. {cell.name} is where it was, or where it was to go: `manage.py cell list`. What is"
            " half done is removed when this is repeated; a move that was killed goes on for a few seconds."
        ) from error


@contextlib.contextmanager
def _watched(cell: Cell) -> Iterator[Standstill]:
    """Write in the cell again and again meanwhile, without changing anything, and note how long it took."""
    stop, standstill = threading.Event(), Standstill()
    with ThreadPoolExecutor(1) as pool:
        watching = pool.submit(_watch, cell, standstill, stop)
        try:
            yield standstill
        finally:
            stop.set()
    watching.result()


def _watch(cell: Cell, standstill: Standstill, stop: threading.Event) -> None:
    # No record has a number below nought. Citus lets no deletion pass, of whatever rows, while writes have to wait.
    write = sql.SQL("DELETE FROM {}.audit_queue WHERE number < 0").format(sql.Identifier(cell.schema)).as_string()
    # Of this thread alone: the move has the other one.
    own = connections["owner"]
    try:
        while not stop.wait(_PROBE_SECONDS):
            began = time.monotonic()
            try:
                with own.cursor() as cursor:
                    cursor.execute(write)
            except Error as error:
                standstill.failed = str(error)
                own.close()
            standstill.writes += 1
            standstill.longest_seconds = max(standstill.longest_seconds, time.monotonic() - began)
    finally:
        own.close()
