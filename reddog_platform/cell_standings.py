"""How the cells stand that this web server serves: what the installation's staff see of all, and a cell's staff of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import structlog
from django.conf import settings
from django.db import Error as DatabaseError, connection

from audit.queries.log import newest_checkpoint_at, published_size
from kernel.instants import rfc3339, to_epoch_ms
from kernel.serving import own_cell, served_cell
from players.operations.admit_players import is_closed
from reddog_platform.cell_connections import in_cell
from reddog_platform.stored_diagnostics import stored_diagnostics

if TYPE_CHECKING:
    from kernel.cell import Cell

_log = structlog.get_logger("reddog_platform.cell_standings")


def cell_standings() -> list[dict[str, Any]]:
    """Return how each cell stands, the installation first. A cell costs three look-ups by key, however large it is.

    Of one whose database does not answer, only that is told.
    """
    served = served_cell()
    cells = (own_cell(), *settings.REDDOG_CELLS) if served == own_cell() else (served,)
    return [_standing(cell) for cell in cells]


def _standing(cell: Cell) -> dict[str, Any]:
    known = {"name": cell.name, "url": cell.at_host(settings.REDDOG_ORIGIN)}
    with in_cell(cell):
        try:
            return {**known, "status": _status(cell), **_log_facts(), **_health()}
        except DatabaseError as error:
            _log.warning("cell-away", cell=cell.name, reason=str(error).strip())
            connection.close()
    unknown = dict.fromkeys(("log_size", "checkpoint_at", "looked_at", "red"))
    return {**known, "status": "away", **unknown}


def _status(cell: Cell) -> str:
    return "closed" if cell.name and is_closed() else "open"


def _log_facts() -> dict[str, Any]:
    signed_at = newest_checkpoint_at()
    return {
        "log_size": published_size(),
        "checkpoint_at": None if signed_at is None else rfc3339(to_epoch_ms(signed_at)),
    }


def _health() -> dict[str, Any]:
    seen = stored_diagnostics()
    red = [item["subject"] for item in seen["items"] if not item["healthy"]]
    return {"looked_at": seen["looked_at"], "red": None if seen["looked_at"] is None else red}
