"""What could be wrong with an installation, asked one by one, each with its repair."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

import redis
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from kombu.exceptions import OperationalError as BrokerUnreachable

from audit import queries
from audit.core.checkpoint import checkpoint_text
from reddog_platform import celery, key_findings, report_findings
from reddog_platform.finding import Finding
from responsible_gaming.queries.exclusion_list import list_in_force
from rest.passwords import looks_sorted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

APPEND_ONLY: Final = (
    "audit_record",
    "audit_leaf",
    "audit_checkpoint",
    "audit_event",
    "wallet_journal",
    "wallet_posting",
    "games_sheet",
    "responsible_gaming_reality_check",
    "players_consent",
    "responsible_gaming_list_import",
    "cashier_step",
    "reports_filing",
    "reports_file",
)

# The nightly import, and half a day for whoever repairs it.
_LIST_AGE_MAX: Final = timedelta(hours=36)

_TRIGGERS: Final = ("append_only_rows", "append_only_table")

# What workers work on, by queue, and what stays as it is without one.
_LEFT_UNDONE: Final = {"celery": "overdue rounds stay open", "unhurried": "reports are late"}

# Every record carries this machine's time, and a round's limits are decided by it.
_TOLERATED_SKEW: Final = timedelta(seconds=1)

# Before this was written: a clock that stands at its beginning.
_EARLIEST: Final = datetime(2025, 1, 1, tzinfo=UTC)


def examine(*, now: datetime) -> Iterator[Finding]:
    """Yield what is found, in the order in which it is best repaired. `now` is this machine's clock, in UTC."""
    yield _asked(key_findings.keys)
    yield _asked(_passwords)
    yield _asked(_redis)
    try:
        connection.ensure_connection()
    except Exception as error:  # noqa: BLE001  whatever it is, it is what the doctor was called for
        yield Finding(
            subject="database",
            healthy=False,
            found=_complaint(error),
            repair="Start the server that DATABASE_URL names; without that variable: `manage.py servers start`.",
        )
        return
    yield _asked(_database)
    yield _asked(_clock, now)
    yield _asked(_migrations)
    # What follows reads the tables that migrations make.
    yield _asked(_exclusion_list, now)
    for question in (_role, _triggers, key_findings.vault, _log, _sequencer, _worker, _beat):
        yield _asked(question)
    for look in (report_findings.rollups, report_findings.orders, report_findings.deliveries):
        yield _asked(look, now)


def _asked(question: Callable[..., Finding], *about: datetime) -> Finding:
    try:
        return question(*about)
    except Exception as error:  # noqa: BLE001  one broken part must not hide what is wrong with the others
        return Finding(
            subject=question.__name__.strip("_"),
            healthy=False,
            found=_complaint(error),
            repair="Repair what is red above this line; if nothing is, the installation: `make install`.",
        )


def _complaint(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".strip()


def _passwords() -> Finding:
    listed = settings.REDDOG_BREACHED_PASSWORDS
    return Finding(
        subject="passwords",
        healthy=listed is None or looks_sorted(Path(listed)),
        found="common ones are refused; of stolen ones there is no list (REDDOG_BREACHED_PASSWORDS)"
        if listed is None
        else f"common ones and those in {listed} are refused",
        repair="Let REDDOG_BREACHED_PASSWORDS name a sorted file of SHA-1 digests in hex, one a line.",
    )


def _redis() -> Finding:
    try:
        cache.get(celery.HEARTBEAT_KEY)
    except redis.RedisError as error:
        found, healthy = str(error), False
    else:
        found, healthy = "answers", True
    return Finding(
        subject="redis",
        healthy=healthy,
        found=found,
        repair="Start the server that REDIS_URL names; without that variable: `manage.py servers start`. "
        "Play goes on meanwhile; throttles, tasks and reports wait.",
    )


def _database() -> Finding:
    mode = settings.REDDOG_MODE.value
    embedded = settings.DATABASES["default"]["ENGINE"] == "reddog_platform.embedded.backend"
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version'), current_setting('fsync'), current_user")
        version, durable, role = cursor.fetchone()
    return Finding(
        subject="database",
        healthy=durable == "on",
        found=f"PostgreSQL {version}{', embedded' if embedded else ''}, mode {mode}, as {role}, fsync {durable}",
        repair="Set fsync = on in postgresql.conf: without it a power cut loses answered bets.",
    )


def _clock(now: datetime) -> Finding:
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        skew = abs(cursor.fetchone()[0] - now)
    return Finding(
        subject="clock",
        healthy=now > _EARLIEST and skew < _TOLERATED_SKEW,
        found=f"{now:%Y-%m-%dT%H:%M:%SZ}, {skew.total_seconds() * 1000:.0f} ms from the database's",
        repair="Run a time service (chrony, systemd-timesyncd) on this machine and on the database's.",
    )


def _migrations() -> Finding:
    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return Finding(
        subject="migrations",
        healthy=not waiting,
        found=f"{len(waiting)} not applied" if waiting else "all applied",
        repair="`manage.py migrate`, with DATABASE_OWNER_URL in its environment.",
    )


def _exclusion_list(now: datetime) -> Finding:
    """Look whether the list that is configured is imported; where none is, nobody is found on one."""
    path, newest = settings.REDDOG_EXCLUSION_LIST, list_in_force()
    found = (
        "never imported"
        if newest is None
        else f"{newest.persons} persons, imported {newest.imported_at:%Y-%m-%d %H:%MZ}"
    )
    missing = bool(path) and not Path(path).is_file()
    late = newest is None or now - newest.imported_at > _LIST_AGE_MAX
    return Finding(
        subject="exclusion list",
        healthy=not path or not (missing or late),
        found=f"{found}; {'the configured file is missing' if missing else 'configured' if path else 'not configured'}",
        repair="`manage.py import_exclusions FILE` says what is wrong with it (docs/runbooks/exclusion-list.md).",
    )


def _role() -> Finding:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name || ' ' || privilege FROM unnest(%s::text[]) AS name,"
            " unnest('{UPDATE,DELETE,TRUNCATE}'::text[]) AS privilege"
            " WHERE has_table_privilege(name, privilege) ORDER BY 1",
            [list(APPEND_ONLY)],
        )
        granted = [row[0] for row in cursor.fetchall()]
    return Finding(
        subject="role",
        healthy=not granted,
        found=f"may change what must only grow: {', '.join(granted)}" if granted else "may only add to the books",
        repair="Let DATABASE_URL name reddog_app, and REVOKE these from it (docs/production.md, Roles).",
    )


