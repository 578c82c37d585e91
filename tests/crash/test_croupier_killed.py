"""Croupiers killed, in twos, and at tables at which something is wrong: hands go on, each stake has one end."""

from __future__ import annotations

import os
import signal
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import psycopg
import pytest

from audit.clock import database_now
from audit.models import Epoch as SeedEpoch
from audit.operations.export import export_log
from audit.queries.log import log_status
from games.core.action import Action
from reddog_platform.embedded.home import CHECKOUT
from reddog_platform.process_diagnostics import croupier as croupier_diagnostic
from tables.core.continuation import Phase
from tables.core.definition import TableClock
from tables.models import BegunEpoch, PlacedStake
from tables.operations.open_table import open_table
from tables.queries.croupier import CROUPIER_LOCK, tables_status
from tables.queries.stakes_to_end import due_stakes
from tables.queries.table_states import table_state
from tests import world
from tests.house_table import Placed, act, place, records, reveal, table_of
from tests.journeys.running import Running, sequencer, until
from verifier.__main__ import main as verify

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from kernel.ids import ChainId
    from tests.world import SeatedPlayer

pytestmark = pytest.mark.slow

PATIENCE_SECONDS = 120


@pytest.fixture
def tables(environment: Mapping[str, str]) -> list[ChainId]:
    """Open two tables whose betting is short; nobody has announced their first epochs."""
    assert environment
    clock = TableClock(bet_ms=200, reveal_ms=60_000)
    asked = replace(table_of(seats=2), clock=clock)
    return [open_table(asked, jurisdiction=world.DEMO, actor="operator:test", now=database_now()) for _ in range(2)]


def croupier(environment: Mapping[str, str], logs: Path, name: str = "croupier") -> Running:
    """Return a croupier, not yet started."""
    command = [sys.executable, str(CHECKOUT / "manage.py"), "croupier"]
    return Running(command, environment=environment, log=logs / f"{name}.log")


class Seats:
    """Two players at a table, who do what it asks of them."""

    def __init__(self, table: ChainId, *names: str) -> None:
        self.table = table
        self.players = [world.seat_player(name, now=database_now()) for name in names]
        self._placed: dict[tuple[int, int], Placed] = {}

    def do_what_is_asked(self) -> None:
        state = table_state(self.table)
        if state.phase is Phase.BETTING:
            for seat, player in enumerate(self.players):
                if not _has_stake(player):
                    self._placed[state.epoch, seat] = place(player, self.table, seat, now=database_now())
        elif state.phase is Phase.REVEALING and state.running is not None and state.running.covered:
            for seated in state.stakes:
                if seated.stake.seat not in state.values:
                    reveal(self._placed[state.epoch, seated.stake.seat], now=database_now())
        elif state.phase is Phase.PLAYING:
            for seated in state.stakes:
                if seated.stake.seat not in state.decisions:
                    act(self._placed[state.epoch, seated.stake.seat], Action.STAND, 0, now=database_now())

    def hands(self) -> int:
        """Return how many hands were played to their end."""
        return BegunEpoch.objects.filter(table=self.table, ended_by="hand_end").count()

    def play(self, hands: int) -> None:
        """Play on until so many hands more have ended."""
        wanted = self.hands() + hands
        self.play_until(lambda: self.hands() >= wanted)

    def play_until(self, arrived: Callable[[], bool]) -> None:
        """Do what is asked until something has come to pass."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not arrived():
            assert time.monotonic() < deadline, "the table stands still"
            self.do_what_is_asked()
            time.sleep(0.02)

    def leave(self) -> None:
        """Wait until nothing of the players is at stake any more, the hand that has begun included."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while any(_has_stake(player) for player in self.players):
            assert time.monotonic() < deadline, "a stake stays open"
            if table_state(self.table).phase is not Phase.BETTING:
                self.do_what_is_asked()
            time.sleep(0.02)

    def assert_each_hand_whole(self) -> None:
        """Fail unless every epoch has its records once, in their order, and every stake one end."""
        kinds = [record["type"] for record in records(self.table)]
        assert kinds[:2] == ["table", "commit"]
        epochs = [tuple(kinds[at : at + 4]) for at in range(2, len(kinds), 4)]
        assert set(epochs) == {("seats", "open", "hand", "hand_end")}
        for player in self.players:
            chain = [record["type"] for record in records(player.chain)]
            assert chain.count("deal") == chain.count("settle") + chain.count("void")


def _has_stake(player: SeatedPlayer) -> bool:
    return PlacedStake.objects.filter(chain=player.chain, end_seq__isnull=True).exists()


