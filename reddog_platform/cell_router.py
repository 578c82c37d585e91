"""Which cell a request is for, in a web server of several: by its host, by its token, or by the user name that it sends.

A choice decides only where to look. The cell's own rows decide who is let in: a token names its cell under our signature and
is refused in every other one, and a user name without an account is refused by the installation as by any cell.

Source: docs/adr/0116-one-web-server-for-several-cells.md.
"""

from __future__ import annotations

import io
import json
import time
from typing import TYPE_CHECKING, Any, Final

import structlog
from django.db import Error as DatabaseError, connection

from credentials.bearer_tokens import cell_name_in
from kernel.serving import own_cell
from players.operations.admit_players import is_closed
from players.queries.claimed_cells import cell_of_user_name
from reddog_platform.cell_connections import in_cell
from reddog_platform.cell_settings import cell_host

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kernel.cell import Cell

Environ = dict[str, Any]
_log = structlog.get_logger("reddog_platform.cell_router")

_REGISTRATION: Final = "/api/v1/players"
_BY_USER_NAME: Final = frozenset({"/api/v1/sessions", "/api/v1/login-unlocks", "/api/v1/password-resets"})
"""Where somebody without a session says who they are."""

_AWAY_SECONDS: Final = 5.0
_BODY_BYTES_MAX: Final = 64 * 1024
_USER_NAME_MAX: Final = 100


class CellRouter:
    """Chooses the cell of each request."""

    def __init__(self, cells: Sequence[Cell], *, origin: str) -> None:
        """Serve these cells beside the process's own, of an installation with this origin."""
        self._cells = cells
        self._by_name: Mapping[str, Cell] = {cell.name: cell for cell in (own_cell(), *cells)}
        self._away_until: dict[Cell, float] = {}
        self._by_host: Mapping[str, Cell] = {cell_host(cell, origin): cell for cell in cells}

    def choose(self, environ: Environ) -> Cell:
        """Return the cell of a request; the process's own where nothing names another that is served here."""
        host = environ.get("HTTP_HOST", "").partition(":")[0].lower().rstrip(".")
        if (addressed := self._by_host.get(host)) is not None:
            return addressed
        # Whoever says who they are has no session yet, or begins another one: an old token is no answer.
        if environ["REQUEST_METHOD"] == "POST" and environ["PATH_INFO"] == _REGISTRATION:
            return self._cell_of_newcomers()
        if environ["REQUEST_METHOD"] == "POST" and environ["PATH_INFO"] in _BY_USER_NAME:
            # The directory is asked in the installation's role, which is served here until the cell is known.
            found = cell_of_user_name(_user_name(environ))
            return own_cell() if found is None else self._by_name.get(found.name, own_cell())
        scheme, _, token = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
        return self._by_name.get(cell_name_in(token.strip()), own_cell()) if scheme.lower() == "bearer" else own_cell()

    def _cell_of_newcomers(self) -> Cell:
        """Return the first cell that takes new players, and the last one where none does: it says so."""
        return next(filter(self._takes_newcomers, self._cells), self._cells[-1])

    def _takes_newcomers(self, cell: Cell) -> bool:
        """Return whether a cell takes new players. One whose database is away is passed over, and not asked for some seconds."""
        if time.monotonic() < self._away_until.get(cell, 0.0):
            return False
        with in_cell(cell):
            try:
                return not is_closed()
            except DatabaseError as error:
                _log.warning("cell-away", cell=cell.name, reason=str(error).strip())
                connection.close()
        self._away_until[cell] = time.monotonic() + _AWAY_SECONDS
        return False


def _user_name(environ: Environ) -> str:
    """Return the user name in a body, empty where there is none; leave the body to be read again."""
    length = environ.get("CONTENT_LENGTH", "")
    if not (length.isascii() and length.isdigit() and 0 < int(length) <= _BODY_BYTES_MAX):
        return ""
    body = environ["wsgi.input"].read(int(length))
    environ["wsgi.input"] = io.BytesIO(body)
    try:
        document = json.loads(body)
    except (ValueError, RecursionError):
        # The view says what is wrong with it.
        return ""
    name = document.get("username") if isinstance(document, dict) else None
    # A name has ASCII alone; half of a pair of surrogates would not even have bytes.
    return name if isinstance(name, str) and name.isascii() and len(name) <= _USER_NAME_MAX else ""
