"""Where a chain stands by what its records say, for comparison with the rows that steps read.

Source: docs/formats/record.md, "Epochs" and "Rounds".
"""

from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class ReplayedEpoch:
    """An epoch as the records tell of it; null until it is opened, or closed before it was used up."""

    rounds: int
    commitment: bytes
    announced_seq: int
    client: bytes | None = None
    opened_ms: int | None = None
    closed_ms: int | None = None


@dataclass(slots=True)
class ReplayedChain:
    """What a chain's records come to; it changes with each that is taken, oldest first."""

    epoch: int = -1
    nonce: int = 0
    in_round: bool = False
    limits_leaf: bytes | None = None
    epochs: dict[int, ReplayedEpoch] = field(default_factory=dict)

    def take(self, record: Any, leaf: bytes) -> None:
        """Take the next record of a chain of which none is missing."""
        match record["type"]:
            case "commit":
                self._close(record["time"])
                self._announce(record["epoch"], record, seq=record["seq"])
            case "open":
                self.epoch, self.nonce = record["epoch"], 0
                self.epochs[self.epoch] = replace(
                    self.epochs[self.epoch], client=bytes.fromhex(record["client"]), opened_ms=record["time"]
                )
                self._announce(self.epoch + 1, record["next"], seq=record["seq"])
            case "deal":
                self.nonce, self.in_round = record["nonce"], True
            case "settle" | "void":
                self.in_round = False
            case "limits":
                self.limits_leaf = leaf

    def _announce(self, epoch: int, told: Any, *, seq: int) -> None:
        self.epochs[epoch] = ReplayedEpoch(told["n"], bytes.fromhex(told["commit"]), seq)

    def _close(self, time_ms: int) -> None:
        """End the open epoch, if there is one: a commitment that is replaced takes it along."""
        current = self.epochs.get(self.epoch)
        if current is not None and current.closed_ms is None:
            self.epochs[self.epoch] = replace(current, closed_ms=time_ms)
