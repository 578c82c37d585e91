"""A process that makes no reports does without the packages of reports and of the demonstration."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import packages_distributions
from typing import Final

import pytest

from reddog_platform.embedded.home import CHECKOUT

_SCRIPT: Final = """
import importlib, os, sys
for name in sys.argv[2:]:
    sys.modules[name] = None
os.environ["DJANGO_SETTINGS_MODULE"] = "reddog_platform.settings"
import django
from django.urls import get_resolver

django.setup()
importlib.import_module(sys.argv[1])
print(len(get_resolver().url_patterns))
"""


def _names(file: str) -> set[str]:
    return set(re.findall(r"^([a-z0-9.-]+)==", (CHECKOUT / file).read_text(), re.MULTILINE))


def _modules_of_reports_and_demo() -> list[str]:
    """Return the modules of every package that requirements.txt lacks and reports or the demonstration bring."""
    apart = (_names("requirements-reports.txt") | _names("requirements-demo.txt")) - _names("requirements.txt")
    return sorted(
        module
        for module, distributions in packages_distributions().items()
        if all(name.lower().replace("_", "-") in apart for name in distributions) and module.isidentifier()
    )


@pytest.mark.parametrize("module", ["reddog_platform.wsgi", "reports.tasks"])
def test_web_sequencer_worker_and_beat_load_without_what_reports_need(module: str) -> None:
    missing = _modules_of_reports_and_demo()
    assert {"matplotlib", "typst", "pyarrow", "xlsxwriter", "obstore", "asyncssh", "httpx", "numpy"} <= set(missing)

    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT, module, *missing], cwd=CHECKOUT, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 0


def test_the_web_application_needs_no_variable_to_find_the_settings(servers_environment: dict[str, str]) -> None:
    """The tests' own environment names them, and that of an installation does not."""
    environment = {name: value for name, value in servers_environment.items() if name != "DJANGO_SETTINGS_MODULE"}

    done = subprocess.run(
        [sys.executable, "-c", "import reddog_platform.wsgi"],
        cwd=CHECKOUT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
