"""Reads that may lag behind: they are made on a streaming replica, where there is one that is near enough.

Each place that may read so says so by calling `read_lagging`: nothing else ever does, so no decision, balance, limit or session is
read there. Within the call the thread's connection is the replica's, which refuses whatever is no read.

Source: docs/adr/0115-reads-that-may-lag.md.
"""

import contextlib
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Final, Generic, NamedTuple, TypeVar

import structlog
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connections
from psycopg.errors import QueryCanceled

from kernel.ids import ChainId
from kernel.serving import own_cell, served_cell

REPLICA: Final = "replica"
"""The alias of the replica's connection."""

_AWAY_SECONDS: Final = 10
"""So long a process does not look for a replica that did not answer: to notice takes up to two seconds."""
_CATCH_UP_SECONDS: Final = 0.5
_LOOK_SECONDS: Final = 0.02

_log = structlog.get_logger("audit.replica")
_asked_again_at = 0.0

T = TypeVar("T")


class Read(NamedTuple, Generic[T]):
    """What was read, and how old the replica's data were at most."""

    value: T
    as_of: datetime | None
    """All that was committed by then was there, on the primary's clock. None where the primary was read."""


class Standing(NamedTuple):
    """How far a replica is."""

    caught_up: bool
    """Whether it had all that the primary had when this was asked."""
    as_of: datetime
    """All that was committed by then is there."""
    lag: timedelta


def has_replica() -> bool:
    """Return whether a replica is configured."""
    return REPLICA in connections.settings


def read_lagging(
    read: Callable[[], T], *, with_all_of: ChainId | None = None, with_all_so_far: bool = False
) -> Read[T]:
    """Return what `read` gives, on the replica if it is near enough, else on the primary.

    `read` only reads, may be called twice, and leaves nothing to be read after it. On the replica its statements see what was
    committed by `as_of`, or more. With a chain (`with_all_of`), it has each record of that chain that was committed before the
    call, and what was written with it: a player's own round is there. With `with_all_so_far`, it has everything that was
    committed before the call.

    Raises:
        django.db.InternalError: `read` writes.
        django.db.OperationalError: a statement took too long, or the primary is away.
    """
    # The connection is the process's own cell's. A web server of several reads the others on their primary.
    if not has_replica() or served_cell() != own_cell():
        return Read(read(), None)
    assert not connections[DEFAULT_DB_ALIAS].in_atomic_block, "what a transaction wrote is on the primary alone"
    as_of = _usable_as_of(with_all_of, complete=with_all_so_far)
    if as_of is None:
        return Read(read(), None)
    try:
        with _on_replica():
            return Read(read(), as_of)
    except (OperationalError, InterfaceError) as trouble:
        # On the primary it would take as long.
        if isinstance(trouble.__cause__, QueryCanceled):
            raise
        _leave_alone(trouble)
        return Read(read(), None)


def replica_standing() -> Standing | None:
    """Return how far the replica is; None if it is no standby, or has replayed nothing since it started.

    Raises:
        django.db.Error: it is away.
    """
    return _standing(*_primary_place())


@contextlib.contextmanager
def _on_replica() -> Iterator[None]:
    """Let this thread's connection be the replica's."""
    primary = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = connections[REPLICA]
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = primary


def _usable_as_of(chain: ChainId | None, *, complete: bool) -> datetime | None:
    if time.monotonic() < _asked_again_at:
        return None
    # The primary first: what is committed in between may be missing on neither side.
    place, head = _primary_place(), None if chain is None else _head(DEFAULT_DB_ALIAS, chain)
    try:
        standing = _standing(*place)
        if standing is None or standing.lag > timedelta(seconds=settings.REDDOG_REPLICA_LAG_MAX_SECONDS):
            return None
        if complete and not _catches_up(*place):
            return None
        if chain is not None and head is not None and _head(REPLICA, chain) < head:
            return None
    except (OperationalError, InterfaceError) as trouble:
        _leave_alone(trouble)
        return None
    return place[1] if complete else standing.as_of


def _catches_up(lsn: str | None, now: datetime) -> bool:
    """Wait a moment for the replica to have all that the primary had; return whether it has."""
    deadline = time.monotonic() + _CATCH_UP_SECONDS
    while (standing := _standing(lsn, now)) is not None and not standing.caught_up:
        if time.monotonic() >= deadline:
            return False
        time.sleep(_LOOK_SECONDS)
    return standing is not None


def _leave_alone(trouble: Exception) -> None:
    """Have the primary read for a while."""
    global _asked_again_at  # noqa: PLW0603  a process finds the replica away, and not a thread
    _asked_again_at = time.monotonic() + _AWAY_SECONDS
    _log.warning("replica-away", why=str(trouble).strip())
    connections[REPLICA].close()


def _primary_place() -> tuple[str | None, datetime]:
    """Return up to where the primary's log of writes is on its disk, and its clock. What was answered is below.

    A server that takes no writes has no such place: then nothing is read elsewhere.
    """
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute(
            "SELECT CASE WHEN pg_is_in_recovery() THEN NULL ELSE pg_current_wal_flush_lsn()::text END, clock_timestamp()"
        )
        lsn, now = cursor.fetchone()
    return lsn, now


def _standing(lsn: str | None, now: datetime) -> Standing | None:
    if lsn is None:
        return None
    with connections[REPLICA].cursor() as cursor:
        cursor.execute(
            "SELECT pg_is_in_recovery(), pg_last_wal_replay_lsn() >= %s::text::pg_lsn, pg_last_xact_replay_timestamp()",
            [lsn],
        )
        is_standby, caught_up, replayed_at = cursor.fetchone()
    if not is_standby or (replayed_at is None and not caught_up):
        return None
    as_of = now if caught_up else replayed_at
    return Standing(caught_up=bool(caught_up), as_of=as_of, lag=max(timedelta(), now - as_of))


def _head(alias: str, chain: ChainId) -> int:
    """Return the version of a chain there; -1 before it begins."""
    with connections[alias].cursor() as cursor:
        cursor.execute("SELECT version FROM audit_chain WHERE chain = %s", [chain])
        row = cursor.fetchone()
    return -1 if row is None else int(row[0])
