"""The parent log: what its entries say, and which checkpoint of a cell may become one. Pure.

Source: docs/formats/parent.md.
"""

import base64
import binascii
import json
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from audit.core.key_notes import KeyNoteRefused, require_signed
from audit.core.note import key_id, text_of
from kernel import canonical_json

NAME: Final = "parent"
"""What stands behind the installation's origin and folder."""

_VERSION: Final = "rdf/2"
_BODY: Final = re.compile(r"([^\n]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n")


class CheckpointRefused(Exception):  # noqa: N818  named like a refusal
    """A cell's checkpoint does not become an entry. `code` says why in one word, the text in a sentence."""

    def __init__(self, code: str, sentence: str) -> None:
        """Say why."""
        super().__init__(sentence)
        self.code = code


class NotAnEntry(Exception):  # noqa: N818  named for what it is
    """A parent log has an entry that none may have: it is not ours, or its files were changed."""


class CellLog(NamedTuple):
    """A cell's log as the parent log knows it."""

    origin: str
    log: str
    """The vkey of its first log key."""
    root: str
    """The vkey of the root, which is the parent's."""


class Taken(NamedTuple):
    """A checkpoint of a cell: so many entries, and their root."""

    origin: str
    size: int
    root: bytes


def word_text(*, origin: str, log: str, policy: str | None) -> str:
    """Return the text by which the root says which key signs the parent log, and which witnesses are asked for."""
    said: dict[str, object] = {"log": log, "origin": origin, "type": "parent", "v": _VERSION}
    return canonical_json.encode(said if policy is None else {**said, "policy": policy}).decode() + "\n"


def cell_text(cell: CellLog) -> str:
    """Return the text by which the parent log names a cell."""
    return canonical_json.encode({**cell._asdict(), "type": "cell", "v": _VERSION}).decode() + "\n"


def read_checkpoint(note: str) -> Taken:
    """Return what a checkpoint states, whoever signed it.

    Raises:
        CheckpointRefused: it is none.
    """
    match = _BODY.fullmatch(text_of(note))
    if match is None:
        raise CheckpointRefused("no-checkpoint", "What is published is no checkpoint.")
    return Taken(match[1], int(match[2]), base64.b64decode(match[3]))


def entry_of(note: str, *, live: Collection[str]) -> str:
    """Return a checkpoint with the lines of the cell's log keys alone, as it becomes an entry. `live` are their vkeys.

    Raises:
        CheckpointRefused: not each of them signed it.
    """
    text, lines = text_of(note), note.rpartition("\n\n")[2].splitlines(keepends=True)
    kept = ""
    for vkey in live:
        name, spelt, _ = vkey.split("+", 2)
        own = [line for line in lines if _signer(line) == (name, spelt)]
        try:
            (line,) = own
            require_signed(f"{text}\n{line}", vkey)
        except (ValueError, KeyNoteRefused):
            raise CheckpointRefused("not-signed", f"The key {vkey} did not sign the checkpoint once.") from None
        kept += line
    if not kept:
        raise CheckpointRefused("not-signed", "No key of the cell signs checkpoints.")
    return f"{text}\n{kept}"


def _signer(line: str) -> tuple[str, str]:
    name, _, encoded = line.removeprefix("— ").rstrip("\n").partition(" ")
    try:
        return name, base64.b64decode(encoded, validate=True)[: len(key_id("", b""))].hex()
    except binascii.Error:
        return name, ""


@dataclass(slots=True)
class ParentState:
    """What the entries of a parent log say so far: its cells, and the newest checkpoint of each."""

    cells: dict[str, CellLog] = field(default_factory=dict)
    """By origin, in the order in which they were named."""
    newest: dict[str, Taken] = field(default_factory=dict)
    words: list[tuple[int, str]] = field(default_factory=list)
    """The root's words, each with its log index."""
    size: int = 0

    def see(self, entry: str) -> None:
        """Take up the next entry, which was written here.

        Raises:
            NotAnEntry: it is none.
        """
        text = text_of(entry)
        if text.startswith("{"):
            self._see_words(entry, text)
        else:
            try:
                taken = read_checkpoint(entry)
            except CheckpointRefused:
                raise NotAnEntry(f"Entry {self.size} of the parent log is none.") from None
            self.newest[taken.origin] = taken
        self.size += 1

    def see_all(self, entries: Iterable[str]) -> None:
        """Take up entries in their order."""
        for entry in entries:
            self.see(entry)

    def policy_below(self, size: int) -> str | None:
        """Return the policy that holds for a checkpoint of this size; None if it asks for no witness."""
        below = [entry for index, entry in self.words if index < size]
        policy = json.loads(text_of(below[-1])).get("policy") if below else None
        assert policy is None or isinstance(policy, str), "the root's word was read when it came"
        return policy

    def require_next(self, taken: Taken) -> bool:
        """Return whether a cell's checkpoint is a new one; refuse one that cannot go on from the newest that was taken.

        Whether a larger tree goes on from the smaller one, a consistency proof says.

        Raises:
            CheckpointRefused: the log went back, or has two roots for one size.
        """
        before = self.newest.get(taken.origin)
        if before is None:
            return True
        if taken.size < before.size:
            raise CheckpointRefused(
                "went-back", f"{taken.origin} has {taken.size} entries; {before.size} were taken before."
            )
        if taken.size == before.size and taken.root != before.root:
            raise CheckpointRefused(
                "forked", f"{taken.origin} has another root of {taken.size} entries than was taken."
            )
        return taken.size > before.size

    def _see_words(self, entry: str, text: str) -> None:
        said = json.loads(text)
        if said.get("type") == "cell":
            self.cells[said["origin"]] = CellLog(said["origin"], said["log"], said["root"])
        elif said.get("type") == "parent":
            self.words.append((self.size, entry))
        else:
            raise NotAnEntry(f"Entry {self.size} of the parent log is none.")
