"""The demonstration, in a checkout of its own: what it says, when it fails, and whom it leaves alone."""

from __future__ import annotations

import contextlib
import re
import shutil
import signal
import subprocess
import sys
from itertools import takewhile
from typing import TYPE_CHECKING

import httpx
import pytest

from games.core.variants import AT_TABLES
from reddog_platform import stack
from reddog_platform.embedded.home import CHECKOUT
from tests.ports import own_ports

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

pytestmark = [pytest.mark.slow(seconds=60), pytest.mark.django_db(transaction=True)]

# With what Python compiled: each of a demonstration's processes would compile all of it at the same time.
_NOT_COPIED = shutil.ignore_patterns(".*", "node_modules", "tests", "docs", "benchmarks", "deploy")

# What tests/server_settings.py consists of: some hundred log-ins of a demonstration would take most of its time.
_SETTINGS = ("server_settings.py", "passwords.py")

_PAGES = ("The table ", "The console ", "The desk ")

_BREAK_THE_WORKER = """
import sys

if "worker" in sys.argv:
    import a_package_that_is_missing
"""

_BREAK_THE_SEQUENCER = """
raise ImportError("a package that is missing")
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy, since a checkout has one demonstration at a time, and a developer's may be running."""
    copy = tmp_path / "checkout"
    shutil.copytree(CHECKOUT, copy, ignore=_NOT_COPIED)
    (copy / "tests").mkdir()
    for name in _SETTINGS:
        shutil.copy2(CHECKOUT / "tests" / name, copy / "tests")
    return copy


@pytest.fixture
def environment(checkout: Path, servers_environment: Mapping[str, str]) -> Mapping[str, str]:
    # Each test begins with an empty log, and so must what is published of it.
    return {**servers_environment, "REDDOG_LOG_DIR": str(checkout / ".local" / "log-public")}


def demo(*options: str) -> list[str]:
    # From a place of its own on, so that no other test process finds the same free port.
    port = stack.free_port(own_ports(18_600))
    return [sys.executable, "manage.py", "demo", "--rounds", "1", "--port", str(port), *options]


@contextlib.contextmanager
def started(checkout: Path, environment: Mapping[str, str]) -> Iterator[subprocess.Popen[str]]:
    command = demo()
    with subprocess.Popen(command, cwd=checkout, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            # A closed pipe would end it before its time.
            process.communicate()


def run(command: list[str], checkout: Path, environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=checkout, env=environment, capture_output=True, text=True, timeout=300, check=False
    )


def test_a_run_that_goes_well_ends_with_0(checkout: Path, environment: Mapping[str, str]) -> None:
    ran = run(demo("--exit"), checkout, environment)

    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "The log and the ledger verify." in ran.stdout
    assert "FAULT" not in ran.stdout
    # The newcomer played among the players of the house; around the pot nobody plays alone.
    for sheet in AT_TABLES:
        assert f"Played 1 hand of {sheet.game} at its table: 1 " in ran.stdout
    # All that was played, and the rules and keys before it.
    entries = re.search(r"^roll-ups  ([0-9]+) entries, held against the log$", ran.stdout, re.MULTILINE)
    assert entries
    assert int(entries[1]) > 10


def test_a_run_whose_worker_cannot_start_fails_and_names_it(checkout: Path, environment: Mapping[str, str]) -> None:
    with (checkout / "reddog_platform" / "celery.py").open("a") as source:
        source.write(_BREAK_THE_WORKER)

    ran = run(demo("--exit"), checkout, environment)

    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "The log and the ledger verify." in ran.stdout
    assert "FAULT worker ended" in ran.stdout


def test_a_run_that_cannot_go_on_names_the_process_that_ended(checkout: Path, environment: Mapping[str, str]) -> None:
    with (checkout / "audit" / "management" / "commands" / "sequencer.py").open("a") as source:
        source.write(_BREAK_THE_SEQUENCER)

    ran = run(demo("--exit"), checkout, environment)

    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "FAULT sequencer ended" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_running_demonstration_is_left_alone_by_a_second_and_by_make_clean(
    checkout: Path, environment: Mapping[str, str]
) -> None:
    with started(checkout, environment) as first:
        assert first.stdout is not None
        said = iter(first.stdout)
        welcome = list(takewhile(lambda line: not line.startswith("  player "), said))
        url = next(line.split()[4].rstrip(",") for line in welcome if line.startswith("The interface is at"))
        pages = {line[4:11].strip(): line.split()[2] for line in welcome if line.startswith(_PAGES)}
        listing = next(line.split() for line in said if " manage.py report " in line)
        listed = run([sys.executable, *listing[1:3]], checkout, environment)

        second = run(demo("--reset"), checkout, environment)
        cleaned = run(["make", "clean"], checkout, environment)

        assert listed.stdout.startswith("account-adjustments ")
        assert second.returncode == 1
        assert f"Process {first.pid} runs the platform from here already" in second.stderr
        assert cleaned.returncode != 0
        assert f"Process {first.pid} runs the platform from here" in cleaned.stdout
        assert httpx.get(f"{url}/games").is_success
        # By name: a browser lets no bare address have a passkey.
        assert [page.partition("http://localhost:")[0] for page in pages.values()] == ["", "", ""]
        for name, title in (("table", "Red Dog"), ("console", "Log in"), ("desk", "Red Dog: the auditor")):
            opened = httpx.get(pages[name], follow_redirects=True)
            assert opened.is_success, name
            assert title in opened.text, name
        assert (checkout / ".local").exists()

    assert first.returncode == 0
    assert run(["make", "clean"], checkout, environment).returncode == 0
    assert not (checkout / ".local").exists()


def test_every_line_can_be_read_when_it_is_printed(checkout: Path, environment: Mapping[str, str]) -> None:
    with started(checkout, environment) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "Setting up …\n"

        # What comes next, once all is set up.
        assert not (checkout / ".local" / "log" / "web.log").exists()
