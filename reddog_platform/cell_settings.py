"""What the settings make of the cell that a process is one of."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from kernel.cell import Cell, NotACell
from reddog_platform.environment import BROKER_OPTIONS


def cell_named(name: str) -> Cell:
    """Return the cell of this name, the installation without cells for an empty one.

    Raises:
        ImproperlyConfigured: it is no name of a cell.
    """
    try:
        return Cell(name)
    except NotACell as error:
        raise ImproperlyConfigured(f"REDDOG_CELL: {error}") from error


def cells_named(names: Sequence[str], *, own: Cell) -> tuple[Cell, ...]:
    """Return the cells that a web server serves beside the process's own.

    Raises:
        ImproperlyConfigured: a name is none, or comes twice; or the process is one of a cell itself.
    """
    cells = tuple(map(cell_named, names))
    if len({cell.name for cell in cells} | {own.name}) <= len(cells):
        raise ImproperlyConfigured("REDDOG_CELLS names a cell twice, or nothing.")
    if cells and own.name:
        raise ImproperlyConfigured("REDDOG_CELLS is for web servers of the installation, which have no REDDOG_CELL.")
    return cells


def connections_kept(count: int) -> int:
    """Return how many cells a thread is connected to at once.

    Raises:
        ImproperlyConfigured: none.
    """
    if count < 1:
        raise ImproperlyConfigured(f"REDDOG_CELL_CONNECTIONS is {count}: a thread is connected to one cell at least.")
    return count


def cell_host(cell: Cell, origin: str) -> str:
    """Return the host at which a cell is addressed, of an installation with this origin."""
    return str(urlsplit(cell.at_host(origin)).hostname)


def broker_options(cell: Cell) -> dict[str, Any]:
    """Return how Celery asks Redis. A cell's queues, bindings and channels begin with its name."""
    return {**BROKER_OPTIONS, **({"global_keyprefix": cell.redis_prefix} if cell.name else {})}
