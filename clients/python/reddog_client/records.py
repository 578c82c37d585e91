"""Records of the player's chain, as their receipts spell them.

Source: docs/formats/record.md, "Grammar" and "Fields common to all types".
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from . import canonical_json
from .errors import Reason, VerificationError
from .merkle import leaf_hash
from .signed_notes import split

FIRST_PREV: Final = "0" * 64
"""`prev` of the first record of a chain."""

_LEAF: Final = re.compile(r"[0-9a-f]{64}")
_COMMON: Final[Mapping[str, type]] = {"chain": str, "seq": int, "prev": str, "time": int, "type": str, "v": str}


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A record, the note that it was read from to the byte, and its leaf.

    The operator's key for records is announced in the log itself, where only an auditor reads it. So this client does
    not judge the note's signature: it asks the log to prove the leaf.
    """

    note: str
    leaf: str
    fields: Mapping[str, Any]

    @classmethod
    def parse(cls, receipt: Mapping[str, Any]) -> Self:
        """Read a receipt, {`seq`, `leaf`, `note`}, whose `note` alone is believed.

        Raises:
            VerificationError: `MALFORMED_TEXT` if it is no record, or the receipt names another leaf or number.
        """
        note = receipt.get("note")
        if not isinstance(note, str):
            raise VerificationError(Reason.MALFORMED_TEXT, "a receipt has no note")
        fields = canonical_json.decode(split(note)[0][:-1])
        leaf = leaf_hash(note.encode()).hex()
        if any(type(fields.get(name)) is not kind for name, kind in _COMMON.items()):
            raise VerificationError(Reason.MALFORMED_TEXT, "a record lacks a field that all records have", note)
        if (receipt.get("leaf"), receipt.get("seq")) != (leaf, fields["seq"]):
            raise VerificationError(Reason.MALFORMED_TEXT, "a receipt names another record than its note", note)
        return cls(note=note, leaf=leaf, fields=fields)

    @property
    def kind(self) -> str:
        """Return the record's type."""
        return str(self.fields["type"])

    @property
    def seq(self) -> int:
        """Return the record's number in its chain, from 0."""
        return int(self.fields["seq"])

    @property
    def receipt(self) -> dict[str, object]:
        """Return what is kept of it."""
        return {"seq": self.seq, "leaf": self.leaf, "note": self.note}

    def require(self, **wanted: object) -> None:
        """Refuse a record that says something else than what was asked for.

        Raises:
            VerificationError: `OTHER_RECORD`, with the note as evidence.
        """
        for name, value in wanted.items():
            if self.fields.get(name) != value:
                found = self.fields.get(name)
                raise VerificationError(
                    Reason.OTHER_RECORD, f"{name} of the {self.kind} is {found!a} and not {value!a}", self.note
                )


def require_leaf(text: str) -> str:
    """Return `text` if it spells a leaf.

    Raises:
        VerificationError: `MALFORMED_TEXT`.
    """
    if not _LEAF.fullmatch(text):
        raise VerificationError(Reason.MALFORMED_TEXT, f"{text[:80]!a} is no leaf")
    return text
