"""The container files name what exists, and give each container no more than it needs. No engine is asked."""

from __future__ import annotations

import json
import os
import re
import subprocess
from typing import TYPE_CHECKING, Any, Final

import pytest
import yaml
from django.core.management import get_commands

from audit.alert_webhooks import configured_webhooks
from reddog_platform import environment
from reddog_platform.embedded.home import CHECKOUT
from reddog_platform.mail_server import MailServer, mail_server

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_django.fixtures import Settings

_COMPOSE: dict[str, Any] = yaml.safe_load((CHECKOUT / "compose.yaml").read_text())
_SERVICES: Final[dict[str, dict[str, Any]]] = _COMPOSE["services"]
_OURS = [name for name, service in _SERVICES.items() if "build" in service]
_DOCKERFILE = (CHECKOUT / "Dockerfile").read_text()

# Where a command may come from: our requirements, or Python.
_PROGRAMS = {"celery": "celery", "python": ""}

# Not part of the tree: an installation's own (docs/production.md).
_OF_THE_INSTALLATION: Final = ("./keys", "./tls", "./destinations", "./export", "./wal-archive")


def _dockerfile_command() -> list[str]:
    written = re.search(r"^CMD (\[.*\])", _DOCKERFILE.replace("\\\n", ""), re.MULTILINE)
    assert written
    command: list[str] = json.loads(written[1])
    return command


def _commands() -> list[list[str]]:
    given = [[*_SERVICES[name].get("entrypoint", []), *_SERVICES[name].get("command", ["python"])] for name in _OURS]
    return [_dockerfile_command(), *given]


@pytest.mark.parametrize("command", _commands(), ids=" ".join)
def test_every_command_is_installed_and_names_what_exists(command: list[str]) -> None:
    requirements = (CHECKOUT / "requirements.txt").read_text()

    assert f"{_PROGRAMS[command[0]]}==" in requirements or command[0] == "python"
    if "manage.py" in command:
        assert command[2] in {*get_commands(), "help"}
    for part in command:
        if part.startswith("reddog_platform."):
            module = part.partition(":")[0].replace(".", "/")
            assert (CHECKOUT / f"{module}.py").exists()


def test_the_user_who_has_no_home_can_draw_charts_where_nothing_else_can_be_written() -> None:
    assert "--no-create-home" in _DOCKERFILE
    assert "MPLCONFIGDIR=/tmp/matplotlib" in _DOCKERFILE
    for name in _OURS:
        assert _SERVICES[name]["read_only"]
        assert any(folder.startswith("/tmp:") for folder in _SERVICES[name]["tmpfs"])
        assert not any(":/tmp" in volume for volume in _SERVICES[name].get("volumes", []))


def test_what_makes_and_sends_reports_has_its_temporary_files_on_a_disk() -> None:
    for name in ("batch", "console"):
        mounted = [volume.split(":")[1] for volume in _SERVICES[name]["volumes"] if volume.startswith("reports:")]
        assert [_SERVICES[name]["environment"]["TMPDIR"]] == mounted, name


def test_every_file_that_is_mounted_or_copied_exists() -> None:
    mounted = {
        volume.split(":")[0]
        for service in _SERVICES.values()
        for volume in service.get("volumes", [])
        if volume.startswith("./") and not volume.startswith(_OF_THE_INSTALLATION)
    }
    copied = re.findall(r"^COPY (?!--from)(\S+) ", _DOCKERFILE, re.MULTILINE)

    assert len(mounted) == 5
    assert copied == ["requirements.txt", "requirements-reports.txt", "."]
    assert all((CHECKOUT / name).exists() for name in [*mounted, *copied])


@pytest.mark.parametrize("name", _OURS)
def test_every_service_has_what_production_asks_for(name: str) -> None:
    given = _SERVICES[name]["environment"]
    found = {variable.removesuffix("_FILE") for variable in given}

    assert given["REDDOG_MODE"] == "production"
    assert set(environment.REQUIRED_IN_PRODUCTION) <= found
    for variable, path in given.items():
        if variable.endswith("_FILE"):
            assert path.removeprefix("/run/secrets/") in _SERVICES[name]["secrets"], variable


