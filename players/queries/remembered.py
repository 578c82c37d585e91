"""Erased players who can still be recognized, because an exclusion held at the erasure."""

from collections.abc import Iterator

from django.db.models import Exists, OuterRef, Q

from kernel.ids import ChainId
from players.models import Player
from players.models.persons import PersonKey


def remembered_players() -> Iterator[ChainId]:
    """Yield the erased players of whom a keyed digest is left, in the order of their chains."""
    keys = PersonKey.objects.filter(player=OuterRef("pk"))
    rows = Player.objects.filter(Q(person_digest__isnull=False) | Exists(keys), sealedprofile__isnull=True)
    yield from map(ChainId, rows.order_by("chain").values_list("chain", flat=True))
