"""`manage.py install` on an empty database: as an operator runs it, twice, and where something is missing."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import psycopg
import pytest
from django.conf import settings

from games.core.variants import OFFERED
from games.operations.publish_rules import unpublished_games
from reddog_platform import setup_diagnostics
from reddog_platform.embedded.home import CHECKOUT
from reddog_platform.environment import Mode
from staff.core.approval import ProposalNeeded
from staff.core.roles import Role
from staff.operations.create_member import NewMember, create_first_members
from tests import world
from tests.authenticator import enrol_member
from tests.database import empty_database, kept_database

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from pytest_django import DjangoDbBlocker
    from pytest_django.fixtures import Settings

_PASSWORD: Final = re.compile(r"not shown again: (\S+)")
_TABLES: Final = ("audit_record", "audit_event", "games_sheet", "auth_user", "staff_member", "django_migrations")


_TWO_ADMINISTRATORS: Final = """
from staff.core.roles import Role
from tests import authenticator, world
for username in ("bea", "cal"):
    world.create_staff(username, Role.ADMINISTRATORS)
    authenticator.enrol_member(username)
"""


@pytest.fixture
def installation(transactional_db: None, tmp_path: Path) -> Iterator[dict[str, str]]:  # noqa: ARG001
    """Return the environment of an installation that has a database without tables, and nothing else."""
    with empty_database() as surroundings:
        yield variables(surroundings, tmp_path)


@dataclass(frozen=True, slots=True)
class Kept:
    """What the first installation left: a database, and a folder of keys and the published log."""

    database: str
    folder: Path


@pytest.fixture(scope="module")
def first_installation(
    django_db_setup: None,  # noqa: ARG001  the servers
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Kept]:
    """Install once, and keep what that left."""
    folder = tmp_path_factory.mktemp("installed")
    with django_db_blocker.unblock(), ExitStack() as at_the_end:
        with empty_database() as surroundings:
            installed = install(variables(surroundings, folder))
            assert installed.returncode == 0, installed.stderr
            kept = Kept(at_the_end.enter_context(kept_database()), folder)
        yield kept


@pytest.fixture
def installed(
    transactional_db: None,  # noqa: ARG001
    tmp_path: Path,
    first_installation: Kept,
) -> Iterator[dict[str, str]]:
    """Return the environment of a copy of the first installation."""
    shutil.copytree(first_installation.folder, tmp_path, dirs_exist_ok=True)
    with empty_database(like=first_installation.database) as surroundings:
        yield variables(surroundings, tmp_path)


def variables(surroundings: Mapping[str, str], folder: Path) -> dict[str, str]:
    return {
        **surroundings,
        "REDDOG_MODE": "production",
        "REDDOG_THROTTLES": "on",
        "ALLOWED_HOSTS": "play.example.com",
        "REDDOG_ORIGIN": "https://play.example.com",
        "REDDOG_LOG_ORIGIN": "play.example.com/log",
        "REDDOG_JURISDICTION": "malta",
        "REDDOG_OPERATOR": "A test",
        "REDDOG_KEYS_DIR": str(folder / "keys"),
        "REDDOG_KEYS_PASSPHRASE": "a passphrase of the keys",
        "REDDOG_LOG_DIR": str(folder / "log-public"),
        "SECRET_KEY": "a-secret-of-a-test-that-nobody-else-uses-0123456789-abcdefghijkl",
    }


def install(environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", "install", "--administrator", "ann"]
    return subprocess.run(command, cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=False)


def stored(environment: Mapping[str, str]) -> list[object]:
    """Return all rows of what an installation writes."""
    with psycopg.connect(environment["DATABASE_OWNER_URL"]) as session:
        return [session.execute(f"SELECT t::text FROM {name} t ORDER BY 1".encode()).fetchall() for name in _TABLES]


def test_an_empty_database_becomes_an_installation_and_a_second_run_changes_nothing(
    installation: dict[str, str], tmp_path: Path
) -> None:
    first = install(installation)

    assert first.returncode == 0, first.stderr
    assert re.search(r"^migrations  applied [1-9]", first.stdout, re.MULTILINE)
    assert re.search(r"^keys +made, \d+ in .*, private, encrypted;", first.stdout, re.MULTILINE)
    assert all(sheet.game in first.stdout for sheet in OFFERED)
    assert _PASSWORD.search(first.stdout)
    assert "left to do  destinations: none" in first.stdout
    assert "left to do  staff: none of 1 has enrolled" in first.stdout
    assert "left to do  administrators: 0 administrators have enrolled, and it takes 2" in first.stdout
    assert "`manage.py create_staff NAME --role administrators` invites one" in first.stdout
    assert "left to do  start: sequencer, worker, beat" in first.stdout
    rows = stored(installation)
    keys = {path.name: path.read_bytes() for path in (tmp_path / "keys").iterdir()}

    # The root key may be away by then, and the owner's password too.
    (tmp_path / "keys" / "root.key").unlink()
    second = install({name: value for name, value in installation.items() if name != "DATABASE_OWNER_URL"})

    assert second.returncode == 0, second.stderr
    assert "migrations  all applied" in second.stdout
    assert "rules       all published" in second.stdout
    assert "staff       1 accounts, 0 enrolled; nobody was invited" in second.stdout
    assert not _PASSWORD.search(second.stdout)
    assert stored(installation) == rows
    assert {path.name: path.read_bytes() for path in (tmp_path / "keys").iterdir()} == {
        name: content for name, content in keys.items() if name != "root.key"
    }


@pytest.mark.clause("F45")
def test_once_two_administrators_have_enrolled_it_publishes_no_profile_that_they_did_not_authorise(
    installed: dict[str, str],
) -> None:
    enrol = [sys.executable, "manage.py", "shell", "-v", "0", "-c", _TWO_ADMINISTRATORS]
    subprocess.run(enrol, cwd=CHECKOUT, env=installed, check=True)
    assert install(installed).returncode == 0
    rows = stored(installed)

    refused = install({**installed, "REDDOG_JURISDICTION": "great-britain"})

    assert refused.returncode == 1
    assert "No profile and no rule sheet was published." in refused.stderr
    assert re.search(r"proposes authorise-publication with sha256 [0-9a-f]{64}", refused.stderr)
    assert stored(installed) == rows


def test_without_the_owners_address_nothing_is_changed_and_it_is_asked_for(installation: dict[str, str]) -> None:
    refused = install({name: value for name, value in installation.items() if name != "DATABASE_OWNER_URL"})

    assert refused.returncode == 1
    assert "Nothing was changed." in refused.stderr
    assert "DATABASE_OWNER_URL" in refused.stderr
    with psycopg.connect(installation["DATABASE_OWNER_URL"]) as session:
        assert session.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (0,)


def test_new_keys_are_never_made_for_a_log_that_has_records(installed: dict[str, str], tmp_path: Path) -> None:
    refused = install({**installed, "REDDOG_KEYS_DIR": str(tmp_path / "lost")})

    assert refused.returncode == 1
    assert "Restore the keys from your backup" in " ".join(refused.stderr.split())
    assert not (tmp_path / "lost").exists()


def test_without_a_passphrase_no_keys_are_made_and_one_is_asked_for(
    installation: dict[str, str], tmp_path: Path
) -> None:
    refused = install({name: value for name, value in installation.items() if name != "REDDOG_KEYS_PASSPHRASE"})

    assert refused.returncode == 1
    assert "No keys were made" in refused.stderr
    assert "REDDOG_KEYS_PASSPHRASE_FILE" in refused.stderr
    assert not list((tmp_path / "keys").iterdir())
    assert install(installation).returncode == 0


def test_a_house_is_installed_under_warrants_of_a_root_that_never_was_in_it(
    installation: dict[str, str], tmp_path: Path
) -> None:
    """The root's machine has its own folder and passphrase, and no database that answers."""
    away = {
        **installation,
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
        "REDDOG_KEYS_DIR": str(tmp_path / "away"),
        "REDDOG_KEYS_PASSPHRASE": "a passphrase of the root",
    }

    def said(environment: Mapping[str, str], *words: str) -> list[str]:
        done = subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=CHECKOUT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    (root,) = said(away, "make_root")
    vkeys = dict(line.split() for line in said(installation, "make_keys", "--root", root)[-2:])
    refused = install(installation)
    assert refused.returncode == 1
    assert "neither root.key" in " ".join(refused.stderr.split())
    assert "nor a warrant of the root for each" in " ".join(refused.stderr.split())

    for use in ("rounds", "log"):
        warrant, _ = said(away, "sign_key_notes", use, vkeys[use], "--out", str(tmp_path))
        shutil.copy(warrant, tmp_path / "keys")
    done = install(installation)

    assert done.returncode == 0, done.stderr
    assert "announced 2 keys" in done.stdout
    assert not (tmp_path / "keys" / "root.key").exists()
    with psycopg.connect(installation["DATABASE_OWNER_URL"]) as session:
        entries = session.execute("SELECT entry FROM audit_record WHERE type = 'key' ORDER BY seq").fetchall()
    assert [entry.count('"warrant"') for (entry,) in entries] == [1, 1]


