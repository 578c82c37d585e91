"""What the settings make of the cell that a process serves."""

from typing import Any

from django.core.exceptions import ImproperlyConfigured

from kernel.cell import Cell, NotACell
from reddog_platform.environment import BROKER_OPTIONS


def served_cell(name: str) -> Cell:
    """Return the cell of this name, the installation without cells for an empty one.

    Raises:
        ImproperlyConfigured: it is no name of a cell.
    """
    try:
        return Cell(name)
    except NotACell as error:
        raise ImproperlyConfigured(f"REDDOG_CELL: {error}") from error


def broker_options(cell: Cell) -> dict[str, Any]:
    """Return how Celery asks Redis. A cell's queues, bindings and channels begin with its name."""
    return {**BROKER_OPTIONS, **({"global_keyprefix": cell.redis_prefix} if cell.name else {})}
