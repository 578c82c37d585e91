"""A real streaming replica whose replay is paused: history lags and says so, balances never do, and nothing writes there."""

from __future__ import annotations

import contextlib
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import httpx
import psycopg
import pytest

from reddog_platform.embedded import postgres
from tests.crash.own_postgres import address, administer, grant, own_environment as primary_environment, place
from tests.crash.test_failover import following, postgres_address
from tests.journeys.player import NO_CERTIFICATES, Player
from tests.journeys.running import PATIENCE_SECONDS, WebServer, manage, sequencer, until

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from reddog_platform.embedded.home import Home
    from reddog_platform.embedded.private_server import PrivateServer

__all__ = ("place", "primary_environment")

pytestmark = [pytest.mark.slow(seconds=150), pytest.mark.own_postgresql]

AS_OF: Final = "Reddog-Data-As-Of"

_WHERE: Final = """
from functools import partial
from uuid import UUID
from django.db import connection
from audit.replica import read_lagging
from kernel.ids import ChainId
def place():
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_is_in_recovery()")
        return cursor.fetchone()[0]
for asked in ({}, {"with_all_so_far": True}, {"with_all_of": ChainId(UUID("CHAIN"))}):
    read = read_lagging(place, **asked)
    print(read.value, read.as_of is not None)
print(place())
"""
_WRITE: Final = """
from django.db import connection, connections, InternalError
from audit.models import Chain
from audit.replica import read_lagging
def raw():
    with connections["replica"].cursor() as cursor:
        cursor.execute("UPDATE audit_chain SET version = version + 1")
for write in (raw, lambda: read_lagging(lambda: Chain.objects.update(version=0)), lambda: read_lagging(lambda: Chain.objects.create())):
    try:
        write()
    except InternalError as refused:
        print(type(refused.__cause__).__name__)
print(Chain.objects.filter(version=0).count() < Chain.objects.count())
"""
_RAW_WRITE: Final = """
from django.db import connections, InternalError
with connections["replica"].cursor() as cursor:
    try:
        cursor.execute("UPDATE audit_chain SET version = version + 1")
    except InternalError as refused:
        print(type(refused.__cause__).__name__)
"""
_SCHEMA: Final = """
from django.db import connections
with connections["replica"].cursor() as cursor:
    cursor.execute("SELECT current_setting('search_path'), current_user, current_setting('default_transaction_read_only')")
    print(*cursor.fetchone())
"""


@pytest.fixture
def replica(place: Home) -> Iterator[PrivateServer]:
    with following(place, postgres_address(place), name="replica") as server:
        yield server


@pytest.fixture
def environment(primary_environment: dict[str, str], replica: PrivateServer) -> dict[str, str]:
    url = replica.address(user=postgres.APPLICATION, database=postgres.DATABASE)
    return {**primary_environment, "DATABASE_REPLICA_URL": url, "REDDOG_REPLICA_LAG_MAX_SECONDS": "3600"}


def test_history_lags_and_says_so_and_balances_never_do(
    place: Home, replica: PrivateServer, environment: dict[str, str], tmp_path: Path
) -> None:
    with WebServer(environment=environment, logs=tmp_path) as web, sequencer(environment=environment, logs=tmp_path):
        ada, bea = (Player(web.url) for _ in range(2))
        staff = Staff(web.url)
        for player in (ada, bea):
            grant(web.url, player, 100_000)
            player.open_epoch()
            for _ in range(3):
                player.play()
        until(lambda: AS_OF in staff.get(f"/ops/players/{ada.chain.hex}/rounds").headers)
        until(lambda: len(items(staff.get(f"/ops/players/{ada.chain.hex}/rounds"))) == 3)
        for _ in range(3):
            assert AS_OF in get(ada, "/rounds").headers
        assert ran(_WHERE.replace("CHAIN", ada.chain.hex), environment) == [*["True True"] * 3, "False"]

        control(replica, "SELECT pg_wal_replay_pause()")
        paused_at = datetime.now(UTC)
        before = ada.get("/wallet")
        played = [ada.play(700) for _ in range(2)]
        won_minor = sum(each["returned"]["amount"] - each["staked"]["amount"] for each in played)
        assert ada.get("/wallet")["cash"]["amount"] == before["cash"]["amount"] + won_minor
        assert_own_history_is_whole(ada, bea, paused_at)
        assert_staff_lists_lag(staff, ada, paused_at)
        # With all that she has, or all there is, it is not there: the primary.
        assert ran(_WHERE.replace("CHAIN", ada.chain.hex), environment) == [
            "True True",
            "False False",
            "False False",
            "False",
        ]
        assert_beyond_the_limit_it_is_not_read(environment)
        assert_nothing_writes(environment, place)

        control(replica, "SELECT pg_wal_replay_resume()")
        until(lambda: len(items(staff.get(f"/ops/players/{ada.chain.hex}/rounds"))) == 5)
        until(lambda: AS_OF in get(ada, "/wallet/statement").headers)
        assert len(items(get(ada, "/rounds"))) == 5
        assert_a_cells_schema_holds(place, environment)

        replica.stop()
        assert_away_is_no_error(ada, staff)
        assert "away" in doctor(environment)


