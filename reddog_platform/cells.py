"""The cells of this database: make one's schema and role, and list them, over the owner's connection.

The database's own catalogue is the registry: a schema with our comment on it is a cell. It is there or not there together
with the schema, and an installation without cells has nothing of it.

Source: docs/adr/0107-cells.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.db import OperationalError, connection, connections, transaction
from psycopg import sql

from kernel.cell import Cell, cell_of
from players.operations.admit_players import CLOSED, OPENED
from reddog_platform.directory_schema import SCHEMA as DIRECTORY, make_directory
from reddog_platform.placement import CellServer, places

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.db.backends.base.base import BaseDatabaseWrapper
    from django.db.backends.utils import CursorWrapper

_MAKING: Final = "Red Dog cell, not finished: repeat `manage.py cell create`"
_READY: Final = "Red Dog cell"

_LOCK: Final = 0x5DFC
"""The advisory lock of whoever makes a cell: two that are made at once do not miss one another."""

_COUNTED_MAX: Final = 1_000
"""So many players are counted; of more, PostgreSQL's estimate is told."""

_ROLE_NAME_MAX: Final = 63


class CellRefused(Exception):  # noqa: N818  named like a refusal
    """A cell cannot be made or served so; the text says what to do. Nothing was changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CellRow:
    """A cell as the list tells of it."""

    cell: Cell
    state: str
    """`unfinished`, `open` or `closed`, to new players; `away` if its server does not answer."""
    server: CellServer | None
    """Where Citus keeps it; None if it lies beside the installation."""
    players: int
    players_estimated: bool
    """Whether `players` is PostgreSQL's estimate."""
    log_size: int


def make_schema(cell: Cell, *, role: str) -> bool:
    """Make the schema and the role of a cell, as far as they are missing; return whether the schema is new.

    All in one transaction: a crash leaves the schema with its comment and its grant, or nothing.

    Raises:
        CellRefused: nothing was made.
    """
    owner = owner_connection()
    with transaction.atomic(using=owner.alias), owner.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        schemas = _platform_schemas(cursor)
        _refuse_shared_locks(cell, schemas)
        is_new = cell.schema not in schemas
        if is_new and _exists(cursor, "SELECT FROM pg_namespace WHERE nspname = %s", cell.schema):
            raise CellRefused(f"The database has a schema {cell.schema}, which is no cell: it has no comment of ours.")
        _require_role(cursor, role)
        _refuse_foreign_role(cursor, role, cell)
        if is_new:
            cursor.execute(_statement("CREATE SCHEMA {}", cell.schema))
            _comment(cursor, cell, _MAKING)
        cursor.execute(_statement("GRANT USAGE ON SCHEMA {} TO {}", cell.schema, role))
    return is_new


def make_directory_of_cells(installation: str) -> bool:
    """Make the directory of claims as far as it is missing, and let the installation's role and each cell's use it.

    Returns:
        Whether there was none.
    """
    owner = owner_connection()
    roles = [cell.role(installation) for cell in known_cells()]
    with owner.cursor() as cursor:
        there = [role for role in roles if _exists(cursor, "SELECT FROM pg_roles WHERE rolname = %s", role)]
        is_new = not _exists(cursor, "SELECT FROM pg_namespace WHERE nspname = %s", DIRECTORY)
    make_directory(owner, installation=installation, cells=there)
    return is_new


def mark_ready(cell: Cell) -> None:
    """Say in the registry that a cell has all that it needs."""
    with owner_connection().cursor() as cursor:
        _comment(cursor, cell, _READY)


def known_cells() -> list[Cell]:
    """Return the cells of this database by name, unfinished ones too."""
    with owner_connection().cursor() as cursor:
        found = [cell for schema in _platform_schemas(cursor) if (cell := cell_of(schema)) is not None]
    return sorted(found, key=lambda cell: cell.name)


def ready_cells() -> list[Cell]:
    """Return the cells of this database by name that have all they need, as any role sees them in the catalogue."""
    with connection.cursor() as cursor:
        schemas = _platform_schemas(cursor)
    found = [cell for schema, comment in schemas.items() if comment == _READY and (cell := cell_of(schema)) is not None]
    return sorted(found, key=lambda cell: cell.name)


def list_cells() -> Iterator[CellRow]:
    """Yield each cell. Of a table of players it reads at most a thousand rows; the log's size is stored."""
    cells = known_cells()
    with owner_connection().cursor() as cursor:
        schemas, placed = _platform_schemas(cursor), places(cursor)
        for cell in cells:
            yield _row(cursor, cell, is_ready=schemas[cell.schema] == _READY, server=placed.get(cell.schema))


def foreign_schemas(cursor: CursorWrapper, role: str, cell: Cell) -> list[str]:
    """Return the schemas of the platform, other than the cell's own, that a role may use."""
    cursor.execute(
        "SELECT nspname FROM pg_namespace WHERE nspname <> %s AND has_schema_privilege(%s, oid, 'USAGE')"
        " AND (nspname = 'public' OR obj_description(oid, 'pg_namespace') = ANY(%s)) ORDER BY nspname",
        [cell.schema, role, [_MAKING, _READY]],
    )
    return [str(schema) for (schema,) in cursor.fetchall()]


