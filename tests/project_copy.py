"""A copy of the project, for tests that change it as a page of docs/ says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).resolve().parents[1]
FOLDERS: Final = (
    "audit",
    "benchmarks",
    "cashier",
    "docs",
    "games",
    "kernel",
    "players",
    "reddog_platform",
    "reports",
    "responsible_gaming",
    "rest",
    "staff",
    "tests",
    "verifier",
    "wallet",
)
FILES: Final = ("manage.py", "openapi.yaml", "pyproject.toml")


def copy_project(destination: Path) -> Path:
    """Copy the project's code, tests and pages into `destination`, and return it."""
    for folder in FOLDERS:
        shutil.copytree(PROJECT / folder, destination / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in FILES:
        shutil.copy(PROJECT / file, destination / file)
    return destination


def code_blocks(page: str, language: str) -> list[str]:
    """Return the code blocks of a page in this language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```", page, re.MULTILINE | re.DOTALL)


def apply_diff(file: Path, diff: str) -> None:
    """Change a file by a diff without line numbers; what it replaces must occur in the file exactly once."""
    text = file.read_text(encoding="utf-8")
    lines = diff.splitlines()
    before = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("+"))
    after = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("-"))
    assert text.count(before) == 1, f"the page shows lines that occur once: {before}"
    file.write_text(text.replace(before, after), encoding="utf-8")


def run_python(project: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy, as on a machine without a database of ours."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment |= {"HOME": str(project), "REDDOG_KEYS_DIR": str(project / "keys"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *command], cwd=project, env=environment, capture_output=True, text=True, check=False
    )
