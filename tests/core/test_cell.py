"""What a cell's name makes of names that cells of one database would share, and that nothing changes without one."""

from __future__ import annotations

import re
import tomllib
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest
from django.core.exceptions import ImproperlyConfigured

from kernel.cell import Cell, NotACell, cell_of
from reddog_platform.cell_settings import broker_options, cell_named
from reddog_platform.environment import BROKER_OPTIONS

PROJECT: Final = Path(__file__).resolve().parents[2]

NAMELESS: Final = Cell()
HARBOUR: Final = Cell("harbour")
ISLAND: Final = Cell("island")

NUMBERS: Final = (0x5DF1, 0x5DF2, 0x5E1FC4EC, -(2**63), -1, 2**63 - 1)
"""Locks of the platform, and the bounds of those that are made of a digest."""


def test_without_a_name_nothing_is_changed() -> None:
    assert NAMELESS.schema == "public"
    assert NAMELESS.role("reddog_app") == "reddog_app"
    assert [NAMELESS.lock(number) for number in NUMBERS] == list(NUMBERS)
    assert NAMELESS.lock_class == 0
    assert NAMELESS.lock_pair(0x4C49, "ada") == (0x4C49, "ada")
    assert NAMELESS.channel("tables") == "tables"
    for place in ("", "demo.reddog.example/log", "/srv/log/", "s3://bucket/prefix"):
        assert NAMELESS.below(place) == NAMELESS.above(place) == place
        assert NAMELESS.within(place) == NAMELESS.outside(place) == place
    assert NAMELESS.redis_prefix == NAMELESS.suffix == ""
    assert broker_options(NAMELESS) == BROKER_OPTIONS


def test_a_cell_has_names_of_its_own() -> None:
    assert HARBOUR.schema == "cell_harbour"
    assert HARBOUR.role("reddog_app") == "reddog_app_harbour"
    assert HARBOUR.channel("tables") == "tables_harbour"
    assert HARBOUR.below("demo.reddog.example/log") == "demo.reddog.example/log/harbour"
    assert HARBOUR.below("s3://bucket/") == "s3://bucket/harbour"
    assert HARBOUR.within("/srv/keys") == "/srv/keys/cells/harbour"
    assert broker_options(HARBOUR)["global_keyprefix"] == "cell.harbour."


def test_a_place_that_is_not_configured_is_not_configured_in_a_cell() -> None:
    assert HARBOUR.below("") == HARBOUR.within("") == ""


_SHARED_IN_A_DATABASE: Final = re.compile(r"pg_(?:try_)?advisory_|pg_notify\(|\"LISTEN |'public'|SCHEMA public")
_OVER_CELLS: Final = {PROJECT / "reddog_platform" / name for name in ("cells.py", "directory_schema.py")}
"""Whoever makes a cell looks at all of them, under one lock, and the directory compares a cell's schema with the caller's rights."""


def test_whatever_is_shared_in_a_database_is_a_cells_own() -> None:
    packages = tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["importlinter"]["root_packages"]
    sources = [file for package in packages for file in (PROJECT / package).rglob("*.py")]
    sharing = [file for file in sources if _SHARED_IN_A_DATABASE.search(file.read_text(encoding="utf-8"))]

    assert len(sharing) > 10, "the pattern finds them"
    careless = {file for file in sharing if "served_cell()." not in file.read_text(encoding="utf-8")}
    assert careless == _OVER_CELLS


def test_from_a_cells_place_that_of_the_installation_is_found() -> None:
    assert HARBOUR.above(HARBOUR.below("demo.reddog.example/log")) == "demo.reddog.example/log"
    assert HARBOUR.outside(HARBOUR.within("/srv/keys")) == "/srv/keys"


def test_a_role_that_is_the_cells_already_stays() -> None:
    assert HARBOUR.role("reddog_app_harbour") == "reddog_app_harbour"


def test_no_advisory_lock_is_shared_by_two_cells() -> None:
    taken = {cell: {cell.lock(number) for number in NUMBERS} for cell in (NAMELESS, HARBOUR, ISLAND)}

    for one, other in combinations(taken, 2):
        assert taken[one].isdisjoint(taken[other])
        assert one.lock_pair(0x4C49, "ada")[0] != other.lock_pair(0x4C49, "ada")[0]
    for cell, locks in taken.items():
        assert all(-(2**63) <= lock < 2**63 for lock in locks), f"{cell.name} has a lock of more than 64 bits"


def test_a_lock_is_shown_by_its_class_and_its_number() -> None:
    # pg_locks: classid is the upper half of a single number, objid the lower one.
    assert HARBOUR.lock(0x5DF1) >> 32 == HARBOUR.lock_class
    assert HARBOUR.lock(0x5DF1) & 0xFFFF_FFFF == 0x5DF1
    assert 2**30 <= HARBOUR.lock_class < 2**31


def test_two_locks_of_a_cell_are_two() -> None:
    assert HARBOUR.lock(0x5DF1) != HARBOUR.lock(0x5DF2)
    assert HARBOUR.lock_pair(0x4C49, "ada") != HARBOUR.lock_pair(0x4C4A, "ada")


@pytest.mark.parametrize("name", ["9th", "Harbour", "a-b", "a.b", "a" * 32, "é", "tile", "checkpoint", "keys", "a\n"])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(NotACell):
        Cell(name)
    with pytest.raises(ImproperlyConfigured, match=r"^REDDOG_CELL: "):
        cell_named(name)


def test_a_name_has_thirty_one_characters_at_most() -> None:
    assert Cell("a" * 31).schema == "cell_" + "a" * 31


@pytest.mark.parametrize(
    ("schema", "cell"),
    [("cell_harbour", HARBOUR), ("public", None), ("cell_", None), ("cell_9", None), ("pg_catalog", None)],
)
def test_a_schema_tells_its_cell(schema: str, cell: Cell | None) -> None:
    assert cell_of(schema) == cell
