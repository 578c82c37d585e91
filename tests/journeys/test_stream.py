"""The events of tables from the real process, on the test's own database."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import signal
import socket
import subprocess
import time
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from django.conf import settings
from django.db import connection

from players.core.session_state import EndReason
from players.operations.end_sessions import end_sessions
from reddog_platform import stack
from reddog_platform.diagnostics import run_diagnostic
from reddog_platform.embedded.home import CHECKOUT
from tables.models import TableStatus
from tables.operations.announce import renew_table_commitment
from tables.operations.set_table_status import set_table_status
from tables.queries.snapshots import snapshot
from tables.queries.stream_processes import STREAM_LOCK, stream_processes
from tables.queries.table_events import BEFORE_FIRST, events_after
from tables.stream.watched_table import KEPT_RECORDS
from tests import house_table, world
from tests.core.tables.seated import MONTANA
from tests.event_stream import EventStream, StreamServer
from tests.journeys.running import Running, surroundings, until
from tests.operations.test_metrics import added_up

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from kernel.ids import ChainId

pytestmark = pytest.mark.django_db(transaction=True)

PROGRAMS = "/usr/sbin:/usr/bin:/sbin:/bin"
BEGIN = world.NOW + timedelta(seconds=1)


@pytest.fixture
def environment(servers_environment: Mapping[str, str], tmp_path: Path) -> dict[str, str]:
    """Return the environment of this test's processes; keys and rules are published."""
    world.open_house()
    return surroundings(servers_environment, tmp_path)


@pytest.fixture
def serve(environment: Mapping[str, str], tmp_path: Path) -> Iterator[Callable[..., StreamServer]]:
    """Return what starts a stream process, with options and more variables."""
    with ExitStack() as started:

        def start(*options: str, **variables: str) -> StreamServer:
            server = StreamServer(environment={**environment, **variables}, logs=tmp_path, options=options)
            return started.enter_context(server)

        yield start


def stored(table: ChainId, *, after: int = BEFORE_FIRST) -> list[Any]:
    """Return the events as a page has them."""
    return list(events_after(table, after=after, limit=1_000))


def play_hand(table: ChainId, player: world.SeatedPlayer, *, now: datetime) -> datetime:
    """Play a hand against the house with one player, who is silent, and end the stake; return when it is over."""
    placed = house_table.place(player, table, 1, now=now)
    later = house_table.begin_epoch(placed, now=now + timedelta(milliseconds=house_table.BET_MS))
    over = later + timedelta(minutes=2)
    house_table.step(table, now=over)
    house_table.end_all_stakes(now=over)
    return over + timedelta(seconds=1)


def lengthen(table: ChainId, records: int, *, text: str = "a test") -> None:
    """Write records into a table's chain, each with a text of its own."""
    for _ in range(records):
        renew_table_commitment(table, reason=text, now=BEGIN)


def test_a_spectator_sees_a_hand_as_its_records_tell_it(serve: Callable[..., StreamServer]) -> None:
    table, ada = house_table.announced_table(), world.seat_player()
    with serve().open(table) as stream:
        assert stream.answer.headers["content-type"] == "text/event-stream"
        first = stream.next()
        assert (first.type, first.id) == ("snapshot", None)
        assert first.data == snapshot(table, None)
        assert first.data["stream_url"] == f"{settings.REDDOG_STREAM_URL}{StreamServer.path_of(table)}"

        play_hand(table, ada, now=BEGIN)

        seen = stream.until_record("hand_end")
    assert [event.type for event in seen] == ["seats", "open", "hand", "hand_end"]
    assert [event.data for event in seen] == stored(table, after=first.data["seq"])
    assert [int(str(event.id)) for event in seen] == [event.data["seq"] for event in seen]


