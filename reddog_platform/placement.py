"""Where Citus keeps cells: on which of its servers the schema of each is.

A database without Citus has one place, and nothing here changes it.

Source: docs/adr/0113-cells-on-citus.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from django.db.backends.utils import CursorWrapper

UNSAFE_TRIGGERS: Final = "citus.enable_unsafe_triggers"
"""Citus's name for triggers at all. Ours look at rows of their own cell alone, which lie on the same server."""

_PLACES: Final = """
SELECT DISTINCT nspname, nodename, nodeport
FROM pg_dist_schema JOIN pg_namespace ON pg_namespace.oid = schemaid JOIN pg_dist_partition USING (colocationid)
  JOIN pg_dist_shard USING (logicalrelid) JOIN pg_dist_placement USING (shardid) JOIN pg_dist_node USING (groupid)
WHERE noderole = 'primary'
"""


@dataclass(frozen=True, slots=True)
class CellServer:
    """A server of Citus, by the address under which the others know it."""

    host: str
    port: int

    @classmethod
    def read(cls, address: str) -> CellServer:
        """Return the server at `HOST:PORT`; raise ValueError if this is no such address."""
        host, _, port = address.rpartition(":")
        if not host or not port.isdecimal():
            raise ValueError(f"{address!r} is no address such as 10.0.0.7:5432.")
        return cls(host, int(port))

    def __str__(self) -> str:
        """Return the address as it is typed."""
        return f"{self.host}:{self.port}"


def has_citus(cursor: CursorWrapper) -> bool:
    """Return whether the database has Citus."""
    cursor.execute("SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')")
    return bool(cursor.fetchone()[0])


def places(cursor: CursorWrapper) -> dict[str, CellServer]:
    """Return the server of each schema that Citus has placed; nothing where there is no Citus."""
    if not has_citus(cursor):
        return {}
    cursor.execute(_PLACES)
    return {str(schema): CellServer(str(host), int(port)) for schema, host, port in cursor.fetchall()}


def servers(cursor: CursorWrapper) -> list[CellServer]:
    """Return the servers on which Citus keeps cells, by address. The database has Citus."""
    cursor.execute(
        "SELECT nodename, nodeport FROM pg_dist_node"
        " WHERE isactive AND shouldhaveshards AND noderole = 'primary' ORDER BY nodename, nodeport"
    )
    return [CellServer(str(host), int(port)) for host, port in cursor.fetchall()]
