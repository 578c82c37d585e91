"""Mark unused accounts as dormant, and make them active again.

Source: docs/rules/accounts.md, clauses AC-10 and AC-11; regulation F59; NJ 1.1; GLI-19 A.3.9.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from kernel.ids import ChainId
from players.core.account_rules import AccountRules
from players.core.status import Status
from players.core.verification import Outcome, Verification
from players.models import Player, Session
from players.operations.set_status import change_status
from players.operations.verify import change_verification


def mark_dormant(*, rules: AccountRules, clock: Callable[[], datetime]) -> int:
    """Mark every active account that was unused for the jurisdiction's days, and return how many.

    Each account is a transaction of its own: a crash leaves the rest for the next call, and none is marked twice. If
    the jurisdiction requires a verified identity, it must be verified again. They may be many, and each is dated by
    the `clock` when its turn comes: the log must list an event seconds after its time.
    """
    before = clock() - timedelta(days=rules.dormant_after_days)
    return sum(
        _mark(ChainId(chain), rules, before=before, now=clock())
        for chain in _unused(before).values_list("chain", flat=True)
    )


def wake(chain: ChainId, *, rules: AccountRules, now: datetime) -> None:
    """Make a dormant account active again after a full login, unless identity must be verified again first."""
    if rules.verification_required:
        return
    with transaction.atomic():
        player = Player.objects.select_for_update().filter(chain=chain, status=Status.DORMANT).first()
        if player is not None:
            change_status(player, Status.ACTIVE, reason="the player logged in", actor="platform", now=now)


def _unused(before: datetime) -> QuerySet[Player]:
    """Return the active accounts that were opened, and whose sessions were last active, at `before` or earlier."""
    used = Session.objects.filter(player=OuterRef("pk"), active_at__gt=before)
    return Player.objects.filter(~Exists(used), status=Status.ACTIVE, created_at__lte=before)


def _mark(chain: ChainId, rules: AccountRules, *, before: datetime, now: datetime) -> bool:
    with transaction.atomic():
        # A session that begins now waits for this row's lock. One that has begun is seen below.
        if Player.objects.select_for_update().filter(chain=chain).first() is None:
            return False
        player = _unused(before).filter(chain=chain).first()
        if player is None:
            return False
        reason = f"not used for {rules.dormant_after_days} days"
        change_status(player, Status.DORMANT, reason=reason, actor="platform", now=now)
        if rules.verification_required and player.verification != Verification.UNVERIFIED:
            anew = Outcome(verification=Verification.UNVERIFIED, method="", reference="")
            change_verification(player, anew, reason=reason, actor="platform", now=now)
    return True
