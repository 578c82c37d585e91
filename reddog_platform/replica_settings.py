"""Read the address of a streaming replica from the environment, once, when the settings load."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reddog_platform.environment import database

if TYPE_CHECKING:
    from kernel.cell import Cell


def replica(url: str, cell: Cell) -> dict[str, Any]:
    """Return the entry of the replica at `url` for Django's databases; nothing for an empty one.

    Raises:
        ImproperlyConfigured: `url` is no PostgreSQL address.
    """
    if not url:
        return {}
    entry = database(url, prepared=True)
    # A test's own database is on the primary alone.
    return {"replica": {**entry, "USER": cell.role(entry["USER"]), "TEST": {"MIRROR": "default"}}}
