"""Policies: which witnesses' cosignatures make a checkpoint's quorum.

Source: docs/formats/witnesses.md, "Grammar" (C2SP tlog-policy).
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from verifier import cosignature, note
from verifier.cosignature import WitnessKey
from verifier.verdict import Code, Fault

FILE_BYTES_MAX: Final = 16_384
_MOST: Final = 32
_NONE: Final = "none"
_ALLOWED: Final = re.compile(r"[\t\n\x20-\x7e\x80-\U0010ffff]*")
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,2}")


@dataclass(frozen=True, slots=True)
class _Group:
    least: int
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """A policy. Witnesses and groups go by the names that it gives them."""

    text: str
    origins: frozenset[str] = field(repr=False)
    """The key names of the logs that it is for."""
    witnesses: Mapping[str, WitnessKey] = field(repr=False)
    quorum: str
    _groups: Mapping[str, _Group] = field(repr=False)

    @property
    def asks(self) -> bool:
        """Tell whether it asks for any witness."""
        return self.quorum != _NONE

    def holds(self, signed: Collection[str]) -> bool:
        """Tell whether the witnesses of these names are a quorum."""
        return not self.asks or self._holds(self.quorum, signed)

    def _holds(self, name: str, signed: Collection[str]) -> bool:
        group = self._groups.get(name)
        if group is None:
            return name in signed
        return sum(self._holds(member, signed) for member in group.members) >= group.least


@dataclass(slots=True)
class _Reader:
    origins: set[str] = field(default_factory=set)
    witnesses: dict[str, WitnessKey] = field(default_factory=dict)
    groups: dict[str, _Group] = field(default_factory=dict)
    members: set[str] = field(default_factory=set)
    public: set[bytes] = field(default_factory=set)
    quorum: str | None = None

    def take(self, words: Sequence[str]) -> None:
        match words:
            case ["log", vkey] | ["log", vkey, _]:
                key = note.parse_vkey(vkey)
                self._require_new_key(key.public)
                self.origins.add(key.name)
            case ["witness", name, vkey] | ["witness", name, vkey, _]:
                self._require_new(name)
                self.witnesses[name] = cosignature.parse_vkey(vkey)
                self._require_new_key(self.witnesses[name].public)
            case ["group", name, least, _, *_]:
                self._require_new(name)
                self.groups[name] = self._group(least, words[3:])
            case ["quorum", name] if self.quorum is None and (name == _NONE or self._is_known(name)):
                self.quorum = name
            case _:
                raise Fault(Code.E_FORM, f"{' '.join(words)[:80]!a} is no line of a policy here")

    def _group(self, least: str, members: Sequence[str]) -> _Group:
        if len(set(members)) < len(members) or not all(map(self._is_known, members)) or self.members & set(members):
            raise Fault(Code.E_FORM, "a group has an unknown member, or one that is in a group already")
        self.members.update(members)
        count = {"any": 1, "all": len(members)}.get(least) or (int(least) if _NUMBER.fullmatch(least) else 0)
        if not 1 <= count <= len(members):
            raise Fault(Code.E_FORM, f"{least[:20]!a} of {len(members)} members is no group")
        return _Group(count, tuple(members))

    def _is_known(self, name: str) -> bool:
        return name in self.witnesses or name in self.groups

    def _require_new(self, name: str) -> None:
        if name == _NONE or self._is_known(name):
            raise Fault(Code.E_FORM, f"the name {name[:80]!a} is taken")

    def _require_new_key(self, public: bytes) -> None:
        if public in self.public:
            raise Fault(Code.E_FORM, "a key stands twice in the policy")
        self.public.add(public)


def parse(text: str) -> Policy:
    """Read a policy.

    Raises:
        Fault: `E_FORM`.
    """
    if not _ALLOWED.fullmatch(text) or (text and not text.endswith("\n")):
        raise Fault(Code.E_FORM, "a policy is lines of text without control characters")
    reader = _Reader()
    for line in text.split("\n"):
        words = [word for word in re.split(r"[ \t]+", line) if word]
        if words and not words[0].startswith("#"):
            reader.take(words)
    if reader.quorum is None:
        raise Fault(Code.E_FORM, "the policy has no quorum line")
    if max(len(reader.witnesses), len(reader.groups)) > _MOST:
        raise Fault(Code.E_FORM, "the policy has more than 32 witnesses or groups")
    return Policy(
        text=text,
        origins=frozenset(reader.origins),
        witnesses=reader.witnesses,
        quorum=reader.quorum,
        _groups=reader.groups,
    )


def parse_for(text: str, origin: str) -> Policy:
    """Read a policy that must be for the log of this origin.

    Raises:
        Fault: `E_FORM`.
    """
    policy = parse(text)
    if origin not in policy.origins:
        raise Fault(Code.E_FORM, "the policy names no log of this origin")
    return policy
