"""A switch holds in every process from its commit on: servers that run and that start, one without Redis, tables."""

from __future__ import annotations

import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import httpx
import pytest
from django.db import connections

from audit.clock import database_now
from audit.core.records import parse_entry
from audit.models import StoredRecord
from audit.queries.switches import off_switches
from reddog_platform.embedded.home import CHECKOUT
from staff.core.approval import Approval
from tables.core.continuation import Phase
from tables.core.definition import TableClock
from tables.operations.open_table import open_table
from tables.operations.switch_on import switch_on
from tables.queries.table_states import table_state
from tests import live_tables, world
from tests.house_table import kinds, table_of
from tests.journeys.player import Player, done
from tests.journeys.running import Running, WebServer, manage, sequencer, until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from kernel.ids import ChainId

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow(seconds=60), pytest.mark.clause("F40")]

NOBODY: Final = "redis://127.0.0.1:1/0"
SECOND_MS: Final = 1_000
BY: Final = Approval(proposal=UUID(int=1), proposer="op", approver="eve", reason="it was nothing")


@dataclass(slots=True)
class Gambler:
    """A player who bets without a pause, and notes when each bet was sent, when it was answered, and how."""

    player: Player
    bets: list[tuple[float, float, str]] = field(default_factory=list)
    """Unix times in ms, and `taken` or the code of the refusal."""

    def play_until(self, over: threading.Event) -> None:
        while not over.is_set():
            sent = time.time_ns() / 10**6
            answer = self.player.deal()
            taken = answer.status_code == httpx.codes.CREATED
            code = "taken" if taken else str(answer.json()["code"])
            self.bets.append((sent, time.time_ns() / 10**6, code))
            if taken and (dealt := answer.json())["status"] == "open":
                done(self.player.act(dealt["id"]))
            if code == "epoch-exhausted":
                self.player.open_epoch()
            elif not taken:
                over.wait(0.05)


@pytest.fixture
def servers(environment: Mapping[str, str], tmp_path: Path) -> Iterator[list[WebServer]]:
    """Return two web servers, the first of two workers, the second of one and without Redis, beside sequencer and croupier.

    The one worker took every step of its players itself, and so decides without reading.
    """
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder in folders:
        folder.mkdir()
    croupier = [sys.executable, str(CHECKOUT / "manage.py"), "croupier"]
    with (
        sequencer(environment=environment, logs=tmp_path),
        Running(croupier, environment=environment, log=tmp_path / "croupier.log"),
        WebServer(environment=environment, logs=folders[0]) as first,
        WebServer(environment={**environment, "REDIS_URL": NOBODY}, logs=folders[1], workers=1) as second,
    ):
        yield [first, second]


def opened_table(*, betting_ms: int) -> ChainId:
    """Open a table, and wait until the croupier has announced its first epoch."""
    asked = replace(table_of(), clock=TableClock(bet_ms=betting_ms, reveal_ms=30_000, game_ms=None))
    table = open_table(asked, jurisdiction=world.DEMO, actor="operator:test", now=database_now())
    until(lambda: table_state(table).phase is Phase.BETTING)
    return table


def hand_under_way(seated: world.SeatedPlayer) -> ChainId:
    """Have a hand dealt that waits for its player's decision."""
    for _ in range(20):
        table = opened_table(betting_ms=1_000)
        live_tables.stake(seated, table, 0, now=database_now())
        until(partial(_covered, table))
        live_tables.reveal(seated, table, now=database_now())
        until(partial(_dealt, table))
        if table_state(table).phase is Phase.PLAYING:
            return table
        until(lambda: kinds(seated.chain)[-1] == "settle")
    raise AssertionError("twenty hands without a decision")


def _covered(table: ChainId) -> bool:
    running = table_state(table).running
    return running is not None and running.covered


def _dealt(table: ChainId) -> bool:
    """Say whether the hand waits for its player, or has ended without a question."""
    return table_state(table).phase in {Phase.PLAYING, Phase.BETTING}


