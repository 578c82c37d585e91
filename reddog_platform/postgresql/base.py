"""The connection to PostgreSQL."""

from __future__ import annotations

import select
from typing import TYPE_CHECKING, Any, Final

import psycopg
from django.db import DEFAULT_DB_ALIAS
from django.db.backends.postgresql import base
from psycopg import pq

from audit.replica import REPLICA
from kernel.serving import own_cell, served_cell
from reddog_platform.postgresql import time_limits

if TYPE_CHECKING:
    from collections.abc import Mapping


_OF_THE_PROCESS: Final = frozenset({DEFAULT_DB_ALIAS, REPLICA})
"""The connections in the application's role. The owner's is for all cells, and has no limits."""


class CannotConnect(psycopg.OperationalError):
    """No session could be opened, so nothing was sent."""


class AnotherCellsConnection(Exception):  # noqa: N818  named for what it is
    """A defect: a statement was about to be sent in another cell than the one that is served."""


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's connection, with time limits, which also notices without a round trip that the server has closed it."""

    connection: psycopg.Connection[Any] | None

    def __init__(self, settings_dict: dict[str, Any], alias: str = DEFAULT_DB_ALIAS) -> None:
        """Connect nothing yet. The connection is the process's own cell's, unless `cell` is set before it is opened."""
        super().__init__(settings_dict, alias)
        self.cell = own_cell()

    def copy(self, alias: str | None = None) -> DatabaseWrapper:
        """Return a connection, not yet opened, to the same cell in the same role."""
        copied: DatabaseWrapper = super().copy(alias)
        copied.cell = self.cell
        return copied

    def get_new_connection(self, conn_params: Mapping[str, Any]) -> psycopg.Connection[Any]:
        """Return an open connection.

        Raises:
            CannotConnect: the server is away, full, starting or stopping.
        """
        try:
            connection: psycopg.Connection[Any] = super().get_new_connection(conn_params)
        except psycopg.OperationalError as error:
            raise CannotConnect(*error.args) from error
        return connection

    def init_connection_state(self) -> None:
        """Choose the schema of the cell, and set the time limits of the process. Migrations, which the owner runs, have none."""
        super().init_connection_state()
        if self.cell.name:
            self._choose_schema(self.cell.schema)
        if self.alias in _OF_THE_PROCESS:
            assert self.connection is not None, "it was just opened"
            time_limits.set_limits(self.connection)
            if self.alias == REPLICA:
                # A standby writes nothing anyway. This is for an address that leads to another server.
                self.connection.execute("SET default_transaction_read_only = on", prepare=False)

    def create_cursor(self, name: str | None = None) -> Any:
        """Return a cursor, in the cell that is served and in no other one."""
        if self.alias in _OF_THE_PROCESS and self.cell != served_cell():
            raise AnotherCellsConnection(f"a connection to {self.cell.name!r}, where {served_cell().name!r} is served")
        return super().create_cursor(name)

    def _choose_schema(self, schema: str) -> None:
        """Find tables in a cell alone. What is missing there is missing, and never another cell's.

        Like the limits, it is not in the startup packet, which a pooler refuses.
        """
        assert self.connection is not None, "it was just opened"
        self.connection.execute("SELECT set_config('search_path', %s, false)", [schema], prepare=False)

    def is_usable(self) -> bool:
        """Return whether the connection is still open, as far as this side knows.

        Between statements a server sends nothing until it closes the connection. So this reads what waits on the
        socket, and finds the end of the stream there. If the server vanished without closing, the next statement
        fails instead, and the request after that gets a new connection.
        """
        if self.connection is None:
            return False
        wire = self.connection.pgconn
        poller = select.poll()
        try:
            poller.register(wire.socket, select.POLLIN)
            while poller.poll(0):
                wire.consume_input()
        except psycopg.OperationalError:
            return False
        return wire.status == pq.ConnStatus.OK
