"""The checks of `manage.py doctor` that concern the way to the database: what stands between, and what stands behind."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

from django.db import connection

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


def _unprepared() -> BaseDatabaseWrapper:
    """Return a connection that prepares nothing: in such a mode one would meet what another has prepared."""
    opened: BaseDatabaseWrapper = connection.copy()
    opened.settings_dict["OPTIONS"] = {**opened.settings_dict["OPTIONS"], "prepare_threshold": None}
    return opened


def _session_of(opened: BaseDatabaseWrapper) -> Any:
    with opened.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return cursor.fetchone()
