"""The engine is what live rounds import, file by file, and nothing else."""

import shutil
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

import grimp
import pytest

from games.engine import ENGINE_FILES, engine_sha256, hash_engine

PROJECT: Final = Path(__file__).resolve().parents[3]
APPS: Final = [
    name
    for name in tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["importlinter"]["root_packages"]
    if name != "verifier"
]

LIVE: Final = ("games.operations.deal", "games.operations.act", "games.operations.expire", "games.operations.void")
"""What deals a round, takes a decision, decides for a silent seat, and ends a round that cannot go on."""

ROOMS: Final = ("games.core", "audit.core")
"""Where rounds are decided."""

pytestmark = pytest.mark.clause("F16")


@cache
def imports() -> grimp.ImportGraph:
    return grimp.build_graph(*APPS, include_external_packages=True, cache_dir=None)


@cache
def engine() -> frozenset[str]:
    """Return the modules that live rounds decide by: those of the two rooms, and all of ours that these import."""
    reached = set().union(*(imports().find_upstream_modules(operation) for operation in LIVE))
    decide = {module for module in reached if module.startswith(tuple(f"{room}." for room in ROOMS))}
    closed = decide.union(*(imports().find_upstream_modules(module) for module in decide))
    return frozenset(module for module in closed if module.partition(".")[0] in APPS)


def files_of(modules: frozenset[str]) -> set[str]:
    """Return the files that importing these modules executes, their packages' own among them."""
    packages = {"/".join(parts[:depth]) for parts in (m.split(".") for m in modules) for depth in range(1, len(parts))}
    return {f"{module.replace('.', '/')}.py" for module in modules} | {f"{package}/__init__.py" for package in packages}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Have a copy of everything that could belong to an engine."""
    for folder in ("games", "audit", "kernel", "wallet"):
        shutil.copytree(PROJECT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_the_digest_covers_exactly_the_files_that_live_rounds_decide_by() -> None:
    assert sorted(files_of(engine())) == list(ENGINE_FILES)


def test_all_rules_are_in_the_engine_and_no_game() -> None:
    core = {path.relative_to(PROJECT).as_posix() for path in (PROJECT / "games" / "core").rglob("*.py")}

    assert {path for path in core.difference(ENGINE_FILES) if not path.startswith("games/core/variants/")} == set()
    assert not any(path.startswith("games/core/variants/") for path in ENGINE_FILES)


def test_nothing_decides_from_outside() -> None:
    """The standard library apart, the engine imports what writes and reads the JSON of records."""
    outside = set().union(*(imports().find_modules_directly_imported_by(module) for module in engine()))

    assert {name for name in outside if name.partition(".")[0] not in APPS} - sys.stdlib_module_names == {"orjson"}


def test_no_file_of_the_engine_or_its_laboratories_imports_itself_in_a_circle() -> None:
    ours = {module for module in imports().modules if module.startswith(("games.", "audit."))}

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
