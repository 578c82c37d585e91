"""A row that somebody else holds costs its player a refusal, and the other players nothing."""

from __future__ import annotations

import contextlib
import threading
import time
from typing import TYPE_CHECKING, Any, Final

import httpx
import psycopg
import pytest
from django.db import OperationalError, connection, connections, transaction

from audit.operations.append import Busy
from audit.prepared_statement import select_number
from reddog_platform.postgresql import time_limits
from reddog_platform.postgresql.held_rows import HeldRows
from reddog_platform.postgresql.trouble import refusal_of
from tests.journeys.conftest import environment
from tests.journeys.player import Player, done, fresh_key
from tests.journeys.running import WebServer, sequencer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

__all__ = ["environment"]

pytestmark = pytest.mark.django_db(transaction=True)

# As many as the threads of the web server: two processes of six.
CALLS_AT_ONCE: Final = 12
WEB_PROCESSES: Final = 2


@contextlib.contextmanager
def held(environment: Mapping[str, str], sql: str, *params: object) -> Iterator[None]:
    """Hold what a statement locks, as a foreign session does that somebody has forgotten."""
    with psycopg.connect(environment["DATABASE_URL"]) as rival:
        rival.execute(sql.encode(), params)
        yield


def sessions_that_wait() -> int:
    """Return how many sessions of the test's database wait for a lock at this moment."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return int(cursor.fetchone()[0])


@pytest.fixture
def web_limits() -> Iterator[None]:
    """Let this process have the time limits of a web server."""
    connections.close_all()
    time_limits.choose(time_limits.WEB)
    yield
    time_limits.choose(time_limits.COMMANDS)
    connections.close_all()


def show(name: str, alias: str = "default") -> str:
    with connections[alias].cursor() as cursor:
        cursor.execute(f"SHOW {name}")
        return str(cursor.fetchone()[0])


# --- In one process -----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("web_limits")
def test_a_web_process_waits_for_nothing_without_end() -> None:
    names = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout", "reddog.record_age_ms")

    assert [show(name) for name in names] == ["300ms", "5s", "10s", "6000"]


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_a_command_waits_for_a_lock_half_a_minute_and_a_migration_as_long_as_it_takes() -> None:
    connections.close_all()

    assert (show("lock_timeout"), show("statement_timeout")) == ("30s", "0")
    assert (show("lock_timeout", "owner"), show("statement_timeout", "owner")) == ("0", "0")


@pytest.mark.usefixtures("web_limits")
def test_a_statement_that_runs_too_long_is_cut_and_the_connection_goes_on() -> None:
    assert select_number("SELECT %s::int", [1]) == 1
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = '50ms'")

    for cut in (_sleep_by_protocol, _sleep_by_driver, _sleep_in_a_transaction):
        with pytest.raises(OperationalError) as raised:
            cut()

        refusal = refusal_of(raised.value, writes=True)
        assert refusal is not None
        assert refusal.code == "database-too-slow"
        assert "no money was moved" in refusal.detail
        # What was prepared before is known still, or prepared once more.
        assert select_number("SELECT %s::int", [2]) == 2


def _sleep_by_protocol() -> None:
    select_number("SELECT length(pg_sleep(%s)::text)", [10])


def _sleep_by_driver() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(10)")


def _sleep_in_a_transaction() -> None:
    with transaction.atomic():
        _sleep_by_driver()


def test_a_session_that_the_server_ended_or_that_could_not_begin_is_told_apart() -> None:
    class Lost(psycopg.errors.AdminShutdown):
        """As PostgreSQL reports it."""

    lost = OperationalError("terminating connection due to administrator command")
    lost.__cause__ = Lost()
    defect = OperationalError("no error of PostgreSQL's")

    written, read = refusal_of(lost, writes=True), refusal_of(lost, writes=False)

    assert written is not None
    assert read is not None
    assert (written.code, read.code) == ("outcome-unknown", "database-unavailable")
    assert refusal_of(defect, writes=True) is None


def test_who_waited_in_vain_is_refused_at_once_until_one_request_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("reddog_platform.postgresql.held_rows.time.monotonic", lambda: now[0])
    held_rows = HeldRows()
    held_rows.admit("ada")
    held_rows.leave("ada", waited_in_vain=True)

    with pytest.raises(Busy):
        held_rows.admit("ada")
    held_rows.admit("bob")
    now[0] += 1
    held_rows.admit("ada")
    with pytest.raises(Busy):
        held_rows.admit("ada")
    held_rows.leave("ada", waited_in_vain=False)
    held_rows.admit("ada")


# --- On a web server ----------------------------------------------------------------------------------------


@pytest.fixture
def web(environment: Mapping[str, str], tmp_path: Path) -> Iterator[WebServer]:
    with (
        WebServer(environment=environment, logs=tmp_path) as web,
        sequencer(environment=environment, logs=tmp_path),
    ):
        yield web


def seated(web: WebServer) -> Player:
    player = Player(web.url)
    player.fund(1_000_000)
    player.open_epoch()
    player.play()
    return player


def ask_again_and_again(player: Player, over: threading.Event, answers: list[httpx.Response]) -> None:
    while not over.is_set():
        answers.append(player.deal())


def test_many_requests_for_one_held_row_are_refused_as_busy_while_others_play(
    web: WebServer, environment: Mapping[str, str]
) -> None:
    victim, other = seated(web), seated(web)
    key, over, refused = fresh_key(), threading.Event(), list[httpx.Response]()
    threads = [threading.Thread(target=ask_again_and_again, args=(victim, over, refused)) for _ in range(CALLS_AT_ONCE)]
    before = victim.wallet()
    with held(environment, "SELECT FROM audit_chain WHERE chain = %s FOR UPDATE", victim.chain):
        first = victim.deal(key=key)
        for thread in threads:
            thread.start()
        try:
            # Each process learns by letting everybody wait once.
            time.sleep(1)
            waiting, begun = list[int](), time.monotonic()
            while time.monotonic() < begun + 4 or len(waiting) < 5:
                other.play()
                waiting.append(sessions_that_wait())
        finally:
            over.set()
            for thread in threads:
                thread.join()

    _assert_busy(first)
    for answer in refused:
        _assert_busy(answer)
    # Without the refusals at once, all threads wait most of the time. No rounds are counted: a busy machine has few of them.
    assert refused
    assert max(waiting) <= WEB_PROCESSES, f"{waiting} beside {len(refused)} refusals"
    assert victim.wallet() == before
    time.sleep(1.1)
    assert done(victim.deal(key=key))["id"]


def _assert_busy(answer: httpx.Response) -> None:
    assert (answer.status_code, answer.json()["code"]) == (409, "busy")
    assert answer.headers["Retry-After"] == "1"
    assert "Nothing was changed" in answer.json()["detail"]


def test_a_held_row_refuses_what_the_framework_answers_too(web: WebServer, environment: Mapping[str, str]) -> None:
    player = seated(web)
    key = fresh_key()
    asked: dict[str, Any] = {
        "json": {"amount": {"amount": 500, "currency": "USD"}, "method": "card"},
        "headers": {"Idempotency-Key": key},
    }
    before = player.wallet()
    with held(environment, "SELECT FROM audit_chain WHERE chain = %s FOR UPDATE", player.chain):
        begun = time.monotonic()
        _assert_busy(player.send("POST", "/deposits", **asked))
        _assert_busy(player.send("POST", "/deposits", **asked))
        took = time.monotonic() - begun
        assert player.wallet() == before

    assert took < 5
    time.sleep(1.1)
    done(player.send("POST", "/deposits", **asked))
    assert player.wallet() != before
