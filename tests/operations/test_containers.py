"""The container files name what exists. No container engine is needed, and none is asked."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from reddog_platform import environment
from reddog_platform.embedded.home import CHECKOUT

_COMPOSE: dict[str, Any] = yaml.safe_load((CHECKOUT / "compose.yaml").read_text())
_OURS = [name for name, service in _COMPOSE["services"].items() if "build" in service]
_DOCKERFILE = (CHECKOUT / "Dockerfile").read_text()

# Where a command may come from: our requirements, or Python.
_PROGRAMS = {"granian": "granian", "celery": "celery", "python": ""}


def _dockerfile_command() -> list[str]:
    written = re.search(r"^CMD (\[.*\])", _DOCKERFILE.replace("\\\n", ""), re.MULTILINE)
    assert written
    command: list[str] = json.loads(written[1])
    return command


def _commands() -> list[list[str]]:
    return [_dockerfile_command(), *(_COMPOSE["services"][name].get("command", ["python"]) for name in _OURS)]


@pytest.mark.parametrize("command", _commands(), ids=" ".join)
def test_every_command_is_installed_and_names_what_exists(command: list[str]) -> None:
    requirements = (CHECKOUT / "requirements.txt").read_text()

    assert f"{_PROGRAMS[command[0]]}==" in requirements or command[0] == "python"
    if "manage.py" in command:
        assert command[2] in get_commands()
    for part in command:
        if part.startswith("reddog_platform."):
            module = part.partition(":")[0].replace(".", "/")
            assert (CHECKOUT / f"{module}.py").exists()


def test_the_user_who_has_no_home_can_draw_charts() -> None:
    assert "useradd --system" in _DOCKERFILE
    assert "--create-home" not in _DOCKERFILE
    # In /tmp, which everybody may write to, and nothing is mounted over.
    assert "MPLCONFIGDIR=/tmp/matplotlib" in _DOCKERFILE
    volumes = [volume for name in _OURS for volume in _COMPOSE["services"][name].get("volumes", [])]
    assert not any(":/tmp" in volume or volume == "/tmp" for volume in volumes)
    assert not any(_COMPOSE["services"][name].get("read_only") for name in _OURS)


def test_every_file_that_is_mounted_or_copied_exists() -> None:
    mounted = [
        volume.split(":")[0]
        for service in _COMPOSE["services"].values()
        for volume in service.get("volumes", [])
        if volume.startswith("./")
    ]
    copied = re.findall(r"^COPY (?!--from)(\S+) ", _DOCKERFILE, re.MULTILINE)

    assert len(mounted) == 3
    assert copied == ["requirements.txt", "."]
    assert all((CHECKOUT / name).exists() for name in mounted + copied)


@pytest.mark.parametrize("name", _OURS)
def test_every_service_has_what_production_asks_for(name: str) -> None:
    given = _COMPOSE["services"][name]["environment"]

    assert given["REDDOG_MODE"] == "production"
    assert set(environment.REQUIRED_IN_PRODUCTION) <= set(given)


def test_only_the_migration_knows_the_owners_address() -> None:
    knowing = [name for name in _OURS if "DATABASE_OWNER_URL" in _COMPOSE["services"][name]["environment"]]

    assert knowing == ["migrate"]


@pytest.mark.parametrize("name", ["requirements", "requirements-dev", "requirements-audit"])
def test_every_requirement_has_an_exact_version_and_hashes_and_no_place_to_come_from(name: str) -> None:
    first, *entries = re.split(r"^(?=[a-z0-9])", (CHECKOUT / f"{name}.txt").read_text(), flags=re.MULTILINE)

    assert first == ""
    assert entries
    for entry in entries:
        assert re.match(r"[a-z0-9.-]+==[0-9]", entry)
        assert "--hash=sha256:" in entry
        assert not re.search(r"://|file:|--(?!hash)", entry)
