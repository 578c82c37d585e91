"""Redis is not trusted: what stands in it is never executed, and each process may do there what it needs, no more."""

from __future__ import annotations

import base64
import json
import os
import pickle
import secrets
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final

import pytest
import redis
from celery import Celery
from django.core.cache import cache
from django.test import override_settings

from reddog_platform import stack
from reddog_platform.celery import HEARTBEAT_KEY
from reddog_platform.embedded.home import CHECKOUT
from reddog_platform.queue_figures import _published_ms
from rest import throttling
from rest.trusted_proxies import caller_keys
from tests.api.caller import problem
from tests.api.test_throttles import guess
from tests.journeys.running import Running, surroundings, until
from tests.operations.redis_of_its_own import OwnRedis, programs_of_redis, redis_with_users

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

HEARTBEAT: Final = "reddog:1:beat-heartbeat"


class Planted:
    """A value that writes a file where it is unpickled."""

    def __init__(self, canary: Path) -> None:
        self.canary = canary

    def __reduce__(self) -> tuple[Any, ...]:
        return os.system, (f"touch {self.canary}",)


@pytest.fixture
def canary(tmp_path: Path) -> Path:
    path = tmp_path / "executed"
    # This is what must not happen.
    pickle.loads(pickle.dumps(Planted(path)))
    assert path.exists()
    path.unlink()
    return path


# --- What stands in Redis is not executed -------------------------------------------------------------------


@pytest.mark.django_db
def test_a_planted_value_of_the_cache_is_absent_and_is_logged(canary: Path, caplog: pytest.LogCaptureFixture) -> None:
    name = f"test-{secrets.token_hex(8)}"
    key = cache.make_key(name)
    client = cache._cache.get_client(write=True)  # type: ignore[attr-defined]  # the stubs lack it
    for planted in (pickle.dumps(Planted(canary)), b"\xff", b"", b"[" * 100_000, b"alive"):
        client.set(key, planted, ex=60)
        caplog.clear()
        assert cache.get(name, "none") == "none"
        assert cache.get_many([name]) == {}
        assert caplog.text.count("cache-value-refused") == caplog.text.count(key) == 2

    assert not canary.exists()
    for value in ("alive", 7, {"at": [1, None, True]}):
        cache.set(name, value, timeout=60)
        assert cache.get(name) == value
    with pytest.raises(TypeError):
        cache.set(name, Planted(canary))
    cache.delete(name)


def test_the_doctor_executes_nothing_that_was_planted(servers_environment: Mapping[str, str], canary: Path) -> None:
    with closing(redis.Redis.from_url(servers_environment["REDIS_URL"])) as client:
        client.set(cache.make_key(HEARTBEAT_KEY), pickle.dumps(Planted(canary)), ex=60)
        doctor = run("manage.py", "doctor", "--json", environment=servers_environment)
        client.delete(cache.make_key(HEARTBEAT_KEY))

    states = {line["subject"]: line["healthy"] for line in json.loads(doctor.stdout)["diagnostics"]}
    assert (states["redis"], states["beat"]) == (True, False)
    assert "cache-value-refused" in doctor.stderr + doctor.stdout
    assert not canary.exists()


@pytest.mark.django_db
@override_settings(REDDOG_THROTTLES={"log-in": {"address": (2, 60)}})
def test_a_planted_count_of_a_throttle_is_absent(canary: Path) -> None:
    address = f"2001:db8:{secrets.token_hex(2)}:{secrets.token_hex(2)}::1"
    key = f"throttle:log-in:address:{caller_keys(address)[0].key}"
    client = throttling._client()
    for planted, kind in ((pickle.dumps(Planted(canary)), "text"), (b"1000", "for ever"), (b"{}", "list")):
        client.delete(key)
        if kind == "list":
            client.lpush(key, planted)
        else:
            client.set(key, planted, px=None if kind == "for ever" else 60_000)

        for _ in range(2):
            problem(guess(address), 401, "wrong-credentials")  # the test client's response
        told = problem(guess(address), 429, "too-many-requests")  # the same
        assert 1 <= told["retry_after"] <= 61

    client.delete(key)
    assert not canary.exists()