@pytest.mark.parametrize("name", _SERVICES)
def test_every_container_is_confined_limited_and_looked_at(name: str) -> None:
    service = _SERVICES[name]

    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert {"mem_limit", "cpus", "pids_limit"} <= set(service)
    assert service["restart"] == ("no" if name == "console" else "unless-stopped")
    # PostgreSQL's image gives the data to an account of its own, and becomes it. All others never are root.
    assert (name == "postgres") == ("cap_add" in service)
    assert name == "postgres" or service["user"] != "0:0"
    assert name == "console" or "healthcheck" in service
    assert name == "proxy" or "ports" not in service


def test_the_proxy_is_published_where_it_sees_the_senders_address() -> None:
    """Docker's own program forwards IPv6 to a network without it, and is the sender of all that it forwards."""
    assert all(port.startswith("0.0.0.0:") for port in _SERVICES["proxy"]["ports"])
    assert not any((network or {}).get("enable_ipv6") for network in _COMPOSE["networks"].values())


def test_what_others_wait_for_has_time_to_start_on_a_slow_machine() -> None:
    """`docker compose up` gives up on the proxy, for good, when web becomes unhealthy before it is healthy once."""
    for service in _SERVICES.values():
        for name, condition in service.get("depends_on", {}).items():
            looked_at = _SERVICES[name]["healthcheck"]
            seconds = [int(looked_at.get(key, "0s").removesuffix("s")) for key in ("start_period", "interval")]
            assert condition["condition"] == "service_healthy"
            assert seconds[0] + looked_at.get("retries", 3) * seconds[1] >= 180, name


def test_what_python_compiles_is_in_the_image_since_nothing_can_be_written_later() -> None:
    tree, _, rest = _DOCKERFILE.partition("COPY . .\n")

    assert tree
    assert "PYTHONDONTWRITEBYTECODE=1" in rest
    assert re.search(r"^RUN python3 -m compileall -q \.$", rest, re.MULTILINE)


def test_no_secret_is_a_variable_and_no_secrets_file_is_mounted_that_is_not_drawn() -> None:
    text = (CHECKOUT / "compose.yaml").read_text()
    drawn = set(re.findall(r"\| keep (\w[\w.]*) ", (CHECKOUT / "deploy" / "make-secrets").read_text()))

    assert not re.search(r"\$\{\w*(PASSWORD|SECRET|URL)", text)
    assert set(_COMPOSE["secrets"]) == drawn
    used = {secret for service in _SERVICES.values() for secret in service.get("secrets", [])}
    assert used == drawn


def test_the_owners_address_and_the_root_key_are_in_the_console_alone() -> None:
    knowing = [name for name in _SERVICES if "database_owner_url" in _SERVICES[name].get("secrets", [])]
    keys = {name: [v for v in _SERVICES[name].get("volumes", []) if v.startswith("./keys")] for name in _OURS}

    assert knowing == ["console"]
    assert _SERVICES["console"]["profiles"] == ["console"]
    assert keys.pop("console") == ["./keys:/keys"]
    # The exporter reads none.
    assert keys.pop("metrics") == []
    # Each has a folder of its own, which it cannot change; the folder of all keys is nobody's.
    assert keys == {name: [f"./keys/{name}:/keys:ro"] for name in keys}


def test_only_processes_with_keys_have_their_passphrase_and_all_count_in_one_folder() -> None:
    opening = {name for name in _OURS if "keys_passphrase" in _SERVICES[name]["secrets"]}

    assert opening == {"web", "stream", "sequencer", "croupier", "worker", "batch", "console"}
    assert [name for name in _SERVICES if "secret_key" in _SERVICES[name].get("secrets", [])] == ["web", "stream"]
    assert [name for name in _OURS if "SECRET_KEY_FILE" in _SERVICES[name]["environment"]] == ["web", "stream"]
    for name in _OURS:
        assert ("REDDOG_KEYS_PASSPHRASE_FILE" in _SERVICES[name]["environment"]) == (name in opening)
        assert name == "console" or "metrics:/run/reddog-metrics" in _SERVICES[name]["volumes"]
    assert _COMPOSE["volumes"]["metrics"]["driver_opts"]["type"] == "tmpfs"


