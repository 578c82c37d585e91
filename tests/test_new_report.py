"""A report is added as docs/adding-a-report.md says: a file, its name, its CSV, its lines in two pages, a verifier."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.project_copy import PROJECT, apply_diff, code_blocks, copied_project, run_python

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator
    from pathlib import Path

PAGE: Final = (PROJECT / "docs" / "adding-a-report.md").read_text(encoding="utf-8")
KIND: Final = "voided-rounds"
MODULE: Final = "voided_rounds.py"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Have a copy of the project to add a report to."""
    with copied_project(tmp_path_factory.mktemp("project")) as copy:
        yield copy


def run_tests(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run_python(project, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *arguments)


def run_catalogue_tests(project: Path) -> subprocess.CompletedProcess[str]:
    """Run the tests that every report passes without a database."""
    return run_tests(project, "tests/test_catalogues.py", "tests/reports/test_definitions.py", "-k", "report")


def test_a_report_is_added_by_what_its_page_shows(project: Path) -> None:
    report, verifier = code_blocks(PAGE, "python")
    name, definition, line, columns, verifier_name, verifier_kind, rows = code_blocks(PAGE, "diff")
    (csv,) = code_blocks(PAGE, "csv")
    catalogue = project / "reports" / "catalogue"

    (catalogue / MODULE).write_text(report, encoding="utf-8")
    unregistered = run_catalogue_tests(project)
    assert unregistered.returncode != 0
    assert "test_every_file_of_a_report_is_registered_once" in unregistered.stdout

    apply_diff(catalogue / "__init__.py", name)
    apply_diff(catalogue / "__init__.py", definition)
    undocumented = run_catalogue_tests(project)
    assert undocumented.returncode != 0
    assert "test_every_report_has_one_file_of_what_a_gaming_day_comes_to" in undocumented.stdout
    assert "test_every_report_stands_in_the_page_of_reports" in undocumented.stdout
    assert "test_the_page_of_formats_has_the_columns_in_their_order" in undocumented.stdout

    expected = project / "tests" / "reports" / "expected" / f"{KIND}.csv"
    expected.write_bytes(csv.replace("\n", "\r\n").encode())
    apply_diff(project / "docs" / "reports.md", line)
    apply_diff(project / "docs" / "formats" / "report.md", columns)
    catalogued = run_catalogue_tests(project)
    assert catalogued.returncode == 0, catalogued.stdout

    (project / "verifier" / "filed" / MODULE).write_text(verifier, encoding="utf-8")
    apply_diff(project / "verifier" / "filed" / "kinds.py", verifier_name)
    apply_diff(project / "verifier" / "filed" / "kinds.py", verifier_kind)
    apply_diff(project / "tests" / "reports" / "test_gaming_day.py", rows)
    filed = run_tests(project, "tests/reports/test_gaming_day.py", "-k", f"{KIND} or wrong_figure")
    assert filed.returncode == 0, filed.stdout