def _triggers() -> Finding:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT wanted.relation || '.' || wanted.name"
            " FROM (SELECT relation, name FROM unnest(%s::text[]) AS relation, unnest(%s::text[]) AS name) AS wanted"
            " LEFT JOIN pg_trigger AS t ON t.tgrelid = wanted.relation::regclass"
            " AND t.tgname = wanted.name AND t.tgenabled IN ('O', 'A')"
            " WHERE t.oid IS NULL ORDER BY 1",
            [list(APPEND_ONLY), list(_TRIGGERS)],
        )
        missing = [row[0] for row in cursor.fetchall()]
    return Finding(
        subject="triggers",
        healthy=not missing,
        found=f"missing or disabled: {', '.join(missing)}" if missing else "all present",
        repair="ALTER TABLE ... ENABLE TRIGGER as the owner, and find out who disabled it.",
    )


def _log() -> Finding:
    note = queries.newest_checkpoint()
    status = queries.log_status()
    tree = queries.frontier()
    # A checkpoint may have been signed between the questions; then the numbers say so, and the next look is clear.
    agrees = (
        note is None if tree.size == 0 else (note or "").startswith(checkpoint_text(settings.REDDOG_LOG_ORIGIN, tree))
    )
    return Finding(
        subject="log",
        healthy=agrees or tree.size != status.size,
        found=f"{status.size} entries, newest checkpoint {status.checkpoint_size}, {status.pending} waiting",
        repair="Stop the sequencer and compare with an auditor's copy: the tree and its signed root disagree.",
    )


def _sequencer() -> Finding:
    alive = queries.sequencer_alive()
    return Finding(
        subject="sequencer",
        healthy=alive,
        found="holds its lock" if alive else "does not run: new records wait",
        repair="`manage.py sequencer`, under a process manager.",
    )


def _worker() -> Finding:
    try:
        answers = celery.app.control.inspect(timeout=1.0).active_queues() or {}
    except (BrokerUnreachable, redis.RedisError):
        answers = {}
    served = {queue["name"] for queues in answers.values() for queue in queues}
    waiting = [f"nobody works on {queue}: {left}" for queue, left in _LEFT_UNDONE.items() if queue not in served]
    return Finding(
        subject="worker",
        healthy=not waiting,
        found="; ".join(waiting) or ", ".join(sorted(answers)),
        repair="`celery --app reddog_platform.celery worker --queues celery`, and one more with `--queues unhurried`,"
        " under a process manager.",
    )


def _beat() -> Finding:
    try:
        alive = cache.get(celery.HEARTBEAT_KEY) is not None
    except redis.RedisError:
        alive = False
    return Finding(
        subject="beat",
        healthy=alive,
        found="was heard of in the last minute" if alive else "not heard of for a minute",
        repair="`celery --app reddog_platform.celery beat`, exactly one, under a process manager; and a worker.",
    )
