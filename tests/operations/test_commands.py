"""A command starts soon: it checks the installation, and loads no view."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Final

from django.core.checks.registry import registry

from reddog_platform.embedded.home import CHECKOUT

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_ONLY_FOR_ANSWERS: Final = {"rest_framework.views", "drf_spectacular.utils", "games.api.rounds", "redis"}


def manage(*options: str, environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *options]
    return subprocess.run(command, cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=False)


def test_a_command_loads_neither_views_nor_the_client_of_redis(
    servers_environment: Mapping[str, str], tmp_path: Path
) -> None:
    environment = {**servers_environment, "REDDOG_LOG_DIR": str(tmp_path / "log")}

    ran = manage("-X", "importtime", "manage.py", "sequencer", "--check", environment=environment)

    assert ran.returncode == 0, ran.stderr
    loaded = {line.rpartition("|")[2].strip() for line in ran.stderr.splitlines()}
    assert "audit.operations.integrate" in loaded
    assert _ONLY_FOR_ANSWERS.isdisjoint(loaded)


def test_commands_run_every_check_of_ours_since_each_has_a_tag() -> None:
    without = {check.__module__ for check in registry.get_checks() if not check.tags}

    # Django's: that no middleware asks everybody to log in before it is known who they are.
    assert without == {"django.contrib.auth.checks"}


def test_a_command_does_not_start_in_an_installation_with_a_fault(
    servers_environment: Mapping[str, str], tmp_path: Path
) -> None:
    destinations = tmp_path / "places.toml"
    destinations.write_text('[[destination]]\nname = "regulator"\n')
    environment = {**servers_environment, "REDDOG_REPORT_DESTINATIONS": str(destinations)}

    refused = manage("manage.py", "sequencer", "--check", environment=environment)

    assert refused.returncode == 1
    assert "reports.E001" in refused.stderr
