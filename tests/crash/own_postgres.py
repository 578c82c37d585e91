"""A PostgreSQL of a test's own, which may be killed, stopped and filled, and an installation on it."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import psycopg
import pytest
from psycopg import conninfo

from reddog_platform.embedded import home, postgres, programs, servers
from tests.journeys.player import NO_CERTIFICATES, Player, done
from tests.journeys.running import manage, surroundings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from reddog_platform.embedded.home import Home

MAKE_OPERATOR = """
from datetime import UTC, datetime
from staff.core.roles import Role
from staff.operations.create_member import NewMember, create_member
croupier = NewMember(username="croupier", roles={Role.OPERATORS}, password="a house of cards")
create_member(croupier, reason="a test", actor="platform", now=datetime.now(UTC))
"""


@pytest.fixture(scope="session")
def installed(django_db_setup: None) -> Iterator[Home]:  # noqa: ARG001  commands find the Redis that it started
    """Have the files of a stopped PostgreSQL with an installation, with rules and an operator, to be copied."""
    with _new_place() as model:
        with pytest.MonkeyPatch.context() as patch:
            patch.delenv("DATABASE_URL", raising=False)
            servers.ensure(model)
        for words in (["migrate", "-v", "0"], ["publish_rules"], ["shell", "-v", "0", "-c", MAKE_OPERATOR]):
            ran = manage(*words, environment={**os.environ, **_addresses(model)})
            assert ran.returncode == 0, ran.stderr
        servers.stop(model)
        yield model


@pytest.fixture
def place(installed: Home, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    """Have a PostgreSQL of this test's own, since it dies, with an installation on it."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    with _new_place() as place:
        place.data.mkdir(mode=0o700, parents=True)
        os.chown(place.data, place.account.uid, place.account.gid)
        copied = programs.run(place, ["cp", "-a", installed.data / "postgresql", place.data])
        assert copied.returncode == 0, copied.stdout
        servers.ensure(place)
        yield place


@pytest.fixture
def own_environment(place: Home, servers_environment: Mapping[str, str], tmp_path: Path) -> dict[str, str]:
    """Return the environment of the installation on that server."""
    return {**surroundings(servers_environment, tmp_path), **_addresses(place)}


@contextlib.contextmanager
def _new_place() -> Iterator[Home]:
    folder = Path(tempfile.mkdtemp(prefix="reddog-checkout-"))
    folder.chmod(0o755)
    place = home.find(folder)
    try:
        yield place
    finally:
        servers.erase(place)
        shutil.rmtree(folder)


def _addresses(place: Home) -> dict[str, str]:
    return {
        "DATABASE_URL": address(place, postgres.APPLICATION),
        "DATABASE_OWNER_URL": address(place, postgres.OWNER),
    }


def address(place: Home, role: str) -> str:
    return conninfo.make_conninfo(host=str(place.sockets), dbname=postgres.DATABASE, user=role)


def postmaster(place: Home) -> int:
    return int((place.data / "postgresql" / "postmaster.pid").read_text().splitlines()[0])


def stop(place: Home, *, mode: str) -> None:
    """Stop PostgreSQL as an administrator does: `fast` ends its sessions, `immediate` leaves a recovery to do."""
    cluster = place.data / "postgresql"
    stopped = programs.run(
        place, [programs.postgresql(place) / "pg_ctl", "-D", cluster, "-m", mode, "-w", "-t", "30", "stop"]
    )
    assert stopped.returncode == 0, stopped.stdout


def administer(place: Home, *statements: str) -> None:
    """Run statements as the superuser, each in a transaction of its own."""
    with psycopg.connect(address(place, postgres.SUPERUSER), autocommit=True) as session:
        for statement in statements:
            session.execute(statement.encode())


def grant(url: str, player: Player, amount_minor: int) -> None:
    """Fund a player as an operator does, over HTTP."""
    credentials = {"username": "croupier", "password": "a house of cards"}
    token = done(httpx.post(f"{url}/ops/sessions", json=credentials, verify=NO_CERTIFICATES))["token"]
    asked = {"amount": {"amount": amount_minor, "currency": "USD"}, "reason": "welcome"}
    headers = {"Authorization": f"Token {token}", "Idempotency-Key": secrets.token_hex(8)}
    done(
        httpx.post(f"{url}/ops/players/{player.chain.hex}/grants", json=asked, headers=headers, verify=NO_CERTIFICATES)
    )
