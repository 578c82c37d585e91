"""The connection to PostgreSQL."""

from __future__ import annotations

import select
from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg import _queries, pq

# The driver keeps what it has made of a statement, up to fifty values. A deal that settles at once has some seventy;
# taking its text apart each time cost a tenth of the step.
_queries.MAX_CACHED_STATEMENT_PARAMS = 100


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, which keeps connections and notices without a round trip when the server has hung up."""

    connection: psycopg.Connection[Any] | None

    def is_usable(self) -> bool:
        """Return whether the connection is still open, as far as this side has been told.

        Between statements a server says nothing, except goodbye. So whatever waits on the socket is read, and the
        end of the stream is found in it. A peer that vanished without a word is found by the next statement
        instead, and the request after that has a new connection.
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
