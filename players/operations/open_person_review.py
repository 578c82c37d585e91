"""Open a review of whether a player is somebody who is known already. It suspends an account that could place a bet.

Source: docs/rules/persons.md, PM-14; docs/adr/0055-the-person.md; regulation F21, F28.
"""

from datetime import datetime

from uuid_utils.compat import uuid7

from audit.operations.save_event import NewEvent, save_event
from kernel.ids import ChainId
from players.core.status import Status
from players.models import Player
from players.models.persons import PersonReview
from players.operations.set_status import change_status


def open_person_review(player: Player, review: PersonReview, *, now: datetime) -> None:
    """Store a review of a player whose row is locked, and suspend the account unless it takes no bets already."""
    review.id, review.opened_at = uuid7(), now
    review.suspended = player.status in {Status.ACTIVE, Status.DORMANT}
    review.save(force_insert=True)
    save_event(
        NewEvent(
            kind="person-review-opened",
            subject=ChainId(player.chain),
            actor="platform",
            after={"review": review.id.hex, "shared": review.shared},
        ),
        now=now,
    )
    if review.suspended:
        # The player reads the reason. It does not tell whether anybody is excluded.
        change_status(player, Status.SUSPENDED, reason="a review of the person is open", actor="platform", now=now)
