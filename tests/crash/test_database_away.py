"""PostgreSQL is stopped, read-only, full or refuses sessions: who plays is told so, and plays on when it is back."""

from __future__ import annotations

import contextlib
import os
import subprocess
import threading
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from reddog_platform.embedded import servers
from tests.crash.merkle import assert_log_whole
from tests.crash.own_postgres import administer, grant, stop
from tests.journeys.player import Player, fresh_key
from tests.journeys.running import Running, WebServer, manage, sequencer, until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from reddog_platform.embedded.home import Home

    Step = Callable[[], httpx.Response]

pytestmark = [pytest.mark.slow, pytest.mark.own_postgresql]

_STAKE_MINOR = 500

# So soon after the database's return a player plays again, and as much later as some steps take: a machine that is busy
# with other tests takes its time for each.
_BACK_SECONDS = 2.0
_STEPS_MEANWHILE = 20

_FULL_BYTES = 24 * 1024 * 1024


class Installation:
    """A web server and a sequencer on a database that is in for trouble."""

    def __init__(self, web: WebServer, log: Running, environment: Mapping[str, str]) -> None:
        self.web = web
        self.log = log
        self.environment = environment
        self.back_seconds = _BACK_SECONDS

    def player(self) -> Player:
        player = Player(self.web.url)
        grant(self.web.url, player, 1_000_000)
        player.open_epoch()
        begun = time.monotonic()
        player.play()
        self.back_seconds = _BACK_SECONDS + _STEPS_MEANWHILE * (time.monotonic() - begun)
        return player

    def played_again(self, step: Step) -> bytes:
        """Return the answer of a step whose first answer was trouble, once the database is back."""
        back_at = time.monotonic()
        answer = step()
        while answer.status_code != httpx.codes.CREATED:
            assert time.monotonic() - back_at < self.back_seconds, answer.text
            assert answer.status_code == httpx.codes.SERVICE_UNAVAILABLE, answer.text
            time.sleep(0.05)
            answer = step()
        return answer.content

    def first_traceback(self) -> str:
        """Return the first error that the web server did not expect, as its log tells it; empty if there was none."""
        _, mark, rest = self.web.said().partition("Traceback")
        return mark + rest[:6_000]

    def assert_sound(self) -> None:
        """Nothing is missing, doubled or forked; neither process was started anew."""
        checked = manage("fsck", environment=self.environment)
        assert checked.returncode == 0, checked.stdout + checked.stderr
        assert "Traceback" not in self.web.said(), self.web.said()[-4_000:]
        assert self.log._process is not None
        assert self.log._process.poll() is None, "the sequencer ended with its database"
        log_status = "from audit.queries.log import log_status; s = log_status(); print(s.pending, s.size)"
        until(lambda: manage("shell", "-v", "0", "-c", log_status, environment=self.environment).stdout[:2] == "0 ")
        self.log.kill()
        assert manage("sequencer", "--once", environment=self.environment).returncode == 0
        assert_log_whole(self.environment)


@pytest.fixture
def installation(own_environment: Mapping[str, str], tmp_path: Path) -> Iterator[Installation]:
    with (
        WebServer(environment=own_environment, logs=tmp_path) as web,
        sequencer(environment=own_environment, logs=tmp_path) as log,
    ):
        yield Installation(web, log, own_environment)


def trouble(answer: httpx.Response) -> dict[str, Any]:
    """Return the problem in an answer, which must say that it is no defect and when to ask again."""
    assert answer.status_code == httpx.codes.SERVICE_UNAVAILABLE, answer.text
    assert int(answer.headers["Retry-After"]) >= 1
    problem: dict[str, Any] = answer.json()
    assert "Idempotency-Key" in problem["detail"]
    return problem


def bet(player: Player) -> Step:
    """Return a bet that can be sent again and again under its one key."""
    return partial(player.deal, _STAKE_MINOR, key=fresh_key())


def play_through(player: Player, over: threading.Event, told: list[tuple[str, bytes]], seen: set[str]) -> None:
    """Bet and decide until told to stop; keep the answered bets, and every other answer's code."""
    while not over.is_set():
        key = fresh_key()
        answer = player.deal(_STAKE_MINOR, key=key)
        if answer.status_code == httpx.codes.CREATED:
            told.append((key, answer.content))
        else:
            seen.add(answer.json()["code"])
        if answer.is_success and answer.json()["status"] == "open":
            decided = player.act(answer.json()["id"])
            if not decided.is_success:
                seen.add(decided.json()["code"])
        # So long that a seed epoch's 256 rounds are enough.
        time.sleep(0.04)
        if not answer.is_success:
            waiting = player.send("GET", "/rounds/open")
            if waiting.is_success:
                player.act(waiting.json()["id"])


