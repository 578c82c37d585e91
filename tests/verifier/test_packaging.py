"""The auditor's program is installed on its own, from its folder, and says of itself what its pages say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import verifier
from verifier import explain
from verifier.meanings import MEANINGS
from verifier.verdict import Code

PROJECT = Path(__file__).resolve().parents[2]
PACKAGE = PROJECT / "verifier"
DESCRIBED = tomllib.loads((PACKAGE / "pyproject.toml").read_text())["project"]
MAN_PAGE = PACKAGE / "packaging/reddog-verifier.1"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the program into a folder of its own, asking no index: it builds with the standard library."""
    where = tmp_path_factory.mktemp("installed")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(where)]
    subprocess.run([*command, str(PACKAGE)], check=True, capture_output=True, cwd=where)
    return where


def installed(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(site)}
    command = [sys.executable, str(site / "bin/reddog-verifier"), *arguments]
    return subprocess.run(command, cwd=site, env=environment, capture_output=True, text=True, check=False, timeout=60)


def test_pip_installs_a_command_that_judges_and_a_man_page(site: Path) -> None:
    (site / "nothing").mkdir()

    version, judged = installed(site, "--version"), installed(site, "nothing")

    assert version.stdout == f"reddog-verifier {DESCRIBED['version']}\n"
    assert (judged.returncode, "E_TRUST" in judged.stdout) == (1, True), judged.stderr
    assert (site / "share/man/man1/reddog-verifier.1").read_text() == MAN_PAGE.read_text()
    assert not list(site.rglob("wheel_backend*")), "what builds it is no part of it"


def test_every_module_is_installed(site: Path) -> None:
    ours = {path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py") if path.parent.name != "packaging"}

    assert {path.relative_to(site / "verifier") for path in (site / "verifier").rglob("*.py")} == ours


def test_it_needs_cryptography_alone_and_has_one_version() -> None:
    assert [re.split("[<>=]", needed)[0] for needed in DESCRIBED["dependencies"]] == ["cryptography"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", verifier.__version__)
    assert verifier.__version__ == DESCRIBED["version"]
    assert f'"reddog-verifier {verifier.__version__}"' in MAN_PAGE.read_text()


def test_the_man_page_has_every_option_command_and_exit_status() -> None:
    help_text = subprocess.run(
        [sys.executable, "-m", "verifier", "--help"], cwd=PROJECT, capture_output=True, text=True, check=True
    ).stdout
    page = MAN_PAGE.read_text().replace("\\-", "-")

    assert set(re.findall(r"--[a-z]+", help_text)) <= set(re.findall(r"--[a-z]+", page))
    commands = set(re.findall(r"\./([a-z]+)", help_text))
    assert len(commands) == 12
    assert commands <= set(re.findall(r"^\.B ([a-z]+)$", page, re.MULTILINE))
    assert re.findall(r"^\.B (\d+)$", page, re.MULTILINE) == ["0", "1", "2", "3", "64"]


def test_every_code_is_explained_in_the_words_of_its_page() -> None:
    page = (PROJECT / "docs/formats/verdicts.md").read_text()
    rows = re.findall(r"^\| `([EW]_[A-Z_]+)` \| (\w+) \| (.*) \|$", page, re.MULTILINE)
    plain = {code: re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", meaning).replace("`", "") for code, _, meaning in rows}

    assert dict(MEANINGS) == plain
    assert set(MEANINGS) == set(Code)
    assert {code: Code(code).severity.value for code, _, _ in rows} == {code: word for code, word, _ in rows}


def test_explain_says_class_exit_status_and_meaning() -> None:
    lines = explain.explained(Code.E_SEED_LOST)

    assert lines[0] == "E_SEED_LOST  late, exit 2"
    assert "a void without a seed" in lines[1]


@pytest.mark.parametrize(("arguments", "status"), [(["E_SEED"], 0), (["E_NONSENSE"], 64), ([], 64)])
def test_explain_exits_with_64_for_what_is_no_code(arguments: list[str], status: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "verifier", "explain", *arguments],
        cwd=PROJECT, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode == status
    assert ("tampered, exit 1" in done.stdout) is (status == 0)
