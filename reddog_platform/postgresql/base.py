"""The connection to PostgreSQL."""

from __future__ import annotations

import select
from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg import pq


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's connection, which also notices without a round trip that the server has closed it."""

    connection: psycopg.Connection[Any] | None

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
