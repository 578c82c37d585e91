"""How the records of one chain follow each other.

Source: docs/formats/record.md, "Fields common to all types".
"""

from dataclasses import dataclass
from typing import NamedTuple

from verifier.common_fields import Common
from verifier.verdict import Code, Fault


class Position(NamedTuple):
    """The log index of a record, and its leaf in hex."""

    index: int  # type: ignore[assignment]  # the word of the trade; nobody looks for items of a place
    leaf: str


@dataclass(slots=True, kw_only=True)
class Link:
    """The end of a chain: what its next record must follow."""

    seq_next: int = 0
    leaf: str = "0" * 64
    time: int = 0

    def require(self, record: Common) -> None:
        """Refuse `record` unless it is the chain's next.

        Raises:
            Fault: `E_CHAIN`, `E_TIME_ORDER`.
        """
        self.require_place(record)
        self.require_time(record)

    def require_place(self, record: Common) -> None:
        """Refuse `record` unless its number and the leaf before it follow.

        Raises:
            Fault: `E_CHAIN`.
        """
        if record["seq"] != self.seq_next:
            raise Fault(Code.E_CHAIN, f"seq is {record['seq']} where {self.seq_next} follows")
        if record["prev"] != self.leaf:
            raise Fault(Code.E_CHAIN, "prev is not the leaf of the chain's record before")

    def require_time(self, record: Common) -> None:
        """Refuse `record` if it is earlier than the one before.

        Raises:
            Fault: `E_TIME_ORDER`.
        """
        if record["time"] < self.time:
            raise Fault(Code.E_TIME_ORDER, "the time is earlier than that of the chain's record before")

    def advance(self, record: Common, *, leaf: str) -> None:
        """Make `record` the chain's last even if it failed, so that one fault is reported once."""
        self.seq_next = record["seq"] + 1
        self.leaf = leaf
        self.time = record["time"]
