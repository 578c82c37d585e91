"""An endpoint is added as docs/adding-an-endpoint.md says: one file, and a line in each of the lists."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
import yaml

from tests.project_copy import PROJECT, apply_diff, code_blocks, copied_project, run_python

PAGE: Final = (PROJECT / "docs" / "adding-an-endpoint.md").read_text(encoding="utf-8")
PATH: Final = "/api/v1/currencies"
# The files that the page changes, in its order.
LISTS: Final = (
    "reddog_platform/urls.py",
    "reddog_platform/urls.py",
    "reddog_platform/throttles.py",
    "tests/api/test_permissions.py",
    "docs/api.md",
    "tests/api/test_schema_rules.py",
)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Have a copy of the project to add an endpoint to."""
    with copied_project(tmp_path_factory.mktemp("project")) as copy:
        yield copy


def guards(project: Path, *tests: str) -> subprocess.CompletedProcess[str]:
    """Run tests in the copy, without a database of its own."""
    return run_python(project, "-m", "pytest", "-q", "-n", "0", *tests)


def test_an_endpoint_is_added_by_one_file_and_a_line_in_each_list(project: Path) -> None:
    (view,) = code_blocks(PAGE, "python")
    (project / "wallet" / "api" / "currencies.py").write_text(view, encoding="utf-8")
    import_line, path_line, throttle, permission, row, no_money = code_blocks(PAGE, "diff")

    apply_diff(project / LISTS[0], import_line)
    apply_diff(project / LISTS[1], path_line)
    unlisted = guards(project, "tests/api/test_permissions.py", "-k", "every_path_is_in_the_table")
    assert "test_every_path_is_in_the_table" in unlisted.stdout
    assert unlisted.returncode != 0

    apply_diff(project / LISTS[2], throttle)
    apply_diff(project / LISTS[3], permission)
    permitted = guards(project, "tests/api/test_permissions.py", "-k", "every_path_is_in_the_table or currencies")
    assert permitted.returncode == 0, permitted.stdout

    schema = run_python(
        project, "manage.py", "spectacular", "--validate", "--fail-on-warn", "--file", str(project / "openapi.yaml")
    )
    assert schema.returncode == 0, schema.stderr
    operation = yaml.safe_load((project / "openapi.yaml").read_text(encoding="utf-8"))["paths"][PATH]["get"]
    assert [parameter["name"] for parameter in operation["parameters"]] == ["code"]

    bare_integer = guards(project, "tests/api/test_schema_rules.py")
    assert "Currency.exponent" in bare_integer.stdout
    apply_diff(project / LISTS[5], no_money)
    held_to_rules = guards(project, "tests/api/test_schema_rules.py")
    assert held_to_rules.returncode == 0, held_to_rules.stdout

    undocumented = guards(project, "tests/core/test_docs.py", "-k", "the_paths_of_the_schema")
    assert undocumented.returncode != 0
    apply_diff(project / LISTS[4], row)
    documented = guards(project, "tests/core/test_docs.py", "-k", "the_page_on_the_interface")
    assert documented.returncode == 0, documented.stdout

    tidy = subprocess.run(
        [str(Path(sys.executable).parent / "ruff"), "check", "wallet/api/currencies.py", "reddog_platform/urls.py"],
        cwd=project,
        check=False,
        capture_output=True,
        text=True,
    )
    assert tidy.returncode == 0, tidy.stdout


def test_what_the_page_changes_is_where_it_says() -> None:
    for file in LISTS:
        assert f"`{file}`" in PAGE or f"]({Path(file).name})" in PAGE, file
