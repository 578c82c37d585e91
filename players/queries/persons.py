"""Accounts of one person, found by the keyed digest of the person."""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from django.db import connection

from kernel.ids import ChainId
from players import vault
from players.core.identity import identity_of
from players.core.person_keys import KeyKind
from players.core.status import Status
from players.identity_digests import near_name_digests, slipped_name_digests
from players.models import Player
from players.models.persons import PersonKey

CHAINS_OF_PERSON: Final = (
    "SELECT head.chain UNION SELECT other.chain FROM players_player me"
    " JOIN players_player other ON other.person_digest = me.person_digest WHERE me.chain = head.chain"
)
"""The accounts of the person of the source named `head`: the one alone where no person is stored."""


def earlier_accounts(chain: ChainId) -> list[ChainId]:
    """Return the closed accounts of the same person, oldest first."""
    person = Player.objects.filter(chain=chain).values_list("person_digest", flat=True).first()
    if person is None:
        return []
    closed = Player.objects.filter(person_digest=person, status=Status.CLOSED).exclude(chain=chain)
    return [ChainId(earlier) for earlier in closed.order_by("created_at").values_list("chain", flat=True)]


def chains_of_persons(digests: Sequence[bytes]) -> list[tuple[bytes, ChainId]]:
    """Return digest and chain of every player whose person has one of these digests, at most a few thousand.

    A person has several: as the names are written, swapped, and as they are read in a to z.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT person_digest, chain FROM players_player WHERE person_digest = ANY(%s::bytea[])"
            " UNION SELECT digest, chain FROM players_person_key WHERE digest = ANY(%s::bytea[]) AND kind = %s"
            " ORDER BY chain, person_digest",
            (list(digests), list(digests), KeyKind.PERSON.value),
        )
        return [(bytes(digest), ChainId(chain)) for digest, chain in cursor.fetchall()]


def person_digests_of(chain: ChainId) -> list[bytes]:
    """Return all digests of a player's person, that of the names as they are written first."""
    written = person_digest_of(chain)
    others = PersonKey.objects.filter(player=chain, kind=KeyKind.PERSON.value).order_by("digest")
    return [*([] if written is None else [written]), *(bytes(key.digest) for key in others)]


class NamesAround(NamedTuple):
    """The digests of what a register may call a player without naming exactly this person."""

    near: frozenset[bytes]
    """Of all names that are near to the player's, with the player's birth date: some thousand."""
    slipped: frozenset[bytes]
    """Of the player's own names, with each birth date that is a slip apart: some forty."""


def names_around(chain: ChainId) -> NamesAround:
    """Return the digests of the names around a player's."""
    person = identity_of(vault.read(chain)).person()
    return NamesAround(near=near_name_digests(person), slipped=slipped_name_digests(person))


def chains_with_key(kind: KeyKind, digests: Collection[bytes]) -> list[ChainId]:
    """Return the players who can bet some day and of whose keys of a kind one has one of these digests, in order."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT p.chain FROM players_person_key k JOIN players_player p ON p.chain = k.chain"
            " WHERE k.digest = ANY(%s::bytea[]) AND k.kind = %s AND p.status <> %s ORDER BY p.chain",
            (list(digests), kind.value, Status.CLOSED.value),
        )
        return [ChainId(chain) for (chain,) in cursor.fetchall()]


def person_digest_of(chain: ChainId) -> bytes | None:
    """Return the digest of a player's person, or None where no name is stored."""
    digest = Player.objects.values_list("person_digest", flat=True).get(chain=chain)
    return None if digest is None else bytes(digest)