def test_a_key_that_a_new_version_needs_is_drawn_and_a_lost_one_is_not(
    installed: dict[str, str], tmp_path: Path
) -> None:
    listed = json.loads((tmp_path / "keys" / "keys.json").read_text())
    listed["made"].remove("factor")
    (tmp_path / "keys" / "keys.json").write_text(json.dumps(listed))
    (tmp_path / "keys" / "factor.key").unlink()

    upgraded = install(installed)

    assert upgraded.returncode == 0, upgraded.stderr
    assert "Made factor." in upgraded.stdout
    (tmp_path / "keys" / "seal.key").unlink()
    refused = install(installed)
    assert refused.returncode == 1
    assert "seal.key was made once and is gone" in refused.stderr


def test_the_database_of_a_demonstration_that_only_a_migration_recognises_is_refused(
    installation: dict[str, str], tmp_path: Path
) -> None:
    migrated = subprocess.run(
        [sys.executable, "manage.py", "migrate", "audit", "0007"],
        cwd=CHECKOUT,
        env=installation,
        capture_output=True,
        text=True,
        check=False,
    )
    assert migrated.returncode == 0, migrated.stderr
    with psycopg.connect(installation["DATABASE_OWNER_URL"]) as session:
        session.execute(
            "INSERT INTO audit_event (id, at, kind, actor, reason, before, after) VALUES"
            " (gen_random_uuid(), now(), 'staff-created', 'platform', 'the demonstration', '{}', '{}')"
        )

    refused = install(installation)

    assert refused.returncode == 1
    assert "The database was a demonstration's." in refused.stderr
    assert not (tmp_path / "keys").exists()