@pytest.mark.django_db
def test_each_test_process_counts_apart_from_a_demo_and_from_the_others() -> None:
    """A demo in this checkout has database 0, which a test process once emptied as it began."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    cache.set("apart", "here")

    assert throttling._client().connection_pool.connection_kwargs["db"] == 1 + worker
    assert throttling._client().exists(cache.make_key("apart"))
    cache.delete("apart")


# --- A server with users ------------------------------------------------------------------------------------


@pytest.fixture(params=programs_of_redis())
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OwnRedis]:
    with redis_with_users(programs_of_redis()[request.param], tmp_path) as server:
        yield server


@pytest.fixture
def environment(servers_environment: Mapping[str, str], server: OwnRedis, tmp_path: Path) -> dict[str, str]:
    """Return the environment of workers, beat and the doctor."""
    return {**surroundings(servers_environment, tmp_path), "REDIS_URL": server.url("reddog_tasks")}


def run(*words: str, environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *words]
    return subprocess.run(command, cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=False)


def said_by(words: str, *, environment: Mapping[str, str]) -> str:
    """Return what a process of the platform prints."""
    ended = run("-c", f"import django; django.setup(); {words}", environment=environment)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.strip()


def worker(name: str, *, environment: Mapping[str, str], logs: Path) -> Running:
    (command,) = (process.command for process in stack.processes(port=0) if process.name == name)
    return Running(command, environment=environment, log=logs / f"{name}.log")


def carries_out(task: str, by: Celery, client: redis.Redis) -> bool:
    """Return whether a worker carries out a task that is sent now."""
    client.delete(HEARTBEAT)
    by.send_task(task, queue="realtime", serializer="json")
    until(lambda: client.exists(HEARTBEAT) == 1)
    return client.get(HEARTBEAT) == b'"alive"'


@pytest.mark.slow
def test_a_worker_executes_nothing_that_was_planted_in_its_queue_or_among_its_commands(
    environment: Mapping[str, str], server: OwnRedis, canary: Path, tmp_path: Path
) -> None:
    stranger = Celery(broker=server.url("watcher"), set_as_current=False)
    stranger.conf.update(task_serializer="pickle", accept_content=["pickle", "json"])
    with server.client("watcher") as client, worker("worker", environment=environment, logs=tmp_path) as running:
        assert carries_out("reddog_platform.beat_heartbeat", stranger, client)

        for serializer in ("pickle", "yaml"):
            body = (
                Planted(canary)
                if serializer == "pickle"
                else {"a": f"!!python/object/apply:os.system [touch {canary}]"}
            )
            stranger.send_task("reddog_platform.beat_heartbeat", args=[body], queue="realtime", serializer=serializer)
        stranger.control.broadcast("ping", arguments={"planted": Planted(canary)})
        stranger.close()
        assert carries_out(
            "reddog_platform.beat_heartbeat", Celery(broker=server.url("watcher"), set_as_current=False), client
        )
        until(lambda: running.said().count("ContentDisallowed") >= 2)

    assert not canary.exists()


_TASK_OF_OURS: Final = (
    b'{"body": "W1tdLHt9LHt9XQ==", "content-type": "application/json", "content-encoding": "utf-8",'
    b' "headers": {"task": "reddog_platform.beat_heartbeat", "id": []}, "properties":'
    b' {"delivery_tag": "b", "delivery_info": {"exchange": "", "routing_key": "realtime"}, "body_encoding": "base64"}}'
)
"""But for its id: the worker notes that it has it, and then cannot go on."""

NONSENSE: Final = (
    b"not json",
    b"\xff\xfe",
    b"",
    b"5",
    b"[]",
    b"{}",
    b"[" * 100_000,
    b'{"__type__": "datetime", "__value__": 5}',
    b'{"body": "", "headers": null, "properties": null}',
    b'{"body": "e30=", "headers": {"task": 5, "id": []}, "properties": {"delivery_tag": "a", "delivery_info": {}}}',
    b'{"body": "e30=", "headers": {"task": "x"}, "properties": {"delivery_tag": [], "delivery_info": 7}}',
    _TASK_OF_OURS,
)
"""What a stranger may write into a queue: no text, no JSON, JSON of another shape, a task of another shape."""


@pytest.mark.parametrize("line", NONSENSE)
def test_nonsense_in_a_queue_has_no_age(line: bytes) -> None:
    assert _published_ms(line) is None


@pytest.mark.slow
def test_nonsense_in_a_queue_is_dropped_and_stops_neither_worker_nor_exporter_nor_doctor(
    environment: Mapping[str, str], server: OwnRedis, tmp_path: Path
) -> None:
    figures = (
        "from datetime import UTC, datetime; from reddog_platform.queue_figures import queue_figures;"
        " print(*[sample.value for family in queue_figures(datetime.now(UTC)) for sample in family.samples])"
    )
    with server.client("watcher") as client:
        client.lpush("realtime", *NONSENSE)
        exporter = {**environment, "REDIS_URL": server.url("reddog_metrics")}
        assert said_by(figures, environment=exporter) == f"{len(NONSENSE)} 0 0.0 0.0 0.0"
        with worker("worker", environment=environment, logs=tmp_path) as running:
            stranger = Celery(broker=server.url("watcher"), set_as_current=False)
            assert carries_out("reddog_platform.beat_heartbeat", stranger, client)
            for line in NONSENSE:
                client.lpush("realtime", line)
                assert carries_out("reddog_platform.beat_heartbeat", stranger, client), line
            doctor = json.loads(run("manage.py", "doctor", "--json", environment=environment).stdout)
            assert not running.ended()
        assert client.llen("realtime") == 0
        assert client.hlen("unacked") == 0, "a task that nobody can run is not kept for another worker"

    states = {line["subject"]: line["state"] for line in doctor["diagnostics"]}
    assert "nobody works on realtime" not in states["worker"]
    assert running.said().count("message-refused") >= 2 * len(NONSENSE) - 4


@pytest.mark.slow
def test_no_message_says_how_long_its_task_may_run(
    environment: Mapping[str, str], server: OwnRedis, tmp_path: Path
) -> None:
    """Celery's first form of messages has the limits in its body, the second in its headers."""
    with server.client("watcher") as client, worker("worker", environment=environment, logs=tmp_path):
        stranger = Celery(broker=server.url("watcher"), set_as_current=False)
        assert carries_out("reddog_platform.beat_heartbeat", stranger, client)
        for limits in SPOILED_LIMITS:
            for line in messages_with(limits):
                client.delete(HEARTBEAT)
                client.lpush("realtime", line)
                until(lambda: client.exists(HEARTBEAT) == 1)
        until(lambda: client.hlen("unacked") == 0)


