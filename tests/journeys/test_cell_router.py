"""One web server for the installation and two cells: each request is answered in its own cell, and each cell stays sound."""

from __future__ import annotations

import contextlib
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final

import httpx
import pytest

from kernel.cell import Cell
from tests.journeys.player import NO_CERTIFICATES, Player, done, registration
from tests.journeys.running import PATIENCE_SECONDS, WebServer, manage, sequencer
from tests.journeys.test_cells import NAMELESS
from tests.own_cells import (
    assert_sound,
    environment_of,
    fund_in,
    house,
    make_cell,
    removed_afterwards,
    role_of,
    run_in,
    session,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

__all__ = ["house"]

pytestmark = pytest.mark.slow(seconds=180)

ROUNDS: Final = 12
THREADS: Final = 3
MONEY_MINOR: Final = 100_000


@pytest.fixture
def cells(house: Mapping[str, str]) -> Iterator[tuple[Cell, Cell]]:
    with removed_afterwards("east", "west") as made:
        for cell in made:
            make_cell(cell, house)
        east, west = made
        yield east, west


@contextlib.contextmanager
def served(
    cells: Sequence[Cell], house: Mapping[str, str], folder: Path, *, connections: int = 8
) -> Iterator[WebServer]:
    """Run one web process for all cells and the installation, and a sequencer for each."""
    pool = {
        **house,
        "REDDOG_CELLS": ",".join(cell.name for cell in cells),
        "REDDOG_CELL_CONNECTIONS": str(connections),
        "REDDOG_ORIGIN": "http://play.test:8000",
        "ALLOWED_HOSTS": ",".join(["127.0.0.1", "play.test", *(f"{cell.label}.play.test" for cell in cells)]),
    }
    logs = folder / "pool"
    logs.mkdir()
    with contextlib.ExitStack() as started:
        web = started.enter_context(
            WebServer(environment=pool, logs=logs, workers=1, options=["--threads", str(THREADS)])
        )
        for cell in (NAMELESS, *cells):
            started.enter_context(
                sequencer(environment=environment_of(cell, house), logs=logs, name=f"sequencer{cell.suffix}")
            )
        yield web


def at(cell: Cell, web: WebServer, path: str, *, method: str = "GET", **more: Any) -> httpx.Response:
    """Send a request to the host of a cell."""
    headers = {"Host": f"{cell.label}.play.test", **more.pop("headers", {})}
    return httpx.request(
        method, web.url + path, headers=headers, timeout=PATIENCE_SECONDS, verify=NO_CERTIFICATES, **more
    )


def admission(word: str, cell: Cell, house: Mapping[str, str]) -> None:
    done = manage("cell", word, cell.name, "--reason", "a test", environment=house)
    assert done.returncode == 0, done.stderr


def test_players_of_all_cells_play_in_one_process_and_each_is_in_its_own(
    cells: tuple[Cell, Cell], house: Mapping[str, str], tmp_path: Path
) -> None:
    east, west = cells
    with served(cells, house, tmp_path) as web:
        ada = Player(web.url, "ada-of-east")
        admission("close", east, house)
        bob = Player(web.url, "bob-of-west")
        admission("open", east, house)
        eve = Player(web.url, "eve-of-east")
        assert [cell_of(each) for each in (ada, bob, eve)] == [east.name, west.name, east.name]
        residents = {ada: east, bob: west, eve: east}
        for player, cell in residents.items():
            fund_in(cell, player.chain, MONEY_MINOR, environment_of(NAMELESS, house))
        together = threading.Barrier(len(residents))
        with ThreadPoolExecutor(len(residents)) as evenings:
            list(evenings.map(lambda player: spend_evening(player, together), residents))

        assert_answered_alone(residents, web)
        assert_seen_together(cells, house)
        assert_addressed_by_host(cells, web, ada)
        assert_connections_apart(cells)
    for cell in (NAMELESS, *cells):
        assert_sound(cell, house, tmp_path)


def test_a_thread_that_keeps_one_connection_serves_all_cells(
    cells: tuple[Cell, Cell], house: Mapping[str, str], tmp_path: Path
) -> None:
    east, west = cells
    with served(cells, house, tmp_path, connections=1) as web:
        ada = Player(web.url, "ada-of-east")
        admission("close", east, house)
        bob = Player(web.url, "bob-of-west")
        for _ in range(5):
            assert {ada.get("/me")["id"], bob.get("/me")["id"]} == {ada.chain.hex, bob.chain.hex}
        with session("owner") as owner:
            open_now = owner.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE usename = ANY(%s) AND query LIKE '%%players%%'",
                [[role_of(cell) for cell in (east, west)]],
            ).fetchone()
        assert open_now is not None
        assert open_now[0] <= THREADS


