"""kill -9 of PostgreSQL itself: what was answered is there when it comes back."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import signal
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from psycopg import conninfo

from reddog_platform.embedded import home, postgres, servers
from tests.crash.merkle import assert_log_whole
from tests.journeys.player import NO_CERTIFICATES, Player, done, fresh_key
from tests.journeys.running import WebServer, manage, sequencer, surroundings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from reddog_platform.embedded.home import Home

pytestmark = pytest.mark.slow

_STAKE_MINOR = 500


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    """Have a PostgreSQL of this test's own, since it dies."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    folder = Path(tempfile.mkdtemp(prefix="reddog-checkout-"))
    folder.chmod(0o755)
    place = home.find(folder)
    servers.ensure(place)
    yield place
    servers.erase(place)
    shutil.rmtree(folder)


@pytest.fixture
def own_environment(place: Home, servers_environment: Mapping[str, str], tmp_path: Path) -> dict[str, str]:
    def address(role: str) -> str:
        return conninfo.make_conninfo(host=str(place.sockets), dbname=postgres.DATABASE, user=role)

    environment = {
        **surroundings(servers_environment, tmp_path),
        "DATABASE_URL": address(postgres.APPLICATION),
        "DATABASE_OWNER_URL": address(postgres.OWNER),
    }
    for words in (["migrate", "-v", "0"], ["publish_rules"], ["shell", "-v", "0", "-c", _MAKE_OPERATOR]):
        ran = manage(*words, environment=environment)
        assert ran.returncode == 0, ran.stderr
    return environment


_MAKE_OPERATOR = """
from datetime import UTC, datetime
from staff.core.roles import Role
from staff.operations.create_member import NewMember, create_member
croupier = NewMember(username="croupier", roles={Role.OPERATORS}, password="a house of cards")
create_member(croupier, reason="a test", actor="platform", now=datetime.now(UTC))
"""


def test_every_answer_given_before_postgresql_was_killed_is_given_again_afterwards(
    place: Home, own_environment: Mapping[str, str], tmp_path: Path
) -> None:
    with (
        WebServer(environment=own_environment, logs=tmp_path) as web,
        sequencer(environment=own_environment, logs=tmp_path) as log,
    ):
        players = [Player(web.url) for _ in range(3)]
        for player in players:
            grant(web.url, player, 1_000_000)
            player.open_epoch()
        told: list[tuple[Player, str, bytes]] = []
        playing = [threading.Thread(target=_play_until_it_breaks, args=(player, told)) for player in players]
        for thread in playing:
            thread.start()
        time.sleep(1.5)

        os.kill(_postmaster(place), signal.SIGKILL)
        for thread in playing:
            thread.join()
        servers.ensure(place)

        assert len(told) > 10, "too few bets to have met the kill"
        for player, key, answer in told:
            assert _insist(player, key).content == answer
        # The sequencer ended with its database, as it says; its supervisor starts it again.
        log.start()
        for player in players:
            with contextlib.suppress(httpx.HTTPStatusError):
                _finish(player)
            player.play()
    checked = manage("fsck", environment=own_environment)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert manage("sequencer", "--once", environment=own_environment).returncode == 0
    assert_log_whole(own_environment)


def grant(url: str, player: Player, amount_minor: int) -> None:
    """Fund a player as an operator does, over HTTP."""
    credentials = {"username": "croupier", "password": "a house of cards"}
    token = done(httpx.post(f"{url}/ops/sessions", json=credentials, verify=NO_CERTIFICATES))["token"]
    asked = {"amount": {"amount": amount_minor, "currency": "USD"}, "reason": "welcome"}
    headers = {"Authorization": f"Token {token}", "Idempotency-Key": secrets.token_hex(8)}
    done(
        httpx.post(f"{url}/ops/players/{player.chain.hex}/grants", json=asked, headers=headers, verify=NO_CERTIFICATES)
    )


def _play_until_it_breaks(player: Player, told: list[tuple[Player, str, bytes]]) -> None:
    while True:
        key = fresh_key()
        answer = player.deal(_STAKE_MINOR, key=key)
        if answer.status_code != httpx.codes.CREATED:
            return
        told.append((player, key, answer.content))
        if answer.json()["status"] == "open" and not player.act(answer.json()["id"]).is_success:
            return


def _insist(player: Player, key: str) -> httpx.Response:
    """Ask again; a worker may first have to notice that its connection belongs to the dead server."""
    answer = player.deal(_STAKE_MINOR, key=key)
    for _ in range(4):
        if answer.status_code == httpx.codes.CREATED:
            break
        answer = player.deal(_STAKE_MINOR, key=key)
    return answer


def _finish(player: Player) -> None:
    waiting: dict[str, Any] = player.send("GET", "/rounds/open").raise_for_status().json()
    done(player.act(waiting["id"]))


def _postmaster(place: Home) -> int:
    return int((place.data / "postgresql" / "postmaster.pid").read_text().splitlines()[0])
