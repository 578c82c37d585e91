"""Every limit of a chain as people see it."""

from dataclasses import replace
from datetime import datetime

from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from responsible_gaming.core.limits.definition import LimitDefinition, LimitOwner
from responsible_gaming.core.limits.limit_setting import NO_LIMIT
from responsible_gaming.core.limits.limit_view import LimitView, view_limits
from responsible_gaming.core.limits.windows import WindowRule, window_starts_at
from responsible_gaming.core.rules.single_stake import STAKE_MAX
from responsible_gaming.queries.limit_settings import bet_limit, limit_settings
from responsible_gaming.queries.limits import limits_in_table, usage


def limit_views(chain: ChainId, window_rule: WindowRule, *, now: datetime) -> list[LimitView]:
    """Return every limit of a chain at an instant."""
    at_ms = to_epoch_ms(now)
    settings, bet_limit_key = limit_settings(chain), (STAKE_MAX.name, LimitOwner.PLAYER)
    settings[bet_limit_key] = replace(settings.get(bet_limit_key, NO_LIMIT), loosening=bet_limit(chain).loosening)
    return list(
        view_limits(
            settings,
            limits_in_table(chain).in_force(at_ms),
            usage(chain, window_rule, at_ms=at_ms),
            window_starts_at(at_ms, window_rule),
            window_rule,
        )
    )


def limit_view(chain: ChainId, limit: LimitDefinition, window_rule: WindowRule, *, now: datetime) -> LimitView:
    """Return one limit of a chain at an instant."""
    return next(view for view in limit_views(chain, window_rule, now=now) if view.limit is limit)
