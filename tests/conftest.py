"""What every test gets: a database and keys of its own, and a look at the whole state afterwards."""

from __future__ import annotations

import importlib
import os
import shutil
from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import override_settings
from hypothesis import settings as settings_of_examples

from audit import clock, keys
from reddog_platform.postgresql import time_limits
from reports.formats import FORMATS
from tests.database import django_db_setup, servers_environment
from tests.needed_rights import SEEN_STATEMENTS, keep_seen, watch_statements
from tests.order import longest_files_first
from tests.static_files import find_static_files_once
from tests.world import assert_world_sound

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ("django_db_setup", "servers_environment")

_DATABASE_FIXTURES = frozenset(("db", "transactional_db"))


def pytest_configure(config: pytest.Config) -> None:
    """Watch from the beginning which statements the platform sends, and set what holds for all tests."""
    watch_statements()
    # How long an example takes is the machine's matter: a busy one fails no test.
    settings_of_examples.register_profile("reddog", deadline=None)
    settings_of_examples.load_profile("reddog")
    # What failed beside others and runs again alone adds to what was seen.
    if not hasattr(config, "workerinput") and not config.getoption("lf", default=False):
        shutil.rmtree(SEEN_STATEMENTS, ignore_errors=True)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what has the database; let several test processes begin with the files that take longest."""
    for item in items:
        # A fixture of a module has it without the test's knowing.
        if _has_database(item) or "django_db_setup" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.database)
    if hasattr(config, "workerinput"):
        longest_files_first(items)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Forget what an earlier test of this process read of the clock: this one may travel in time."""
    clock.forget()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Keep which statements were seen: `python -m tests.needed_rights` names the rights that none of them needed."""
    keep_seen(SEEN_STATEMENTS, getattr(session.config, "workerinput", {}).get("workerid", "main"))


@pytest.fixture(scope="session", autouse=True)
def _installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Have keys and a published log apart from a demo's, which processes started by a test find too.

    Passwords are hashed as in production, only lightly: a server that is started verifies them like any other.
    """
    home = tmp_path_factory.mktemp("installation")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REDDOG_KEYS_DIR", str(home / "keys"))
        patch.setenv("REDDOG_LOG_DIR", str(home / "log-public"))
        patch.setenv("REDDOG_DAY_COPIES_DIR", str(home / "day-copies"))
        patch.setenv("SECRET_KEY", settings.SECRET_KEY)
        patch.setenv("REDDOG_THROTTLES", "off")
        find_static_files_once(patch)
        with override_settings(
            REDDOG_KEYS_DIR=home / "keys",
            REDDOG_LOG_DIR=home / "log-public",
            REDDOG_DAY_COPIES_DIR=home / "day-copies",
            REDDOG_THROTTLES={},
            REDDOG_HASHING_THREADS=64,
            PASSWORD_HASHERS=["tests.passwords.LightArgon2"],
        ):
            # Some tests serve requests themselves, and are the operator too: this process has all keys.
            importlib.import_module("reddog_platform.wsgi")
            keys.forget()
            time_limits.choose(time_limits.COMMANDS)
            with open(os.devnull, "w") as silence:  # noqa: PTH123  devnull is no path of ours
                call_command("make_keys", stdout=silence)
            yield


@pytest.fixture(autouse=True)
def _light_formats(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """File reports as CSV and JSON alone, where a test does not ask for more: a PDF takes more than a second to set."""
    if request.node.get_closest_marker("every_format") is None:
        light = tuple(format_ for format_ in FORMATS if format_.name in {"csv", "json"})
        monkeypatch.setattr("reports.operations.file_report.FORMATS", light)


@pytest.fixture(autouse=True)
def _world_sound(request: pytest.FixtureRequest) -> Iterator[None]:
    """Look at all of log, ledger and rounds after every test that had the database, while its state is there."""
    if not _has_database(request.node):
        yield
        return
    request.getfixturevalue("db")
    yield
    if _may_have_written():
        assert_world_sound()


def _has_database(item: pytest.Item) -> bool:
    names = getattr(item, "fixturenames", ())
    return item.get_closest_marker("django_db") is not None or not _DATABASE_FIXTURES.isdisjoint(names)


def _may_have_written() -> bool:
    """Return whether the state may differ from the migrations'. In one transaction, PostgreSQL knows it exactly.

    It gives a transaction a number at the first write, be it rolled back to a savepoint later.
    """
    if not connection.in_atomic_block:
        return True
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_xact_id_if_assigned() IS NOT NULL")
        return bool(cursor.fetchone()[0])
