"""The program as an auditor starts it."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.verifier.play import founded, full_day, one_round, seated
from tests.verifier.producer import TRUST, canonical, receipt

CHECKOUT = Path(__file__).parents[2]


def run(*arguments: str | Path, at: Path = CHECKOUT) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "verifier", *map(str, arguments)]
    return subprocess.run(command, cwd=at, capture_output=True, text=True, check=False, timeout=60)


@pytest.fixture
def export(tmp_path: Path) -> Path:
    return full_day().seal().write(tmp_path / "export")


def test_an_honest_export_is_reported_with_what_was_checked_and_exit_status_0(export: Path) -> None:
    done = run(export)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "verdict   OK" in done.stdout
    assert "no witnesses" in done.stdout
    assert "not who made it" in done.stdout
    assert "GGR" in done.stdout
    assert done.stderr == ""


def test_a_changed_byte_is_reported_with_code_and_place_and_exit_status_1(export: Path) -> None:
    bundle = export / "tile/entries/000"
    bundle.write_bytes(bundle.read_bytes().replace(b'"result":"win"', b'"result":"wim"', 1))

    done = run(export)

    assert done.returncode == 1
    assert "verdict   TAMPERED E_SIG" in done.stdout
    assert "log index" in done.stdout
    assert "type settle" in done.stdout


def test_the_verdict_can_be_had_as_json(export: Path) -> None:
    verdict = json.loads(run(export, "--json").stdout)

    assert verdict["verdict"] == "ok"
    assert verdict["first"] is None
    assert verdict["trust"] == "own"
    assert verdict["profile"] == "no-witness"


def test_receipts_trust_and_kept_checkpoints_are_taken_from_files(export: Path, tmp_path: Path) -> None:
    entries = full_day().seal().entries
    (tmp_path / "receipts").write_bytes(receipt(entries[-1]) + receipt(entries[-2]))
    (tmp_path / "trust").write_text(canonical(TRUST))

    kept = export / "checkpoints/7"
    done = run(export, "--receipts", tmp_path / "receipts", "--trust", tmp_path / "trust", "--checkpoint", kept)

    assert done.returncode == 0, done.stdout
    assert "2 compared with the log" in done.stdout
    assert "keys given with --trust" in done.stdout


def test_tree_mode_says_what_it_leaves_out(export: Path) -> None:
    done = run(export, "--tree", "--jobs", "1")

    assert done.returncode == 0
    assert "records' own signatures are not checked" in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["no/such/folder"],
        [".", "--receipts", "no/such/file"],
        [".", "--trust", "no/such/file"],
        [".", "--checkpoint", "no/such/file"],
        [".", "--jobs", "0"],
        [".", "--jobs", "many"],
        [".", "--surprise"],
        ["pyproject.toml"],
    ],
)
def test_a_question_that_cannot_be_put_has_exit_status_64_and_a_sentence(arguments: list[str]) -> None:
    done = run(*arguments)

    assert done.returncode == 64
    assert "verifier: " in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(("windows", "status"), [("calendar", 64), ("rolling", 0)])
def test_a_zone_that_this_machine_does_not_know_has_exit_status_64_where_it_is_needed(
    tmp_path: Path, windows: str, status: int
) -> None:
    log, rules = founded()
    limits = {"wager_day": 500, "windows": windows, "zone": "Mars/Base"}
    seated(log, "ada").limit({"now": limits}).open().deal(500, rules=rules)

    done = run(log.seal().write(tmp_path / "export"))

    assert done.returncode == status
    if status:
        assert done.stdout == ""
        assert done.stderr.startswith("verifier: nothing was judged")
        assert "the time zone Mars/Base" in done.stderr
        assert "Traceback" not in done.stderr


def test_the_folder_runs_where_nothing_else_of_the_platform_is(export: Path, tmp_path: Path) -> None:
    shutil.copytree(CHECKOUT / "verifier", tmp_path / "elsewhere/verifier")

    assert run(export, at=tmp_path / "elsewhere").returncode == 0


def test_the_program_imports_the_standard_library_cryptography_and_itself_alone() -> None:
    assert imported_by("*.py", besides="dask_scheduler.py") == {"cryptography", "verifier"}


def test_the_one_extra_is_imported_where_a_cluster_is_asked_for_alone() -> None:
    assert imported_by("dask_scheduler.py") == {"distributed"}
    loaded = "import sys, verifier.__main__; sys.exit('distributed' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", loaded], cwd=CHECKOUT, check=False).returncode == 0


def imported_by(pattern: str, besides: str = "") -> set[str]:
    """Return what the program's files import that is not of the standard library."""
    imported = set()
    for path in (CHECKOUT / "verifier").rglob(pattern):
        if path.name == besides:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                imported.add((node.module or "").partition(".")[0])
    return imported - set(sys.stdlib_module_names)


def test_names_from_the_export_do_not_reach_the_terminal_as_they_are(tmp_path: Path) -> None:
    log = one_round()
    log.drafts[-1].pinned["type"] = "\x1b[31m\u202e"
    folder = log.seal().write(tmp_path / "export")
    (folder / "\x1b[31m").write_bytes(b"")

    done = run(folder)

    assert done.returncode == 1
    assert "E_TYPE" in done.stdout
    assert done.stdout.isascii()
    assert "\x1b" not in done.stdout
