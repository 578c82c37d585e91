"""Whether this installation is the release that was approved: files, packages, settings.

A demonstration is not verified unless REDDOG_RELEASE_VKEY names a key, so that nobody's edits switch it off. Production
always is: without a key or a manifest it takes no new wagers.

Source: docs/formats/release.md; docs/adr/0044-self-verification.md; regulation F41.
"""

from __future__ import annotations

import enum
import hashlib
import json
import sysconfig
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from django.conf import settings

from audit.core.release_manifest import Component, Finding, Line, ManifestRefused, compare, components, open_manifest
from audit.file_digests import content_at, require_means
from audit.release_files import Installation
from kernel.serving import served_cell

if TYPE_CHECKING:
    from collections.abc import Callable

_NOTE_BYTES_MAX: Final = 2**26

_SETTINGS: Final = (
    "ALLOWED_HOSTS",
    "CORS_ALLOWED_ORIGINS",
    "DEBUG",
    "REDDOG_BEACON_URL",
    "REDDOG_BREACHED_PASSWORDS",
    "REDDOG_EXCLUSION_LIST",
    "REDDOG_JURISDICTION",
    "REDDOG_KEYS_PLAIN",
    "REDDOG_LOG_ORIGIN",
    "REDDOG_MODE",
    "REDDOG_OPERATOR",
    "REDDOG_ORIGIN",
    "REDDOG_PAYMENT_PROVIDER",
    "REDDOG_STREAM_URL",
    "REDDOG_THROTTLES",
    "REDDOG_VERIFICATION",
    "SECURE_HSTS_SECONDS",
    "SECURE_SSL_REDIRECT",
    "SETTINGS_MODULE",
)
"""What all processes of an installation have in common. No secret is among them, and no address that holds one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseCheck:
    """What a comparison with the approved release found."""

    findings: list[Finding]
    """How the installation differs, in order; nothing if it is as it was approved."""
    components: list[Component]
    manifest_sha256: str | None
    """The digest of the signed note; None where there is none."""

    @property
    def summary(self) -> str:
        """Say in a few words what was found."""
        if not self.findings:
            return f"as approved by the manifest {(self.manifest_sha256 or '')[:16]}"
        first = ", ".join(map(str, self.findings[:3]))
        more = len(self.findings) - 3
        return f"differs from what was approved: {first}{f' and {more} more' if more > 0 else ''}"


def this_installation(*, compiles_all: bool = False) -> Installation:
    """Return the files that this process was started from."""
    folders = dict.fromkeys(Path(sysconfig.get_path(kind)) for kind in ("purelib", "platlib"))
    return Installation(project=Path(settings.CHECKOUT), packages=tuple(folders), compiles_all=compiles_all)


def read_manifest() -> bytes:
    """Return the signed note as it is on disk; nothing if there is none.

    Raises:
        OSError: this process lacks descriptors or memory, and does not know whether there is one.
    """
    try:
        return content_at(str(settings.REDDOG_RELEASE_MANIFEST), bytes_max=_NOTE_BYTES_MAX)
    except OSError as error:
        require_means(error)
        return b""


def found_lines(installation: Installation, *, rest: Callable[[], object] = bool) -> tuple[list[Line], list[Finding]]:
    """Return the lines of what this process was started from and with, and what departs from itself."""
    disk = installation.look(rest=rest)
    return [*disk.lines, *_configuration()], disk.departures


def check_release(installation: Installation, *, rest: Callable[[], object] = bool) -> ReleaseCheck:
    """Compare an installation with the signed manifest; `rest` is called now and then."""
    note = read_manifest()
    found, departures = found_lines(installation, rest=rest)
    signed: list[Line] = []
    try:
        signed = open_manifest(_text(note), settings.REDDOG_RELEASE_VKEY)
    except ManifestRefused as refused:
        findings = [Finding("unsigned", "manifest", str(refused))]
    else:
        findings = [*compare(signed, found), *departures]
    return ReleaseCheck(
        findings=findings,
        components=list(components(signed, found)),
        manifest_sha256=hashlib.sha256(note).hexdigest() if note else None,
    )


def _text(note: bytes) -> str:
    """Decode a note.

    Raises:
        ManifestRefused: there is none that could be read.
    """
    if not settings.REDDOG_RELEASE_VKEY:
        raise ManifestRefused("REDDOG_RELEASE_VKEY names no key")
    if not note:
        raise ManifestRefused(f"there is no manifest at {settings.REDDOG_RELEASE_MANIFEST}")
    try:
        return note.decode()
    except UnicodeDecodeError as error:
        raise ManifestRefused("the manifest is not text") from error


def _configuration() -> list[Line]:
    values = {name: getattr(settings, name) for name in _SETTINGS}
    # One release is for all cells, whose logs have names below the installation's, and whose pages are at hosts below its own.
    cell = served_cell()
    values["REDDOG_LOG_ORIGIN"] = cell.above(values["REDDOG_LOG_ORIGIN"])
    values["CORS_ALLOWED_ORIGINS"] = list(map(cell.off_host, values["CORS_ALLOWED_ORIGINS"]))
    return [Line("configuration", name, _written(value)) for name, value in values.items()]


def _written(value: object) -> str:
    return json.dumps(_plain(value), sort_keys=True, separators=(",", ":"))


def _plain(value: object) -> object:
    """Return a setting's value as JSON can hold it. Jurisdictions have names; a verifier is known by its type."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, dict):
        return {name: _plain(member) for name, member in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(member) for member in value]
    name = getattr(value, "name", None) or f"{type(value).__module__}.{type(value).__qualname__}"
    assert isinstance(name, str), f"a setting of the type {type(value)} has a name"
    return name
