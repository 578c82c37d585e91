"""Names of chains and rounds, computed rather than drawn.

Source: docs/formats/record.md; audit protocol RDF/1, section 2.1.
"""

import re
from dataclasses import dataclass
from typing import Final, NewType
from uuid import UUID

from kernel.refusals import Refusal, RefusalKind

ChainId = NewType("ChainId", UUID)
"""Sixteen bytes. As a UUID only because the database keeps those compactly; its version bits mean nothing."""

SYSTEM_CHAIN: Final = ChainId(UUID(int=0))
_CHAIN_ID: Final = re.compile(r"[0-9a-f]{32}")
_ROUND_ID: Final = re.compile(r"([0-9a-f]{32})-(0|[1-9][0-9]{0,8})-([1-9][0-9]{0,3})")


def chain_id(text: str) -> ChainId | None:
    """Read 32 hex digits, as records and the interface write a chain; None for any other text."""
    return ChainId(UUID(hex=text)) if _CHAIN_ID.fullmatch(text) else None


class MalformedRoundId(Refusal):
    """This is not a round id."""

    code, kind = "round-not-found", RefusalKind.NOT_FOUND


@dataclass(frozen=True, slots=True, order=True)
class RoundId:
    """A round: the chain it was played in, the seed epoch (from 0) and the nonce within it (from 1)."""

    chain: ChainId
    epoch: int
    nonce: int

    def __str__(self) -> str:
        """Write `<chain>-<epoch>-<nonce>`."""
        return f"{self.chain.hex}-{self.epoch}-{self.nonce}"

    @classmethod
    def parse(cls, text: str) -> "RoundId":
        """Read `<chain>-<epoch>-<nonce>`.

        Raises:
            MalformedRoundId: any other text; to the player no such round exists.
        """
        match = _ROUND_ID.fullmatch(text)
        if match is None:
            raise MalformedRoundId(
                "Nothing was changed. There is no round of this id. A round id is <chain>-<epoch>-<nonce>."
            )
        return cls(ChainId(UUID(hex=match[1])), int(match[2]), int(match[3]))
