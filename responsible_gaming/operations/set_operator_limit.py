"""Setting the operator's limit for a player, tighter or looser, for a reason that is kept.

It never touches what the player set: the strictest of both binds.

Source: docs/rules/limits.md, LI-9; regulation F26, F34.
"""

from datetime import datetime

from django.db import transaction

from audit.queries import held_head
from kernel.ids import ChainId
from players.operations.set_status import PlayerNotFound
from players.queries import player_exists
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.limit_range import require_in_range
from responsible_gaming.core.limits.limit_setting import NO_LIMIT, LimitSetting, LimitOwner, require_another
from responsible_gaming.core.limits.names import Name
from responsible_gaming.operations.save_limit_events import save_operator_limit_event
from responsible_gaming.operations.store_limit_setting import store_limit_setting
from responsible_gaming.queries.limit_settings import limit_settings


def set_operator_limit(
    chain: ChainId, name: Name, value: int | None, *, reason: str, actor: str, jurisdiction: Jurisdiction, now: datetime
) -> None:
    """Set the operator's limit (minor units or milliseconds; None for none) at once; `actor` is as in `Noted`.

    Raises:
        PlayerNotFound, LimitOutOfRange, LimitUnchanged: nothing was changed.
    """
    if not player_exists(chain):
        raise PlayerNotFound("Nothing was changed. No player has this id.")
    require_in_range(name, value, jurisdiction)
    with transaction.atomic():
        held_head(chain)
        before = limit_settings(chain).get((name, LimitOwner.OPERATOR), NO_LIMIT)
        require_another(before, value)
        after = LimitSetting(value=value)
        store_limit_setting(chain, name, LimitOwner.OPERATOR, after, jurisdiction=jurisdiction, now=now)
        save_operator_limit_event(chain, name, before, after, reason=reason, actor=actor, now=now)