def newest_bet_ms(*chains: ChainId) -> int:
    """Return the time of the newest bet in these chains."""
    bets = StoredRecord.objects.filter(chain__in=chains, type__in=("deal", "sit"))
    times = [int(str(parse_entry(entry)["time"])) for entry in bets.values_list("entry", flat=True)]
    return max(times)


def funded(url: str) -> Player:
    player = Player(url)
    player.fund(5_000_000)
    player.open_epoch()
    return player


def in_thread(play: Callable[[threading.Event], None], over: threading.Event) -> None:
    try:
        play(over)
    finally:
        connections.close_all()


def require_none_after(gamblers: list[Gambler], *, off_ms: int, known_ms: float) -> None:
    """Require that none was answered with cards a second after the switch, nor ever if sent once the switch was known."""
    for gambler in gamblers:
        taken = [(sent, answered) for sent, answered, code in gambler.bets if code == "taken"]
        assert [sent for sent, _ in taken if sent < off_ms], "it played before"
        assert max(answered for _, answered in taken) < off_ms + SECOND_MS
        assert max(sent for sent, _ in taken) < known_ms
        assert [code for sent, _, code in gambler.bets if sent >= known_ms] != []
        assert {code for sent, _, code in gambler.bets if sent >= known_ms} == {"switched-off"}


def test_everything_off_takes_no_bet_anywhere_after_a_second_and_all_that_has_begun_is_finished(
    servers: list[WebServer], environment: dict[str, str]
) -> None:
    now = datetime.now(UTC)
    world.create_staff("op", now=now)
    gamblers = [Gambler(funded(server.url)) for server in servers for _ in range(2)]
    waiting_round = gamblers[0].player.deal_until_open()
    second = funded(servers[1].url)
    opened = second.deal_until_open()
    done(gamblers[0].player.act(waiting_round["id"]))
    ada, bob = (world.seat_player(name, now=now) for name in ("ada", "bob"))
    playing, betting = hand_under_way(ada), opened_table(betting_ms=3_600_000)
    live_tables.stake(bob, betting, 0, now=database_now())

    over = threading.Event()
    with ThreadPoolExecutor(len(gamblers)) as pool:
        turns = [pool.submit(in_thread, gambler.play_until, over) for gambler in gamblers]
        until(lambda: all(len(gambler.bets) > 5 for gambler in gamblers))
        told = manage(
            *("switch_off", "everything", "--by", "op", "--reason", "the RNG looks odd", "--message", "Back soon."),
            environment=environment,
            typed=f"{world.PASSWORD}\n",
        )
        known_ms = time.time_ns() / 10**6
        assert told.returncode == 0, told.stderr
        time.sleep(2)
        over.set()
        for turn in turns:
            turn.result()

    (switch,) = off_switches()
    require_none_after(gamblers, off_ms=switch.since_ms, known_ms=known_ms)
    assert newest_bet_ms(*(gambler.player.chain for gambler in gamblers)) < switch.since_ms + SECOND_MS

    # What has begun is finished, and pays.
    assert done(second.act(opened["id"], "raise"))["status"] == "settled"
    # By its player's silence, if nothing else: the table's clock goes on.
    until(lambda: kinds(ada.chain)[-1] == "settle")
    assert kinds(playing)[-1] == "hand_end"
    until(lambda: kinds(bob.chain)[-1] == "void")
    refused = second.send("POST", "/deposits", json=_payment(), headers={"Idempotency-Key": "d" * 16})
    assert refused.json()["code"] == "switched-off"
    assert (refused.json()["message"], "odd" in refused.text) == ("Back soon.", False)

    # A server that was not there when it was switched off; and, with two people, on again everywhere at once.
    servers[0].start()
    assert gamblers[0].player.deal().json()["code"] == "switched-off"
    switch_on("everything", BY, now=database_now())
    assert [gambler.player.deal().status_code for gambler in gamblers] == [httpx.codes.CREATED] * len(gamblers)


def _payment() -> dict[str, Any]:
    return {"amount": {"amount": 500, "currency": "USD"}, "method": "card"}