def test_who_comes_again_after_a_crash_has_each_record_once(serve: Callable[..., StreamServer]) -> None:
    table, ada = house_table.announced_table(), world.seat_player()
    server = serve()
    with server.open(table, last=BEFORE_FIRST) as stream:
        now = play_hand(table, ada, now=BEGIN)
        got = stream.until_record("hand_end")
        server.kill()
        with pytest.raises(httpx.TransportError):
            stream.record()

    # While nobody streams, the table goes on.
    now = play_hand(table, ada, now=now)
    server.start()
    # Another one is there already, for whom more was read.
    with server.open(table, last=BEFORE_FIRST) as other, ExitStack() as later:
        other.next()
        stream = later.enter_context(server.open(table, last=stream.last))
        assert stream.next().data["seq"] == stored(table)[-1]["seq"]
        got += stream.until_record("hand_end")
        play_hand(table, ada, now=now)
        got += stream.until_record("hand_end")

    assert [event.data for event in got] == stored(table)


def test_a_client_that_was_long_away_gets_every_record_that_it_lacks(serve: Callable[..., StreamServer]) -> None:
    table, ada, server = house_table.announced_table(), world.seat_player(), serve()
    lengthen(table, 2 * KEPT_RECORDS)
    with server.open(table) as present, server.open(table, last=3) as away:
        present.next()
        play_hand(table, ada, now=BEGIN)
        present.until_record("hand_end")
        # More than is kept of a table, and more than a page.
        assert [event.data for event in away.until_record("hand_end")] == stored(table, after=3)


def test_word_of_a_change_is_enough(serve: Callable[..., StreamServer]) -> None:
    table, ada = house_table.announced_table(), world.seat_player()
    server = serve("--look-seconds", "3600")
    until(lambda: stream_processes() == 1)
    with server.open(table) as stream:
        stream.next()
        set_table_status(table, TableStatus.PAUSED, reason="a test", actor="operator:test", now=BEGIN)
        assert stream.until_changed("status")["status"] == "paused"
        set_table_status(table, TableStatus.OPEN, reason="a test", actor="operator:test", now=BEGIN)
        assert stream.until_changed("status")["status"] == "open"
        play_hand(table, ada, now=BEGIN)
        assert stream.until_record("hand_end")


def test_what_nobody_was_told_of_is_seen_all_the_same(serve: Callable[..., StreamServer]) -> None:
    table, ada = house_table.announced_table(), world.seat_player()
    server = serve()
    with server.open(table) as stream:
        stream.next()
        # These rows are stored without a word.
        placed = house_table.place(ada, table, 1, now=BEGIN)
        assert [seat["seat"] for seat in stream.until_changed("seats")["seats"]] == [1]

        # And whoever should have heard of the next ones is cut off meanwhile.
        assert stop_listening() == 1
        house_table.begin_epoch(placed, now=BEGIN + timedelta(milliseconds=house_table.BET_MS))
        assert [event.type for event in stream.until_record("hand")] == ["seats", "open", "hand"]
        until(lambda: stream_processes() == 1)


def test_a_checkpoint_and_a_value_come_as_hints(serve: Callable[..., StreamServer]) -> None:
    table, ada = house_table.announced_table(), world.seat_player()
    with serve().open(table) as stream:
        stream.next()
        placed = house_table.place(ada, table, 1, now=BEGIN)
        later = BEGIN + timedelta(milliseconds=house_table.BET_MS)
        house_table.step(table, now=later)
        assert stream.record().type == "seats"
        assert stream.until_changed("stakes_covered")["stakes_covered"] is False

        world.run_sequencer(now=later)
        assert stream.until_changed("stakes_covered")["stakes_covered"] is True
        house_table.reveal(placed, now=later)
        assert [seat["revealed"] for seat in stream.until_changed("seats")["seats"]] == [True]
        assert stream.last == events_after(table, after=BEFORE_FIRST, limit=100)[-1]["seq"], "no record came"


