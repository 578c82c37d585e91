"""Every report, one module each. To add a report, add a module and its line below."""

from collections.abc import Mapping
from typing import Final

from reports.catalogue import (
    account_adjustments,
    bonus_balance,
    dormant_accounts,
    game_performance,
    harm_markers,
    jackpots,
    large_transactions,
    limits_refused,
    operator_liability,
    patron_account_summary,
    payments_by_state,
    pending_payments,
    player_sessions,
    responsible_gaming_activity,
    rtp_variance,
    self_verification_results,
    session_games,
    significant_events,
    taxable_revenue,
    variance,
    voids,
    wagering_summary,
)
from reports.core.definition import Definition

CATALOGUE: Final[tuple[Definition, ...]] = (
    account_adjustments.DEFINITION,
    bonus_balance.DEFINITION,
    dormant_accounts.DEFINITION,
    game_performance.DEFINITION,
    harm_markers.DEFINITION,
    jackpots.DEFINITION,
    large_transactions.DEFINITION,
    limits_refused.DEFINITION,
    operator_liability.DEFINITION,
    patron_account_summary.DEFINITION,
    payments_by_state.DEFINITION,
    pending_payments.DEFINITION,
    player_sessions.DEFINITION,
    responsible_gaming_activity.DEFINITION,
    rtp_variance.DEFINITION,
    self_verification_results.DEFINITION,
    session_games.DEFINITION,
    significant_events.DEFINITION,
    taxable_revenue.DEFINITION,
    variance.DEFINITION,
    voids.DEFINITION,
    wagering_summary.DEFINITION,
)

BY_KIND: Final[Mapping[str, Definition]] = {definition.kind: definition for definition in CATALOGUE}

DELIVERED_BY_DEFAULT: Final = frozenset(definition.kind for definition in CATALOGUE if definition.delivered_by_default)
"""The kinds that go to a destination that names no kinds."""
