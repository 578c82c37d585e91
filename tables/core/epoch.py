"""An epoch of a table, and what everybody who sits there adds to its deck.

Source: docs/formats/tables.md, "Grammar".
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from audit.core.epoch_seeds import seed_before
from kernel.ids import ChainId, RoundId
from kernel.refusals import Refusal, RefusalKind

VALUE_BYTES: Final = 32
"""The size of the value that a player's client draws for each stake."""

ROUNDS: Final = 1
"""An epoch of a table is one hand or one game."""


class ContributionMismatch(Refusal):
    """The value is not the one that the stake committed to."""

    code, kind = "contribution-mismatch", RefusalKind.INVALID


@dataclass(frozen=True, slots=True, order=True)
class TableEpoch:
    """One hand against the house, or one game around a pot."""

    chain: ChainId
    """The table's chain."""
    number: int
    """From 0."""

    def __bytes__(self) -> bytes:
        """Return what every derivation begins with: the chain and the epoch, 20 bytes."""
        return self.chain.bytes + self.number.to_bytes(4, "big")

    def __str__(self) -> str:
        """Write `<chain>-<epoch>`, by which journals refer to it."""
        return f"{self.chain.hex}-{self.number}"

    @property
    def round_id(self) -> RoundId:
        """The epoch's only round."""
        return RoundId(self.chain, self.number, ROUNDS)


def commitment(epoch: TableEpoch, seed: bytes) -> bytes:
    """Return what is announced of the epoch's seed before anybody places a stake."""
    return seed_before(seed, chain=epoch.chain, epoch=epoch.number, index=0)


def contribution(epoch: TableEpoch, *, seat: int, value: bytes) -> bytes:
    """Return the hash by which a stake commits to its player's value, 32 bytes that only the client knows."""
    assert len(value) == VALUE_BYTES, "a value is 32 bytes"
    return hashlib.sha256(b"RDF1/contrib\0" + bytes(epoch) + bytes([seat]) + value).digest()


def require_opens(epoch: TableEpoch, *, seat: int, contributed: bytes, value: bytes) -> None:
    """Refuse a value that does not open the contribution of this seat's stake.

    Raises:
        ContributionMismatch: also for a value that is not 32 bytes long.
    """
    if len(value) != VALUE_BYTES or contribution(epoch, seat=seat, value=value) != contributed:
        raise ContributionMismatch(
            "Nothing was stored. The value must be the 32 bytes whose contribution stands in the stake of this seat."
            " Send that value before the deadline, or the hand is not dealt and all stakes go back."
        )


def mix(epoch: TableEpoch, values: Mapping[int, bytes]) -> bytes:
    """Return what the values of all seats together add to the deck; `values` is by seat."""
    assert values, "somebody sits at the table"
    assert all(len(value) == VALUE_BYTES for value in values.values()), "a value is 32 bytes"
    parts = (bytes([seat]) + values[seat] for seat in sorted(values))
    return hashlib.sha256(b"RDF1/mix\0" + bytes(epoch) + b"".join(parts)).digest()


def with_beacon(mixed: bytes, value: bytes) -> bytes:
    """Return the client seed where a public source of randomness takes part; `value` is what the source published."""
    return hashlib.sha256(b"RDF1/beacon\0" + mixed + value).digest()