SPOILED_LIMITS: Final[tuple[object, ...]] = (
    [None, "soon"],
    [{}, []],
    [None, 1e300],
    [1e-9, 1e-9],
    [1, -1],
    [1],
    "ab",
    {"a": 1, "b": 2},
    True,
)


def messages_with(limits: object) -> tuple[str, str]:
    """Return messages of a task with these time limits, in both of Celery's forms."""
    task = {"task": "reddog_platform.beat_heartbeat", "id": secrets.token_hex(8), "timelimit": limits}

    def message(headers: object, body: object) -> str:
        properties = {
            "delivery_tag": secrets.token_hex(8),
            "delivery_info": {"exchange": "", "routing_key": "realtime"},
            "body_encoding": "base64",
        }
        encoded = base64.b64encode(json.dumps(body).encode()).decode()
        kind = {"content-type": "application/json", "content-encoding": "utf-8"}
        return json.dumps({"body": encoded, **kind, "headers": headers, "properties": properties})

    return message({}, {**task, "args": [], "kwargs": {}}), message(task, [[], {}, {}])


@pytest.mark.slow
def test_the_processes_do_in_redis_what_they_must_with_the_rights_that_they_have(
    environment: Mapping[str, str], server: OwnRedis, tmp_path: Path
) -> None:
    web = {**environment, "REDIS_URL": server.url("reddog_web")}
    send = "from reddog_platform.celery import app; app.send_task('{}', retry=False)"
    with (
        server.client("watcher") as client,
        worker("worker", environment=environment, logs=tmp_path),
        worker("batch", environment=environment, logs=tmp_path) as batch,
        worker("beat", environment=environment, logs=tmp_path) as beat,
    ):
        said_by(send.format("reddog_platform.beat_heartbeat"), environment=web)
        said_by(send.format("players.mark_dormant"), environment=web)
        until(lambda: client.exists(HEARTBEAT) == 1)
        until(lambda: "players.mark_dormant" in batch.said() and "succeeded" in batch.said())
        until(lambda: "Sending due task" in beat.said())
        count = (
            "from rest.throttling import _Count, _transaction;"
            " print(_transaction([_Count('log-in', 'address', 'x', 5, 60)])[0][0])"
        )
        assert [said_by(count, environment=web) for _ in range(2)] == ["1", "2"]
        doctor = json.loads(run("manage.py", "doctor", "--json", environment=environment).stdout)
        states = {line["subject"]: line["healthy"] for line in doctor["diagnostics"]}
        assert [states[part] for part in ("redis", "worker", "beat")] == [True, True, True]
        refused = [entry for entry in client.acl_log() if entry["object"] not in WANTED_IN_VAIN]

    assert refused == []


