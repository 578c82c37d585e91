"""A variant is added as docs/adding-a-variant.md says: one file, its name, one file of hands."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

PROJECT: Final = Path(__file__).resolve().parents[1]
PAGE: Final = (PROJECT / "docs" / "adding-a-variant.md").read_text(encoding="utf-8")
GAME: Final = "red-dog-3-decks"
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Have a copy of the project to add something to."""
    copy = tmp_path_factory.mktemp("project")
    for path in PROJECT.iterdir():
        if path.name.startswith("."):
            continue
        if path.is_dir():
            shutil.copytree(path, copy / path.name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(path, copy / path.name)
    return copy


def blocks(language: str) -> list[str]:
    """Return what the page shows in this language."""
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def run(project: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy, on a machine that has no database of ours."""
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    surroundings |= {"HOME": str(project), "REDDOG_KEYS_DIR": str(project / "keys"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *command], cwd=project, env=surroundings, capture_output=True, text=True, check=False
    )


def conformance(project: Path) -> subprocess.CompletedProcess[str]:
    """Run the tests that every variant passes, for the new one alone."""
    return run(project, "-m", "pytest", "tests/test_catalogues.py", "-q", "-k", f"{GAME} or registered")


def everything(project: Path) -> subprocess.CompletedProcess[str]:
    """Run the tests that the page tells one to run: all that a variant could break."""
    (words,) = re.findall(r"^python (-m pytest .*)$", PAGE, re.MULTILINE)
    return run(project, *shlex.split(words), "-q", "-n", "2")


def write_the_sheet(project: Path) -> None:
    (sheet,) = blocks("python")
    (project / "games" / "core" / "variants" / "red_dog_3_decks.py").write_text(sheet, encoding="utf-8")


def name_it(project: Path) -> None:
    registry = project / "games" / "core" / "variants" / "__init__.py"
    text = registry.read_text(encoding="utf-8")
    for change in blocks("diff"):
        before = "".join(f"{line[1:]}\n" for line in change.splitlines() if not line.startswith("+"))
        after = "".join(f"{line[1:]}\n" for line in change.splitlines())
        assert text.count(before) == 1, f"the page shows a line that is there once: {before}"
        text = text.replace(before, after)
    registry.write_text(text, encoding="utf-8")


def write_its_hands(project: Path) -> Path:
    (hands,) = blocks("json")
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

    settled = run(project, "manage.py", "settle_hands", str(hands))
    told = [json.loads(line) for line in settled.stdout.splitlines()]
    asked = [json.loads(line) for line in hands.read_text(encoding="utf-8").splitlines()]
    assert told == [{"id": line["id"], **line["expect"]} for line in asked]

    sheet = json.loads(run(project, "manage.py", "par_sheet", GAME, "--json").stdout)
    assert (sheet["variant"], sheet["decks"], sheet["declared_rtp"]["first_bet"]) == (GAME, 3, [150_564, 155_155])

    assert run(project, "manage.py", "rules_pages").returncode == 0
    assert GAME in (project / "docs" / "rules" / f"{GAME}.ja.md").read_text(encoding="utf-8")

    tested = everything(project)
    assert tested.returncode == 0, tested.stdout[-10_000:]
