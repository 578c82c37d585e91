"""The keys of a log that a witness goes by: those that it was given, and their successors by the root's word.

What the root signed is kept in a file, and judged anew at each start.

Source: docs/formats/signing-keys.md, rule 8.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Self

from verifier import canonical, log_keys, note, schema
from verifier.note import VerifierKey, parse_vkey
from verifier.verdict import Code, Fault
from verifier.warrants import require_word
from verifier.witness.state import StateRefused, replace


class WitnessedLog(NamedTuple):
    """A log as the witness was given it: its key, and its root, if it may follow successors."""

    key: VerifierKey
    root: VerifierKey | None = None


class UnknownLog(Exception):  # noqa: N818  says what is the case
    """The record is of a log that this witness does not know."""


@dataclass(slots=True)
class KnownKeys:
    """The keys of all logs of a witness, and the file of what their roots said since."""

    path: Path
    logs: Sequence[WitnessedLog]
    _notes: list[str] = field(default_factory=list)
    _announced: list[VerifierKey] = field(default_factory=list)
    _revoked: list[VerifierKey] = field(default_factory=list)

    @classmethod
    def open(cls, path: Path, logs: Sequence[WitnessedLog]) -> Self:
        """Read the file, if there is one.

        Raises:
            StateRefused: it holds what no root of these logs said.
        """
        known = cls(path, logs)
        try:
            notes = json.loads(path.read_text()) if path.exists() else []
            for each in notes:
                known._take(each.encode())
        except (ValueError, AttributeError, TypeError, Fault, UnknownLog) as error:
            raise StateRefused(f"{path} is not what the root of a log said of its keys: {error}") from None
        return known

    def of(self, origin: str) -> list[VerifierKey]:
        """Return the keys of which one has to sign a checkpoint of the log of this name."""
        given = [log.key for log in self.logs]
        return [key for key in (*given, *self._announced) if key.name == origin and key not in self._revoked]

    def add(self, entry: bytes) -> None:
        """Go by a record of a log key from now on. It is on the disk when this returns.

        Raises:
            UnknownLog: it is of a log that this witness does not know.
            Fault: `E_KEY`, `E_SIG`: it is not the root's word, or there is no root; `E_FORM`: it is no such record, or revokes
                the last key.
            OSError: it could not be kept, and is not gone by.
        """
        tried = KnownKeys(self.path, self.logs, [*self._notes], [*self._announced], [*self._revoked])
        tried._take(entry)
        if tried._notes != self._notes:
            replace(self.path, tried._notes)
            self._notes, self._announced, self._revoked = tried._notes, tried._announced, tried._revoked

    def _take(self, entry: bytes) -> None:
        parsed = note.split(entry)
        record = schema.check(canonical.parse(note.line_of(parsed)))
        if record["type"] not in ("key", "revoke") or record["use"] != log_keys.USE:
            raise Fault(Code.E_FORM, "it is no record of a log key")
        key = parse_vkey(record["vkey"])
        logs = [log for log in self.logs if log.key.name == key.name == record["name"]]
        if not logs:
            raise UnknownLog
        root = next((log.root for log in logs if log.root is not None), None)
        if root is None:
            raise Fault(Code.E_KEY, "this witness was given no root of the log")
        require_word(record, parsed, root=root, origin=key.name)
        if key in self._revoked:
            return
        if record["type"] == "revoke":
            self._revoke(key)
        elif key in self.of(key.name):
            return
        else:
            self._announced.append(key)
        self._notes.append(entry.decode())

    def _revoke(self, key: VerifierKey) -> None:
        if self.of(key.name) == [key]:
            raise Fault(Code.E_FORM, "it revokes the last key of the log that this witness knows")
        self._revoked.append(key)
