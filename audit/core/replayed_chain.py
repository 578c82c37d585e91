"""Rebuild a chain's state from its records, to compare it with the rows that steps read.

Source: docs/formats/record.md, "Epochs" and "Rounds"; docs/formats/tables.md.
"""

from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class ReplayedEpoch:
    """An epoch, as the records have it."""

    rounds: int
    """How many seeds its commitment covers."""
    commitment: bytes
    announced_seq: int
    """Number of the record that announced it."""
    client: bytes | None = None
    """The player's seed; None until the epoch is opened."""
    opened_ms: int | None = None
    """None until the epoch is opened."""
    closed_ms: int | None = None
    """When a new commitment ended it early; None otherwise."""


@dataclass(slots=True)
class ReplayedChain:
    """The state of a chain after the records taken so far. Mutable: records are taken oldest first."""

    epoch: int = -1
    """The newest epoch that was opened; -1 for none."""
    nonce: int = 0
    """The newest round of that epoch; 0 for none."""
    in_round: bool = False
    """Whether a round is open; in a table's chain, whether an epoch runs."""
    at_table: bool = False
    """Whether a stake at a table is open."""
    limits_leaf: bytes | None = None
    """Leaf of the newest `limits` record."""
    has_keys: bool = False
    """Whether a key of the player's was let in."""
    epochs: dict[int, ReplayedEpoch] = field(default_factory=dict)
    """Every epoch that was announced, by its number."""

    def take(self, record: Any, leaf: bytes) -> None:
        """Take the next record; none may be left out."""
        self.has_keys |= record["type"] == "player_key"
        match record["type"]:
            case "commit":
                self._close(record["time"])
                self._announce(record["epoch"], record, seq=record["seq"])
            case "open":
                # A table begins its epoch with `seats`, and knows the client seed only afterwards.
                if "next" in record:
                    self._begin(record)
                self.epochs[self.epoch] = replace(
                    self.epochs[self.epoch], client=bytes.fromhex(record["client"]), opened_ms=record["time"]
                )
            case "seats":
                self._begin(record)
                self.in_round = True
            case "hand":
                self.nonce = 1
            case "deal" if "nonce" in record:
                self.nonce, self.in_round = record["nonce"], True
            case "deal" | "sit":
                self.at_table = True
            case "settle" | "void" | "leave" | "hand_end" | "table_abort":
                self.in_round = self.at_table = False
            case "limits":
                self.limits_leaf = leaf

    def _begin(self, record: Any) -> None:
        self.epoch, self.nonce = record["epoch"], 0
        self._announce(self.epoch + 1, record["next"], seq=record["seq"])

    def _announce(self, epoch: int, commitment: Any, *, seq: int) -> None:
        self.epochs[epoch] = ReplayedEpoch(commitment["n"], bytes.fromhex(commitment["commit"]), seq)

    def _close(self, time_ms: int) -> None:
        """Close the open epoch, if there is one: a new commitment ends it."""
        current = self.epochs.get(self.epoch)
        if current is not None and current.closed_ms is None:
            self.epochs[self.epoch] = replace(current, closed_ms=time_ms)
