"""The doctor finds what a test broke, and says how to repair it."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from django.core.management import call_command
from django.db import connections

from audit import keys
from reddog_platform.diagnosis import examine
from reddog_platform.embedded.home import CHECKOUT

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from pytest_django.fixtures import Settings

    from reddog_platform.finding import Finding

_WITHOUT_A_TRANSPORT = """
import runpy, sys

sys.modules["kombu.transport.redis"] = None
sys.argv = ["manage.py", "doctor", "--json"]
runpy.run_path("manage.py", run_name="__main__")
"""


def look(*, off_by: timedelta = timedelta(0)) -> dict[str, Finding]:
    return {finding.subject: finding for finding in examine(now=datetime.now(UTC) + off_by)}


@pytest.fixture
def keys_folder(tmp_path: Path, settings: Settings) -> Path:
    settings.REDDOG_KEYS_DIR = tmp_path / "keys"
    call_command("make_keys", verbosity=0)
    assert keys.folder() == tmp_path / "keys"
    return tmp_path / "keys"


@pytest.mark.django_db
@pytest.mark.usefixtures("keys_folder")
def test_a_sound_installation_has_only_its_processes_missing() -> None:
    findings = look()

    red = {subject for subject, finding in findings.items() if not finding.healthy}
    assert red <= {"sequencer", "worker", "beat"}
    assert {"keys", "redis", "database", "clock", "migrations", "role", "triggers", "log"} <= set(findings)


@pytest.mark.django_db
def test_a_list_of_stolen_passwords_is_red_where_nothing_could_be_found_in_it(
    tmp_path: Path, settings: Settings
) -> None:
    listed = tmp_path / "stolen"
    settings.REDDOG_BREACHED_PASSWORDS = None
    assert (look()["passwords"].healthy, "no list" in look()["passwords"].found) == (True, True)
    settings.REDDOG_BREACHED_PASSWORDS = str(listed)
    assert not look()["passwords"].healthy

    for text, healthy in (
        (f"{'0' * 40}:3\n{'F' * 40}:1\n", True),
        (f"{'F' * 40}:1\n{'0' * 40}:3\n", False),
        ("password\n", False),
    ):
        listed.write_text(text)
        assert look()["passwords"].healthy is healthy


@pytest.mark.django_db
def test_a_key_that_others_can_read_is_red(keys_folder: Path) -> None:
    (keys_folder / "seal.key").chmod(0o640)

    finding = look()["keys"]

    assert not finding.healthy
    assert finding.found == "seal.key can be read by others"
    assert "chmod 600" in finding.repair


@pytest.mark.django_db
def test_a_missing_key_is_red(keys_folder: Path) -> None:
    (keys_folder / "log.key").unlink()

    assert look()["keys"].found == "log.key is missing"


@pytest.mark.django_db
def test_a_clock_that_is_two_seconds_off_is_red() -> None:
    assert not look(off_by=timedelta(seconds=2))["clock"].healthy
    assert look()["clock"].healthy


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_a_right_that_the_application_should_not_have_and_a_disabled_trigger_are_red() -> None:
    owner = connections["owner"]
    with closing(owner.cursor()) as cursor:
        cursor.execute("GRANT UPDATE ON wallet_posting TO reddog_app")
        cursor.execute("ALTER TABLE audit_record DISABLE TRIGGER append_only_rows")
    try:
        findings = look()
    finally:
        with closing(owner.cursor()) as cursor:
            cursor.execute("REVOKE UPDATE ON wallet_posting FROM reddog_app")
            cursor.execute("ALTER TABLE audit_record ENABLE TRIGGER append_only_rows")

    assert findings["role"].found == "may change what must only grow: wallet_posting UPDATE"
    assert findings["triggers"].found == "missing or disabled: audit_record.append_only_rows"


@pytest.mark.django_db
def test_a_red_finding_makes_the_command_exit_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        call_command("doctor", "--json")

    document = json.loads(capsys.readouterr().out)
    assert end.value.code == 1
    assert document["healthy"] is False
    assert {finding["subject"] for finding in document["findings"] if not finding["healthy"]} >= {"sequencer"}


@pytest.mark.django_db(transaction=True)
def test_a_part_that_is_not_installed_is_red_and_the_look_goes_on(servers_environment: Mapping[str, str]) -> None:
    command = [sys.executable, "-c", _WITHOUT_A_TRANSPORT]
    looked = subprocess.run(command, cwd=CHECKOUT, env=servers_environment, capture_output=True, text=True, check=False)

    findings = {finding["subject"]: finding for finding in json.loads(looked.stdout)["findings"]}
    assert looked.returncode == 1
    assert findings["worker"]["healthy"] is False
    assert findings["worker"]["found"].startswith("ModuleNotFoundError: ")
    assert "kombu.transport.redis" in findings["worker"]["found"]
    assert "beat" in findings


@pytest.mark.django_db
def test_an_address_that_nobody_understands_is_red_and_the_look_goes_on(settings: Settings) -> None:
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": "nowhere://host"}}

    findings = look()

    assert not findings["redis"].healthy
    assert findings["redis"].found.startswith("ValueError: ")
    assert findings["database"].healthy
    assert findings["beat"].found.startswith("ValueError: ")
