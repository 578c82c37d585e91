"""What a witness signs of a checkpoint, and when; and which witnesses' word makes a quorum. Pure.

Source: docs/formats/witnesses.md (C2SP tlog-cosignature, tlog-policy).
"""

import base64
import binascii
import hashlib
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

_COSIGNATURE: Final = b"\x04"
_LINE: Final = re.compile(r"— (\S+) ([A-Za-z0-9+/]+={0,2})")
_RAW_BYTES: Final = 4 + 8 + 64
_WITNESSES_MAX: Final = 32
_NONE: Final = "none"


class NoPolicy(Exception):  # noqa: N818  named like a refusal
    """A text is not a policy for this log; the text of this says why."""


@dataclass(frozen=True, slots=True)
class PolicyWitness:
    """A witness that a policy names."""

    vkey: str
    url: str | None
    """Where it takes checkpoints; None if the policy does not say."""

    @property
    def name(self) -> str:
        """Return the name that it signs as."""
        return self.vkey.partition("+")[0]

    def verified_time(self, line: str, text: str) -> int | None:
        """Return the second at which it signed a checkpoint's text by `line`; None if it did not."""
        match = _LINE.fullmatch(line)
        try:
            raw = base64.b64decode(match[2], validate=True) if match else b""
        except binascii.Error:
            raw = b""
        # The key's base64 may have a plus sign of its own.
        if match is None or len(raw) != _RAW_BYTES or [match[1], raw[:4].hex()] != self.vkey.split("+", 2)[:2]:
            return None
        time = int.from_bytes(raw[4:12], "big")
        try:
            public = Ed25519PublicKey.from_public_bytes(_public(self.vkey, _COSIGNATURE))
            public.verify(raw[12:], f"cosignature/v1\ntime {time}\n{text}".encode())
        except InvalidSignature:
            return None
        return time


@dataclass(frozen=True, slots=True)
class _Threshold:
    count: int
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class QuorumPolicy:
    """Which witnesses make a quorum. They go by the names that the policy gives them."""

    text: str
    witnesses: Mapping[str, PolicyWitness]
    quorum: str
    groups: Mapping[str, _Threshold]

    @property
    def is_none(self) -> bool:
        """Return whether it asks for no witness."""
        return self.quorum == _NONE

    def is_met_by(self, names: Collection[str]) -> bool:
        """Return whether these witnesses are a quorum."""
        return self.is_none or self._is_met(self.quorum, names)

    def _is_met(self, name: str, names: Collection[str]) -> bool:
        if name in self.witnesses:
            return name in names
        group = self.groups[name]
        return sum(self._is_met(member, names) for member in group.members) >= group.count


def parse_policy(text: str, *, origin: str) -> QuorumPolicy:
    """Read a policy for the log of this origin.

    Raises:
        NoPolicy: it is none, or for other logs.
    """
    if not text.endswith("\n") or not all(mark in {"\n", "\t"} or mark.isprintable() for mark in text):
        raise NoPolicy("It is not lines of text, each with its end.")
    lines = [words for line in text.split("\n") if (words := line.split()) and not words[0].startswith("#")]
    logs, witnesses, groups = set[str](), dict[str, PolicyWitness](), dict[str, _Threshold]()
    quorum: str | None = None
    for words in lines:
        match words:
            case ["log", vkey, *rest] if len(rest) <= 1:
                _public(vkey, b"\x01")
                logs.add(vkey)
            case ["witness", name, vkey, *rest] if len(rest) <= 1:
                _require_free(name, witnesses, groups)
                _public(vkey, _COSIGNATURE)
                witnesses[name] = PolicyWitness(vkey, rest[0] if rest else None)
            case ["group", name, count, *members]:
                _require_free(name, witnesses, groups)
                groups[name] = _threshold(count, members, (*witnesses, *groups), groups.values())
            case ["quorum", name] if quorum is None and (name == _NONE or name in witnesses or name in groups):
                quorum = name
            case _:
                raise NoPolicy(f"It has a line that no policy has here: {' '.join(words)[:100]}")
    keys = [_public(each.vkey, _COSIGNATURE) for each in witnesses.values()]
    if quorum is None or origin not in {vkey.partition("+")[0] for vkey in logs}:
        raise NoPolicy(f"It has no quorum line, or no line of the log {origin}.")
    if len(set(keys)) < len(keys) or max(len(keys), len(groups)) > _WITNESSES_MAX:
        raise NoPolicy("It has a key twice, or more than 32 witnesses or groups.")
    return QuorumPolicy(text=text, witnesses=witnesses, quorum=quorum, groups=groups)


def _require_free(name: str, *taken: Collection[str]) -> None:
    if name == _NONE or any(name in names for names in taken):
        raise NoPolicy(f"It defines {name[:100]} twice.")


def _threshold(count: str, members: list[str], known: Collection[str], others: Iterable[_Threshold]) -> _Threshold:
    grouped = {member for other in others for member in other.members}
    if len(set(members)) < len(members) or not set(members) <= set(known) - grouped:
        raise NoPolicy("A group has an unknown member, or one of another group.")
    least = len(members) if count == "all" else 1 if count == "any" else int(count) if count.isdecimal() else 0
    if not 1 <= least <= len(members):
        raise NoPolicy(f"A group of {len(members)} members asks for {count[:20]}.")
    return _Threshold(least, tuple(members))


def _public(vkey: str, algorithm: bytes) -> bytes:
    name, _, rest = vkey.partition("+")
    key_id, _, encoded = rest.partition("+")
    try:
        raw = base64.b64decode(encoded, validate=True)
    except binascii.Error:
        raw = b""
    expected = hashlib.sha256(name.encode() + b"\n" + raw).digest()[:4].hex()
    if not name or len(raw) != 1 + 32 or raw[:1] != algorithm or expected != key_id:
        raise NoPolicy(f"{vkey[:100]} is no vkey of this kind.")
    return raw[1:]