@pytest.mark.slow
def test_a_user_of_redis_comes_by_a_unix_socket_too(
    environment: Mapping[str, str], server: OwnRedis, tmp_path: Path
) -> None:
    tasks = {**environment, "REDIS_URL": server.socket_url("reddog_tasks")}
    web = {**environment, "REDIS_URL": server.socket_url("reddog_web")}
    send = "from reddog_platform.celery import app; app.send_task('reddog_platform.beat_heartbeat', retry=False)"
    with server.client("watcher") as client, worker("worker", environment=tasks, logs=tmp_path):
        said_by(send, environment=web)

        until(lambda: client.exists(HEARTBEAT) == 1)


WANTED_IN_VAIN: Final = {"client", "client|setinfo"}
"""The library tells the server its name at each connection, and goes on where it may not."""

FORBIDDEN: Final = (
    *(("FLUSHALL",), ("FLUSHDB",), ("CONFIG", "GET", "*"), ("CONFIG", "SET", "dir", "/"), ("SHUTDOWN",)),
    *(("EVAL", "return 1", "0"), ("SAVE",), ("KEYS", "*"), ("SCAN", "0"), ("MONITOR",), ("CLIENT", "KILL", "ID", "1")),
    *(("ACL", "LIST"), ("ACL", "SETUSER", "me", "on"), ("MODULE", "LIST"), ("REPLICAOF", "127.0.0.1", "1"), ("INFO",)),
    *(
        ("GET", "anything"),
        ("SET", "anything", "1"),
        ("DEL", "throttles"),
        ("SET", "realtime@host", "1"),
        ("FUNCTION", "LIST"),
    ),
    *(("PUBLISH", "anything", "1"), ("SUBSCRIBE", "anything"), ("MIGRATE", "127.0.0.1", "1", "reddog:1:x", "0", "1")),
)
OF_TASKS_ALONE: Final = (
    ("EVALSHA", "0" * 40, "0"),
    ("SCRIPT", "LOAD", "return 1"),
    ("PUBLISH", "/0.celery.pidbox", "{}"),
    ("DEL", "unacked"),
    ("LPUSH", "realtime@host.celery.pidbox", "{}"),
    ("BRPOP", "realtime", "0.01"),
)


COUNTERS: Final = (("GET", "throttle:log-in:x"),)
CHANGES: Final = (("SET", "reddog:1:x", "1"), ("DEL", "reddog:1:x"), ("LPUSH", "realtime", "{}"), ("RPOP", "batch"))
REFUSED: Final = {
    "reddog_web": OF_TASKS_ALONE,
    "reddog_tasks": COUNTERS,
    "reddog_metrics": OF_TASKS_ALONE + COUNTERS + CHANGES,
}


@pytest.mark.parametrize("user", REFUSED)
def test_everything_else_in_redis_is_refused(server: OwnRedis, user: str) -> None:
    for command in FORBIDDEN + REFUSED[user]:
        with server.client(user) as client, pytest.raises(redis.ResponseError) as refusal:
            client.execute_command(*command)
        # An older server does not know what a newer one has.
        assert "permission" in str(refusal.value).lower() or "unknown command" in str(refusal.value), command


def test_nobody_comes_without_a_name_and_a_password(server: OwnRedis) -> None:
    for url in ("redis://", "redis://reddog_web:WEB_PASSWORD@", "redis://default:@", "redis://reddog_tasks:@"):
        with redis.Redis.from_url(f"{url}{stack.HOST}:{server.port}/0") as client, pytest.raises(redis.RedisError):
            client.ping()
