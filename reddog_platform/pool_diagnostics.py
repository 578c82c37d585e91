"""The check of `manage.py doctor` for a web server of several cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import Error as DatabaseError, connection

from audit import keys
from audit.key_encryption import KeyFileRefused
from audit.key_uses import PROCESS_KEYS, SIGNING_KEYS, KeyHolder
from reddog_platform.cell_connections import in_cell
from reddog_platform.cells import ready_cells
from reddog_platform.diagnostic import Diagnostic

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kernel.cell import Cell


def checks() -> list[Callable[[], Diagnostic]]:
    """Return the check where REDDOG_CELLS names cells, and none elsewhere."""
    return [pool] if settings.REDDOG_CELLS else []


def pool() -> Diagnostic:
    """Check that a web server of this installation can serve each cell of REDDOG_CELLS."""
    ready = ready_cells()
    wrong = [f"{cell.name} {fault}" for cell in settings.REDDOG_CELLS for fault in _faults(cell, ready)]
    return Diagnostic(
        subject="cells",
        healthy=not wrong,
        state="; ".join(wrong) or f"{', '.join(cell.name for cell in settings.REDDOG_CELLS)} can be served",
        repair="`manage.py cell create NAME`, `manage.py cell migrate`, or leave it out of REDDOG_CELLS (docs/scale.md).",
    )


def _faults(cell: Cell, ready: list[Cell]) -> Iterator[str]:
    if cell not in ready:
        yield "is no cell that is finished"
        return
    own = _migrations()
    try:
        with in_cell(cell):
            try:
                if _migrations() != own:
                    yield "has other migrations than the installation"
            finally:
                # Of use to this check alone.
                connection.close()
    except DatabaseError as error:
        yield f"cannot be connected to: {str(error).strip()}"
    with in_cell(cell):
        yield from _missing_keys()


def _migrations() -> set[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations")
        return set(cursor.fetchall())


def _missing_keys() -> Iterator[str]:
    for use in sorted(PROCESS_KEYS[KeyHolder.WEB] - {*SIGNING_KEYS, "vault"}):
        try:
            keys.secret(use)
        except (FileNotFoundError, KeyFileRefused) as error:
            yield f"lacks the key {use}: {error}"
