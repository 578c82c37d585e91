"""Taking a step of a round in both ways, to compare the answers byte by byte.

The first way is DRF's own, in a transaction that is rolled back. The second is the platform's. Clock and entropy are the
same for both, and so they must write the same rows and log lines too.
"""

from __future__ import annotations

import hashlib
import io
import itertools
import logging
import os
import threading
from collections import OrderedDict
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final
from unittest import mock

import time_machine
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from audit import prepared_statement
from games.operations import player_snapshot
from reddog_platform.postgresql import time_limits
from reddog_platform.wsgi import application as platform
from rest.utf8_request import Utf8Request

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from django.http import HttpRequest
    from django.urls import ResolverMatch

TABLES: Final = (
    *("audit_chain", "audit_record", "audit_queue", "audit_event", "wallet_journal", "wallet_posting"),
    *("games_round", "players_session"),
)
# Loading the web application made this process a web server. A test may look at its whole world, which takes longer.
time_limits.choose(time_limits.COMMANDS)

_one_at_a_time: Final = threading.Lock()


class _Framework(WSGIHandler):
    """Django and DRF as they come, with the same middlewares."""

    request_class = Utf8Request

    def resolve_request(self, request: HttpRequest) -> ResolverMatch:
        request.urlconf = "tests.framework_urls"  # type: ignore[attr-defined]  # as Django documents it
        return super().resolve_request(request)


@dataclass(frozen=True)
class Taken:
    """What a way of taking a step came to."""

    status: str
    headers: dict[str, str]
    body: bytes
    rows: list[list[str]]
    lines: list[object]


class _Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[object] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append((record.name, record.levelname, str(record.msg)))


def take(handler: Callable[..., Iterable[bytes]], environ: dict[str, Any], body: bytes) -> Taken:
    """Send a request through a handler, in the transaction that is open."""
    first_transaction = _value("SELECT pg_current_xact_id()::text::bigint")
    answer: dict[str, Any] = {}

    def start_response(status: str, headers: list[tuple[str, str]], *_: object) -> None:
        answer.update(status=status, headers=dict(headers))

    log = _Lines()
    logging.getLogger().addHandler(log)
    try:
        returned = handler({**environ, "wsgi.input": io.BytesIO(body)}, start_response)
        content = b"".join(returned)
        if hasattr(returned, "close"):
            returned.close()
    finally:
        logging.getLogger().removeHandler(log)
    rows = [_rows_since(table, first_transaction) for table in TABLES]
    return Taken(**answer, body=content, rows=rows, lines=log.lines)


def take_once(handler: Callable[..., Iterable[bytes]], environ: dict[str, Any], body: bytes) -> Taken:
    """Send a request through a handler."""
    with mock.patch.object(BaseDatabaseWrapper, "close_if_unusable_or_obsolete"), transaction.atomic():
        return take(handler, environ, body)


def both_ways(environ: dict[str, Any], body: bytes) -> tuple[Taken, Taken]:
    """Return what a request comes to by the framework's way, which is undone, and by the platform's."""
    with (
        _one_at_a_time,
        time_machine.travel(datetime.now(UTC), tick=False),
        # At the end of a request both close a connection that is in a transaction.
        mock.patch.object(BaseDatabaseWrapper, "close_if_unusable_or_obsolete"),
    ):
        cached = OrderedDict(player_snapshot._snapshots)
        with transaction.atomic(), _fixed_entropy():
            by_framework = take(_FRAMEWORK, environ, body)
            transaction.set_rollback(True)
        player_snapshot._snapshots.clear()
        player_snapshot._snapshots.update(cached)
        # The rollback made the connection forget them, and in a transaction none can be prepared again.
        prepared_statement._names.clear()
        with (
            transaction.atomic(),
            _fixed_entropy(),
            # So that its statement goes past the driver, as it does outside of a transaction.
            mock.patch.object(BaseDatabaseWrapper, "get_autocommit", return_value=True),
        ):
            by_platform = take(platform, environ, body)
    return by_framework, by_platform


@contextmanager
def _fixed_entropy() -> Iterator[None]:
    """Draw the same bytes each time, and other ones than for any request before."""
    start, numbers = os.getpid().to_bytes(8), itertools.count()
    place = datetime.now(UTC).isoformat().encode()

    def draw(size: int) -> bytes:
        return hashlib.shake_256(start + place + next(numbers).to_bytes(8)).digest(size)

    with mock.patch("os.urandom", draw):
        yield


def _value(sql: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return int(cursor.fetchone()[0])


def _rows_since(table: str, first_transaction: int) -> list[str]:
    """Return the rows that the open transaction wrote, without numbers that PostgreSQL draws, which no rollback gives back.

    A sequencer beside it commits records of its own at any moment. They are of neither way.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT (to_jsonb(t) - 'id' - 'number')::text FROM {table} t WHERE xmin::text::bigint >= %s"
            # Of the transactions in progress, this one's rows alone are to be seen.
            " AND pg_xact_status(xmin::text::xid8) = 'in progress' ORDER BY 1",
            [first_transaction],
        )
        return [str(row) for (row,) in cursor.fetchall()]


_FRAMEWORK: Final = _Framework()
