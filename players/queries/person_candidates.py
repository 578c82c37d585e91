"""Players who may be one person, found by the keys that they share."""

from collections.abc import Callable, Collection, Iterator, Mapping, Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from django.db import connection

from kernel.ids import ChainId
from players import directory
from players.core.person_keys import KeyKind
from players.core.person_review import PersonReviewDecision
from players.directory import is_in_directory

Excluded = Callable[[Collection[ChainId]], AbstractSet[ChainId]]
"""Returns those of some players whom an exclusion binds."""


class ExcludedAt(Protocol):
    """Returns those of some players whom an exclusion binds at an instant."""

    def __call__(self, chains: Collection[ChainId], *, now: datetime) -> AbstractSet[ChainId]:
        """Return them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A player who shares keys with a person: which kinds of keys, and the account's status."""

    chain: ChainId
    status: str
    kinds: frozenset[KeyKind]


def candidates(digests: Collection[bytes], *, besides: ChainId) -> Iterator[Candidate]:
    """Yield the other players who have any of these keys, oldest account first."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT p.chain, p.status, array_agg(DISTINCT k.kind) FROM players_person_key k"
            " JOIN players_player p ON p.chain = k.chain WHERE k.digest = ANY(%s::bytea[]) AND k.chain <> %s"
            " GROUP BY p.chain, p.status, p.created_at ORDER BY p.created_at, p.chain",
            (list(digests), besides),
        )
        rows = cursor.fetchall()
    for chain, status, kinds in rows:
        yield Candidate(chain=ChainId(chain), status=status, kinds=frozenset(map(KeyKind, kinds)))


def one_person_as(chains: Collection[ChainId]) -> Mapping[ChainId, frozenset[ChainId]]:
    """Return, for each chain, all chains that reviews found to be of one person with it, itself among them."""
    with connection.cursor() as cursor:
        cursor.execute(
            "WITH RECURSIVE linked(origin, chain) AS (SELECT c, c FROM unnest(%s::uuid[]) AS c"
            " UNION SELECT l.origin, CASE WHEN r.chain = l.chain THEN r.other ELSE r.chain END FROM linked l"
            " JOIN players_person_review r ON r.decision = %s AND r.other IS NOT NULL"
            " AND (r.chain = l.chain OR r.other = l.chain))"
            " SELECT origin, array_agg(chain) FROM linked GROUP BY origin",
            (list(chains), PersonReviewDecision.SAME.value),
        )
        return {ChainId(origin): frozenset(map(ChainId, linked)) for origin, linked in cursor.fetchall()}


def bound_among(chains: Collection[ChainId], excluded: Excluded) -> frozenset[ChainId]:
    """Return those of some players whom an exclusion binds, through another account of the same person too."""
    linked = one_person_as(chains)
    held = excluded(frozenset().union(*linked.values()))
    return frozenset(chain for chain in chains if not linked[chain].isdisjoint(held))


def is_bound_through_another(chain: ChainId, excluded: Excluded) -> bool:
    """Return whether an exclusion binds another account that reviews found to be of the player's person, or one in another cell."""
    others = one_person_as([chain])[chain] - {chain}
    return bool(others and excluded(others)) or is_excluded_elsewhere(chain)


def is_excluded_elsewhere(chain: ChainId) -> bool:
    """Return whether an exclusion that another cell set binds the player's person. Without cells no statement is sent."""
    return is_in_directory() and bool(directory.bound_here(since=None, chain=chain))