def test_a_player_sees_the_own_hand_and_nobody_else_does(serve: Callable[..., StreamServer]) -> None:
    now = datetime.now(UTC)
    table = house_table.announced_table(house_table.table_of(MONTANA.game), now=now)
    ada, bob, server = world.seat_player("ada", now=now), world.seat_player("bob", now=now), serve()
    with (
        server.open(table, token=ada.token) as of_ada,
        server.open(table, token=bob.token) as of_bob,
        server.open(table) as of_nobody,
    ):
        assert [stream.next().data["own"] for stream in (of_ada, of_bob, of_nobody)] == [None, None, None]
        placed = [house_table.place(ada, table, 0, now=now), house_table.place(bob, table, 2, now=now)]
        house_table.begin_epoch(*placed, now=now + timedelta(milliseconds=house_table.BET_MS))

        hands = {}
        for player, stream in ((ada, of_ada), (bob, of_bob)):
            stream.until_record("hand")
            own = stream.until_changed("own")["own"]
            assert own == snapshot(table, player.chain)["own"]
            hands[player.chain] = own["hand"]
        of_nobody.until_record("hand")
        changed = of_nobody.until_changed("hand")

    assert hands[ada.chain]["key"] != hands[bob.chain]["key"]
    assert "own" not in changed
    told = json.dumps([stored(table), changed])
    assert not any(hand["key"] in told for hand in hands.values())


@pytest.mark.parametrize("why", ["ended", "locked"])
def test_a_session_that_is_over_ends_the_stream_and_says_so(serve: Callable[..., StreamServer], why: str) -> None:
    server, now = serve("--session-seconds", "0.5"), datetime.now(UTC)
    lock = timedelta(milliseconds=world.SESSIONS.inactivity_duration_ms)
    ada = world.seat_player(now=now if why == "ended" else now - lock + timedelta(seconds=8))
    table = house_table.announced_table(now=now)
    with server.open(table, token=ada.token) as stream, server.open(table) as spectator:
        assert stream.next().type == spectator.next().type == "snapshot"
        if why == "ended":
            assert end_sessions(ada.chain, EndReason.CLOSED, now=now)
        (end,) = [event for event in stream if event.type != "hint"]
        set_table_status(table, TableStatus.PAUSED, reason="a test", actor="operator:test", now=now)
        assert spectator.until_changed("status"), "others stream on"
    code = "not-authenticated" if why == "ended" else "session-locked"
    assert (end.type, end.id, end.data["code"]) == ("end", None, code)

    again = httpx.get(server.events_of(table), headers={"Authorization": f"Bearer {ada.token}"})
    assert (again.status_code, again.json()["code"]) == (401 if why == "ended" else 403, code)


def test_a_reader_who_takes_nothing_is_cut_and_resumes(serve: Callable[..., StreamServer]) -> None:
    table = house_table.announced_table()
    lengthen(table, 400, text="x" * 10_000)
    server = serve("--send-seconds", "1", REDDOG_STREAMS_PER_ADDRESS="1")
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.settimeout(60)
        slow.connect((stack.HOST, server.port))
        slow.sendall(f"GET {server.path_of(table)}?after=-1 HTTP/1.1\r\nHost: {stack.HOST}\r\n\r\n".encode())
        refusals: list[httpx.Response] = []
        until(lambda: status_of(server, table, refusals) == httpx.codes.SERVICE_UNAVAILABLE)
        assert refusals[-1].json()["code"] == "too-many-streams"
        assert refusals[-1].headers["retry-after"] == "5"
        # Cut, it takes nobody's place.
        until(lambda: status_of(server, table, refusals) == httpx.codes.OK)

        sent = b"".join(iter(lambda: slow.recv(1 << 16), b""))
    ids = [int(number) for number in re.findall(rb"^id: (\d+)$", sent, re.MULTILINE)]
    newest = stored(table)[-1]["seq"]
    assert ids == list(range(len(ids)))
    assert 0 < ids[-1] < newest
    with server.open(table, last=ids[-2]) as stream:
        rest = [stream.record() for _ in range(newest - ids[-2])]
    assert [event.data for event in rest] == stored(table, after=ids[-2])


def test_streams_end_when_the_process_is_told_to_end(serve: Callable[..., StreamServer]) -> None:
    table, server = house_table.announced_table(), serve()
    with server.open(table) as stream:
        stream.next()
        server.send_signal(signal.SIGTERM)
        assert list(stream) == [], "the answer ends as a whole one does"
    assert server.wait() == 0


