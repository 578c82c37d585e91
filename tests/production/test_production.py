"""The documented installation, word for word: everything runs, as it will in production, and is used.

As docs/production.md says under "Without containers": an account without rights, a file system that is read-only but for
the folders of that page, Debian's PostgreSQL and Redis with passwords, and behind our nginx. Needs root, which the
machinery of accounts and mounts does.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import httpx
import pytest

from tests.journeys.running import until
from tests.production import people
from tests.production.installation import PLATFORM, POSTGRESQL, PROCESSES, PROGRAMS, Installation
from tests.production.units import Unit, confined
from tests.project_copy import PROJECT, apply_diff, code_blocks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.production.people import Person

_MISSING: Final = [name for name in PROGRAMS if shutil.which(name, path="/usr/sbin:/usr/bin:/sbin:/bin") is None]
_REASON: Final = (
    "needs root, for accounts and mounts"
    if os.geteuid() != 0
    else f"{', '.join(_MISSING)} is not installed"
    if _MISSING
    else f"there is no PostgreSQL in {POSTGRESQL}"
    if not (POSTGRESQL / "postgres").exists()
    else ""
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(_REASON), reason=_REASON),
]

_GAME: Final = "red-dog-atlantic-city"
_PROVIDER_PAGE: Final = "adding-a-payment-provider.md"


@pytest.fixture(scope="module")
def installed() -> Iterator[tuple[Installation, str]]:
    """Return the installation after the page's commands, and what they said. Nothing of ours runs yet."""
    with Installation() as installation:
        _add_a_payment_provider(installation)
        said = installation.follow_the_page()
        with (installation.etc / "environment").open("a") as environment:
            environment.write("REDDOG_PAYMENT_PROVIDER=desk\n")
        installation.approve_release()
        yield installation, said


@pytest.fixture(scope="module")
def running(installed: tuple[Installation, str]) -> Installation:
    """Return the installation with all of its processes at work."""
    installation, _ = installed
    installation.start_redis()
    for name in PROCESSES:
        installation.start(name)
    installation.start_proxy()
    try:
        # Ten programs begin at once.
        until(lambda: _answers(installation), seconds=300)
    except AssertionError:
        pytest.fail(installation.ends_of_logs())
    return installation


@pytest.fixture(scope="module")
def http(running: Installation) -> Iterator[httpx.Client]:
    with people.client(running.url, running.place / "tls" / "fullchain.pem") as client:
        yield client


@pytest.fixture(scope="module")
def administrators(http: httpx.Client, installed: tuple[Installation, str]) -> list[Person]:
    """Return the administrator that `install` invited, and the second one, whom the console does."""
    installation, said = installed
    first = re.search(r"invited admin; .* not shown again: (\S+)", said)
    assert first, said
    second = installation.console("create_staff", "admin2", "--role", "administrators").strip()
    return [people.join_staff(http, "admin", first[1]), people.join_staff(http, "admin2", second)]


@pytest.fixture(scope="module")
def operators(http: httpx.Client, administrators: list[Person]) -> list[Person]:
    """Return two operators, whom the administrators let in together."""
    joined = []
    for username in ("croupier", "cashier"):
        arguments = {"username": username, "roles": ["operators"]}
        answer = people.apply_together(administrators, "create-staff", arguments, "opens today")
        joined.append(people.join_staff(http, username, answer["secret"]["whole"]))
    return joined


@pytest.fixture(scope="module")
def operator(operators: list[Person]) -> Person:
    """Return one of them."""
    return operators[0]


@pytest.fixture(scope="module")
def player(http: httpx.Client, operators: list[Person], operator: Person) -> Person:
    """Return a player whom two operators have verified, and whose cash the desk has received."""
    player, chain = people.join_players(http)
    people.apply_together(operators, "verify-identity", {"player_id": chain, "method": "passport"}, "seen")
    deposit = {"amount": {"amount": 50_000, "currency": "EUR"}, "method": "cash"}
    payment = player.ask("POST", "/deposits", deposit, key=True)
    assert payment["status"] == "pending"
    review = operator.send("PUT", f"/ops/payments/{payment['id']}/review", {"decision": "settle", "reason": "counted"})
    assert review.json()["code"] == "proposal-needed"
    people.apply_together(operators, "settle-payment", {"payment_id": payment["id"]}, "counted")
    assert player.ask("GET", "/wallet")["cash"]["amount"] == 50_000
    return player


