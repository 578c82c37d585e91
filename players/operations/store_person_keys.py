"""Store the keyed digests that find a person, and lock a person against being registered twice at once.

Source: docs/rules/persons.md, PM-12; docs/adr/0055-the-person.md; regulation F21, F28.
"""

from collections.abc import Iterable

from django.db import connection

from kernel.ids import ChainId
from kernel.serving import served_cell
from players.core.identity import Identity
from players.core.person_keys import REMEMBERED, KeyKind
from players.identity_digests import person_key_digests
from players.models.persons import PersonKey


def lock_person(digests: Iterable[bytes]) -> None:
    """Wait until nobody else looks for a person by one of these keys. Ends with the transaction.

    Two who are compared share a key. So of a registration and an exclusion at the same moment one comes first, and the
    other one sees it. Call it before anybody is looked up, and once in a transaction.
    """
    # In order, so that two that have two keys in common do not wait for one another.
    locks = sorted({served_cell().lock(int.from_bytes(digest[:8], signed=True)) for digest in digests})
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(key) FROM unnest(%s::bigint[]) AS key", (locks,))


def store_person_keys(chain: ChainId, identity: Identity) -> dict[bytes, KeyKind]:
    """Store a player's keys in place of those of an earlier identity, and return them.

    Former names, mailboxes and lines stay: nobody is rid of an exclusion by changing them first.
    """
    digests = person_key_digests(identity)
    PersonKey.objects.filter(player=chain).exclude(kind__in=[kind.value for kind in REMEMBERED]).delete()
    PersonKey.objects.bulk_create(
        (PersonKey(digest=digest, player_id=chain, kind=kind.value) for digest, kind in digests.items()),
        ignore_conflicts=True,
    )
    return digests


def forget_person_keys(chain: ChainId, *, kept: Iterable[KeyKind] = ()) -> None:
    """Delete a player's keys, except for some kinds."""
    PersonKey.objects.filter(player=chain).exclude(kind__in=[kind.value for kind in kept]).delete()