def test_the_runbook_gives_older_code_its_rights_and_a_migration_takes_them_back(installed: dict[str, str]) -> None:
    def migrate() -> None:
        command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(command, cwd=CHECKOUT, env=installed, check=True, capture_output=True)

    def rights(table: str) -> object:
        """Return whether the application may change a table that is made now, and whether it may delete players."""
        asked = "SELECT has_table_privilege(%s, %s, 'UPDATE'), has_table_privilege(%s, 'players_player', 'DELETE')"
        with psycopg.connect(installed["DATABASE_OWNER_URL"]) as session:
            session.execute(f"CREATE TABLE {table} (id integer)".encode())
            return session.execute(asked, ["reddog_app", table, "reddog_app"]).fetchone()

    assert rights("first") == (False, False)

    page = (CHECKOUT / "docs" / "runbooks" / "upgrade.md").read_text()
    (statements,) = re.findall(r"<< 'SQL'\n(.*?)^SQL$", page, re.MULTILINE | re.DOTALL)
    with psycopg.connect(installed["DATABASE_OWNER_URL"]) as session:
        session.execute(statements.encode())
    assert rights("second") == (True, True)

    migrate()
    assert rights("third") == (False, False)


@pytest.mark.django_db
def test_rules_that_were_never_published_are_red_and_so_is_an_installation_without_staff() -> None:
    assert unpublished_games() == [sheet.game for sheet in OFFERED]
    assert not setup_diagnostics.rules().healthy
    assert "keys that the log does not name: log, rounds" in setup_diagnostics.rules().state
    assert not setup_diagnostics.staff().healthy

    world.open_house()
    world.create_staff()

    assert unpublished_games() == []
    assert setup_diagnostics.rules().healthy
    assert setup_diagnostics.staff().healthy


