"""The files that decide live rounds and hands, computed from the imports. `make engine` prints them as a list.

Source: docs/adr/0022-engine-digest.md.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

import grimp

PROJECT: Final = Path(__file__).resolve().parents[1]
APPS: Final = [
    name
    for name in tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["importlinter"]["root_packages"]
    if name not in {"verifier", "clients.python.reddog_client"}
]

ROUNDS: Final = ("games.operations.deal", "games.operations.act", "games.operations.expire", "games.operations.void")
"""What deals a round, takes a decision, decides for a silent seat, and ends a round that cannot go on."""

TABLES: Final = "tables.operations"
"""What takes a step at a table: every module below it, whatever they are."""

ROOMS: Final = ("games.core", "audit.core", "tables.core")
"""Where rounds and hands are decided."""


@cache
def imports() -> grimp.ImportGraph:
    """Return who imports whom."""
    return grimp.build_graph(*APPS, include_external_packages=True, cache_dir=None)


def steps() -> frozenset[str]:
    """Return the modules whose calls take a step in a round or at a table."""
    return frozenset((*ROUNDS, *imports().find_descendants(TABLES)))


@cache
def engine() -> frozenset[str]:
    """Return the modules that the steps decide by: those of the rooms, and all of ours that these import."""
    reached = set().union(*(imports().find_upstream_modules(step) for step in steps()))
    decide = {module for module in reached if module.startswith(tuple(f"{room}." for room in ROOMS))}
    closed = decide.union(*(imports().find_upstream_modules(module) for module in decide))
    return frozenset(module for module in closed if module.partition(".")[0] in APPS)


def engine_files() -> list[str]:
    """Return the files that importing these modules executes, their packages' own among them, sorted."""
    parts_of_names = [module.split(".") for module in engine()]
    above = {".".join(parts[:depth]) for parts in parts_of_names for depth in range(1, len(parts))}
    packages = {module for module in engine() | above if imports().find_children(module)}
    return sorted(
        f"{name.replace('.', '/')}/__init__.py" if name in packages else f"{name.replace('.', '/')}.py"
        for name in engine() | above
    )


if __name__ == "__main__":
    print(*(f'    "{file}",' for file in engine_files()), sep="\n")
