"""`python -m verifier report` as an auditor starts it."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.verifier.filings import as_json, filing_of, played, report
from tests.verifier.producer import SYSTEM, TRUST, canonical
from tests.verifier.test_command import run

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def export(tmp_path: Path) -> Path:
    """An export, and beside it the file of a report that was filed in it."""
    day = played(late=False)
    content = as_json(report("wagering-summary", day))
    (tmp_path / "filed.json").write_bytes(content)
    day.log.add(SYSTEM, "filing", filing_of(report("wagering-summary", day), json=content))
    return day.log.seal().write(tmp_path / "export")


def test_a_filed_report_is_proved_with_exit_status_0(export: Path) -> None:
    done = run("report", export.parent / "filed.json", export, "--jobs", "1")

    assert done.returncode == 0, done.stdout + done.stderr
    assert "verdict   OK" in done.stdout
    assert done.stdout.endswith("report    OK\n")
    assert done.stderr == ""


def test_a_report_that_was_not_filed_is_refused_with_exit_status_1(export: Path) -> None:
    file = export.parent / "filed.json"
    file.write_bytes(file.read_bytes().replace(b"1200", b"1201"))

    done = run("report", file, export)

    assert done.returncode == 1
    assert "report    REFUSED E_REPORT_UNKNOWN" in done.stdout


def test_the_verdict_can_be_had_as_json_and_keys_taken_from_elsewhere(export: Path) -> None:
    trust = export.parent / "trust"
    trust.write_text(canonical(TRUST))

    told = json.loads(run("report", export.parent / "filed.json", export, "--json", "--trust", trust).stdout)

    assert told["exit"] == 0
    assert told["log"]["trust"] == "given"
    assert told["report"]["verdict"] == "ok"
    assert told["report"]["filing"]["format"] == "json"
    assert told["report"]["superseded_by"] is None


def test_a_folder_called_report_is_audited_by_its_path(export: Path) -> None:
    folder = shutil.copytree(export, export.parent / "elsewhere/report")
    shutil.copytree("verifier", folder.parent / "verifier")

    assert run("./report", at=folder.parent).returncode == 0
    assert run("report", at=folder.parent).returncode == 64


@pytest.mark.parametrize(
    "arguments", [["report"], ["report", "no/such/file", "."], ["report", "pyproject.toml", "no/such/folder"]]
)
def test_a_question_that_cannot_be_put_has_exit_status_64_and_a_sentence(arguments: list[str]) -> None:
    done = run(*arguments)

    assert done.returncode == 64
    assert "verifier: " in done.stderr
    assert "Traceback" not in done.stderr


def test_a_zone_that_this_machine_does_not_know_has_exit_status_64(tmp_path: Path) -> None:
    day = played()
    document = report("wagering-summary", day)
    document["interval"]["zone"] = "Mars/Base"
    (tmp_path / "filed.json").write_bytes(as_json(document))
    day.log.add(SYSTEM, "filing", filing_of(document, json=as_json(document)))

    done = run("report", tmp_path / "filed.json", day.log.seal().write(tmp_path / "export"))

    assert done.returncode == 64
    assert "the time zone Mars/Base" in done.stderr
