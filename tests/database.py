"""The tests' database: one per test process, copied from a migrated template, used as the application's role.

Two kinds of tests get it, as pytest-django has them: `@pytest.mark.django_db` rolls back what it did, and
`@pytest.mark.django_db(transaction=True)` commits, after which the owner puts the database back as the
migrations left it. Real processes reach the same database and Redis through `servers_environment`.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from typing import TYPE_CHECKING, Any, Final

import psutil
import psycopg
import pytest
from django.conf import settings
from django.core.cache import caches
from django.core.management import call_command
from django.db import connections
from django.test import TransactionTestCase
from psycopg import conninfo, sql

from reddog_platform.celery import app as celery
from reddog_platform.embedded import home, programs, servers
from rest import throttling

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pytest_django import DjangoDbBlocker

# A database carries its maker's process number, by which a later run knows those whose maker was killed.
_COPY: Final = re.compile(r"test_reddog_(?P<pid>\d+)(_empty|_kept)?")
_TEMPLATE_PREFIX: Final = "test_reddog_template_"
_UNFINISHED: Final = "test_reddog_unfinished"

# A test's rollback forgets what was prepared, so that preparing at once, as a server does, would send most statements
# twice. What a test repeats is prepared here too, and the servers that tests start prepare at once.
_PREPARED_AFTER: Final = 5

# Any number, as long as all test processes of a server take the same.
_LOCK: Final = 20_417

# Longer than any statement of ours: a table still locked then belongs to a process that a test forgot.
_LOCK_TIMEOUT: Final = "10s"

_PUT_BACK: Final = """
    DO $$
    DECLARE
        owned regclass;
    BEGIN
        FOR owned IN SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
            EXECUTE format('DELETE FROM %s', owned);
        END LOOP;
        FOR owned IN SELECT oid FROM pg_class WHERE relnamespace = 'pristine'::regnamespace LOOP
            EXECUTE format(
                'INSERT INTO public.%1$I OVERRIDING SYSTEM VALUE TABLE pristine.%1$I',
                (SELECT relname FROM pg_class WHERE oid = owned));
        END LOOP;
    END
    $$
"""

_KEEP_WHAT_MIGRATIONS_WROTE: Final = """
    DO $$
    DECLARE
        made name;
        filled boolean;
    BEGIN
        CREATE SCHEMA pristine;
        FOR made IN SELECT relname FROM pg_class
            WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
        LOOP
            EXECUTE format('SELECT EXISTS (TABLE public.%I)', made) INTO filled;
            IF filled THEN
                EXECUTE format('CREATE TABLE pristine.%1$I AS TABLE public.%1$I', made);
            END IF;
        END LOOP;
    END
    $$
"""


@pytest.fixture(scope="session")
def django_db_setup(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Have servers, a database and a Redis of this test process's own (pytest-django's hook)."""
    name = f"test_reddog_{os.getpid()}"
    with contextlib.ExitStack() as left_at_the_end, django_db_blocker.unblock():
        left_at_the_end.enter_context(servers.visit(home.find()))
        maintenance = left_at_the_end.enter_context(_as_owner())
        _make_copy(maintenance, name)
        left_at_the_end.callback(_drop, maintenance, name)

        _use(name)
        left_at_the_end.callback(connections.close_all)
        _use_redis_apart()

        cleaner = left_at_the_end.enter_context(_as_owner(name))
        cleaner.execute("SET session_replication_role = replica")
        cleaner.execute(f"SET lock_timeout = '{_LOCK_TIMEOUT}'".encode())
        patch = left_at_the_end.enter_context(pytest.MonkeyPatch.context())
        # Django would truncate as the application, which may not.
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _: cleaner.execute(_PUT_BACK))
        yield


@pytest.fixture
def servers_environment(transactional_db: None) -> Mapping[str, str]:  # noqa: ARG001  children see only what is committed
    """Return the environment with which another process uses this test's database and Redis."""
    return _environment()


def _environment() -> Mapping[str, str]:
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tests.server_settings",
        "DATABASE_URL": _address("default"),
        "DATABASE_OWNER_URL": _address("owner"),
        "REDIS_URL": settings.CACHES["default"]["LOCATION"],
    }


@contextlib.contextmanager
def empty_database(*, like: str | None = None) -> Iterator[Mapping[str, str]]:
    """Use a database without tables, as the first `migrate` finds it, and the test's own again afterwards.

    With the name of a kept one, `like`, it begins as a copy of that. Yields the environment for other processes. They
    should migrate: Django changes fields of a migration in place where it renames them, so that one process cannot
    migrate twice.
    """
    own = settings.DATABASES["default"]["NAME"]
    name = f"test_reddog_{os.getpid()}_empty"
    with _as_owner() as maintenance:
        _drop(maintenance, name)
        if like is None:
            maintenance.execute(_statement("CREATE DATABASE {}", name))
            with _as_owner(name) as session:
                session.execute((programs.SQL / "privileges.sql").read_bytes())
        else:
            maintenance.execute(_statement("CREATE DATABASE {} TEMPLATE {}", name, like))
        _use(name)
        try:
            yield _environment()
        finally:
            _use(own)
            _drop(maintenance, name)