def test_secrets_of_alerts_and_of_the_mail_server_are_with_who_sends_and_only_these_leave_the_machine() -> None:
    for secret, variable, reader in (
        ("alert_webhook_secrets", "REDDOG_ALERT_WEBHOOK_SECRETS_FILE", "worker"),
        ("mail_url", "REDDOG_MAIL_URL_FILE", "batch"),
    ):
        assert [name for name in _SERVICES if secret in _SERVICES[name].get("secrets", [])] == [reader]
        knowing = [name for name in _OURS if variable in _SERVICES[name]["environment"]]
        assert knowing == [reader]
        assert _SERVICES[reader]["environment"][variable] == f"/run/secrets/{secret}"
    # The console looks at what waits, and sends nothing.
    naming = [name for name in _OURS if "REDDOG_ALERT_WEBHOOKS" in _SERVICES[name]["environment"]]
    assert naming == ["worker", "console"]
    assert [name for name in _SERVICES if "outside" in _SERVICES[name].get("networks", [])] == ["worker", "batch"]


def test_images_get_their_digests_from_the_script(tmp_path: Path) -> None:
    """Docker is played by a program that knows a digest for each tag."""
    (tmp_path / "docker").write_text(
        '#!/bin/sh\n[ "$1" = pull ] || for name; do :; done\n[ "$1" = pull ] || echo "${name%:*}@sha256:feed"\n'
    )
    (tmp_path / "docker").chmod(0o755)
    (tmp_path / ".env").write_text("ALLOWED_HOSTS=play.example.com\nREDIS_IMAGE=docker.io/library/redis@sha256:old\n")

    subprocess.run(
        [CHECKOUT / "deploy" / "pin-images", tmp_path / ".env"],
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        check=True,
        capture_output=True,
    )

    written = dict(line.split("=", 1) for line in (tmp_path / ".env").read_text().splitlines())
    assert written.pop("ALLOWED_HOSTS") == "play.example.com"
    assert set(re.findall(r"\$\{(\w+_IMAGE):-", (CHECKOUT / "compose.yaml").read_text())) == set(written)
    assert all(image.endswith("@sha256:feed") for image in written.values())


def test_secrets_are_drawn_once(tmp_path: Path, settings: Settings) -> None:
    def draw() -> dict[str, str]:
        environment = {
            "PATH": os.environ["PATH"],
            **dict.fromkeys(("PLATFORM_UID", "DATABASE_UID", "REDIS_UID"), str(os.getuid())),
        }
        command = [CHECKOUT / "deploy" / "make-secrets", tmp_path / "secrets"]
        subprocess.run(command, env=environment, check=True, capture_output=True)
        return {path.name: path.read_text() for path in (tmp_path / "secrets").iterdir()}

    first = draw()

    assert set(first) == set(_COMPOSE["secrets"])
    assert len(first["secret_key"]) >= 50
    assert first["app_password"] in first["database_url"]
    assert "PASSWORD" not in first["redis_users.acl"]
    # What is drawn can be used as it is; a mail server cannot be drawn.
    settings.REDDOG_ALERT_WEBHOOKS = ["https://hooks.example.org/a", "https://hooks.example.net/b"]
    settings.REDDOG_ALERT_WEBHOOK_SECRETS = first["alert_webhook_secrets"].split(",")
    assert len(configured_webhooks()) == 2
    assert mail_server(first["mail_url"]) == MailServer("localhost", 587, "", "", starttls=False, tls=False)
    assert all(path.stat().st_mode & 0o777 == 0o400 for path in (tmp_path / "secrets").iterdir())
    assert draw() == first


@pytest.mark.parametrize(
    "name",
    [
        "requirements",
        "requirements-reports",
        "requirements-demo",
        "requirements-dev",
        "requirements-audit",
        "requirements-cluster",
    ],
)
def test_every_requirement_has_an_exact_version_and_hashes_and_no_place_to_come_from(name: str) -> None:
    first, *entries = re.split(r"^(?=[a-z0-9])", (CHECKOUT / f"{name}.txt").read_text(), flags=re.MULTILINE)

    assert first == ""
    assert entries
    for entry in entries:
        assert re.match(r"[a-z0-9.-]+==[0-9]", entry)
        assert "--hash=sha256:" in entry
        assert not re.search(r"://|file:|--(?!hash)", entry)
