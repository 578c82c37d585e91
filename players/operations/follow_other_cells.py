"""Let exclusions that other cells set bind the same persons' accounts here: they are suspended.

An account that is of an excluded person beside the excluded one is suspended within a cell too (docs/rules/persons.md,
PM-19). Then it takes no deposit and no stake, and nobody reactivates it while the exclusion is in force. No step of
play asks the directory: a task follows it, and each log-in looks for the one account.

Source: docs/adr/0112-a-directory-of-claims.md; regulation F28.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from kernel.ids import ChainId
from players import directory
from players.core.status import Status
from players.directory import is_in_directory
from players.models import Player
from players.operations.recognize_person import SAME_PERSON
from players.operations.set_status import change_status
from players.queries.accounts import players_for_update
from players.queries.person_candidates import is_excluded_elsewhere

_OVERLAP: Final = timedelta(minutes=30)
"""A mark has the instant of its statement and is seen when its transaction has ended: no transaction takes so long. Who was
being registered meanwhile is found too."""

_OPEN: Final = frozenset({Status.ACTIVE, Status.DORMANT})


def follow_other_cells(*, clock: Callable[[], datetime], anew: bool = False) -> int:
    """Suspend the players whose persons are newly excluded in other cells, and return how many. It is safe to run it twice.

    With `anew` all exclusions count and not the new ones alone, as after this cell's rows were restored from a copy.
    """
    if not is_in_directory():
        return 0
    standing = directory.standing(pending_seconds=0)
    since = None if anew or standing.read_to is None else standing.read_to - _OVERLAP
    followed = sum(_suspend(chain, now=clock()) for chain in directory.bound_here(since=since))
    # Last: after a crash before it, the next run looks at the same marks again.
    directory.was_read(standing.seen_at)
    return followed


def suspend_if_excluded_elsewhere(player: Player, *, now: datetime) -> bool:
    """Suspend a player whose row is locked if another cell excludes the person, and return whether that was done."""
    if player.status not in _OPEN or not is_excluded_elsewhere(ChainId(player.chain)):
        return False
    change_status(player, Status.SUSPENDED, reason=SAME_PERSON, actor="platform", now=now)
    return True


def _suspend(chain: ChainId, *, now: datetime) -> bool:
    with transaction.atomic():
        return any(suspend_if_excluded_elsewhere(player, now=now) for player in players_for_update([chain]))
