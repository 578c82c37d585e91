"""A copy of the project, for tests that change it as a page of docs/ says."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

PROJECT: Final = Path(__file__).resolve().parents[1]


@contextlib.contextmanager
def copied_project(destination: Path) -> Iterator[Path]:
    """Copy the project into `destination`, and erase at the end what database servers it had."""
    _copy(destination)
    try:
        yield destination
    finally:
        _erase_servers(destination)


def _copy(destination: Path) -> None:
    """Copy all files but the hidden ones, with their times: by those Python knows what it need not compile again."""
    for path in PROJECT.iterdir():
        if path.name.startswith("."):
            continue
        if path.is_dir():
            # npm's packages build the pages, which are there as built.
            shutil.copytree(path, destination / path.name, ignore=shutil.ignore_patterns("node_modules"))
        else:
            shutil.copy2(path, destination)


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
    environment |= {"HOME": str(project), "REDDOG_KEYS_DIR": str(project / "keys")}
    return subprocess.run(
        [sys.executable, *command], cwd=project, env=environment, capture_output=True, text=True, check=False
    )


def _erase_servers(project: Path) -> None:
    """Stop the copy's own database servers, if any, and erase their data."""
    erase = "from reddog_platform.embedded import home, servers; servers.erase(home.find())"
    run = run_python(project, "-c", erase)
    assert run.returncode == 0, run.stderr
