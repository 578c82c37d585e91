"""Hear which tables changed. What is told here only wakes: what changed is in the rows.

Source: https://www.postgresql.org/docs/current/sql-notify.html.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

import psycopg
import structlog
from django.db import connection

from kernel.ids import ChainId
from kernel.serving import served_cell
from tables.operations.table_step import WAKE_CHANNEL
from tables.queries.stream_processes import STREAM_LOCK

_AGAIN_SECONDS: Final = 0.5

_log = structlog.get_logger("tables.stream")


async def listen(wake: Callable[[ChainId | None], None]) -> None:
    """Call `wake` with each table that is told to have changed, for ever; with None where some may have been missed.

    One session, which also shows by a lock that this process runs. While there is none, this tries again and again.
    """
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(**_parameters(), autocommit=True) as session:
                await session.execute(f"LISTEN {served_cell().channel(WAKE_CHANNEL)}")
                await session.execute("SELECT pg_advisory_lock_shared(%s)", (served_cell().lock(STREAM_LOCK),))
                _log.info("listening")
                wake(None)
                async for notification in session.notifies():
                    wake(_table_of(notification.payload))
        except psycopg.Error as error:
            _log.warning("not-listening", reason=str(error).strip())
        await asyncio.sleep(_AGAIN_SECONDS)


def _table_of(payload: str) -> ChainId | None:
    try:
        return ChainId(UUID(hex=payload))
    except ValueError:
        # Anybody in the database may notify. It costs one look.
        return None


def _parameters() -> dict[str, Any]:
    """Return where the database is, as Django connects to it."""
    parameters: dict[str, Any] = connection.get_connection_params()
    # Django's own, for its kind of connection.
    for name in ("cursor_factory", "context", "prepare_threshold"):
        parameters.pop(name, None)
    return parameters