@pytest.mark.django_db
def test_who_opens_accounts_is_said_until_two_administrators_have_enrolled() -> None:
    for name, role in (("ann", Role.ADMINISTRATORS), ("bea", Role.ADMINISTRATORS), ("cal", Role.OPERATORS)):
        world.create_staff(name, role)
    enrol_member("cal")
    assert setup_diagnostics.staff().state.startswith("3 accounts, 1 enrolled; 0 administrators have enrolled")
    enrol_member("ann")
    assert setup_diagnostics.lacking_administrators().startswith("1 administrators have enrolled, and it takes 2")
    assert create_first_members(_new("dan"), reason="a test", now=world.NOW)

    enrol_member("bea")

    assert setup_diagnostics.staff().state == "4 accounts, 3 enrolled"
    with pytest.raises(ProposalNeeded):
        create_first_members(_new("eve"), reason="a test", now=world.NOW)


def _new(username: str) -> NewMember:
    return NewMember(username=username, roles=[Role.ADMINISTRATORS])


def test_a_folder_that_checkpoints_cannot_be_published_in_is_red(tmp_path: Path, settings: Settings) -> None:
    settings.REDDOG_LOG_DIR = tmp_path / "log" / "public"
    assert setup_diagnostics.published_log().healthy

    (tmp_path / "log").write_text("no folder")
    assert not setup_diagnostics.published_log().healthy
    settings.REDDOG_LOG_DIR = "/proc/1"
    (tmp_path / "log").unlink()

    assert setup_diagnostics.published_log().state.startswith("/proc/1")


@pytest.mark.django_db
def test_a_published_log_without_its_tiles_is_red(tmp_path: Path, settings: Settings) -> None:
    settings.REDDOG_LOG_DIR = tmp_path
    world.open_house()
    world.run_sequencer(folder=tmp_path)
    assert setup_diagnostics.published_log().healthy
    (tile,) = (tmp_path / "tile" / "0" / "000.p").iterdir()

    tile.write_bytes(tile.read_bytes()[:-1])
    assert not setup_diagnostics.published_log().healthy
    tile.unlink()

    assert not setup_diagnostics.published_log().healthy
    assert f"1 tiles under the checkpoint are missing or cut, the first is tile/0/000.p/{tile.name}" in (
        setup_diagnostics.published_log().state
    )
    world.run_sequencer(folder=tmp_path)
    assert setup_diagnostics.published_log().healthy


def test_production_without_destinations_of_reports_is_red(tmp_path: Path) -> None:
    assert settings.REDDOG_MODE is Mode.DEMO
    assert setup_diagnostics.destinations().healthy
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "REDDOG_MODE", Mode.PRODUCTION)
        assert not setup_diagnostics.destinations().healthy
        # An empty file says that there shall be none.
        patch.setattr(settings, "REDDOG_REPORT_DESTINATIONS", str(tmp_path / "destinations.toml"))
        assert setup_diagnostics.destinations().healthy
