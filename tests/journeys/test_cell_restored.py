"""One cell is restored beside others, as its runbook says: docs/runbooks/one-cell.md."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING, Final

import httpx
import pytest
from django.conf import settings
from psycopg import conninfo, sql

from kernel.cell import Cell
from reddog_platform.embedded import home, programs
from tests.journeys.player import Player
from tests.journeys.running import PATIENCE_SECONDS, WebServer, manage, until
from tests.own_cells import (
    assert_sound,
    environment_of,
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
    from collections.abc import Iterator, Mapping
    from pathlib import Path

__all__ = ["house"]

pytestmark = pytest.mark.slow(seconds=120)

_MONEY_MINOR: Final = 100_000


@pytest.fixture
def cell(house: Mapping[str, str]) -> Iterator[Cell]:
    with removed_afterwards("east") as (east,):
        make_cell(east, house)
        yield east
        with session("owner") as owner:
            owner.execute(_named("DROP SCHEMA IF EXISTS {} CASCADE", _aside(east)))


def test_a_cell_is_restored_from_its_newest_copy_and_an_older_one_is_refused(
    cell: Cell, house: Mapping[str, str], tmp_path: Path
) -> None:
    older, newest = tmp_path / "older.dump", tmp_path / "newest.dump"
    with running(cell, house, tmp_path) as web:
        ada = Player(web.url)
        fund_in(cell, ada.chain, _MONEY_MINOR, house)
        ada.open_epoch()
        ada.play()
        _await_log(cell, house)
        _dump(cell, older)
        bob = Player(web.url, "bob-who-came-later")
        dealt = ada.deal_until_open()
        _await_log(cell, house)
        money_minor = ada.cash_minor()
    _dump(cell, newest)
    with WebServer(environment={**house, "REDDOG_CELLS": cell.name}, logs=tmp_path, workers=1) as pool:
        ada.url = pool.url
        assert ada.cash_minor() == money_minor
        _close(cell)
        away = ada.send("GET", "/wallet")
        assert (away.status_code, away.json()["code"]) == (503, "database-unavailable"), away.text
        assert httpx.get(f"{pool.url}/games", timeout=PATIENCE_SECONDS).status_code == httpx.codes.OK

    _restore(cell, older)
    refused = manage("sequencer", "--once", environment=environment_of(cell, house))
    assert refused.returncode != 0
    assert "Nothing was signed" in refused.stderr

    _close(cell)
    _restore(cell, newest)
    environment = environment_of(cell, house)
    for words in (("migrate",), ("fsck",), ("sequencer", "--once")):
        done = manage(*words, environment=environment)
        assert done.returncode == 0, done.stdout + done.stderr
    repaired = manage("cell", "repair", environment=house)
    assert f"{cell.name}: 2 players, 0 claimed now" in repaired.stdout, repaired.stdout + repaired.stderr

    (tmp_path / f"logs{cell.suffix}").rename(tmp_path / "logs-before")
    with running(cell, house, tmp_path) as web:
        ada.url = bob.url = web.url
        assert ada.cash_minor() == money_minor
        resumed = ada.get(f"/rounds/{dealt['id']}")
        assert (resumed["status"], resumed["cards"]) == ("open", dealt["cards"])
        ended = ada.act(dealt["id"])
        assert ended.status_code == httpx.codes.CREATED, ended.text
        assert ended.json()["cards"][: len(dealt["cards"])] == dealt["cards"]
        assert bob.get("/me")["id"] == bob.chain.hex
        _await_log(cell, house)
    assert_sound(cell, house, tmp_path)


def test_who_registered_after_the_copy_is_free_in_the_directory_once_it_is_repaired(
    cell: Cell, house: Mapping[str, str], tmp_path: Path
) -> None:
    copy, before = tmp_path / "cell.dump", _rows_of_the_installation()
    _dump(cell, copy)
    assert run_in(cell, _SIGN_UP, house) == ["opened"]

    _close(cell)
    _restore(cell, copy)

    assert run_in(Cell(), _SIGN_UP, house) == ["username-taken"], "the directory knows of the lost account"
    repaired = manage("cell", "repair", environment=house)
    assert f"{cell.name}: 0 players, 0 claimed now, 0 settled, 1 lost accounts freed" in repaired.stdout, (
        repaired.stderr
    )
    assert _rows_of_the_installation() == before
    assert run_in(Cell(), _SIGN_UP, house) == ["opened"]


_SIGN_UP: Final = """
from audit.clock import database_now
from kernel.refusals import Refusal
from tests import world
try:
    world.sign_up("ada", now=database_now())
    print("opened")
except Refusal as refusal:
    print(refusal.code)
"""


def _rows_of_the_installation() -> tuple[int, int]:
    with session("owner") as owner:
        asked = "SELECT (SELECT count(*) FROM public.players_player), (SELECT count(*) FROM public.audit_record)"
        players, records = owner.execute(asked).fetchone() or (0, 0)
    return players, records


def _await_log(cell: Cell, house: Mapping[str, str]) -> None:
    environment = environment_of(cell, house)
    until(lambda: manage("sequencer", "--check", environment=environment).returncode == 0)


def _dump(cell: Cell, file: Path) -> None:
    _run("pg_dump", "--format", "custom", "--schema", cell.schema, "--file", str(file), _address())


def _close(cell: Cell) -> None:
    """Let nobody in, and put the schema aside."""
    with session("owner", user="postgres") as superuser:
        superuser.execute(_named("ALTER ROLE {} NOLOGIN", role_of(cell)))
        ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = %s"
        superuser.execute(ended, [role_of(cell)])
    with session("owner") as owner:
        owner.execute(_named("DROP SCHEMA IF EXISTS {} CASCADE", _aside(cell)))
        owner.execute(_named("ALTER SCHEMA {} RENAME TO {}", cell.schema, _aside(cell)))


def _restore(cell: Cell, file: Path) -> None:
    _run("pg_restore", "--exit-on-error", "--dbname", _address(), str(file))
    with session("owner") as owner:
        owner.execute(_named("ALTER ROLE {} LOGIN", role_of(cell)))


def _aside(cell: Cell) -> str:
    return f"before_{cell.name}"


def _named(statement: str, *names: str) -> sql.Composed:
    return sql.SQL(statement).format(*map(sql.Identifier, names))


def _address() -> str:
    entry = settings.DATABASES["owner"]
    return conninfo.make_conninfo(
        dbname=entry["NAME"], user=entry["USER"], host=entry["HOST"] or None, port=entry["PORT"] or None
    )


def _run(program: str, *words: str) -> None:
    done = subprocess.run(
        [programs.postgresql(home.find()) / program, *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