def cell_of(player: Player) -> str:
    """Return the cell that a player's token names."""
    return player.authorization.removeprefix("Bearer ").partition(".")[0]


def spend_evening(player: Player, together: threading.Barrier) -> None:
    player.open_epoch()
    together.wait(PATIENCE_SECONDS)
    for _ in range(ROUNDS):
        player.play()
        assert player.get("/me")["id"] == player.chain.hex


def assert_answered_alone(residents: Mapping[Player, Cell], web: WebServer) -> None:
    """Fail if a token is worth anything in another cell, or a log-in finds another one."""
    for player, own in residents.items():
        assert len(player.get("/rounds")["items"]) == ROUNDS
        for cell in set(residents.values()):
            status = at(cell, web, "/me", headers={"Authorization": player.authorization}).status_code
            assert status == (httpx.codes.OK if cell == own else httpx.codes.UNAUTHORIZED)
        player.log_in()
        assert cell_of(player) == own.name
        another = next(cell for cell in residents.values() if cell != own)
        moved = player.authorization.replace(f"{own.name}.", f"{another.name}.")
        forged = httpx.get(
            f"{web.url}/me", headers={"Authorization": moved}, timeout=PATIENCE_SECONDS, verify=NO_CERTIFICATES
        )
        assert forged.status_code == httpx.codes.UNAUTHORIZED, "the signature covers the cell"
    nobody = httpx.post(
        f"{web.url}/sessions",
        json={"username": "nobody-anywhere", "password": "correct horse battery"},
        timeout=PATIENCE_SECONDS,
        verify=NO_CERTIFICATES,
    )
    assert nobody.status_code == httpx.codes.UNAUTHORIZED, nobody.text


def assert_seen_together(cells: Sequence[Cell], house: Mapping[str, str]) -> None:
    """Fail if the installation's staff do not see how each cell stands, or one cell's those of another."""
    asked = (
        "import json; from reddog_platform.cell_standings import cell_standings; print(json.dumps(cell_standings()))"
    )
    pool = {**house, "REDDOG_CELLS": ",".join(cell.name for cell in cells), "REDDOG_ORIGIN": "http://play.test:8000"}
    (told,) = run_in(NAMELESS, asked, pool)
    installation, *others = json.loads(told)
    assert (installation["name"], installation["status"]) == ("", "open")
    assert [(each["name"], each["url"], each["status"]) for each in others] == [
        (cell.name, f"http://{cell.label}.play.test:8000", "open") for cell in cells
    ]
    assert all(each["log_size"] > ROUNDS for each in others)
    (own,) = json.loads(run_in(cells[0], asked, house)[0])
    assert own["name"] == cells[0].name


def assert_addressed_by_host(cells: Sequence[Cell], web: WebServer, ada: Player) -> None:
    """Fail if a host does not lead to its cell: its log, its pages and its registration."""
    for cell in cells:
        assert at(cell, web, "/log/checkpoint").text.startswith(f"demo.reddog.example/log/{cell.name}\n")
    house = httpx.get(f"{web.url}/log/checkpoint", timeout=PATIENCE_SECONDS, verify=NO_CERTIFICATES)
    assert house.text.startswith("demo.reddog.example/log\n")
    assert "Authorization" in house.headers["Vary"], "a shared cache must not give one cell's log for another's"
    west = cells[1]
    taken = at(west, web, "/players", method="POST", json=registration(ada.username))
    assert (taken.status_code, taken.json()["code"]) == (httpx.codes.CONFLICT, "username-taken")
    asked = registration("cid-of-west")
    done(at(west, web, "/players", method="POST", json=asked))
    words = {name: asked[name] for name in ("username", "password")}
    assert done(at(west, web, "/sessions", method="POST", json=words))["token"].startswith(west.name)
    stranger = at(Cell("nowhere"), web, "/games")
    assert stranger.status_code == httpx.codes.BAD_REQUEST


def assert_connections_apart(cells: Sequence[Cell]) -> None:
    """Fail if the process has a connection to a cell in a role that is not the cell's, or more of them than threads."""
    with session("owner") as owner:
        for cell in cells:
            (count,) = owner.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE usename = %s AND application_name = ''", [role_of(cell)]
            ).fetchone() or (0,)
            # The sequencer's own, a watch's, and one of each thread.
            assert 1 <= count <= THREADS + 3, f"{cell.name} has {count}"
