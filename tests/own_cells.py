"""Cells in the test's own database, made by the command that an operator runs, and removed again."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any, Final

import psycopg
import pytest
from django.conf import settings
from psycopg import conninfo, sql

from kernel.cell import Cell
from reddog_platform.embedded.home import CHECKOUT
from tests.journeys.running import Running, WebServer, manage, sequencer, until

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from kernel.ids import ChainId

_FUND: Final = """
from uuid import UUID
from audit.clock import database_now
from kernel.ids import ChainId
from tests.world import fund
fund(ChainId(UUID("{chain}")), {amount_minor}, now=database_now())
"""


def own_keys(environment: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Return an environment with a copy of the installation's keys, beside which cells get theirs."""
    copy = folder / "keys"
    copy.mkdir(mode=0o700)
    for file in settings.REDDOG_KEYS_DIR.iterdir():
        (copy / file.name).write_bytes(file.read_bytes())
        (copy / file.name).chmod(0o600)
    return {**environment, "REDDOG_KEYS_DIR": str(copy)}


@pytest.fixture
def house(environment: Mapping[str, str], tmp_path: Path) -> dict[str, str]:
    """Return the environment of the installation, whose keys lie in a folder in which cells may have theirs."""
    return own_keys(environment, tmp_path)


@contextlib.contextmanager
def removed_afterwards(*words: str) -> Iterator[list[Cell]]:
    """Yield cells whose names no other test process uses; remove their schemas and roles in the end, and the directory."""
    cells = [Cell(f"{word}_{os.getpid()}") for word in words]
    try:
        yield cells
    finally:
        with session("owner") as owner:
            for cell in cells:
                owner.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(cell.schema)))
            # What roles may do there goes first: one with a right is not dropped.
            owner.execute("DROP SCHEMA IF EXISTS directory CASCADE")
            for cell in cells:
                owner.execute(sql.SQL("DROP ROLE IF EXISTS {}").format(sql.Identifier(role_of(cell))))


def session(alias: str, *, user: str | None = None) -> psycopg.Connection[Any]:
    """Return a session of the test's database in the role of an alias, or in another one."""
    entry = settings.DATABASES[alias]
    address = conninfo.make_conninfo(
        dbname=entry["NAME"], user=user or entry["USER"], host=entry["HOST"] or None, port=entry["PORT"] or None
    )
    return psycopg.connect(address, autocommit=True)


def role_of(cell: Cell) -> str:
    return cell.role(settings.DATABASES["default"]["USER"])


def environment_of(cell: Cell, environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a cell's processes: that of the installation, and the name."""
    return {**environment, **({"REDDOG_CELL": cell.name} if cell.name else {})}


def make_cell(cell: Cell, environment: Mapping[str, str], *words: str) -> None:
    made = manage("cell", "create", cell.name, *words, environment=environment)
    assert made.returncode == 0, made.stdout + made.stderr
    assert made.stdout.splitlines()[-1].startswith(f"{cell.name} is ready")


def creating(cell: Cell, environment: Mapping[str, str], log: Path) -> Running:
    """Return the command that makes a cell, not yet started; it can be killed with all that it starts."""
    command = [sys.executable, str(CHECKOUT / "manage.py"), "cell", "create", cell.name]
    return Running(command, environment=environment, log=log)


def run_in(cell: Cell, statements: str, environment: Mapping[str, str]) -> Sequence[str]:
    """Run Python statements in a process of a cell, and return the lines that they print."""
    done = manage("shell", "-v", "0", "-c", statements, environment=environment_of(cell, environment))
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def fund_in(cell: Cell, chain: ChainId, amount_minor: int, environment: Mapping[str, str]) -> None:
    """Grant a player of a cell play money."""
    run_in(cell, _FUND.format(chain=chain, amount_minor=amount_minor), environment)


@contextlib.contextmanager
def running(cell: Cell, house: Mapping[str, str], folder: Path) -> Iterator[WebServer]:
    """Run a cell's web server, sequencer and croupier."""
    logs = folder / f"logs{cell.suffix}"
    logs.mkdir()
    environment = environment_of(cell, house)
    croupier = [sys.executable, str(CHECKOUT / "manage.py"), "croupier"]
    with (
        WebServer(environment=environment, logs=logs, workers=1) as web,
        sequencer(environment=environment, logs=logs),
        Running(croupier, environment=environment, log=logs / "croupier.log") as dealing,
    ):
        until(lambda: "croupier-started" in dealing.said())
        yield web


def assert_sound(
    cell: Cell, house: Mapping[str, str], folder: Path, *, verdicts: frozenset[int] = frozenset({0})
) -> None:
    """Fail with what `fsck` finds in a cell, or if the verifier's exit status for its log is another one."""
    environment = environment_of(cell, house)
    sound = manage("fsck", environment=environment)
    assert sound.returncode == 0, sound.stdout + sound.stderr
    export = folder / f"export{cell.suffix}"
    exported = manage("export_log", str(export), environment=environment)
    assert exported.returncode == 0, exported.stderr
    words = [sys.executable, "-m", "verifier", str(export), "--jobs", "1"]
    verified = subprocess.run(words, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert verified.returncode in verdicts, verified.stdout + verified.stderr
