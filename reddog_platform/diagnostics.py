"""The checks of `manage.py doctor`: each returns what it saw, and how to repair it."""

from __future__ import annotations

import platform
import sysconfig
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

import redis
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from audit.clock import difference_seconds
from audit.core.checkpoint import checkpoint_text
from audit.places import log_origin
from audit.queries import log
from audit.replica import has_replica
from kernel.serving import served_cell
from reddog_platform import (
    celery,
    database_diagnostics,
    key_diagnostics,
    list_diagnostics,
    outbox_diagnostics,
    parent_diagnostics,
    pool_diagnostics,
    report_diagnostics,
    setup_diagnostics,
)
from reddog_platform.cells import foreign_schemas
from reddog_platform.diagnostic import Diagnostic
from reddog_platform.grant_rights import differences, shortened
from reddog_platform.process_diagnostics import PROCESSES
from reddog_platform.release_diagnostics import release

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from audit.key_uses import KeyHolder

APPEND_ONLY: Final = (
    "audit_record",
    "audit_leaf",
    "audit_subtree",
    "audit_checkpoint",
    "audit_cosigned",
    "audit_event",
    "audit_listed_event",
    "audit_player_key",
    "audit_player_key_end",
    "wallet_journal",
    "wallet_posting",
    "games_sheet",
    "responsible_gaming_reality_check",
    "players_consent",
    "responsible_gaming_list_import",
    "cashier_status_entry",
    "casework_note",
    "reports_filing",
    "reports_file",
    "reports_file_part",
)

# A settled round stays as it is.
_FINAL: Final = ("games_round",)
_FINAL_TRIGGERS: Final = ("final_rows", "kept_rows", "kept_table")

_TRIGGERS: Final = ("append_only_rows", "append_only_table")

# Every record has this machine's time, and a round's limits depend on it.
_TOLERATED_SKEW: Final = timedelta(seconds=1)

# A clock that shows an earlier instant was never set.
_EARLIEST: Final = datetime(2025, 1, 1, tzinfo=UTC)


def run_diagnostics(*, now: datetime, process: KeyHolder | None = None) -> Iterator[Diagnostic]:
    """Yield the diagnostics, in the order in which they are best repaired. `now` is this machine's clock, in UTC.

    With a `process`, the keys are looked at as that process has them.
    """
    yield _run(_python)
    yield _run(setup_diagnostics.system_checks)
    yield _run(key_diagnostics.keys, process)
    yield _run(setup_diagnostics.passwords)
    yield _run(_redis)
    for check in (setup_diagnostics.published_log, setup_diagnostics.destinations, setup_diagnostics.payments):
        yield _run(check)
    try:
        connection.ensure_connection()
    except Exception as error:  # noqa: BLE001  any error is a diagnostic
        yield _unreachable(error)
        return
    yield _run(_database)
    yield _run(setup_diagnostics.demonstration)
    yield _run(database_diagnostics.durability)
    yield _run(database_diagnostics.pooler)
    if has_replica():
        yield _run(database_diagnostics.replica)
    yield _run(_clock, now)
    yield _run(_migrations)
    # The checks below read the tables that migrations create.
    yield _run(list_diagnostics.exclusion_list, now)
    for check in (
        list_diagnostics.withheld,
        list_diagnostics.compared_persons,
        release,
        setup_diagnostics.rules,
        setup_diagnostics.staff,
        _role,
        _triggers,
        key_diagnostics.vault,
        key_diagnostics.lone_keys,
        key_diagnostics.stolen_keys,
        _log,
        setup_diagnostics.published_tiles,
        *PROCESSES.values(),
        *pool_diagnostics.checks(),
    ):
        yield _run(check)
    yield _run(report_diagnostics.long_files)
    for report_check in (
        report_diagnostics.rollups,
        report_diagnostics.schedule,
        report_diagnostics.orders,
        report_diagnostics.destinations,
        report_diagnostics.deliveries,
        report_diagnostics.report_objects,
        report_diagnostics.day_copies,
        outbox_diagnostics.lone_acts,
        outbox_diagnostics.alerts,
        outbox_diagnostics.mails,
        key_diagnostics.warrants,
        *parent_diagnostics.checks(process),
    ):
        yield _run(report_check, now)


def run_diagnostic(subject: str) -> Diagnostic:
    """Return the diagnostic of one of the PROCESSES alone: what a health check asks every minute."""
    return _run(PROCESSES[subject])


def _unreachable(error: Exception) -> Diagnostic:
    return Diagnostic(
        subject="database",
        healthy=False,
        state=_complaint(error),
        repair="Start the server that DATABASE_URL names; without that variable: `manage.py servers start`.",
    )


def _run(check: Callable[..., Diagnostic], *arguments: object) -> Diagnostic:
    try:
        return check(*arguments)
    except Exception as error:  # noqa: BLE001  one broken part must not hide what is wrong with the others
        return Diagnostic(
            subject=check.__name__.strip("_"),
            healthy=False,
            state=_complaint(error),
            repair="Repair what is red above this line; if nothing is, the installation: `make install`.",
        )


