"""Who has the one key of all cells: web processes and the worker of `batch`, of each cell, and only where there are cells."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import pytest
from django.test import override_settings

from audit import keys
from audit.key_custody import distribute
from audit.key_uses import DIRECTORY_KEY, KeyHolder, missing_keys, needs
from kernel.cell import Cell
from kernel.serving import begin_as, own_cell
from reddog_platform import key_diagnostics
from tests.other_cell import beside_another_cell

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

READERS = {KeyHolder.WEB, KeyHolder.BATCH}


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Return the folder of keys of an installation with cells."""
    with beside_another_cell(tmp_path, "harbour"):
        yield tmp_path / "keys"


def test_without_cells_nobody_lacks_it() -> None:
    for process in KeyHolder:
        assert DIRECTORY_KEY not in missing_keys(process, [])
        assert needs(process, DIRECTORY_KEY) == (process in READERS)


def test_it_is_given_to_those_who_claim_and_to_each_cell(folder: Path, tmp_path: Path) -> None:
    apart, key = tmp_path / "apart", (folder / "directory.key").read_bytes()

    distribute(apart)

    assert {process for process in KeyHolder if (apart / process.value / "directory.key").exists()} == READERS
    assert key_diagnostics.keys().healthy
    own = folder / "cells" / "harbour"
    own.mkdir(parents=True)
    for file in folder.glob("*.key"):
        if file.stem not in {"root", DIRECTORY_KEY}:
            (own / file.name).write_bytes(file.read_bytes())
    (own / "keys.json").write_bytes((folder / "keys.json").read_bytes())
    elsewhere = tmp_path / "elsewhere"
    with served(Cell("harbour"), folder):
        distribute(elsewhere)
    for process in READERS:
        assert (elsewhere / process.value / "directory.key").read_bytes() == key
        assert not (elsewhere / process.value / "cells" / "harbour" / "directory.key").exists()
    assert not (elsewhere / "croupier" / "directory.key").exists()

    with served(Cell("harbour"), elsewhere / "web"), override_settings(REDDOG_KEYS_APART=True):
        keys.refuse_other_keys(KeyHolder.WEB)
        (elsewhere / "web" / "directory.key").unlink()
        with pytest.raises(keys.KeyNotForProcess, match=r"directory\.key"):
            keys.refuse_other_keys(KeyHolder.WEB)


@contextlib.contextmanager
def served(cell: Cell, installations_keys: Path) -> Iterator[None]:
    """Be in a cell whose keys lie below those of the installation."""
    before = own_cell()
    with override_settings(REDDOG_KEYS_DIR=installations_keys / cell.folder):
        begin_as(cell)
        try:
            yield
        finally:
            begin_as(before)
