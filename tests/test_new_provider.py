"""A payment provider is added as docs/adding-a-payment-provider.md says: one file, its name, one table of cases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.project_copy import PROJECT, apply_diff, code_blocks, copied_project, run_python

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator
    from pathlib import Path

PAGE: Final = (PROJECT / "docs" / "adding-a-payment-provider.md").read_text(encoding="utf-8")
NAME: Final = "desk"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Have a copy of the project to add a provider to."""
    with copied_project(tmp_path_factory.mktemp("project")) as copy:
        yield copy


def run_conformance(project: Path) -> subprocess.CompletedProcess[str]:
    """Run the tests that every provider passes."""
    return run_python(project, "-m", "pytest", "tests/test_payment_providers.py", "-q", "-p", "no:cacheprovider")


def write_provider(project: Path) -> None:
    (provider,) = code_blocks(PAGE, "python")
    (project / "cashier" / "providers" / f"{NAME}.py").write_text(provider, encoding="utf-8")


def register_provider(project: Path) -> None:
    for diff in code_blocks(PAGE, "diff"):
        apply_diff(project / "cashier" / "providers" / "__init__.py", diff)


def write_cases(project: Path) -> None:
    (cases,) = code_blocks(PAGE, "json")
    (project / "tests" / "vectors" / "providers" / f"{NAME}.jsonl").write_text(cases, encoding="utf-8")


def test_a_provider_is_added_by_one_file_its_name_and_one_table_of_cases(project: Path) -> None:
    write_provider(project)
    unregistered = run_conformance(project)
    assert unregistered.returncode != 0
    assert "test_every_file_of_a_provider_is_registered" in unregistered.stdout

    register_provider(project)
    without_cases = run_conformance(project)
    assert without_cases.returncode != 0
    assert f"test_every_provider_has_cases_for_each_direction_and_method[{NAME}]" in without_cases.stdout

    write_cases(project)
    complete = run_conformance(project)
    assert complete.returncode == 0, complete.stdout
    assert "passed" in complete.stdout

    for tool in (("ruff", "check"), ("ruff", "format", "--check")):
        style = run_python(project, "-m", *tool, f"cashier/providers/{NAME}.py", "cashier/providers/__init__.py")
        assert style.returncode == 0, style.stdout

    program = (
        "from cashier.providers import provider_named\n"
        "from reddog_platform import environment\n"
        f"assert environment.payment_provider({NAME!r}, environment.Mode.PRODUCTION) == {NAME!r}\n"
        f"print(sorted(provider_named({NAME!r}).methods))\n"
    )
    shown = run_python(project, "-c", program)
    assert shown.stdout == "['cash', 'cheque']\n", shown.stderr