@contextlib.contextmanager
def kept_database() -> Iterator[str]:
    """Keep a copy of the database in use, which nobody else may be connected to; yield its name. Others may be used meanwhile."""
    connections.close_all()
    kept = f"test_reddog_{os.getpid()}_kept"
    with _as_owner() as session:
        _drop(session, kept)
        session.execute(_statement("CREATE DATABASE {} TEMPLATE {}", kept, settings.DATABASES["default"]["NAME"]))
    try:
        yield kept
    finally:
        with _as_owner() as session:
            _drop(session, kept)


def _make_copy(maintenance: psycopg.Connection[Any], name: str) -> None:
    maintenance.execute("SELECT pg_advisory_lock(%s)", [_LOCK])
    existing = {row[0] for row in maintenance.execute("SELECT datname FROM pg_database")}
    template = f"{_TEMPLATE_PREFIX}{_digest_of_what_migrations_may_read()}"
    _remove_what_killed_runs_left(maintenance, existing - {template})
    if template not in existing:
        _make_template(maintenance, template)
    _drop(maintenance, name)
    maintenance.execute(_statement("CREATE DATABASE {} TEMPLATE {}", name, template))
    maintenance.execute("SELECT pg_advisory_unlock(%s)", [_LOCK])


def _make_template(maintenance: psycopg.Connection[Any], template: str) -> None:
    _drop(maintenance, _UNFINISHED)
    maintenance.execute(_statement("CREATE DATABASE {}", _UNFINISHED))
    with _as_owner(_UNFINISHED) as session:
        session.execute((programs.SQL / "privileges.sql").read_bytes())
        _use(_UNFINISHED)
        call_command("migrate", verbosity=0)
        connections.close_all()
        session.execute(_KEEP_WHAT_MIGRATIONS_WROTE)
    maintenance.execute(_statement("ALTER DATABASE {} RENAME TO {}", _UNFINISHED, template))


def _remove_what_killed_runs_left(maintenance: psycopg.Connection[Any], names: set[str]) -> None:
    for name in names:
        copy = _COPY.fullmatch(name)
        if name.startswith(_TEMPLATE_PREFIX) or (copy and not psutil.pid_exists(int(copy["pid"]))):
            # In use by a run on another machine after all.
            with contextlib.suppress(psycopg.errors.ObjectInUse):
                maintenance.execute(_statement("DROP DATABASE IF EXISTS {}", name))


def _digest_of_what_migrations_may_read() -> str:
    """Return a name for the state of the code: a migration may take SQL from any file of an app."""
    digest = hashlib.sha256()
    # The pages have no tables; below them npm's packages may lie.
    names = {label.split(".")[0] for label in settings.INSTALLED_APPS} - {"web"}
    apps = [home.CHECKOUT / name for name in names]
    files = (file for app in apps if app.is_dir() for suffix in ("py", "sql") for file in app.rglob(f"*.{suffix}"))
    for file in sorted(files):
        digest.update(str(file).encode() + b"\0" + file.read_bytes() + b"\0")
    digest.update((home.CHECKOUT / "requirements.txt").read_bytes())
    return digest.hexdigest()[:16]


def _drop(maintenance: psycopg.Connection[Any], name: str) -> None:
    maintenance.execute(_statement("DROP DATABASE IF EXISTS {} WITH (FORCE)", name))


def _statement(text: str, *names: str) -> sql.Composed:
    return sql.SQL(text).format(*map(sql.Identifier, names))


def _as_owner(name: str | None = None) -> psycopg.Connection[Any]:
    return psycopg.connect(_address("owner", name), autocommit=True)


def _address(alias: str, name: str | None = None) -> str:
    entry = settings.DATABASES[alias]
    further = {key: value for key, value in entry["OPTIONS"].items() if key not in _FOR_DJANGO_ALONE}
    return conninfo.make_conninfo(
        dbname=name or entry["NAME"],
        user=entry["USER"],
        password=entry["PASSWORD"] or None,
        host=entry["HOST"] or None,
        port=entry["PORT"] or None,
        **further,
    )


_FOR_DJANGO_ALONE: Final = frozenset({"server_side_binding", "prepare_threshold"})


def _use(name: str) -> None:
    connections.close_all()
    for alias in connections:
        connections.settings[alias]["NAME"] = name
        options = connections.settings[alias]["OPTIONS"]
        if "prepare_threshold" in options:
            options["prepare_threshold"] = _PREPARED_AFTER


def _use_redis_apart() -> None:
    """Keep this process's counters and tasks away from a running demo and from the other test processes."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    # Redis has sixteen numbered databases; 0 is the platform's own.
    address = f"{settings.REDIS_URL.partition('?')[0]}?db={1 + worker % 15}"
    settings.REDIS_URL = settings.CACHES["default"]["LOCATION"] = address
    # Whoever has asked Redis by now has a client of the platform's own database, which a demo beside the tests uses.
    with contextlib.suppress(AttributeError):
        del caches["default"]
    throttling._client.cache_clear()
    caches["default"].clear()
    celery.conf.update(broker_url="memory://")