def wait_for_bets(told: list[list[tuple[str, bytes]]]) -> None:
    """Wait until each player has had the answers of two more bets."""
    before = [len(kept) for kept in told]
    until(lambda: all(len(kept) > had + 1 for kept, had in zip(told, before, strict=True)))


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_while_postgresql_is_stopped_players_are_told_and_play_on_within_two_seconds_of_its_return(
    mode: str, place: Home, installation: Installation
) -> None:
    players = [installation.player() for _ in range(3)]
    told: list[list[tuple[str, bytes]]] = [[] for _ in players]
    seen: set[str] = set()
    over = threading.Event()
    playing = [
        threading.Thread(target=play_through, args=(player, over, kept, seen))
        for player, kept in zip(players, told, strict=True)
    ]
    for thread in playing:
        thread.start()
    try:
        for _ in range(2):
            time.sleep(1)
            wait_for_bets(told)
            stop(place, mode=mode)
            time.sleep(0.5)
            servers.ensure(place)
        time.sleep(_BACK_SECONDS)
        wait_for_bets(told)
    finally:
        over.set()
        for thread in playing:
            thread.join()

    stop(place, mode=mode)
    step = bet(players[0])
    problem = trouble(step())
    servers.ensure(place)
    installation.played_again(step)

    assert problem["code"] == "database-unavailable"
    assert "no money was moved" in problem["detail"]
    assert "database-unavailable" in seen
    # A bet whose outcome nobody knows may have been taken, and then its round is open.
    assert seen <= {"database-unavailable", "outcome-unknown", "round-open", "busy", "round-closed"}, (
        installation.first_traceback()
    )
    for player, kept in zip(players, told, strict=True):
        for kept_key, answer in kept:
            assert player.deal(_STAKE_MINOR, key=kept_key).content == answer
    installation.assert_sound()


def test_a_database_that_is_read_only_is_told_and_played_on_again_at_once(
    place: Home, installation: Installation
) -> None:
    player = installation.player()
    administer(place, "ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()")
    # The sessions read the server's settings anew a moment later.
    step, problem = _play_until_refused(player)
    administer(
        place,
        "SET default_transaction_read_only = off",
        "ALTER SYSTEM RESET default_transaction_read_only",
        "SELECT pg_reload_conf()",
    )
    installation.played_again(step)

    assert problem["code"] == "database-read-only"
    installation.assert_sound()


def test_a_server_without_a_free_session_is_told_and_the_next_free_one_is_taken(
    place: Home, installation: Installation
) -> None:
    step = bet(installation.player())
    administer(
        place,
        "ALTER ROLE reddog_app CONNECTION LIMIT 0",
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = 'reddog_app'",
    )
    code = trouble(step())["code"]
    administer(place, "ALTER ROLE reddog_app CONNECTION LIMIT -1")
    installation.played_again(step)

    assert code == "database-unavailable"
    installation.assert_sound()


@contextlib.contextmanager
def small_disk(place: Home) -> Iterator[Path]:
    """Have a file system that is soon full, for a tablespace of the server's. Only root can mount one."""
    folder = place.data / "small"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={_FULL_BYTES},mode=700,uid={place.account.uid}", "none", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    if mounted.returncode != 0:
        pytest.skip(f"a small file system cannot be mounted here: {mounted.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_full_disk_is_told_and_played_on_again_when_there_is_room(place: Home, installation: Installation) -> None:
    player = installation.player()
    with contextlib.ExitStack() as left_at_the_end:
        folder = left_at_the_end.enter_context(small_disk(place))
        left_at_the_end.callback(stop, place, mode="fast")
        administer(
            place, f"CREATE TABLESPACE small LOCATION '{folder}'", "ALTER TABLE audit_record SET TABLESPACE small"
        )
        ballast = folder / "ballast"
        ballast.write_bytes(bytes(_FULL_BYTES - _used(folder) - 64 * 1024))
        # What is left of the table's last pages is used up first.
        step, problem = _play_until_refused(player)
        ballast.unlink()
        installation.played_again(step)

        assert problem["code"] == "database-full"
        assert "no money was moved" in problem["detail"]
        installation.assert_sound()


def _used(folder: Path) -> int:
    status = os.statvfs(folder)
    return (status.f_blocks - status.f_bfree) * status.f_frsize


def _play_until_refused(player: Player) -> tuple[Step, dict[str, Any]]:
    """Play until the database refuses a step, and return this step with its problem."""
    for _ in range(500):
        step = bet(player)
        answer = step()
        if answer.is_success and answer.json()["status"] == "open":
            step = partial(player.act, answer.json()["id"], key=fresh_key())
            answer = step()
        if answer.status_code == httpx.codes.SERVICE_UNAVAILABLE:
            return step, trouble(answer)
        answer.raise_for_status()
    pytest.fail("no step was refused")
