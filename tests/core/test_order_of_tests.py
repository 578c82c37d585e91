"""Several test processes take the files of tests in the order of how long they take."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.project_copy import PROJECT

if TYPE_CHECKING:
    from pathlib import Path

CONFTEST = """
from tests.order import longest_files_first

def pytest_collection_modifyitems(items):
    longest_files_first(items)
"""
FILES = {
    "test_a_many.py": "import pytest\n\n@pytest.mark.parametrize('n', range(9))\ndef test_it(n): pass\n",
    "test_b_slow.py": "import pytest\n\n@pytest.mark.slow\ndef test_it(): pass\n",
    "test_c_database.py": "import pytest\n\n@pytest.mark.database\ndef test_it(): pass\n",
    "test_d_slowest.py": "import pytest\n\ndef test_a(): pass\n\n@pytest.mark.slow(seconds=90)\ndef test_b(): pass\n",
}


def test_files_are_taken_as_the_makefile_says_the_longest_first(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "pytest.ini").write_text(f"[pytest]\npythonpath = {PROJECT}\nmarkers =\n  slow\n  database\n")
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    makefile = (PROJECT / "Makefile").read_text(encoding="utf-8")
    by_file = re.search(r"^BY_FILE := (.+)$", makefile, re.MULTILINE)
    assert by_file is not None
    assert makefile.count("$(BY_FILE)") == 2

    command = [sys.executable, "-m", "pytest", "-n", "1", *by_file[1].split(), "-v", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [
            *command,
            *(word for plugin in ("django", "schemathesis", "hypothesispytest") for word in ("-p", f"no:{plugin}")),
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout
    taken = re.findall(r"PASSED \S*?(test_\w+)\.py", done.stdout)
    assert list(dict.fromkeys(taken)) == ["test_d_slowest", "test_b_slow", "test_c_database", "test_a_many"]
    assert len(taken) == 13
