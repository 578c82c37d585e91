"""Forget erased persons who were still recognized because of an exclusion, once it has ended.

Source: docs/retention.md; docs/rules/persons.md, PM-17; regulation F28, F58, F59.
"""

from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from typing import Final

from django.db import transaction

from audit.old_rows import OldRows
from kernel.ids import ChainId
from players.operations.erase import forget_remembered
from players.queries.accounts import player_for_update
from players.queries.person_candidates import one_person_as
from players.queries.remembered import remembered_players
from responsible_gaming.operations.apply_exclusion_list import lock_list
from responsible_gaming.operations.forget_identity import forget_identity
from responsible_gaming.queries.exclusions import excluded_among


def _no_longer_excluded(now: datetime) -> Iterator[ChainId]:
    for chain in remembered_players():
        if not excluded_among(one_person_as([chain])[chain], now=now):
            yield chain


def _count(now: datetime) -> int:
    return sum(1 for _ in _no_longer_excluded(now))


def _forget(now: datetime, limit: int) -> int:
    forgotten = 0
    with transaction.atomic():
        # In the order of an erasure: an import that is under way would exclude the person again.
        lock_list(exclusive=False)
        for chain in list(islice(_no_longer_excluded(now), limit)):
            player_for_update(chain)
            if forget_identity(chain, now=now):
                forget_remembered(chain)
                forgotten += 1
    return forgotten


REMEMBERED_PERSONS: Final = OldRows(
    table="players_person_key",
    what="keyed digests of erased persons whose exclusion has ended, here and in `players_player`: deleted",
    count=_count,
    delete=_forget,
)
"""The boundary is the instant at which no exclusion may hold any more."""
