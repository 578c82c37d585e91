"""A small installation of its own, with a release key that tests have: some of the platform's files, three packages."""

from __future__ import annotations

import shutil
import sysconfig
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from audit import release
from audit.core.note import sign_note, vkey
from audit.core.release_manifest import Line, write
from audit.file_signer import FileSigner
from audit.release_files import Installation
from tests.project_copy import PROJECT

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pytest
    from pytest_django.fixtures import Settings

# Enough to change one of each kind. Hashing all of it takes a second each time.
_LEFT_OUT: Final = (
    *(
        ".*",
        "__pycache__",
        "node_modules",
        "tests",
        "benchmarks",
        "adr",
        "diagrams",
        "runbooks",
        "site",
        "tutorial",
        "reddog_platform",
    ),
    *(
        "reports",
        "responsible_gaming",
        "players",
        "tables",
        "approvals",
        "casework",
        "staff",
        "cashier",
        "credentials",
        "rest",
        "telemetry",
    ),
    *("verifier", "laboratory", "simulation", "migrations", "deploy"),
)

PACKAGES: Final = ("django-environ", "knox", "redis")
SHEET: Final = "games/core/variants/red_dog_atlantic_city.py"


@dataclass
class ReleaseKey:
    """A key that signs releases."""

    name: str = "test.example/release"
    private: Ed25519PrivateKey = field(default_factory=Ed25519PrivateKey.generate)

    @property
    def vkey(self) -> str:
        return vkey(FileSigner(self.name, self.private))

    def sign(self, text: str) -> str:
        return sign_note(text, FileSigner(self.name, self.private))


@dataclass
class Copy:
    """A copy of an installation's files."""

    project: Path
    packages: Path

    def installation(self, *, compiles_all: bool = False) -> Installation:
        return Installation(project=self.project, packages=(self.packages,), compiles_all=compiles_all)

    def lines(self) -> list[Line]:
        return self.installation().look().lines

    def text(self, configuration: Iterable[Line] = ()) -> str:
        return write([*self.lines(), *configuration])


def copy_installation(place: Path) -> Copy:
    """Copy some of the platform, and some packages, into an empty folder."""
    ignored = shutil.ignore_patterns(*_LEFT_OUT)
    project, packages = place / "project", place / "site-packages"
    shutil.copytree(PROJECT, project, ignore=ignored)
    packages.mkdir()
    for name in PACKAGES:
        _copy_package(name, packages)
    return Copy(project, packages)


def run_from(copy: Copy, key: ReleaseKey, manifest: Path, settings: Settings, patch: pytest.MonkeyPatch) -> None:
    """Let this process be one that was started from a copy, with a manifest that approves it."""
    settings.CHECKOUT = copy.project
    settings.REDDOG_RELEASE_VERIFIED = True
    settings.REDDOG_RELEASE_VKEY = key.vkey
    settings.REDDOG_RELEASE_MANIFEST = manifest
    patch.setattr(sysconfig, "get_path", lambda _: str(copy.packages))
    lines, _ = release.found_lines(release.this_installation())
    manifest.write_text(key.sign(write(lines)))


def _copy_package(name: str, packages: Path) -> None:
    files = metadata.files("django-rest-knox" if name == "knox" else name)
    assert files
    for file in files:
        source, target = Path(str(file.locate())), packages / file
        if source.is_file() and ".." not in file.parts and "__pycache__" not in file.parts:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
