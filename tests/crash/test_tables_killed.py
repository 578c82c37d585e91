"""Tables whose processes are killed and frozen at random while every seat is a program that plays over HTTP.

No chip is lost, no seat stays taken, every hand is proved, and a stream that is taken up again has every record once.
"""

from __future__ import annotations

import itertools
import os
import random
import secrets
import signal
import sys
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import httpx
import pytest

from audit.clock import database_now
from games.queries.sheets import current_sheet
from kernel.ids import ChainId
from reddog_platform.demo.client import Client, Refused
from reddog_platform.demo.kept_stakes import KeptStake, KeptStakes
from reddog_platform.demo.logins import PIN, LoginRequest
from reddog_platform.demo.table_client import TablePlayer
from reddog_platform.demo.verification import verify
from reddog_platform.embedded.home import CHECKOUT
from responsible_gaming.operations.register_player import register_player
from tables.core.definition import Admission, TableClock
from tables.models import BegunEpoch, PlacedStake
from tables.operations.open_table import NewTable, open_table
from tests import world
from tests.event_stream import EventStream, StreamServer
from tests.house_table import records
from tests.journeys.running import Running, WebServer, sequencer, until

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path


HANDS: Final = int(os.environ.get("REDDOG_CRASH_HANDS", "6"))
"""So many end at each table against the house before the players get up; hundreds make a campaign."""
SEATS: Final = int(os.environ.get("REDDOG_CRASH_SEATS", "2"))
"""So many programs play at each table, at most as many as its sheet has seats."""
_GAMES: Final = ("red-dog-table", "montana-red-dog-table", "montana-red-dog-3-card", "pot-red-dog")
_FOR_TEST_ACCOUNTS: Final = "montana-red-dog-3-card"
"""It returns less than the jurisdiction asks of games for money."""
_MONEY_MINOR: Final = 10_000_000
_PATIENCE_SECONDS: Final = 240 + 20 * HANDS

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600 + 2 * _PATIENCE_SECONDS)]

_GAME_SECONDS: Final = 4.0

# What a program meets whose order was overtaken, by another seat's or by its own that was answered to nobody.
_OVERTAKEN: Final = frozenset({"seat-taken", "betting-closed", "stake-open", "busy", "request-in-progress"})


@dataclass
class Seat:
    """A player's program in a thread, which goes on after every lost connection."""

    client: Client
    table: str
    kept: KeptStakes
    hands: int = 0
    _stop: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def stop(self) -> None:
        """Take no seat any more, and end when the hand has ended."""
        self._stop.set()

    def join(self) -> None:
        self._thread.join(_PATIENCE_SECONDS)
        assert not self._thread.is_alive(), "a hand does not end"
        if self.failure is not None:
            raise self.failure

    def _run(self) -> None:
        try:
            with self.client:
                player = self._insist(lambda: TablePlayer(client=self.client, table=self.table, kept=self.kept))
                while (stake := self._insist(player.resume)) is not None or not self._stop.is_set():
                    if stake is None:
                        self._sit(player)
                    else:
                        self._play(player, stake)
        except BaseException as failure:  # noqa: BLE001  told to the test, which raises it
            self.failure = failure

    def _sit(self, player: TablePlayer) -> None:
        """Take a seat if one is free; whether a stake stands whose answer was lost, the next look tells."""
        seat = self._insist(player.free_seat)
        if seat is None:
            time.sleep(0.05)
            return
        with suppress(httpx.TransportError):
            try:
                player.sit(seat)
            except Refused as refused:
                if refused.problem["code"] not in _OVERTAKEN:
                    raise

    def _play(self, player: TablePlayer, stake: KeptStake) -> None:
        """Play a hand to its end."""
        begun = time.monotonic()
        while self._insist(lambda: player.turn(stake, voting=time.monotonic() > begun + _GAME_SECONDS)) is None:
            # Around a pot nobody else may come any more: the stake is taken back.
            if self._stop.is_set() and player.client.ask("GET", f"/tables/{self.table}")["phase"] == "betting":
                self._withdraw(player)
            time.sleep(0.1)
        self.hands += 1

    @staticmethod
    def _withdraw(player: TablePlayer) -> None:
        with suppress(httpx.TransportError, Refused):
            shown = player.look()
            if shown["own"] is not None:
                player.client.ask("POST", f"/tables/{player.table}/withdrawals", {"epoch": shown["epoch"]}, key=True)

    @staticmethod
    def _insist(ask: Any) -> Any:
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while True:
            try:
                return ask()
            except (httpx.TransportError, ValueError):
                assert time.monotonic() < deadline, "no answer in time"
                time.sleep(0.1)


