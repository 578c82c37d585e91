"""A variant is added as docs/adding-a-variant.md says: one file, its name, one file of hands."""

import json
import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.project_copy import apply_diff, blocks_of, copy_project, run_python

PAGE: Final = "adding-a-variant.md"
GAME: Final = "red-dog-3-decks"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Have a copy of the project to add something to."""
    return copy_project(tmp_path_factory.mktemp("project"))


def conformance(project: Path) -> subprocess.CompletedProcess[str]:
    """Run the tests that every variant passes, for the new one alone."""
    return run_python(project, "-m", "pytest", "tests/test_catalogues.py", "-q", "-k", f"{GAME} or registered")


def write_the_sheet(project: Path) -> None:
    (sheet,) = blocks_of(PAGE, "python")
    (project / "games" / "core" / "variants" / "red_dog_3_decks.py").write_text(sheet, encoding="utf-8")


def name_it(project: Path) -> None:
    registry = project / "games" / "core" / "variants" / "__init__.py"
    for diff in blocks_of(PAGE, "diff"):
        apply_diff(registry, diff)


def write_its_hands(project: Path) -> Path:
    (hands,) = blocks_of(PAGE, "json")
    file = project / "tests" / "vectors" / "games" / "red_dog_3_decks.jsonl"
    file.write_text(hands, encoding="utf-8")
    return file


def test_a_variant_is_added_by_one_file_its_name_and_one_file_of_hands(project: Path) -> None:
    write_the_sheet(project)
    unnamed = conformance(project)
    assert unnamed.returncode != 0
    assert "test_every_file_of_a_variant_is_registered" in unnamed.stdout

    name_it(project)
    without_hands = conformance(project)
    assert without_hands.returncode != 0
    assert f"test_every_variant_has_hands_to_be_held_against[{GAME}]" in without_hands.stdout

    hands = write_its_hands(project)
    complete = conformance(project)
    assert complete.returncode == 0, complete.stdout

    settled = run_python(project, "manage.py", "settle_hands", str(hands))
    told = [json.loads(line) for line in settled.stdout.splitlines()]
    asked = [json.loads(line) for line in hands.read_text(encoding="utf-8").splitlines()]
    assert told == [{"id": line["id"], **line["expect"]} for line in asked]

    sheet = json.loads(run_python(project, "manage.py", "par_sheet", GAME, "--json").stdout)
    assert (sheet["variant"], sheet["decks"], sheet["declared_rtp"]["first_bet"]) == (GAME, 3, [150_564, 155_155])

    assert run_python(project, "manage.py", "rules_pages").returncode == 0
    assert GAME in (project / "docs" / "rules" / f"{GAME}.ja.md").read_text(encoding="utf-8")