def test_what_is_no_stream_is_answered_with_a_problem(serve: Callable[..., StreamServer]) -> None:
    table, ada, server = house_table.announced_table(), world.seat_player(), serve()
    address = server.events_of(table)
    newest = stored(table)[-1]["seq"]
    asked: list[tuple[httpx.Response, int, str]] = [
        (httpx.get(server.events_of(ada.chain)), 404, "table-not-found"),
        (httpx.get(address.replace(table.hex, "none")), 404, "not-found"),
        (httpx.get(f"{server.url}/api/v1/wallet"), 404, "not-found"),
        (httpx.post(address), 405, "method-not-allowed"),
        (httpx.get(f"{address}?after=x"), 400, "invalid-request"),
        (httpx.get(f"{address}?limit=1"), 400, "invalid-request"),
        (httpx.get(address, headers={"Last-Event-ID": "-2"}), 400, "invalid-request"),
        (httpx.get(f"{address}?after={newest + 1}"), 409, "event-ahead"),
        (httpx.get(address, headers={"Authorization": "Bearer none"}), 401, "not-authenticated"),
        (httpx.get(address, headers={"Host": "elsewhere.example"}), 400, "malformed-request"),
    ]
    for answer, status, code in asked:
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["request_id"] == answer.headers["x-request-id"]
        assert answer.headers["cache-control"] == "no-store"
    assert asked[7][0].json()["newest"] == newest


def test_the_process_says_how_it_is_and_counts_its_streams(serve: Callable[..., StreamServer], tmp_path: Path) -> None:
    table, figures = house_table.announced_table(), tmp_path / "figures"
    server = serve("--heartbeat-seconds", "0.2", REDDOG_METRICS_DIR=str(figures))
    assert httpx.get(f"{server.url}/readyz").json() == {"status": "ready"}
    with server.open(table) as stream:
        stream.next()
        assert added_up(figures, "reddog_open_streams", process="stream") == 1
        lengthen(table, 3)
        stream.until_record("commit")
        # A comment now and then says that the connection stands.
        before = stream.comments
        time.sleep(1)
        set_table_status(table, TableStatus.PAUSED, reason="a test", actor="operator:test", now=BEGIN)
        stream.until_changed("status")
        assert stream.comments > before
    until(lambda: added_up(figures, "reddog_open_streams", process="stream") == 0)
    assert added_up(figures, "reddog_streams_total", viewer="spectator") == 1
    assert added_up(figures, "reddog_stream_ends_total", end="client") == 1
    assert added_up(figures, "reddog_table_event_seconds_count", type="commit") == 3


def test_the_doctor_misses_the_stream_where_there_is_a_table(serve: Callable[..., StreamServer]) -> None:
    assert run_diagnostic("stream").healthy, "nobody needs it"
    house_table.announced_table()
    assert not run_diagnostic("stream").healthy

    server = serve()
    until(lambda: run_diagnostic("stream").healthy)
    server.kill()
    until(lambda: not run_diagnostic("stream").healthy)


