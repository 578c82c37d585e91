"""Count a player's limits by other days, weeks and months, after the jurisdiction's rules were changed.

Source: docs/rules/limits.md, LI-11; regulation F26, F34.
"""

from datetime import datetime

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from audit.queries.chains import head_for_update
from kernel.ids import ChainId
from responsible_gaming.core.limits.windows import WindowRule
from responsible_gaming.core.limits_act import COUNTED_ANEW
from responsible_gaming.operations.store_limit_setting import put_strictest_in_force
from responsible_gaming.queries.limits import limits_in_table


def adopt_counting(chain: ChainId, window_rule: WindowRule, *, now: datetime) -> None:
    """Write a record of the chain's limits that counts by `window_rule`, unless the newest record does.

    A pending loosening keeps the instant from which it can be confirmed.
    """
    with transaction.atomic():
        head_for_update(chain)
        before = limits_in_table(chain).window_rule
        if before in {None, window_rule}:
            return
        ev = save_event(
            NewEvent(
                kind="limits-recounted", actor="platform", subject=chain, before=_told(before), after=_told(window_rule)
            ),
            now=now,
        )
        put_strictest_in_force(chain, window_rule, act=COUNTED_ANEW, now=now, ev=ev)


def _told(window_rule: WindowRule) -> dict[str, object]:
    return {"windows": window_rule.kind.value, "zone": window_rule.zone}
