"""Mark unused accounts as dormant, tell their players before, and make them active again.

That an account became dormant is an event of its status, which tells the player too.

Source: docs/rules/accounts.md, clauses AC-10 and AC-11; regulation F59; NJ 1.1; GLI-19 A.3.9.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from audit.operations.save_event import NewEvent, save_event
from audit.queries.events import newest_before
from kernel.ids import ChainId
from players.core.account_rules import DORMANCY_NOTICE_DAYS, AccountRules
from players.core.status import Status
from players.core.verification import Outcome, Verification
from players.models import Player, Session
from players.operations.set_status import change_status
from players.operations.verify import change_verification

DORMANCY_NEAR: Final = "dormancy-near"
_TOLD_AT_ONCE: Final = 500


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


def tell_of_dormancy(*, rules: AccountRules, clock: Callable[[], datetime]) -> int:
    """Tell the player of every active account that will be dormant within the days of notice, and return how many.

    What was told is an event, which goes to the inbox and by mail; each account is a transaction of its own. So a crash
    leaves the rest for the next call, and nobody is told twice of the same days without use. Run it after `mark_dormant`: whoever
    is dormant is not told that it is near.
    """
    started = clock()
    before = started - timedelta(days=rules.dormant_after_days - DORMANCY_NOTICE_DAYS)
    # One that is older told of another dormancy. Until the night after its last day the account may wait to be marked.
    since = started - timedelta(days=DORMANCY_NOTICE_DAYS + 1)
    return sum(
        _tell(chain, rules, before=before, since=since, now=clock())
        for used in _chunks_unused(before)
        for chain in _untold(used, since=since, now=started)
    )


def wake(chain: ChainId, *, rules: AccountRules, now: datetime) -> None:
    """Make a dormant account active again after a full login, unless identity must be verified again first."""
    if rules.verification_required:
        return
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).filter(chain=chain, status=Status.DORMANT).first()
        if player is not None:
            change_status(player, Status.ACTIVE, reason="the player logged in", actor="platform", now=now)


def _tell(chain: ChainId, rules: AccountRules, *, before: datetime, since: datetime, now: datetime) -> bool:
    with transaction.atomic():
        # Another call that tells the same player waits for this row's lock, and then sees the event.
        if Player.objects.select_for_update(no_key=True).filter(chain=chain).first() is None:
            return False
        if not _untold(_last_used(_unused(before).filter(chain=chain)), since=since, now=now):
            return False
        reason = f"not used for {rules.dormant_after_days - DORMANCY_NOTICE_DAYS} days"
        save_event(NewEvent(kind=DORMANCY_NEAR, subject=chain, actor="platform", reason=reason), now=now)
    return True


def _untold(used: Mapping[ChainId, datetime], *, since: datetime, now: datetime) -> list[ChainId]:
    """Return those of these accounts, by last use, whose players were told neither after it nor since an instant."""
    # Another machine's clock may be a little ahead.
    notices = newest_before(DORMANCY_NEAR, subjects=list(used), until=now + timedelta(days=1))
    return [chain for chain, at in used.items() if chain not in notices or notices[chain].at < max(at, since)]


def _chunks_unused(before: datetime) -> Iterator[dict[ChainId, datetime]]:
    """Yield the unused accounts with their last use in order of their chains, some hundreds at a time."""
    unused = _unused(before).order_by("chain")
    used = _last_used(unused[:_TOLD_AT_ONCE])
    while used:
        yield used
        used = _last_used(unused.filter(chain__gt=max(used))[:_TOLD_AT_ONCE])


def _last_used(players: QuerySet[Player]) -> dict[ChainId, datetime]:
    """Return when each account was last used, in their order; when it was opened, if never."""
    newest = Session.objects.filter(player=OuterRef("pk")).order_by("-active_at").values("active_at")[:1]
    rows = players.annotate(used_at=Coalesce(Subquery(newest), "created_at")).values_list("chain", "used_at")
    return {ChainId(chain): used_at for chain, used_at in rows}


def _unused(before: datetime) -> QuerySet[Player]:
    """Return the active accounts that were opened, and whose sessions were last active, at `before` or earlier."""
    used = Session.objects.filter(player=OuterRef("pk"), active_at__gt=before)
    return Player.objects.filter(~Exists(used), status=Status.ACTIVE, created_at__lte=before)


def _mark(chain: ChainId, rules: AccountRules, *, before: datetime, now: datetime) -> bool:
    with transaction.atomic():
        # A session that begins now waits for this row's lock. One that has begun is seen below.
        if Player.objects.select_for_update(no_key=True).filter(chain=chain).first() is None:
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