def test_the_pages_commands_install_and_say_what_is_left(installed: tuple[Installation, str]) -> None:
    installation, said = installed

    assert re.search(r"^migrations  applied [1-9]", said, re.MULTILINE), said
    assert "published" in said
    assert "left to do  start:" in said
    # Every secret is its reader's alone.
    for path in (*(installation.etc / "secrets").iterdir(), *(installation.etc / "keys" / "master").glob("*.key")):
        assert path.stat().st_mode & 0o077 == 0, path


def test_the_doctor_finds_nothing_once_everything_runs(running: Installation) -> None:
    until(lambda: '"healthy": true' in running.console("doctor", "--only", "beat", "--json", check=False))

    said = running.console("doctor", check=False)

    assert not re.search(r"^RED", said, re.MULTILINE), said
    assert "published, with the keys that sign" in said


def test_a_player_plays_and_an_auditor_verifies_the_exported_log(
    player: Person, running: Installation, tmp_path: Path
) -> None:
    people.open_epoch(player)
    for _ in range(3):
        assert people.play_round(player, _GAME)["status"] == "settled"
    highest = max(player.receipts)
    until(lambda: _covered(player, highest))

    export = running.place / "export" / "log"
    assert "entries" in running.console("export_log", str(export))

    receipts = tmp_path / "receipts.jsonl"
    receipts.write_text("".join(json.dumps(receipt) + "\n" for receipt in player.receipts.values()))
    verdict = subprocess.run(
        [sys.executable, "-m", "verifier", str(export), "--receipts", str(receipts), "--jobs", "1"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert verdict.returncode == 0, verdict.stdout + verdict.stderr
    published = running.state / "log" / "checkpoint"
    assert published.read_text().startswith("test.example/log\n")


def test_the_exporter_counts_the_rounds_and_reads_database_and_queues(player: Person, running: Installation) -> None:
    people.open_epoch(player)
    before = _deals(running)

    people.play_round(player, _GAME)

    assert _deals(running) == before + 1
    for process in ("sequencer", "beat"):
        until(partial(_is_up, running, process))
    metrics = _scraped(running)
    failed = re.findall(r'^reddog_collection_failed\{part="(\w+)"\} (\S+)$', metrics, re.MULTILINE)
    parts = ("log", "tables", "server", "replica", "reports", "queues", "release", "outbox", "switches")
    assert dict(failed) == dict.fromkeys(parts, "0.0")
    started = set(re.findall(r'^reddog_process_starts_total\{process="(\w+)"\}', metrics, re.MULTILINE))
    assert {"web", "worker", "beat", "sequencer"} <= started


@pytest.mark.parametrize("path", ["/metrics", "/readyz", "/instance"])
def test_the_proxy_does_not_pass_on_what_is_for_the_inside(running: Installation, path: str) -> None:
    with people.client(running.url, running.place / "tls" / "fullchain.pem") as client:
        answer = client.get(f"{running.url}{path}")

    # nginx answers in HTML, the platform in JSON.
    assert (answer.status_code, answer.headers["content-type"]) == (httpx.codes.NOT_FOUND, "text/html")


@pytest.mark.parametrize(
    ("path", "compressed"),
    [("/", False), ("/play", True), ("/console/log-in", False), ("/desk", True), ("/static/web/base.css", True)],
)
def test_the_pages_come_through_the_proxy(running: Installation, path: str, *, compressed: bool) -> None:
    with people.client(running.url, running.place / "tls" / "fullchain.pem") as client:
        answer = client.get(f"{running.url}{path}", headers={"Accept-Encoding": "gzip"})

    assert answer.status_code == httpx.codes.OK, answer.text
    assert ("gzip" in answer.headers.get("content-encoding", "")) is compressed
    assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("name", ["sequencer", "croupier", "worker", "beat"])
def test_a_health_check_runs_with_its_own_process_keys_alone(running: Installation, name: str) -> None:
    unit = Unit.read(name, renamed=running.renamed)
    credentials = running.place / "run" / "credentials" / f"reddog-{name}"
    python = f"{running.renamed['/opt/reddog-venv']}/bin/python"

    def looks() -> bool:
        command = confined([python, "manage.py", "doctor", "--only", name], uid=PLATFORM, writable=[])
        done = subprocess.run(
            command, cwd=running.tree, env=unit.environment(credentials), capture_output=True, text=True, check=False
        )
        assert done.stdout.startswith(("ok ", "RED")), done.stdout + done.stderr
        return done.returncode == 0

    until(looks)


def test_the_commands_of_an_upgrade_leave_what_is_there(player: Person, running: Installation) -> None:
    """Without its restarts: the version is the same, and everything goes on."""
    people.open_epoch(player)
    folders = [running.etc / "keys" / name for name in ("master", "web", "sequencer", "croupier", "worker", "batch")]
    kept = {path: path.read_bytes() for folder in folders for path in folder.iterdir()}

    (block,) = [
        block
        for block in code_blocks((PROJECT / "docs" / "production.md").read_text(), "sh")
        if block.startswith("deploy/console migrate")
    ]
    commands, _, _ = block.partition("systemctl")
    said = running.as_root(commands.replace("/etc/reddog", str(running.etc)))

    assert "migrations  all applied" in said
    assert "rules       all published" in said
    assert "nobody was invited" in said
    assert {path: path.read_bytes() for folder in folders for path in folder.iterdir()} == kept
    assert people.play_round(player, _GAME)["status"] == "settled"


def test_two_administrators_authorise_the_digest_that_the_console_says(
    administrators: list[Person], running: Installation
) -> None:
    before = running.console("publish_rules", "--dry-run")
    assert "to log   nothing: the log has all of it" in before
    found = re.search(r"^sha256   ([0-9a-f]{64})$", before, re.MULTILINE)
    assert found, before

    answer = people.apply_together(administrators, "authorise-publication", {"sha256": found[1]}, "the next release")

    assert answer["proposal"]["status"] == "applied"
    assert answer["proposal"]["outcome"]["sha256"] == found[1]
    games = [sheet["game"] for sheet in answer["proposal"]["before"]["sheets"]]
    assert _GAME in games


def test_a_report_is_ordered_made_by_the_batch_worker_and_fetched(operator: Person) -> None:
    today = datetime.now(UTC).date()
    asked = {
        "report": "game-performance",
        "first_day": str(today - timedelta(days=2)),
        "until_day": str(today - timedelta(days=1)),
    }

    order = operator.ask("POST", "/ops/reports/orders", asked)
    until(lambda: operator.ask("GET", f"/ops/reports/orders/{order['id']}")["status"] == "filed")

    for name, beginning in (("pdf", b"%PDF"), ("xlsx", b"PK"), ("parquet", b"PAR1")):
        file = operator.send("GET", f"/ops/reports/{order['id']}/files/{name}")
        assert file.status_code == httpx.codes.OK, file.text
        assert file.content.startswith(beginning)


def test_two_administrators_are_enough_and_the_console_opens_no_account_beside_them(
    running: Installation, operators: list[Person]
) -> None:
    assert len(operators) == 2

    running.console("create_staff", "mole", "--role", "operators", check=False)

    staff = running.as_root("psql -X -q -t -A -U postgres -d reddog -c 'SELECT username FROM auth_user ORDER BY id'")
    assert staff.split() == ["admin", "admin2", "croupier", "cashier"]
    (said,) = re.findall(r"^\S+ +staff +(.*)$", running.console("doctor", check=False), re.MULTILINE)
    assert said == "4 accounts, 4 enrolled"


def test_no_process_fails_at_a_step_of_its_start(running: Installation) -> None:
    # The account has a number and no name, as in the image. Celery logs what a step raises, and goes on without it.
    failed = [log.name for log in running.place.glob("*.log") if "Signal handler" in log.read_text(errors="replace")]
    assert failed == []


def test_pages_are_redirected_from_plain_http_and_what_programs_call_is_refused(running: Installation) -> None:
    plain = f"http://localhost:{running.http_port}"
    redirect = httpx.get(f"{plain}/console/")
    assert redirect.status_code == httpx.codes.PERMANENT_REDIRECT
    assert redirect.headers["location"] == f"{running.url}/console/"

    refused = httpx.post(f"{plain}/api/v1/sessions", json={"username": "nobody-at-all", "password": "told to all"})

    assert (refused.status_code, refused.json()["code"]) == (httpx.codes.FORBIDDEN, "https-required")
    assert refused.headers["content-type"] == "application/problem+json"
    assert refused.headers["cache-control"] == "no-store"
    assert "location" not in refused.headers


def test_an_address_that_the_sender_claims_is_dropped(running: Installation, http: httpx.Client) -> None:
    claimed = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "http", "X-Real-IP": "203.0.113.7"}
    credentials = {"username": "nobody-at-all", "password": "wrong"}
    answer = http.post("/ops/sessions", json=credentials, headers=claimed)

    # Had the claimed protocol got through, this would be a redirect.
    assert answer.status_code == httpx.codes.UNAUTHORIZED, answer.text
    assert "203.0.113.7" not in running.as_root(_EVENTS_ADDRESSES)


def test_the_proxy_refuses_large_bodies_and_cuts_off_slow_senders(running: Installation, http: httpx.Client) -> None:
    large = http.post("/sessions", content=b"x" * 70_000)
    assert (large.status_code, large.json()["code"]) == (httpx.codes.REQUEST_ENTITY_TOO_LARGE, "body-too-large")

    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", running.http_port), 60) as line:
        # The header never ends.
        line.sendall(b"POST /api/v1/sessions HTTP/1.1\r\nHost: localhost\r\n")
        with contextlib.suppress(ConnectionResetError):
            assert b"200" not in line.recv(1_000)
    assert time.monotonic() - began < 30


# What two servers in line could take for one request and for two.
_TWO_IN_ONE: Final = {
    "both lengths": b"Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nX",
    "two lengths": b"Content-Length: 0\r\nContent-Length: 6\r\n\r\nabcdef",
    "a length with a sign": b"Content-Length: +6\r\n\r\nabcdef",
    "another coding": b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "a coding twice": b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
}


@pytest.mark.parametrize("name", _TWO_IN_ONE)
def test_no_request_hides_another_from_the_proxy(running: Installation, name: str) -> None:
    hidden = b"GET /api/v1/games HTTP/1.1\r\nHost: localhost\r\n\r\n"
    said = _sent_raw(running, b"POST /api/v1/sessions HTTP/1.1\r\nHost: localhost\r\n" + _TWO_IN_ONE[name] + hidden)

    assert said.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 501 ")), said
    assert said.count(b"HTTP/1.1 ") == 1, "nothing behind it was answered"


def test_a_body_in_chunks_is_refused_and_is_one_request(running: Installation) -> None:
    """Nothing bounds how long it is, nor how long it takes."""
    body = b'{"username": "nobody-at-all", "password": "wrong"}'
    head = b"POST /api/v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    chunked = b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)

    said = _sent_raw(running, head + chunked)

    assert said.startswith(b"HTTP/1.1 411 "), said
    assert b"length-required" in said
    assert said.count(b"HTTP/1.1 ") == 1


def test_behind_the_proxy_too_a_body_that_comes_byte_by_byte_is_cut(running: Installation) -> None:
    head = b"POST /api/v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    began = time.monotonic()
    with _secured(running) as line:
        line.sendall(head + b"Content-Length: 60000\r\n\r\n{")
        line.settimeout(2)
        said = b""
        while not said and time.monotonic() - began < 60:
            line.sendall(b" ")
            with contextlib.suppress(TimeoutError):
                said = line.recv(65_536)

    assert said.startswith(b"HTTP/1.1 408 "), said
    assert time.monotonic() - began < 30


def _sent_raw(installation: Installation, request: bytes) -> bytes:
    """Send bytes to the proxy behind TLS, and return all that it answers until it ends the connection."""
    with _secured(installation) as line:
        line.sendall(request)
        said = b""
        while part := line.recv(65_536):
            said += part
    return said


@contextlib.contextmanager
def _secured(installation: Installation) -> Iterator[ssl.SSLSocket]:
    """Connect to the proxy behind TLS."""
    port = httpx.URL(installation.url).port
    assert port is not None, "the installation has a port of its own"
    trust = ssl.create_default_context(cafile=installation.place / "tls" / "fullchain.pem")
    with (
        socket.create_connection(("localhost", port), 60) as line,
        trust.wrap_socket(line, server_hostname="localhost") as secured,
    ):
        yield secured


def test_without_a_web_server_the_proxy_says_what_is_known(running: Installation, http: httpx.Client) -> None:
    web = running.running["web"]
    web.kill()
    try:
        answer = http.get("/games")
        assert (answer.status_code, answer.json()["code"]) == (httpx.codes.SERVICE_UNAVAILABLE, "unreachable")
        assert answer.headers["retry-after"] == "1"
        assert answer.headers["content-type"] == "application/problem+json"
    finally:
        web.start()
        until(lambda: _answers(running))


@pytest.mark.parametrize("name", PROCESSES)
def test_a_process_can_write_nowhere_but_where_its_unit_says(running: Installation, name: str) -> None:
    # Every program on the way became the next one.
    process = running.running[name]._process
    assert process is not None

    # The process sees its own mounts: each that is not read-only is a kernel's, or a folder of the unit, or its /tmp.
    mounts = [line.split() for line in (_proc(process.pid) / "mounts").read_text().splitlines()]
    kernels = {"proc", "sysfs", "devtmpfs", "devpts", "cgroup", "cgroup2", "mqueue", "nsfs", "tmpfs", "ramfs"}
    writable = {mount[1] for mount in mounts if "rw" in mount[3].split(",") and mount[2] not in kernels}
    status = (_proc(process.pid) / "status").read_text()

    assert writable == set(_unit_folders(running, name))
    assert re.search(r"^NoNewPrivs:\s1$", status, re.MULTILINE)
    assert set(re.findall(r"^Cap\w+:\s(\S+)$", status, re.MULTILINE)) == {"0" * 16}


def test_redis_lets_nobody_in_without_a_password(running: Installation) -> None:
    with socket.create_connection(("127.0.0.1", running.redis_port), 5) as line:
        line.sendall(b"PING\r\n")
        assert line.recv(100).startswith(b"-NOAUTH")


_EVENTS_ADDRESSES: Final = (
    "psql -X -q -t -U postgres -d reddog -c \"SELECT e::text FROM audit_event e WHERE e::text LIKE '%nobody-at-all%'\""
)


def _scraped(installation: Installation) -> str:
    return httpx.get(f"http://127.0.0.1:{installation.metrics_port}/metrics").text


def _is_up(installation: Installation, process: str) -> bool:
    return f"reddog_{process}_up 1.0" in _scraped(installation)


def _deals(installation: Installation) -> int:
    """Return how many rounds the exporter says were dealt."""
    counts = re.findall(r"^reddog_deals_total\{.*\} (\S+)$", _scraped(installation), re.MULTILINE)
    return sum(int(float(count)) for count in counts)


def _unit_folders(installation: Installation, name: str) -> list[str]:
    return Unit.read(name, renamed=installation.renamed).writable()


def _proc(pid: int) -> Path:
    return Path("/proc") / str(pid)


def _answers(installation: Installation) -> bool:
    certificate = installation.place / "tls" / "fullchain.pem"
    try:
        with people.client(installation.url, certificate) as client:
            return client.get("/games").status_code == httpx.codes.OK
    except httpx.TransportError:
        return False


def _covered(player: Person, seq: int) -> bool:
    """Return whether a checkpoint covers a record of the player."""
    covered: bool = player.ask("GET", f"/records/{seq}")["covered"]
    return covered


def _add_a_payment_provider(installation: Installation) -> None:
    """Add the provider of the page about providers: no money comes into an installation without one."""
    page = (PROJECT / "docs" / _PROVIDER_PAGE).read_text()
    (provider,) = code_blocks(page, "python")
    (installation.tree / "cashier" / "providers" / "desk.py").write_text(provider)
    for diff in code_blocks(page, "diff"):
        apply_diff(installation.tree / "cashier" / "providers" / "__init__.py", diff)
