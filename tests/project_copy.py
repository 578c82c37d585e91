"""A copy of the project, in which a recipe of the documentation is followed word for word."""

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


def copy_project(to: Path) -> Path:
    """Copy what the tests of a recipe need, and return the copy's folder."""
    for folder in FOLDERS:
        shutil.copytree(PROJECT / folder, to / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("manage.py", "pyproject.toml", "requirements.txt"):
        shutil.copy(PROJECT / file, to / file)
    return to


def blocks_of(page: str, language: str) -> list[str]:
    """Return the fenced blocks of a page in this language."""
    text = (PROJECT / "docs" / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def apply_diff(file: Path, diff: str) -> None:
    """Insert the lines with a plus after the lines without one, which must stand in the file exactly once."""
    text = file.read_text(encoding="utf-8")
    before = "".join(f"{line[1:]}\n" for line in diff.splitlines() if not line.startswith("+"))
    after = "".join(f"{line[1:]}\n" for line in diff.splitlines())
    assert text.count(before) == 1, f"the page shows lines that are there once: {before}"
    file.write_text(text.replace(before, after), encoding="utf-8")


def run_python(project: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy, which has no database and no keys but its own."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment |= {"HOME": str(project), "REDDOG_KEYS_DIR": str(project / "keys"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *command], cwd=project, env=environment, capture_output=True, text=True, check=False
    )


def erase_servers(project: Path) -> None:
    """Erase the copy's own database servers, with their data."""
    erase = "from reddog_platform.embedded import home, servers; servers.erase(home.find())"
    run = run_python(project, "-c", erase)
    assert run.returncode == 0, run.stderr