@dataclass
class Follower:
    """Who follows a table's stream, connects again whenever it breaks off, and notes which records came."""

    server: StreamServer
    table: ChainId
    seen: list[int] = field(default_factory=list)
    connections: int = 0
    ended: bool = False

    def follow(self) -> None:
        while not self.ended:
            with suppress(httpx.TransportError, StopIteration):
                headers = {"Accept": "text/event-stream", "Last-Event-ID": str(self.seen[-1] if self.seen else -1)}
                # A table whose players have got up has nothing to tell while others play on.
                url = self.server.events_of(self.table)
                with EventStream(url, headers, patience_seconds=_PATIENCE_SECONDS) as stream:
                    if stream.answer.is_success:
                        self.connections += 1
                        self._read(stream)
            time.sleep(0.1)

    def _read(self, stream: EventStream) -> None:
        for event in stream:
            if event.id is not None:
                self.seen.append(int(event.id))
            if self.ended:
                return


@contextmanager
def following(server: StreamServer, table: ChainId) -> Iterator[Follower]:
    """Follow a table's stream while the context lasts."""
    follower = Follower(server, table)
    thread = threading.Thread(target=follower.follow)
    thread.start()
    try:
        yield follower
    finally:
        follower.ended = True
        # Comments keep a stream open that has nothing to say.
        server.kill()
        thread.join()
        assert not thread.is_alive()


def open_tables() -> list[ChainId]:
    """Open a table of each kind of game, at which those who are there need not wait long."""
    opened = []
    for game in _GAMES:
        least, most = (5_000, 20_000) if game == "pot-red-dog" else (500, 20_000)
        clock = TableClock(bet_ms=1_500, reveal_ms=60_000, game_ms=20_000 if game == "pot-red-dog" else None)
        wanted = NewTable(
            game=game,
            seats=_seats(game),
            currency="USD",
            stake_min_minor=least,
            stake_max_minor=most,
            admission=Admission.PUBLIC,
            clock=clock,
            test=game == _FOR_TEST_ACCOUNTS,
            reason="a test",
        )
        opened.append(open_table(wanted, jurisdiction=world.DEMO, actor="operator:test", now=database_now()))
    return opened


def _seats(game: str) -> int:
    return min(SEATS, current_sheet(game).sheet.seats)


def player(web: WebServer, game: str = "") -> Client:
    """Return a new player with money, logged in; a test account where the game is for no other."""
    client = Client(web.url.removesuffix("/api/v1"))
    who = LoginRequest(username=f"ada-{secrets.token_hex(4)}", password=world.PASSWORD)
    if game == _FOR_TEST_ACCOUNTS:
        registration = world.registration(who.username, currency="USD", test_account=True)
        register_player(registration, jurisdiction=world.DEMO, now=database_now())
    client.register(who, pin=PIN)
    world.fund(ChainId(UUID(client.ask("GET", "/me")["id"])), _MONEY_MINOR, now=database_now())
    return client


def freeze(process: Running) -> None:
    """Stop a process for a second, as a machine does that swaps."""
    process.send_signal(signal.SIGSTOP)
    time.sleep(1)
    process.send_signal(signal.SIGCONT)