def test_a_croupier_killed_at_random_deals_on_and_ends_every_stake_once(
    environment: Mapping[str, str], tables: list[ChainId], tmp_path: Path
) -> None:
    seats = Seats(tables[0], "ada", "bob")
    with sequencer(environment=environment, logs=tmp_path), croupier(environment, tmp_path) as working:
        seats.play(1)
        for started in range(1, 7):
            # On a busy machine a program takes seconds to start. A kill before it works would show nothing.
            until(lambda: working.said().count("croupier-started") == started)  # noqa: B023  called before the next turn
            deadline = time.monotonic() + os.urandom(1)[0] / 200
            while time.monotonic() < deadline:
                seats.do_what_is_asked()
            working.start()
        seats.play(2)
        seats.leave()
        until(lambda: log_status().pending == 0)
        until(lambda: log_status().checkpoint_size == log_status().size)

    assert seats.hands() >= 3
    seats.assert_each_hand_whole()
    assert due_stakes() == []
    export_log(tmp_path / "log")
    assert verify([str(tmp_path / "log")]) == 0


def test_of_two_croupiers_one_waits_and_takes_over_when_the_other_is_killed(
    environment: Mapping[str, str], tables: list[ChainId], tmp_path: Path
) -> None:
    seats = Seats(tables[0], "ada", "bob")
    first, second = croupier(environment, tmp_path, "first"), croupier(environment, tmp_path, "second")
    with sequencer(environment=environment, logs=tmp_path), first, second:
        seats.play(1)
        working, waiting = (first, second) if "croupier-started" in first.said() else (second, first)
        assert "croupier-started" not in waiting.said()
        assert croupier_diagnostic().healthy

        working.kill()
        seats.play(1)

        assert "croupier-started" in waiting.said()
        seats.leave()
        waiting.send_signal(signal.SIGTERM)
        assert waiting.wait() == 0
    seats.assert_each_hand_whole()


def test_two_croupiers_at_work_at_once_do_no_harm(
    environment: Mapping[str, str], tables: list[ChainId], tmp_path: Path
) -> None:
    seats = Seats(tables[0], "ada", "bob")
    with sequencer(environment=environment, logs=tmp_path), croupier(environment, tmp_path):
        # `--once` takes no lock: it stands for a croupier that has lost its own and does not know it yet.
        rival = Running(
            ["bash", "-c", f"while true; do {sys.executable} {CHECKOUT / 'manage.py'} croupier --once; done"],
            environment=environment,
            log=tmp_path / "rival.log",
        )
        with rival:
            seats.play(4)
            seats.leave()
        assert "Traceback" not in rival.said()

    seats.assert_each_hand_whole()


def test_a_table_with_a_defect_and_one_whose_rows_are_held_keep_no_other_from_going_on(
    environment: Mapping[str, str], tables: list[ChainId], tmp_path: Path
) -> None:
    broken, sound = Seats(tables[0], "ada", "bob"), Seats(tables[1], "cyd", "dee")
    with sequencer(environment=environment, logs=tmp_path), croupier(environment, tmp_path) as working:
        broken.play(1)
        broken.leave()
        seed = SeedEpoch.objects.filter(chain=broken.table).order_by("-epoch")
        number, sealed = seed.values_list("epoch", "sealed_seeds").first() or (0, b"")
        SeedEpoch.objects.filter(chain=broken.table, epoch=number).update(sealed_seeds=bytes(60))
        broken.do_what_is_asked()
        until(lambda: table_state(broken.table).phase is Phase.REVEALING)
        broken.play_until(lambda: "table-defect" in working.said())

        sound.play(2)
        assert broken.table.hex in working.said()
        SeedEpoch.objects.filter(chain=broken.table, epoch=number).update(sealed_seeds=sealed)
        broken.play(1)

        with psycopg.connect(environment["DATABASE_URL"]) as somebody:
            somebody.execute("SELECT FROM audit_chain WHERE chain = %s FOR UPDATE", (broken.table,))
            broken.play_until(lambda: "table-waits" in working.said())
            sound.play(2)
            sound.leave()
        broken.play(1)
        broken.leave()

    broken.assert_each_hand_whole()
    sound.assert_each_hand_whole()


def test_a_croupier_outlives_its_connections(
    environment: Mapping[str, str], tables: list[ChainId], tmp_path: Path
) -> None:
    seats = Seats(tables[0], "ada", "bob")
    with sequencer(environment=environment, logs=tmp_path), croupier(environment, tmp_path) as working:
        seats.play(1)
        with psycopg.connect(environment["DATABASE_URL"]) as somebody:
            somebody.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = %s"
                # The tests that run beside this one have databases of their own on the same server.
                " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
                (CROUPIER_LOCK,),
            )
        seats.play(1)
        seats.leave()
        assert not working.ended()
        until(lambda: "database-trouble" in working.said())
    seats.assert_each_hand_whole()


def test_what_waits_for_a_croupier_is_told(environment: Mapping[str, str], tables: list[ChainId]) -> None:
    assert environment
    status = tables_status()

    assert (status.croupier_alive, status.live, status.overdue) == (False, len(tables), 0)
    told = croupier_diagnostic()
    assert (told.healthy, told.state) == (False, "does not run: all tables stand still")