class Staff:
    """An operator who reads."""

    def __init__(self, url: str) -> None:
        self.url = url
        begun = httpx.post(
            f"{url}/ops/sessions",
            json={"username": "croupier", "password": "a house of cards"},
            timeout=PATIENCE_SECONDS,
            verify=NO_CERTIFICATES,
        )
        self._token = begun.json()["token"]

    def get(self, path: str) -> httpx.Response:
        headers = {"Authorization": f"Token {self._token}"}
        return httpx.get(f"{self.url}{path}", headers=headers, timeout=PATIENCE_SECONDS, verify=NO_CERTIFICATES)


def get(player: Player, path: str) -> httpx.Response:
    return player.send("GET", path)


def items(answer: httpx.Response) -> list[dict[str, Any]]:
    assert answer.status_code == httpx.codes.OK, answer.text
    found: list[dict[str, Any]] = answer.json()["items"]
    return found


def assert_own_history_is_whole(played: Player, idle: Player, paused_at: datetime) -> None:
    """See that who played since finds it, by the primary, and that who did not is answered by the replica."""
    for path, count in (("/rounds", 5), ("/wallet/statement?limit=100", None)):
        own = get(played, path)
        assert AS_OF not in own.headers
        assert count is None or len(items(own)) == count
    assert items(get(played, "/wallet/statement"))[0]["balance"] == played.get("/wallet")
    other = get(idle, "/rounds")
    assert len(items(other)) == 3
    assert instant(other) <= paused_at


def assert_staff_lists_lag(staff: Staff, played: Player, paused_at: datetime) -> None:
    of_player = staff.get(f"/ops/players/{played.chain.hex}/rounds")
    assert len(items(of_player)) == 3
    assert instant(of_player) <= paused_at
    everybody = staff.get("/ops/rounds?limit=100")
    assert len(items(everybody)) == 6
    assert instant(everybody) <= paused_at
    statement = staff.get(f"/ops/players/{played.chain.hex}/statement?limit=100")
    newest = items(get(played, "/wallet/statement"))[0]["seq"]
    assert items(statement)[0]["seq"] < newest
    assert instant(statement) <= paused_at
    assert AS_OF in staff.get("/ops/events").headers
    # What waits to be done is never looked for in what was.
    assert AS_OF not in staff.get("/ops/rounds?status=open").headers


def instant(answer: httpx.Response) -> datetime:
    return datetime.fromisoformat(answer.headers[AS_OF])


def assert_beyond_the_limit_it_is_not_read(environment: Mapping[str, str]) -> None:
    time.sleep(1.1)
    strict = {**environment, "REDDOG_REPLICA_LAG_MAX_SECONDS": "1"}
    assert ran(_WHERE.replace("CHAIN", "0" * 32), strict) == ["False False"] * 3 + ["False"]
    assert "seconds behind; it is read up to 1" in doctor(strict)
    assert "seconds behind; it is read up to 3600" in doctor(environment)


def assert_nothing_writes(environment: Mapping[str, str], place: Home) -> None:
    assert ran(_WRITE, environment) == ["ReadOnlySqlTransaction"] * 3 + ["True"]
    # An address that leads to the primary: it is no replica, so it is not read, and its connection writes nothing either.
    wrong = {**environment, "DATABASE_REPLICA_URL": address(place, postgres.APPLICATION)}
    assert ran(_RAW_WRITE, wrong) == ["ReadOnlySqlTransaction"]
    assert ran(_WHERE.replace("CHAIN", "0" * 32), wrong) == ["False False"] * 3 + ["False"]
    assert "not a standby" in doctor(wrong)


def assert_a_cells_schema_holds(place: Home, environment: Mapping[str, str]) -> None:
    role = f"{postgres.APPLICATION}_cove"
    administer(place, f"CREATE ROLE {role} LOGIN", "CREATE SCHEMA cell_cove")
    in_cell = {**environment, "REDDOG_CELL": "cove"}
    until(lambda: ran(_SCHEMA, in_cell, may_fail=True) == [f"cell_cove {role} on"])


def assert_away_is_no_error(player: Player, staff: Staff) -> None:
    for answer in (get(player, "/rounds"), get(player, "/wallet/statement"), staff.get("/ops/rounds")):
        assert items(answer)
        assert AS_OF not in answer.headers


def doctor(environment: Mapping[str, str]) -> str:
    lines = manage("doctor", environment=environment).stdout.splitlines()
    (line,) = [line for line in lines if " replica " in line]
    return line


def ran(statements: str, environment: Mapping[str, str], *, may_fail: bool = False) -> list[str]:
    done = manage("shell", "-v", "0", "-c", statements, environment=environment)
    assert may_fail or done.returncode == 0, done.stderr
    return [line for line in done.stdout.splitlines() if not line.startswith("{")]


def control(server: PrivateServer, statement: str) -> None:
    url = server.address(user=postgres.SUPERUSER, database=postgres.DATABASE)
    with contextlib.closing(psycopg.connect(url, autocommit=True)) as session:
        session.execute(statement.encode())
