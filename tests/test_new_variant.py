"""A variant is added as docs/adding-a-variant.md says: one file, its name, one file of hands."""

from __future__ import annotations

import json
import re
import shlex
from typing import TYPE_CHECKING, Final

import pytest

from tests.project_copy import PROJECT, apply_diff, code_blocks, copied_project, run_python

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator
    from pathlib import Path

PAGE: Final = (PROJECT / "docs" / "adding-a-variant.md").read_text(encoding="utf-8")
GAME: Final = "red-dog-3-decks"

pytestmark = pytest.mark.slow(seconds=75)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Have a copy of the project to add a variant to."""
    with copied_project(tmp_path_factory.mktemp("project")) as copy:
        yield copy


def run_conformance(project: Path) -> subprocess.CompletedProcess[str]:
    """Run the tests that every variant passes, for the new one alone."""
    return run_python(project, "-m", "pytest", "tests/test_catalogues.py", "-q", "-k", f"{GAME} or registered")


def run_all_of_the_page(project: Path) -> subprocess.CompletedProcess[str]:
    """Run the tests that the page names: all that a variant could break."""
    (arguments,) = re.findall(r"^python (-m pytest .*)$", PAGE, re.MULTILINE)
    return run_python(project, *shlex.split(arguments), "-q", "-n", "2")


def write_sheet(project: Path) -> None:
    (sheet,) = code_blocks(PAGE, "python")
    (project / "games" / "core" / "variants" / "red_dog_3_decks.py").write_text(sheet, encoding="utf-8")


def register_sheet(project: Path) -> None:
    for diff in code_blocks(PAGE, "diff"):
        apply_diff(project / "games" / "core" / "variants" / "__init__.py", diff)


def write_hands(project: Path) -> Path:
    (hands,) = code_blocks(PAGE, "json")
    file = project / "tests" / "vectors" / "games" / "red_dog_3_decks.jsonl"
    file.write_text(hands, encoding="utf-8")
    return file


def test_a_variant_is_added_by_one_file_its_name_and_one_file_of_hands(project: Path) -> None:
    write_sheet(project)
    unregistered = run_conformance(project)
    assert unregistered.returncode != 0
    assert "test_every_file_of_a_variant_is_registered" in unregistered.stdout

    register_sheet(project)
    without_hands = run_conformance(project)
    assert without_hands.returncode != 0
    assert f"test_every_variant_has_hands_to_be_held_against[{GAME}]" in without_hands.stdout

    file = write_hands(project)
    complete = run_conformance(project)
    assert complete.returncode == 0, complete.stdout

    settled = run_python(project, "manage.py", "settle_hands", str(file))
    answers = [json.loads(line) for line in settled.stdout.splitlines()]
    hands = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert answers == [{"id": hand["id"], **hand["expect"]} for hand in hands], settled.stderr

    par_sheet = run_python(project, "manage.py", "par_sheet", GAME, "--json")
    assert par_sheet.returncode == 0, par_sheet.stderr
    sheet = json.loads(par_sheet.stdout)
    assert (sheet["variant"], sheet["decks"], sheet["declared_rtp"]["first_bet"]) == (GAME, 3, [150_564, 155_155])

    pages = run_python(project, "manage.py", "rules_pages")
    assert pages.returncode == 0, pages.stderr
    assert GAME in (project / "docs" / "rules" / f"{GAME}.ja.md").read_text(encoding="utf-8")

    tested = run_all_of_the_page(project)
    assert tested.returncode == 0, tested.stdout[-10_000:]
