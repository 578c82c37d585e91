"""Set the operator's limit for a player, tighter or looser, for a reason that is saved.

It never changes what the player set: the strictest of both binds.

Source: docs/rules/limits.md, LI-9; regulation F26, F34.
"""

from datetime import datetime

from django.db import transaction

from audit.queries.chains import head_for_update
from kernel.ids import ChainId
from players.queries.accounts import PlayerNotFound, player_exists
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.definition import LimitDefinition, LimitOwner
from responsible_gaming.core.limits.limit_setting import NO_LIMIT, LimitSetting, require_another, require_in_range
from responsible_gaming.operations.save_limit_events import save_operator_limit_event
from responsible_gaming.operations.store_limit_setting import store_limit_setting
from responsible_gaming.queries.limit_settings import limit_settings
from wallet.queries.balances import currency_of


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
    """Set the operator's limit (minor units or milliseconds; None for none) at once. `actor` is as in `NewEvent`.

    Raises:
        PlayerNotFound, LimitOutOfRange, LimitUnchanged: nothing was changed.
    """
    if not player_exists(chain):
        raise PlayerNotFound("Nothing was changed. No player has this id.")
    require_in_range(limit, value, jurisdiction, currency=currency_of(chain))
    with transaction.atomic():
        head_for_update(chain)
        before = limit_settings(chain).get((limit.name, LimitOwner.OPERATOR), NO_LIMIT)
        require_another(before, value)
        after = LimitSetting(value=value)
        ev = save_operator_limit_event(chain, limit, (before, after), reason=reason, actor=actor, now=now)
        store_limit_setting(
            chain, limit, LimitOwner.OPERATOR, (before, after), window_rule=jurisdiction.window_rule, now=now, ev=ev
        )
