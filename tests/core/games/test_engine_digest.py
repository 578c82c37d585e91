"""The engine is what live rounds and hands at tables import, file by file, and nothing else."""

import shutil
import sys
from pathlib import Path

import pytest

from games.engine import ENGINE_FILES, engine_sha256, hash_engine
from tests.engine_set import APPS, PROJECT, TABLES, engine, engine_files, imports, steps

pytestmark = pytest.mark.clause("F16")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Have a copy of everything that could belong to an engine."""
    for folder in sorted({path.partition("/")[0] for path in ENGINE_FILES}):
        shutil.copytree(PROJECT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_the_digest_covers_exactly_the_files_that_live_rounds_and_hands_decide_by() -> None:
    assert list(ENGINE_FILES) == engine_files(), "games/engine.py has another list than `make engine` prints"


def test_every_operation_at_tables_is_a_step_that_the_engine_answers_for() -> None:
    written = {path.stem for path in (PROJECT / "tables" / "operations").glob("*.py")} - {"__init__"}

    assert {f"{TABLES}.{name}" for name in written} <= steps()


def test_a_file_that_only_tables_decide_by_is_in_the_digest() -> None:
    assert {"tables/core/decisions.py", "tables/core/pot_game.py", "tables/core/replay.py"} <= set(ENGINE_FILES)


def test_all_rules_are_in_the_engine_and_no_game() -> None:
    core = {path.relative_to(PROJECT).as_posix() for path in (PROJECT / "games" / "core").rglob("*.py")}

    assert {path for path in core.difference(ENGINE_FILES) if not path.startswith("games/core/variants/")} == set()
    assert not any(path.startswith("games/core/variants/") for path in ENGINE_FILES)


def test_nothing_decides_from_outside() -> None:
    """The engine imports what writes and reads the JSON of records, and what checks the signatures of players.

    A signature lets a request in or keeps it out. No card, payout or limit follows from it.
    """
    outside = set().union(*(imports().find_modules_directly_imported_by(module) for module in engine()))

    assert {name for name in outside if name.partition(".")[0] not in APPS} - sys.stdlib_module_names == {
        "cryptography",
        "orjson",
    }


def test_no_file_of_the_engine_or_its_laboratories_imports_itself_in_a_circle() -> None:
    ours = {module for module in imports().modules if module.startswith(("games.", "audit.", "tables."))}

    assert {module for module in ours if module in imports().find_upstream_modules(module)} == set()


def test_a_file_that_live_rounds_do_not_import_leaves_the_digest_alone(copy: Path) -> None:
    for path in copy.rglob("*.py"):
        if path.relative_to(copy).as_posix() not in ENGINE_FILES:
            path.write_bytes(path.read_bytes() + b"# A comment.\n")

    assert hash_engine(copy) == engine_sha256()


@pytest.mark.parametrize("path", ENGINE_FILES)
def test_a_byte_in_any_file_of_the_engine_changes_the_digest(copy: Path, path: str) -> None:
    (copy / path).write_bytes((copy / path).read_bytes() + b"\n")

    assert hash_engine(copy) != engine_sha256()