def test_tables_whose_processes_are_killed_and_frozen_lose_no_chip_no_seat_and_no_proof(
    environment: Mapping[str, str], tmp_path: Path
) -> None:
    tables = open_tables()
    chance = random.Random(os.urandom(8))
    deal = [sys.executable, str(CHECKOUT / "manage.py"), "croupier"]
    with ExitStack() as stack:
        web = stack.enter_context(WebServer(environment=environment, logs=tmp_path))
        signing = stack.enter_context(sequencer(environment=environment, logs=tmp_path))
        croupier = stack.enter_context(Running(deal, environment=environment, log=tmp_path / "croupier.log"))
        streams = stack.enter_context(StreamServer(environment=environment, logs=tmp_path))
        followers = [stack.enter_context(following(streams, table)) for table in tables]
        clients = [[player(web, game) for _ in range(_seats(game))] for game in _GAMES]
        seats = [
            Seat(client, table.hex, KeptStakes(file=tmp_path / f"{table.hex}-{number}.json"))
            for table, seated in zip(tables, clients, strict=True)
            for number, client in enumerate(seated)
        ]
        try:
            faults, befallen = _shuffled(chance, web, croupier, streams, signing), itertools.count()
            deadline = time.monotonic() + _PATIENCE_SECONDS
            while (number := next(befallen)) < len(faults) or not _enough(tables):
                assert time.monotonic() < deadline, f"the tables stand still: {_ended(tables)}"
                assert [seat.failure for seat in seats if seat.failure is not None] == []
                faults[number % len(faults)]()
                time.sleep(1 + 2 * chance.random())
        finally:
            for seat in seats:
                seat.stop()
            for seat in seats:
                seat.join()
        until(lambda: not PlacedStake.objects.filter(end_seq__isnull=True).exists())
        newest = {table: len(records(table)) - 1 for table in tables}
        until(lambda: all(each.seen and each.seen[-1] == newest[each.table] for each in followers))
        verification = verify([receipt for seated in clients for client in seated for receipt in client.receipts])

    assert verification.passed, (verification.words, verification.faults)
    # Of a campaign: what it came to.
    print(dict(zip(_GAMES, _ended(tables), strict=True)), f"{number} faults", verification.words, sep="\n")
    for follower in followers:
        assert follower.seen == list(range(newest[follower.table] + 1)), "each record once, in order"
    assert any(follower.connections > 1 for follower in followers), "streams were taken up again"
    # Nobody was at fault, so every hand was dealt and played to its end.
    assert set(BegunEpoch.objects.filter(ended_by__isnull=False).values_list("ended_by", flat=True)) == {"hand_end"}


def test_a_program_that_freezes_costs_the_others_the_clock_and_a_restart_shows_the_same_cards(
    environment: Mapping[str, str], tmp_path: Path
) -> None:
    table = open_tables()[1].hex
    deal = [sys.executable, str(CHECKOUT / "manage.py"), "croupier"]
    with (
        WebServer(environment=environment, logs=tmp_path) as web,
        sequencer(environment=environment, logs=tmp_path) as signing,
        Running(deal, environment=environment, log=tmp_path / "croupier.log") as croupier,
        player(web) as quick,
        player(web) as frozen,
    ):
        playing, freezing = TablePlayer(client=quick, table=table), TablePlayer(client=frozen, table=table)
        stakes = [each.sit(each.await_seat()) for each in (playing, freezing)]
        while playing.look()["phase"] != "playing":
            for each, stake in zip((playing, freezing), stakes, strict=True):
                # After its own value the program would decide as soon as it may.
                if not each.look()["seats"][stake.seat]["revealed"]:
                    each.turn(stake)
        before = playing.look()
        for process in (web, signing, croupier):
            process.kill()
        for process in (signing, croupier, web):
            process.start()

        after = playing.look()
        assert (after["hand"], after["own"]) == (before["hand"], before["own"])
        assert after["own"]["hand"]["cards"]
        ended = playing.play(stakes[0])
        assert ended["status"] == "settled"
        until(lambda: not PlacedStake.objects.filter(end_seq__isnull=True).exists())
        until(lambda: freezing.turn(stakes[1]) is not None)
        verification = verify([*quick.receipts, *frozen.receipts])

    assert verification.passed, (verification.words, verification.faults)
    (end,) = [record for record in records(ChainId(UUID(table))) if record["type"] == "hand_end"]
    acts: Any = end["acts"]
    assert [(each["seat"], each["by"]) for each in acts] == [(0, "player"), (1, "timeout")]


def _shuffled(
    chance: random.Random, web: WebServer, croupier: Running, streams: StreamServer, signing: Running
) -> list[Any]:
    """Return all faults in random order. Who is started again was killed before."""
    faults = [
        web.start,
        croupier.start,
        streams.start,
        signing.start,
        lambda: freeze(croupier),
        lambda: freeze(signing),
        lambda: freeze(streams),
    ]
    chance.shuffle(faults)
    return faults


def _ended(tables: list[ChainId]) -> list[int]:
    return [BegunEpoch.objects.filter(table=table, ended_by="hand_end").count() for table in tables]


def _enough(tables: list[ChainId]) -> bool:
    """Return whether enough hands have ended, and at least one game around the pot."""
    *against_house, around_pot = _ended(tables)
    return min(against_house) >= HANDS and around_pot >= max(1, HANDS // 4)
