"""Claim what the players have who registered before the directory did, or while a process did not know of it.

Source: docs/adr/0112-a-directory-of-claims.md.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from kernel.ids import ChainId
from players import directory
from players.core.claims import ClaimKind
from players.core.status import Status
from players.models import Player
from players.operations.claim_identity import settle

_PART: Final = 500
_OF_CLOSED: Final = 1
"""A closed account claims its user name alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimedPart:
    """What was done of one part of the players, in the order of their chains."""

    looked_at: int
    settled: int
    """Those who lacked a claim, or had one too many."""
    collisions: dict[ChainId, frozenset[ClaimKind]]
    """Which claims of whom an account of another cell has."""


def claim_existing() -> Iterator[ClaimedPart]:
    """Yield what was done of each part. Killed and called again, it passes over what is claimed."""
    after: UUID | None = None
    while part := _players_after(after):
        known = directory.claim_counts([chain for chain, _ in part])
        lacking = [chain for chain, wanted in part if known.get(chain, 0) != wanted]
        found = {chain: settle(chain) for chain in lacking}
        yield ClaimedPart(
            looked_at=len(part),
            settled=len(found),
            collisions={chain: kinds for chain, kinds in found.items() if kinds},
        )
        after = part[-1][0]


def free_claims_of_lost() -> int:
    """Free what accounts hold that this cell does not have, as after the restoration of an older copy; return how many those are."""
    after: ChainId | None = None
    freed = 0
    while part := directory.holders(after=after, at_most=_PART):
        known = set(Player.objects.filter(chain__in=part).values_list("chain", flat=True))
        lost = [chain for chain in part if chain not in known]
        for chain in lost:
            settle(chain)
        freed += len(lost)
        after = part[-1]
    return freed


def _players_after(after: UUID | None) -> list[tuple[ChainId, int]]:
    """Return the next players who are not erased, each with the number of claims."""
    rows = Player.objects.filter(sealedprofile__isnull=False).order_by("chain")
    if after is not None:
        rows = rows.filter(chain__gt=after)
    found = rows.values_list("chain", "status", "person_digest", "email_digest")[:_PART]
    return [
        (ChainId(chain), _OF_CLOSED if status == Status.CLOSED else 1 + (person is not None) + (email is not None))
        for chain, status, person, email in found
    ]
