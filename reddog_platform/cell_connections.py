"""A thread's connections to the cells that it serves: one for each, in the cell's own role and with its own prepared statements.

A statement that was prepared in one cell would mean another cell's tables after a change of `search_path`, and a role that
may use every cell would make one mistake enough to read another's players. So nothing of a connection is shared by cells.

Source: docs/adr/0116-one-web-server-for-several-cells.md.
"""

from __future__ import annotations

import copy
import threading
from collections import OrderedDict
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, cast

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.utils import load_backend

from kernel.serving import serve, served_cell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernel.cell import Cell
    from reddog_platform.postgresql.base import DatabaseWrapper


class _OfThread(threading.local):
    def __init__(self) -> None:
        self.kept: OrderedDict[Cell, DatabaseWrapper] = OrderedDict()


_THREAD: Final = _OfThread()


def serve_cell(cell: Cell) -> None:
    """Serve a cell in this thread, with its own connection, until another is chosen. No transaction may be open.

    A thread keeps the connections of the cells that it served last, REDDOG_CELL_CONNECTIONS at most, and closes the others.
    """
    before = served_cell()
    if cell == before:
        return
    current = _current()
    assert not current.in_atomic_block, "a transaction is of one cell"
    # As at the end of a request: one that the server has closed is not kept, and is looked at before it is used again.
    current.close_if_unusable_or_obsolete()
    kept = _THREAD.kept
    kept[before] = current
    serve(cell)
    # The newest comes last.
    connections[DEFAULT_DB_ALIAS] = kept[cell] = kept.pop(cell) if cell in kept else _connection_of(cell)
    while len(kept) > settings.REDDOG_CELL_CONNECTIONS:
        _, oldest = kept.popitem(last=False)
        oldest.close()


@contextmanager
def in_cell(cell: Cell) -> Iterator[None]:
    """Serve a cell, and then again what was served before."""
    before = served_cell()
    serve_cell(cell)
    try:
        yield
    finally:
        serve_cell(before)


def _current() -> DatabaseWrapper:
    return cast("DatabaseWrapper", connections[DEFAULT_DB_ALIAS])


def _connection_of(cell: Cell) -> DatabaseWrapper:
    entry = copy.deepcopy(connections.settings[DEFAULT_DB_ALIAS])
    entry["USER"] = cell.role(entry["USER"])
    wrapper = cast("DatabaseWrapper", load_backend(entry["ENGINE"]).DatabaseWrapper(entry, DEFAULT_DB_ALIAS))
    wrapper.cell = cell
    return wrapper
