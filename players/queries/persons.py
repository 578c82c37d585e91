"""Accounts of one person, found by the keyed digest of the person."""

from collections.abc import Sequence

from django.db import connection

from kernel.ids import ChainId
from players.core.status import Status
from players.models import Player


def earlier_accounts(chain: ChainId) -> list[ChainId]:
    """Return the closed accounts of the same person, oldest first."""
    person = Player.objects.filter(chain=chain).values_list("person_digest", flat=True).first()
    if person is None:
        return []
    closed = Player.objects.filter(person_digest=person, status=Status.CLOSED).exclude(chain=chain)
    return [ChainId(earlier) for earlier in closed.order_by("created_at").values_list("chain", flat=True)]


def chains_of_persons(digests: Sequence[bytes]) -> list[tuple[bytes, ChainId]]:
    """Return digest and chain of every player whose person has one of these digests, at most a few thousand."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT person_digest, chain FROM players_player WHERE person_digest = ANY(%s::bytea[]) ORDER BY chain",
            (list(digests),),
        )
        return [(bytes(digest), ChainId(chain)) for digest, chain in cursor.fetchall()]


def person_digest_of(chain: ChainId) -> bytes | None:
    """Return the digest of a player's person, or None where no name is stored."""
    digest = Player.objects.values_list("person_digest", flat=True).get(chain=chain)
    return None if digest is None else bytes(digest)
