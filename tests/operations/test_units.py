"""The systemd units: systemd understands them, and each names the process of the documents and no right too many."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING, Final

import pytest

from reddog_platform.embedded.home import CHECKOUT

if TYPE_CHECKING:
    from pathlib import Path

_FOLDER: Final = CHECKOUT / "deploy" / "systemd"
_UNITS: Final = sorted(path.name for path in _FOLDER.iterdir())
_SERVICES: Final = [name for name in _UNITS if name.endswith(".service")]
_WITHOUT_KEYS: Final = {"beat", "metrics"}
_WRITERS: Final = {"sequencer": "log", "batch": "reports", "beat": "beat"}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_systemd_finds_nothing_wrong(tmp_path: Path) -> None:
    for name in _UNITS:
        # The programs are where an installation has them, which this machine is not.
        text = re.sub(r"^(Exec\w+=)\S+", r"\1/bin/true", (_FOLDER / name).read_text(), flags=re.MULTILINE)
        text = re.sub(r"^(User|Group)=reddog$", r"\1=root", text, flags=re.MULTILINE)
        (tmp_path / name).write_text(text)

    found = subprocess.run(
        ["systemd-analyze", "verify", *(tmp_path / name for name in _UNITS)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (found.returncode, [line for line in found.stderr.splitlines() if "reddog" in line]) == (0, [])


@pytest.mark.parametrize("name", _SERVICES)
def test_every_unit_is_confined_and_starts_again(name: str) -> None:
    text = (_FOLDER / name).read_text()

    for line in (
        "NoNewPrivileges=yes",
        "ProtectSystem=strict",
        "ProtectHome=yes",
        "PrivateTmp=yes",
        "PrivateDevices=yes",
        "SystemCallFilter=@system-service",
        "Restart=always",
        "RestartSec=1",
        "StartLimitIntervalSec=0",
        "PartOf=reddog.target",
        # nginx is told in its own way.
        *(["KillMode=mixed"] if "proxy" not in name else []),
    ):
        assert f"\n{line}\n" in text, line
    assert re.search(r"^(User=reddog|DynamicUser=yes)$", text, re.MULTILINE)
    assert re.search(r"^MemoryMax=", text, re.MULTILINE)


@pytest.mark.parametrize("name", _SERVICES)
def test_a_unit_writes_to_its_own_folder_and_has_no_secret_in_a_variable(name: str) -> None:
    text, process = (_FOLDER / name).read_text(), name.removeprefix("reddog-").removesuffix(".service")

    writable = re.findall(r"^ReadWritePaths=(.*)$", text, re.MULTILINE)
    assert writable == ([f"/var/lib/reddog/{_WRITERS[process]}"] if process in _WRITERS else [])
    assert not re.search(
        r"^Environment=.*(SECRET_KEY|DATABASE_URL|REDIS_URL|REDDOG_ALERT_WEBHOOK_SECRETS|REDDOG_MAIL_URL)=",
        text,
        re.MULTILINE,
    )
    assert "database_owner_url" not in text
    for secret, variable, reader in (
        ("alert_webhook_secrets", "REDDOG_ALERT_WEBHOOK_SECRETS_FILE", "worker"),
        ("mail_url", "REDDOG_MAIL_URL_FILE", "batch"),
    ):
        line = f"\nEnvironment={variable}=%d/{secret}\nLoadCredential={secret}:/etc/reddog/secrets/{secret}\n"
        assert (line in text) == (process == reader)
        assert (secret in text) == (process == reader)
    if process == "proxy":
        return
    # All of this account's processes count in one folder, which outlives each of them.
    assert "\nRuntimeDirectory=reddog-metrics\nRuntimeDirectoryMode=0700\nRuntimeDirectoryPreserve=yes\n" in text
    assert "REDDOG_METRICS_DIR=/run/reddog-metrics\n" in text
    keys = "/nonexistent" if process == "metrics" else f"/etc/reddog/keys/{process}"
    assert f"REDDOG_KEYS_DIR={keys}\n" in text
    assert ("secret_key" in text) == (process in {"web", "stream"})
    assert ("keys_passphrase" in text) == (process not in _WITHOUT_KEYS)
