"""The stakes of a player's program, with the values that only it knows: kept before they are sent, until they have ended.

In a file they outlive the program: who sent a contribution and cannot open it any more burns a hand of everybody's.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptStake:
    """A stake in the player's hands: what was sent, and the value that only the player knows."""

    table: str
    epoch: int
    seat: int
    amount_minor: int
    contribution: str
    commitment: str
    """Of the house's seed, as it was announced when the stake was placed."""
    announced_seq: int
    """The number of the table's record that announced it."""
    value: bytes
    leaf: str = ""
    """Of the stake's record; empty until the house has answered."""
    seal: str | None = None
    """Of the hidden hand that the player was shown, against the house."""
    revealed: bool = False
    """Whether the house has said that it has the value."""


@dataclass(kw_only=True)
class KeptStakes:
    """The stakes of one player by their contributions, in a file where one is given."""

    file: Path | None = None
    _stakes: dict[str, KeptStake] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Read what an earlier run has kept."""
        if self.file is not None and self.file.exists():
            stored = (_parsed(document) for document in json.loads(self.file.read_text()))
            self._stakes = {stake.contribution: stake for stake in stored}

    def keep(self, stake: KeptStake) -> KeptStake:
        """Keep a stake as it is now, and return it."""
        self._stakes[stake.contribution] = stake
        self._write()
        return stake

    def get(self, contribution: str) -> KeptStake | None:
        """Return the stake of a contribution; None if it is not one of this program's."""
        return self._stakes.get(contribution)

    def forget(self, stake: KeptStake) -> None:
        """Drop a stake whose value nobody will ask for."""
        self._stakes.pop(stake.contribution, None)
        self._write()

    def _write(self) -> None:
        if self.file is None:
            return
        self.file.parent.mkdir(parents=True, exist_ok=True)
        new = self.file.with_suffix(".new")
        # Whoever reads a value early can see the deck before its player does.
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as output:  # noqa: PTH123  with its mode
            json.dump([_document(stake) for stake in self._stakes.values()], output)
            output.flush()
            os.fsync(output.fileno())
        new.replace(self.file)


def _document(stake: KeptStake) -> dict[str, object]:
    return {**asdict(stake), "value": stake.value.hex()}


def _parsed(document: Mapping[str, object]) -> KeptStake:
    stake = KeptStake(**document)  # type: ignore[arg-type]  # the members that were written
    return replace(stake, value=bytes.fromhex(str(document["value"])))