@pytest.mark.slow
def test_five_hundred_streams_are_told_of_every_record(serve: Callable[..., StreamServer]) -> None:
    tables = [house_table.announced_table() for _ in range(10)]
    server = serve("--heartbeat-seconds", "1", REDDOG_STREAMS_PER_ADDRESS="1000")
    sessions = database_sessions()

    async def follow(table: ChainId, ready: asyncio.Semaphore) -> list[tuple[int, float]]:
        """Return the numbers of ten records, each with the seconds from its instant to its arrival."""
        reader, writer = await asyncio.open_connection(stack.HOST, server.port)
        writer.write(f"GET {server.path_of(table)} HTTP/1.1\r\nHost: {stack.HOST}\r\n\r\n".encode())
        got: list[tuple[int, float]] = []
        while len(got) < 10:
            line = await asyncio.wait_for(reader.readline(), 60)
            assert line, "the stream ended"
            if line == b"event: snapshot\n":
                ready.release()
            if line.startswith(b"data: ") and b'"record":' in line:
                event = json.loads(line.removeprefix(b"data: "))
                got.append((event["seq"], time.time() - event["record"]["time"] / 1000))
        writer.close()
        return got

    async def follow_all() -> list[list[tuple[int, float]]]:
        ready = asyncio.Semaphore(0)
        streams = [asyncio.create_task(follow(tables[number % 10], ready)) for number in range(500)]
        for _ in streams:
            await ready.acquire()
        await asyncio.to_thread(write_records)
        return await asyncio.gather(*streams)

    def write_records() -> None:
        """Write ten records into each table's chain, as fast as it goes."""
        assert database_sessions() <= sessions + 4 + 1, "those of its threads, and this thread's"
        for _ in range(10):
            for table in tables:
                renew_table_commitment(table, reason="a test", now=datetime.now(UTC))
        connection.close()

    everything = asyncio.run(follow_all())
    first = stored(tables[0])[-10]["seq"]
    assert all([number for number, _ in got] == list(range(first, first + 10)) for got in everything)
    delays = sorted(delay for got in everything for _, delay in got)
    print("delay in ms, p50 and p99:", [round(1000 * delays[len(delays) * share // 100]) for share in (50, 99)])
    assert delays[len(delays) * 99 // 100] < 10, "on a busy machine too"


def database_sessions() -> int:
    """Return how many sessions the database has, this one included."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


@pytest.mark.skipif(shutil.which("nginx", path=PROGRAMS) is None, reason="nginx is not installed")
@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_events_pass_our_proxy_as_they_come(serve: Callable[..., StreamServer], tmp_path: Path) -> None:
    table, server = house_table.announced_table(), serve(REDDOG_BEHIND_PROXY="true")
    port = stack.free_port(server.port + 100)
    with proxy(server, tmp_path, port=port):
        until(lambda: answers(port))
        headers = {"Accept": "text/event-stream", "X-Forwarded-For": "192.0.2.9"}
        with EventStream(f"https://localhost:{port}{server.path_of(table)}", headers, verify=False) as stream:
            assert stream.next().data == snapshot(table, None)
            set_table_status(table, TableStatus.PAUSED, reason="a test", actor="operator:test", now=BEGIN)
            assert stream.until_changed("status")["status"] == "paused"
            request_id = stream.answer.headers["x-request-id"]
        # The proxy names the request, and the process believes it.
        until(lambda: request_id in (tmp_path / "access.log").read_text())
        # Pages are the web servers', of which there is none here.
        page = httpx.get(f"https://localhost:{port}{server.path_of(table)}", verify=False)
        assert (page.status_code, page.json()["code"]) == (503, "unreachable")


def proxy(server: StreamServer, folder: Path, *, port: int) -> Running:
    """Return nginx on the configuration that we ship, with a certificate of its own making."""
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *("-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem"), "-days", "2"),
            *("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"),
        ],
        check=True,
        capture_output=True,
    )
    text = (CHECKOUT / "deploy" / "nginx" / "nginx.conf").read_text()
    for documented, place in {
        "/etc/nginx/tls": str(folder),
        "/dev/stdout": str(folder / "access.log"),
        "/tmp/nginx": str(folder / "nginx"),
        "server web:8000": "server 127.0.0.1:1",
        "server stream:8001": f"server {stack.HOST}:{server.port}",
        "listen 8080": f"listen {stack.HOST}:{port + 1}",
        "listen 8443": f"listen {stack.HOST}:{port}",
    }.items():
        assert documented in text
        text = text.replace(documented, place)
    (folder / "nginx.conf").write_text(text)
    command = ["nginx", "-e", "stderr", "-c", str(folder / "nginx.conf"), "-g", "daemon off;"]
    return Running(command, environment={"PATH": PROGRAMS}, log=folder / "nginx.log")


def answers(port: int) -> bool:
    """Return whether a proxy listens."""
    with socket.socket() as probe:
        return probe.connect_ex((stack.HOST, port)) == 0


def status_of(server: StreamServer, table: ChainId, answers: list[httpx.Response]) -> int:
    """Return the status that a new stream gets; a refusal is added to `answers`."""
    with server.open(table) as stream:
        if stream.answer.status_code != httpx.codes.OK:
            stream.answer.read()
            answers.append(stream.answer)
        return stream.answer.status_code


def stop_listening() -> int:
    """End the sessions that listen, as a database that restarts does; return how many there were."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_locks WHERE locktype = 'advisory' AND objid = %s"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
            (STREAM_LOCK,),
        )
        return int(cursor.fetchone()[0])
