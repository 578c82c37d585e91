"""Change the status of an account: suspend a player, end the suspension, close the account.

One operator suspends and closes. To end a suspension opens an account to money again, and needs two.

The status, its event and a new version of the player's chain are written in one transaction. So a bet that is being
decided at that moment reads again, and no cached snapshot of the old status decides one. Open rounds are finished.

Source: docs/rules/accounts.md, clauses AC-8 and AC-9; docs/approvals.md; regulation F21, F40, F45.
"""

from datetime import datetime

from django.db import transaction

from audit.operations.append import bump_version
from audit.operations.save_event import NewEvent, save_event
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind
from players.core.person_review import PersonReviewOpen
from players.core.status import Actor, Status, StatusNotAllowed, require_transition
from players.models import Player
from players.operations.claim_identity import change_claims
from players.queries.accounts import player_for_update
from players.queries.person_candidates import Excluded, is_bound_through_another
from players.queries.person_reviews import has_open_review
from staff.core.approval import Approval, ProposalNeeded


class StatusUnchanged(Refusal):
    """The player has this status already."""

    code, kind = "status-unchanged", RefusalKind.CONFLICT


def set_status(chain: ChainId, status: Status, *, reason: str, actor: str, now: datetime) -> None:
    """Suspend a player or close the account. The reason (1 to 200 characters) and the `actor` are stored in the event.

    Raises:
        PlayerNotFound, StatusUnchanged, StatusNotAllowed: nothing was changed.
        ProposalNeeded: to make the account active again is not for one person.
    """
    if status is Status.ACTIVE:
        raise ProposalNeeded("reactivate-player")
    with transaction.atomic():
        change_status(player_for_update(chain), status, reason=reason, actor=actor, now=now)


def reactivate(chain: ChainId, *, by: Approval, excluded: Excluded, now: datetime) -> None:
    """End a player's suspension, as two people decided.

    Raises:
        PlayerNotFound, StatusUnchanged, StatusNotAllowed, PersonReviewOpen: nothing was changed.
        StatusNotAllowed: also if an exclusion binds another account of the person.
    """
    with transaction.atomic():
        player = player_for_update(chain)
        require_reactivation(player, excluded=excluded)
        change_status(player, Status.ACTIVE, reason=by.reason, actor=by.actor, now=now)


def require_reactivation(player: Player, *, excluded: Excluded) -> None:
    """Accept that two people end the suspension of a player whose row is locked.

    The player's own exclusion is no obstacle: it binds whatever the status is.

    Raises:
        StatusUnchanged: the account is active.
        StatusNotAllowed: it is not suspended, or an exclusion binds another account of the person.
    """
    status = Status(player.status)
    if status is Status.ACTIVE:
        raise StatusUnchanged("Nothing was changed.", account_status=status.value)
    require_transition(status, Status.ACTIVE, by=Actor.OPERATOR)
    if is_bound_through_another(ChainId(player.chain), excluded):
        raise StatusNotAllowed(
            "Nothing was changed. An exclusion binds another account of this person.", account_status=status.value
        )


def change_status(player: Player, after: Status, *, reason: str, actor: str, now: datetime) -> None:
    """Change the status of a player whose row is locked, and save the event. `actor` is as in `NewEvent`.

    Raises:
        StatusUnchanged, StatusNotAllowed: nothing was changed.
        PersonReviewOpen: it is to be decided whether the player is somebody else who is known; nothing was changed.
    """
    before = Status(player.status)
    if before is after:
        raise StatusUnchanged("Nothing was changed.", account_status=after.value)
    require_transition(before, after, by=Actor(actor.partition(":")[0]))
    chain = ChainId(player.chain)
    if after is Status.ACTIVE and has_open_review(chain):
        raise PersonReviewOpen("Nothing was changed. Two members of the staff decide the review first.")
    if after is Status.CLOSED:
        # Person and e-mail address are free again, in each cell.
        change_claims(chain)
    save_event(
        NewEvent(
            kind="player-status",
            subject=chain,
            actor=actor,
            reason=reason,
            before={"status": before.value},
            after={"status": after.value},
        ),
        now=now,
    )
    player.status = after
    player.save(update_fields=["status"])
    bump_version(chain)
