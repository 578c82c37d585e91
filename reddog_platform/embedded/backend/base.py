"""The connection to the embedded PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import psycopg

from reddog_platform.embedded import home, servers
from reddog_platform.embedded.programs import ServerUnavailable
from reddog_platform.postgresql import base

if TYPE_CHECKING:
    from collections.abc import Mapping


class DatabaseWrapper(base.DatabaseWrapper):
    """Connect. If nothing answers, start the embedded servers and try once more.

    So only a command that uses the database starts it, and a connection to a running server costs nothing extra.
    """

    def get_new_connection(self, conn_params: Mapping[str, Any]) -> psycopg.Connection[Any]:
        """Return an open connection.

        Raises:
            CannotConnect: the embedded servers cannot be started.
        """
        try:
            return self._connect(conn_params)
        except psycopg.OperationalError:
            try:
                servers.ensure(home.find())
            except ServerUnavailable as error:
                raise base.CannotConnect(str(error)) from error
            return self._connect(conn_params)

    def _connect(self, conn_params: Mapping[str, Any]) -> psycopg.Connection[Any]:
        connection: psycopg.Connection[Any] = super().get_new_connection(conn_params)
        return connection