def owner_connection() -> BaseDatabaseWrapper:
    """Return the connection of the tables' owner.

    Raises:
        CellRefused: this process has none.
    """
    if "owner" not in connections:
        raise CellRefused("Only the tables' owner does this: set DATABASE_OWNER_URL (or DATABASE_OWNER_URL_FILE).")
    return connections["owner"]


def _platform_schemas(cursor: CursorWrapper) -> dict[str, str]:
    cursor.execute(
        "SELECT nspname, obj_description(oid, 'pg_namespace') FROM pg_namespace"
        " WHERE obj_description(oid, 'pg_namespace') = ANY(%s)",
        [[_MAKING, _READY]],
    )
    return {str(schema): str(comment) for schema, comment in cursor.fetchall()}


def _refuse_shared_locks(cell: Cell, schemas: dict[str, str]) -> None:
    for schema in schemas:
        other = cell_of(schema)
        if other is not None and other != cell and other.lock_class == cell.lock_class:
            raise CellRefused(f"The locks of {cell.name} would be those of {other.name}: choose another name.")


def _require_role(cursor: CursorWrapper, role: str) -> None:
    if len(role) > _ROLE_NAME_MAX:
        raise CellRefused(
            f"PostgreSQL would cut the role {role} to {_ROLE_NAME_MAX} characters: choose a shorter name."
        )
    if _exists(cursor, "SELECT FROM pg_roles WHERE rolname = %s", role):
        return
    if not _exists(cursor, "SELECT FROM pg_roles WHERE rolname = current_user AND (rolcreaterole OR rolsuper)"):
        raise CellRefused(
            f"There is no role {role}, and the owner may make none. As a superuser, once: CREATE ROLE {role} LOGIN;"
            " with a password or a certificate of its own (docs/scale.md)."
        )
    cursor.execute(_statement("CREATE ROLE {} LOGIN", role))


def _refuse_foreign_role(cursor: CursorWrapper, role: str, cell: Cell) -> None:
    if _exists(cursor, "SELECT FROM pg_roles WHERE rolname = %s AND rolsuper", role):
        raise CellRefused(f"{role} is a superuser, who reads every cell.")
    foreign = foreign_schemas(cursor, role, cell)
    if foreign:
        raise CellRefused(f"{role} may use {', '.join(foreign)}: a cell's role reads no other cell (docs/scale.md).")


def _row(cursor: CursorWrapper, cell: Cell, *, is_ready: bool, server: CellServer | None) -> CellRow:
    if not is_ready:
        return _row_without_figures(cell, "unfinished", server)
    try:
        cursor.execute(_statement(_FIGURES, *[cell.schema] * 4), [CLOSED, OPENED])
        counted, log_size, newest = cursor.fetchone()
    except OperationalError:
        if server is None:
            raise
        return _row_without_figures(cell, "away", server)
    return CellRow(
        cell=cell,
        state="closed" if newest == CLOSED else "open",
        server=server,
        players=max(counted, _estimated_players(cursor, cell, server)) if counted > _COUNTED_MAX else counted,
        players_estimated=counted > _COUNTED_MAX,
        log_size=log_size,
    )


def _estimated_players(cursor: CursorWrapper, cell: Cell, server: CellServer | None) -> int:
    cursor.execute(_ESTIMATE if server is None else _ESTIMATE_ON_CITUS, [f"{cell.schema}.players_player"])
    (estimate,) = cursor.fetchone()
    # Citus tells what a server says as text.
    return int(float(estimate))


def _row_without_figures(cell: Cell, state: str, server: CellServer | None) -> CellRow:
    return CellRow(cell=cell, state=state, server=server, players=0, players_estimated=False, log_size=0)


_FIGURES: Final = f"""
SELECT (SELECT count(*) FROM (SELECT 1 FROM {{}}.players_player LIMIT {_COUNTED_MAX + 1}) AS counted),
  (SELECT size FROM {{}}.audit_log),
  (SELECT kind FROM (
    (SELECT kind, at, id FROM {{}}.audit_event WHERE kind = %s ORDER BY at DESC, id DESC LIMIT 1) UNION ALL
    (SELECT kind, at, id FROM {{}}.audit_event WHERE kind = %s ORDER BY at DESC, id DESC LIMIT 1)) AS newest
   ORDER BY at DESC, id DESC LIMIT 1)
"""
"""A cell's schema stands for each of the four places."""

_ESTIMATE: Final = "SELECT reltuples FROM pg_class WHERE oid = %s::regclass"

_ESTIMATE_ON_CITUS: Final = """
SELECT result FROM run_command_on_shards(%s, 'SELECT reltuples FROM pg_class WHERE oid = %%L::regclass')
"""
"""The rows are estimated where they are."""


def _comment(cursor: CursorWrapper, cell: Cell, comment: str) -> None:
    statement = sql.SQL("COMMENT ON SCHEMA {} IS {}").format(sql.Identifier(cell.schema), sql.Literal(comment))
    cursor.execute(statement.as_string())


def _exists(cursor: CursorWrapper, query: str, *parameters: str) -> bool:
    cursor.execute(f"SELECT EXISTS ({query})", parameters)
    return bool(cursor.fetchone()[0])


def _statement(text: str, *names: str) -> str:
    return sql.SQL(text).format(*map(sql.Identifier, names)).as_string()
