"""The tutorials of docs/tutorial, typed as they stand, against a running platform."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pytest

from reddog_platform.embedded.home import CHECKOUT
from tests.journeys.demonstration import open_demonstration, players_of_the_house

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("curl") is None, reason="a reader of the tutorials has curl"),
]

# An auditor follows a player and an operator: the later pages use what the earlier left.
_PAGES: Final = ("first-evening", "a-hand-at-a-table", "first-day", "first-verification")
_BLOCK: Final = re.compile(r"^```(sh|json|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_END_OF_BLOCK: Final = "--- end of block"


@dataclass(frozen=True, slots=True)
class Block:
    """Commands, and the answer that the page shows for them."""

    commands: str
    shown: str


def test_the_tutorials_are_true_from_registration_to_an_auditor_who_finds_one_changed_byte(
    url: str, environment: Mapping[str, str], tmp_path: Path
) -> None:
    open_demonstration(url)
    replaced = {
        "http://127.0.0.1:8000/api/v1": url,
        ".local/tutorial": str(tmp_path / "tutorial"),
        ".venv/bin/python": sys.executable,
        # Workers and beat do not run here, and it says so.
        "manage.py doctor": "manage.py doctor || true",
    }
    for page in _PAGES:
        blocks = read(page)
        with contextlib.ExitStack() as stack:
            if page == "a-hand-at-a-table":
                stack.enter_context(players_of_the_house(url, environment=environment, logs=tmp_path))
            answers = typed(blocks, replaced, environment)

        for block, answer in zip(blocks, answers, strict=True):
            assert [word for word in words(block.shown) if word not in answer] == [], f"{page}:\n{answer}"
            assert '"status":4' not in answer.replace(" ", ""), f"{page} is refused:\n{answer}"


def read(page: str) -> list[Block]:
    """Return a page's commands, each with what is shown after it."""
    found: list[Block] = []
    for kind, text in _BLOCK.findall((CHECKOUT / "docs" / "tutorial" / f"{page}.md").read_text()):
        if kind == "sh":
            found.append(Block(text, ""))
        else:
            found[-1] = Block(found[-1].commands, text)
    assert found
    return found


def typed(blocks: list[Block], replaced: Mapping[str, str], environment: Mapping[str, str]) -> list[str]:
    """Run all blocks in one shell that stops at the first failure; return what each printed."""
    script = f"\necho '{_END_OF_BLOCK}'\n".join(["set -eu", *(block.commands for block in blocks)])
    for before, after in replaced.items():
        script = script.replace(before, after)
    path = os.pathsep.join((os.path.dirname(sys.executable), os.environ["PATH"]))  # noqa: PTH120  a part of PATH
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=CHECKOUT,
        env={**environment, "PATH": path},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.split(_END_OF_BLOCK)[1:]


def words(shown: str) -> set[str]:
    """Return what does not change from one run to another: members of JSON, the first words of lines, the verdict."""
    members = set(re.findall(r'"\w+":', shown))
    if members:
        return members
    return set(re.findall(r"^\w+", shown, re.MULTILINE)) | set(re.findall(r"OK|TAMPERED|exit status 1", shown))
