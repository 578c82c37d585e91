"""Set the operator's limit for a player, for a reason that is saved. One operator tightens; two loosen.

It never changes what the player set: the strictest of both binds.

Source: docs/rules/limits.md, LI-9; docs/approvals.md; regulation F26, F34, F45.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from audit.queries.chains import head_for_update
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind
from players.queries.accounts import PlayerNotFound, player_exists
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.definition import LimitDefinition, LimitOwner
from responsible_gaming.core.limits.limit_setting import NO_LIMIT, LimitSetting, require_another, require_in_range
from responsible_gaming.core.limits.loosening import is_tighter
from responsible_gaming.operations.save_limit_events import save_operator_limit_event
from responsible_gaming.operations.store_limit_setting import store_limit_setting
from responsible_gaming.queries.limit_settings import limit_settings
from staff.core.approval import Approval, ProposalNeeded
from wallet.queries.balances import currency_of


class LimitNotLoosened(Refusal):
    """This value is tighter than the operator's limit."""

    code, kind = "limit-not-loosened", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class _Change:
    """The operator's limit for a player, before and after."""

    chain: ChainId
    limit: LimitDefinition
    before: LimitSetting
    after: LimitSetting


def set_operator_limit(
    chain: ChainId,
    limit: LimitDefinition,
    value: int | None,
    *,
    reason: str,
    actor: str,
    jurisdiction: Jurisdiction,
    now: datetime,
) -> None:
    """Set or tighten the operator's limit (minor units or milliseconds) at once. `actor` is as in `NewEvent`.

    Raises:
        PlayerNotFound, LimitOutOfRange, LimitUnchanged: nothing was changed.
        ProposalNeeded: the value is looser, or None, no limit; nothing was changed.
    """
    with transaction.atomic():
        before = operator_limit_for_update(chain, limit, value, jurisdiction=jurisdiction)
        if not is_tighter(value, before.value):
            raise ProposalNeeded("loosen-operator-limit")
        change = _Change(chain=chain, limit=limit, before=before, after=LimitSetting(value=value))
        _store(change, reason=reason, actor=actor, jurisdiction=jurisdiction, now=now)


def loosen_operator_limit(
    chain: ChainId,
    limit: LimitDefinition,
    value: int | None,
    *,
    by: Approval,
    jurisdiction: Jurisdiction,
    now: datetime,
) -> None:
    """Loosen the operator's limit, or end it (None), at once, as two people decided.

    Raises:
        PlayerNotFound, LimitOutOfRange, LimitUnchanged: nothing was changed.
        LimitNotLoosened: nothing was changed.
    """
    with transaction.atomic():
        before = operator_limit_for_update(chain, limit, value, jurisdiction=jurisdiction)
        require_looser(value, before)
        change = _Change(chain=chain, limit=limit, before=before, after=LimitSetting(value=value))
        _store(change, reason=by.reason, actor=by.actor, jurisdiction=jurisdiction, now=now)


def operator_limit_for_update(
    chain: ChainId, limit: LimitDefinition, value: int | None, *, jurisdiction: Jurisdiction
) -> LimitSetting:
    """Lock the player's chain until the transaction ends, and return the operator's limit, which is to have a new value.

    Raises:
        PlayerNotFound, LimitOutOfRange, LimitUnchanged: it cannot have this one.
    """
    if not player_exists(chain):
        raise PlayerNotFound("Nothing was changed. No player has this id.")
    require_in_range(limit, value, jurisdiction, currency=currency_of(chain))
    head_for_update(chain)
    setting = limit_settings(chain).get((limit.name, LimitOwner.OPERATOR), NO_LIMIT)
    require_another(setting, value)
    return setting


def require_looser(value: int | None, setting: LimitSetting) -> None:
    """Accept a value that is not tighter than the operator's limit.

    Raises:
        LimitNotLoosened: it is.
    """
    if is_tighter(value, setting.value):
        raise LimitNotLoosened("Nothing was changed. One operator tightens it: PUT …/limits/{name}.")


def _store(change: _Change, *, reason: str, actor: str, jurisdiction: Jurisdiction, now: datetime) -> None:
    settings = (change.before, change.after)
    ev = save_operator_limit_event(change.chain, change.limit, settings, reason=reason, actor=actor, now=now)
    store_limit_setting(
        change.chain,
        change.limit,
        LimitOwner.OPERATOR,
        settings,
        window_rule=jurisdiction.window_rule,
        now=now,
        ev=ev,
    )
