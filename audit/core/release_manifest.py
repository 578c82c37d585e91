"""The manifest of a release: what an installation consists of, as lines of text, and what differs from it.

Source: docs/formats/release.md; regulation F41, F42 (GLI-19 2.3.2, 2.3.3).
"""

import binascii
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from audit.core.note import key_id

VERSION: Final = "reddog-release/1"
KINDS: Final = ("configuration", "file", "loose", "package", "python")

RULE_SHEETS: Final = "games/core/variants/"
_COMPONENTS: Final = ("code", "configuration", "dependencies", "pages", "rule-sheets")
_VKEY: Final = re.compile(r"([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})")
_SIGNATURE: Final = re.compile(r"\u2014 ([^\s+]+) ([A-Za-z0-9+/]+={0,2})\n")


class ManifestRefused(Exception):  # noqa: N818  says what is the case
    """The text is no manifest, or not one that the release key signed. The message says why, without a full stop."""


class Line(NamedTuple):
    """One thing that a release consists of."""

    kind: str
    """One of KINDS."""
    name: str
    """A path, or the name of a setting or package; without white space."""
    value: str
    """The SHA-256 of a file; a package's version and digest; a setting as JSON; the version of Python."""


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One way in which an installation is not the release that was signed."""

    what: str
    """`changed`, `missing`, `added`; or `unsigned` if no manifest could be compared with."""
    kind: str
    name: str

    def __str__(self) -> str:
        """Say it in three words."""
        return f"{self.what} {self.kind} {self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Component:
    """A part of a release with its digests, for the report of self-verifications."""

    name: str
    approved_sha256: str | None
    """None where nothing of it was signed."""
    found_sha256: str | None
    """None where nothing of it was found."""


def write(lines: Iterable[Line]) -> str:
    """Write the one text of a manifest: its version, and the lines in the order of kind and name."""
    ordered = sorted(lines, key=_key)
    return "".join([f"{VERSION}\n", *(f"{line.kind} {line.name} {line.value}\n" for line in ordered)])


def parse(text: str) -> list[Line]:
    """Read a manifest's text.

    Raises:
        ManifestRefused: it is not the one text of its lines.
    """
    version, *rows = text.split("\n")
    if version != VERSION or not rows or rows.pop():
        raise ManifestRefused(f"the text is no manifest of version {VERSION}")
    lines = []
    for number, row in enumerate(rows, start=2):
        kind, _, rest = row.partition(" ")
        name, _, value = rest.partition(" ")
        if kind not in KINDS or not name or not value:
            raise ManifestRefused(f"line {number} of the manifest has no kind, name and value")
        lines.append(Line(kind, name, value))
    keys = [_key(line) for line in lines]
    if any(earlier >= later for earlier, later in pairwise(keys)):
        raise ManifestRefused("the lines of the manifest are not in order, or one is there twice")
    return lines


def open_manifest(note: str, vkey: str) -> list[Line]:
    """Read the lines of a manifest that was signed by the key `vkey`.

    Raises:
        ManifestRefused: the note has another form, or the signature is not that key's.
    """
    match = _VKEY.fullmatch(vkey)
    raw = None if match is None else _base64(match[3])
    if (
        match is None
        or raw is None
        or len(raw) != 1 + 32
        or raw[:1] != b"\x01"
        or key_id(match[1], raw[1:]).hex() != match[2]
    ):
        raise ManifestRefused("REDDOG_RELEASE_VKEY is not the public half of an Ed25519 key")
    text, blank, tail = note.partition("\n\n")
    signature = _SIGNATURE.fullmatch(tail) if blank else None
    signed = None if signature is None else _base64(signature[2])
    if signature is None or signed is None:
        raise ManifestRefused("the manifest is not a note with one signature")
    if signature[1] != match[1] or signed[:4].hex() != match[2]:
        raise ManifestRefused(f"the manifest is signed by {signature[1][:80]}, and not by {match[1]}")
    try:
        Ed25519PublicKey.from_public_bytes(raw[1:]).verify(signed[4:], f"{text}\n".encode())
    except InvalidSignature as error:
        raise ManifestRefused(f"the signature of {match[1]} does not verify") from error
    return parse(f"{text}\n")


def compare(signed: Iterable[Line], found: Iterable[Line]) -> list[Finding]:
    """Return how what was found differs from what was signed, in order.

    A package that is not installed is no difference: hosts install what their processes need.
    """
    wanted, present = ({(line.kind, line.name): line.value for line in lines} for lines in (signed, found))
    findings = [Finding("added", *key) for key in present.keys() - wanted.keys()]
    for key, value in wanted.items():
        if key not in present:
            findings += [] if key[0] == "package" else [Finding("missing", *key)]
        elif present[key] != value:
            findings.append(Finding("changed", *key))
    return sorted(findings)


def components(signed: Iterable[Line], found: Iterable[Line]) -> Iterator[Component]:
    """Yield each component with the digests of its signed lines and of those that were found.

    Of the signed lines of packages, those of packages that are not installed here do not count.
    """
    present = list(found)
    installed = {line.name for line in present if line.kind == "package"}
    approved = _digests(line for line in signed if line.kind != "package" or line.name in installed)
    actual = _digests(present)
    for name in _COMPONENTS:
        if name in approved or name in actual:
            yield Component(name=name, approved_sha256=approved.get(name), found_sha256=actual.get(name))


def component_of(line: Line) -> str:
    """Return the component that a line belongs to."""
    if line.kind == "configuration":
        return line.kind
    if line.kind != "file" or line.name.startswith("requirements"):
        return "dependencies"
    if line.name.startswith(RULE_SHEETS):
        return "rule-sheets"
    return "code" if line.name.endswith(".py") else "pages"


def _digests(lines: Iterable[Line]) -> Mapping[str, str]:
    parts: dict[str, list[Line]] = {}
    for line in lines:
        parts.setdefault(component_of(line), []).append(line)
    return {name: hashlib.sha256(write(part).encode()).hexdigest() for name, part in parts.items()}


def _key(line: Line) -> tuple[bytes, bytes]:
    return line.kind.encode(), line.name.encode()


def _base64(text: str) -> bytes | None:
    try:
        return binascii.a2b_base64(text, strict_mode=True)
    except binascii.Error:
        return None
