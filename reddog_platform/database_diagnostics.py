"""The checks of `manage.py doctor` that concern the way to the database: what stands between, and what stands behind."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import Error, connection

from audit.replica import replica_standing
from reddog_platform.diagnostic import Diagnostic

if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper


def durability() -> Diagnostic:
    """Look whether an answer is on disk when it is given, and whether on a second machine too."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('synchronous_commit'), current_setting('synchronous_standby_names')")
        commit, standbys = cursor.fetchone()
    standby = f"after {standbys} has it too" if standbys else "from one machine: no synchronous standby is named"
    return Diagnostic(
        subject="durability",
        healthy=commit != "off" and not (standbys and commit == "local"),
        state=f"synchronous_commit {commit}; answers are given {standby}",
        repair="Set synchronous_commit = on: a bet that was answered must outlive the server (docs/production.md).",
    )


def pooler() -> Diagnostic:
    """Look whether a connection keeps its database session from one transaction to the next.

    Behind a pooler in transaction mode, a second connection in a transaction gets the session that the first one had.
    """
    first, second = _unprepared(), _unprepared()
    with closing(first), closing(second):
        had = _session_of(first)
        second.set_autocommit(False)
        _session_of(second)
        has = _session_of(first)
        second.rollback()
    return Diagnostic(
        subject="pooler",
        healthy=had == has,
        state="each connection has a session of its own" if had == has else "connections change their sessions",
        repair="Set pool_mode = session in the pooler: prepared statements, settings and advisory locks belong to a"
        " session (docs/production.md, A connection pooler).",
    )


def replica() -> Diagnostic:
    """Look whether the replica is near enough to be read."""
    limit = settings.REDDOG_REPLICA_LAG_MAX_SECONDS
    try:
        standing = replica_standing()
    except Error as error:
        return _of_replica(f"away: {error}".strip(), healthy=False)
    if standing is None:
        return _of_replica("not a standby that has replayed anything: it is not read", healthy=False)
    seconds = standing.lag.total_seconds()
    return _of_replica(f"{seconds:.1f} seconds behind; it is read up to {limit}", healthy=seconds <= limit)


def _of_replica(state: str, *, healthy: bool) -> Diagnostic:
    return Diagnostic(
        subject="replica",
        healthy=healthy,
        state=state,
        repair="The primary is read instead, and nothing is wrong for players. Let DATABASE_REPLICA_URL name a running standby"
        " and find out why it lags (pg_stat_replication on the primary), or take the variable away (docs/scale.md).",
    )


def _unprepared() -> BaseDatabaseWrapper:
    """Return a connection that prepares nothing: in such a mode one would meet what another has prepared."""
    opened: BaseDatabaseWrapper = connection.copy()
    opened.settings_dict["OPTIONS"] = {**opened.settings_dict["OPTIONS"], "prepare_threshold": None}
    return opened


def _session_of(opened: BaseDatabaseWrapper) -> Any:
    with opened.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return cursor.fetchone()