def _complaint(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".strip()


def _python() -> Diagnostic:
    optimized = "--enable-optimizations" in (sysconfig.get_config_var("CONFIG_ARGS") or "")
    # Debian optimises its Python by other means than this flag, so its absence proves nothing.
    build = "configured" if optimized else "not configured"
    return Diagnostic(
        subject="python",
        healthy=True,
        state=f"{platform.python_version()}, {build} with --enable-optimizations",
        repair="Nothing needs repair.",
    )


def _redis() -> Diagnostic:
    try:
        cache.get(celery.HEARTBEAT_KEY)
    except redis.RedisError as error:
        state, healthy = str(error), False
    else:
        state, healthy = "answers", True
    return Diagnostic(
        subject="redis",
        healthy=healthy,
        state=state,
        repair="Start the server that REDIS_URL names; without that variable: `manage.py servers start`. "
        "Play goes on meanwhile; each web worker throttles by itself, tasks and reports wait.",
    )


def _database() -> Diagnostic:
    mode = settings.REDDOG_MODE.value
    embedded = settings.DATABASES["default"]["ENGINE"] == "reddog_platform.embedded.backend"
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version'), current_setting('fsync'), current_user")
        version, durable, role = cursor.fetchone()
    return Diagnostic(
        subject="database",
        healthy=durable == "on",
        state=f"PostgreSQL {version}{', embedded' if embedded else ''}, mode {mode}, as {role}, fsync {durable}",
        repair="Set fsync = on in postgresql.conf: without it a power cut loses answered bets.",
    )


def _clock(now: datetime) -> Diagnostic:
    # Compared anew: on a slow machine `now` is seconds old, after the diagnostics before this one.
    skew = timedelta(seconds=abs(difference_seconds()))
    return Diagnostic(
        subject="clock",
        healthy=now > _EARLIEST and skew < _TOLERATED_SKEW,
        state=f"{now:%Y-%m-%dT%H:%M:%SZ}, {skew.total_seconds() * 1000:.0f} ms from the database's",
        repair="Run a time service (chrony, systemd-timesyncd) on this machine and on the database's.",
    )


def _migrations() -> Diagnostic:
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return Diagnostic(
        subject="migrations",
        healthy=not missing,
        state=f"{len(missing)} not applied" if missing else "all applied",
        repair="`manage.py migrate`, with DATABASE_OWNER_URL in its environment.",
    )


def _role() -> Diagnostic:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user, rolsuper FROM pg_roles WHERE rolname = current_user")
        role, is_superuser = cursor.fetchone()
        surplus, lacking = differences(cursor, role)
        foreign = foreign_schemas(cursor, role, served_cell())
    complaints = [
        *(["is a superuser"] if is_superuser else []),
        *([f"may use the schemas of other cells: {', '.join(foreign)}"] if foreign else []),
        *([f"may do what it need not: {shortened(surplus)}"] if surplus else []),
        *([f"may not do what it must: {shortened(lacking)}"] if lacking else []),
    ]
    return Diagnostic(
        subject="role",
        healthy=not complaints,
        state="; ".join(complaints) or "may do what is listed for it, and no more",
        repair="Let DATABASE_URL name reddog_app, and run `manage.py migrate` with DATABASE_OWNER_URL: it grants what"
        " is listed and revokes the rest (docs/production.md, Roles).",
    )


def _triggers() -> Diagnostic:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT wanted.relation || '.' || wanted.name"
            " FROM (SELECT relation, name FROM unnest(%s::text[]) AS relation, unnest(%s::text[]) AS name UNION ALL"
            " SELECT relation, name FROM unnest(%s::text[]) AS relation, unnest(%s::text[]) AS name) AS wanted"
            " LEFT JOIN pg_trigger AS t ON t.tgrelid = wanted.relation::regclass"
            " AND t.tgname = wanted.name AND t.tgenabled IN ('O', 'A')"
            " WHERE t.oid IS NULL ORDER BY 1",
            [list(APPEND_ONLY), list(_TRIGGERS), list(_FINAL), list(_FINAL_TRIGGERS)],
        )
        missing = [row[0] for row in cursor.fetchall()]
    return Diagnostic(
        subject="triggers",
        healthy=not missing,
        state=f"missing or disabled: {', '.join(missing)}" if missing else "all present",
        repair="ALTER TABLE ... ENABLE TRIGGER as the owner, and find out who disabled it.",
    )


def _log() -> Diagnostic:
    note = log.newest_checkpoint()
    status = log.log_status()
    tree = log.frontier()
    # A checkpoint may have been signed between the two queries: then the sizes differ, and the check passes.
    agrees = note is None if tree.size == 0 else (note or "").startswith(checkpoint_text(log_origin(), tree))
    return Diagnostic(
        subject="log",
        healthy=agrees or tree.size != status.size,
        state=f"{status.size} entries, newest checkpoint {status.checkpoint_size}, {status.pending} waiting",
        repair="Stop the sequencer and compare with an auditor's copy: the tree and its signed root disagree.",
    )
