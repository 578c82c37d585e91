"""Two cells beside the installation without a name, in one database: played in at the same time, and apart in everything."""

from __future__ import annotations

import contextlib
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final

import httpx
import psycopg
import pytest
from psycopg import sql

from benchmarks.lock_watch import LockWatch
from kernel.cell import Cell
from reddog_platform.demo.client import Client
from reddog_platform.demo.table_client import TablePlayer
from tests.journeys.over_cells import assert_excluded_everywhere, assert_names_unique, username_in
from tests.journeys.player import NO_CERTIFICATES, Player, registration
from tests.journeys.running import PATIENCE_SECONDS, WebServer, manage
from tests.own_cells import (
    assert_sound,
    fund_in,
    house,
    make_cell,
    removed_afterwards,
    role_of,
    run_in,
    running,
    session,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

__all__ = ["house"]

pytestmark = pytest.mark.slow(seconds=240)

NAMELESS: Final = Cell()
ROUNDS: Final = 6

_OPEN_TABLE: Final = """
from dataclasses import replace
from audit.clock import database_now
from tables.core.definition import TableClock
from tables.operations.open_table import open_table
from tests import world
from tests.house_table import table_of
asked = replace(table_of(seats=2), clock=TableClock(bet_ms=4_000, reveal_ms=60_000))
print(open_table(asked, jurisdiction=world.DEMO, actor="operator:test", now=database_now()).hex)
"""


@dataclass(frozen=True)
class Played:
    """What a player of a cell has after the evening."""

    player: Player
    started_minor: int
    table: str

    def paid_minor(self) -> int:
        """Return what the player's rounds and hand took or gave, as the receipts' cell has it."""
        return self.player.cash_minor() - self.started_minor


@pytest.fixture
def cells(house: Mapping[str, str]) -> Iterator[list[Cell]]:
    """Return the installation and two cells beside it."""
    with removed_afterwards("east", "west") as made:
        for cell in made:
            make_cell(cell, house)
        yield [NAMELESS, *made]


def spend_evening(
    cell: Cell, url: str, house: Mapping[str, str], *, money_minor: int, together: threading.Barrier
) -> Played:
    """Sign up, play rounds, and then a hand at a table of the cell."""
    (table,) = run_in(cell, _OPEN_TABLE, house)
    together.wait(PATIENCE_SECONDS)
    player = Player(url, username_in(cell))
    fund_in(cell, player.chain, money_minor, house)
    player.open_epoch()
    together.wait(PATIENCE_SECONDS)
    for _ in range(ROUNDS):
        player.play()
    with Client(url.removesuffix("/api/v1")) as client:
        client._http.headers["Authorization"] = player.authorization
        seated = TablePlayer(client=client, table=table)
        stake = seated.sit(seated.await_seat())
        together.wait(PATIENCE_SECONDS)
        ended = seated.play(stake)
    assert ended["status"] == "settled", ended
    return Played(player, money_minor, table)


def test_cells_of_one_database_are_played_in_at_once_and_share_nothing(
    cells: Sequence[Cell], house: Mapping[str, str], tmp_path: Path
) -> None:
    watch = LockWatch(lambda: session("owner"))
    together = threading.Barrier(len(cells))

    with contextlib.ExitStack() as started:
        webs = [started.enter_context(running(cell, house, tmp_path)) for cell in cells]
        with watch.watching(), ThreadPoolExecutor(len(cells)) as evenings:
            coming = [
                evenings.submit(spend_evening, cell, web.url, house, money_minor=100_000 * place, together=together)
                for place, (cell, web) in enumerate(zip(cells, webs, strict=True), start=1)
            ]
            played = [evening.result() for evening in coming]

        assert_locks_apart(watch, cells)
        assert_players_apart(played, webs)
        assert_names_unique(cells, webs)
        assert_closed_alone(cells, webs, house)
        assert_excluded_everywhere(cells, webs, house)
        for cell in cells:
            assert_sound(cell, house, tmp_path)
            published = (tmp_path / "log-public" / cell.name / "checkpoint").read_text()
            assert published.startswith(cell.below("demo.reddog.example/log") + "\n")
    assert_roles_apart(cells)


def assert_locks_apart(watch: LockWatch, cells: Sequence[Cell]) -> None:
    """Fail if a lock of two cells, or a wait of one cell for another, was seen."""
    assert watch.looks > 100, "the locks were looked at during the whole evening"
    assert watch.waits == set()
    roles = [role_of(cell) for cell in cells]
    for cell, role in zip(cells, roles, strict=True):
        # Those of sequencer and croupier are held all the time.
        assert {(cell.lock_class, 0x5DF1, 1), (cell.lock_class, 0x5DF2, 1)} <= watch.advisory[role]
    for one, other in combinations(roles, 2):
        assert watch.advisory[one].isdisjoint(watch.advisory[other])


def assert_players_apart(played: Sequence[Played], webs: Sequence[WebServer]) -> None:
    """Fail if two cells' players of one name have anything in common, or one's session is worth anything elsewhere."""
    assert len({each.player.chain for each in played}) == len(played)
    assert len({each.table for each in played}) == len(played)
    for place, each in enumerate(played):
        # Five dollars and a raise of five more a round, a stake of five and a raise of five at the table.
        assert abs(each.paid_minor()) <= 1_000 * 5 * (ROUNDS + 1), "money came from another cell"
        assert len(each.player.get("/rounds")["items"]) == ROUNDS
        for other, web in enumerate(webs):
            answer = httpx.get(
                f"{web.url}/me",
                headers={"Authorization": each.player.authorization},
                timeout=PATIENCE_SECONDS,
                verify=NO_CERTIFICATES,
            )
            assert answer.status_code == (httpx.codes.OK if other == place else httpx.codes.UNAUTHORIZED)


def assert_closed_alone(cells: Sequence[Cell], webs: Sequence[WebServer], house: Mapping[str, str]) -> None:
    """Close the second cell to new players, and see that it alone refuses them, and its players play on."""
    closed = cells[1]
    for _ in range(2):
        done = manage("cell", "close", closed.name, "--reason", "a test", environment=house)
        assert done.returncode == 0, done.stderr
    for cell, web in zip(cells, webs, strict=True):
        asked = registration(f"late-{cell.name or 'nobody'}".replace("_", "-"))
        answer = httpx.post(f"{web.url}/players", json=asked, timeout=PATIENCE_SECONDS, verify=NO_CERTIFICATES)
        if cell is closed:
            assert (answer.status_code, answer.json()["code"]) == (403, "closed-to-new-players")
        else:
            assert answer.status_code == httpx.codes.CREATED, answer.text
    listed = manage("cell", "list", environment=house).stdout.splitlines()
    states = {line.split("\t")[0]: line.split("\t")[1:3] for line in listed}
    assert states == {cells[1].name: ["closed", "1 players"], cells[2].name: ["open", "2 players"]}
    opened = manage("cell", "open", closed.name, "--reason", "a test", environment=house)
    assert opened.returncode == 0, opened.stderr
    Player(webs[1].url)


def assert_roles_apart(cells: Sequence[Cell]) -> None:
    """Fail if the role of a cell reads a row of another one, or lacks its own."""
    for own in cells:
        with session("default", user=role_of(own)) as role:
            for cell in cells:
                asked = sql.SQL("SELECT count(*) FROM {}.players_player").format(sql.Identifier(cell.schema))
                if cell == own:
                    (players,) = role.execute(asked).fetchone() or (0,)
                    assert players > 0
                else:
                    with pytest.raises(psycopg.errors.InsufficientPrivilege):
                        role.execute(asked)
