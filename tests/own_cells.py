"""Cells in the test's own database, made by the command that an operator runs, and removed again."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING, Any

import psycopg
from django.conf import settings
from psycopg import conninfo, sql

from kernel.cell import Cell
from reddog_platform.embedded.home import CHECKOUT
from tests.journeys.running import Running, manage

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path


def own_keys(environment: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Return an environment with a copy of the installation's keys, beside which cells get theirs."""
    copy = folder / "keys"
    copy.mkdir(mode=0o700)
    for file in settings.REDDOG_KEYS_DIR.iterdir():
        (copy / file.name).write_bytes(file.read_bytes())
        (copy / file.name).chmod(0o600)
    return {**environment, "REDDOG_KEYS_DIR": str(copy)}


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


def make_cell(cell: Cell, environment: Mapping[str, str]) -> None:
    made = manage("cell", "create", cell.name, environment=environment)
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
