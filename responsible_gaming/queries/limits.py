"""The limits in force of a chain, and what of them is used."""

import json
from collections.abc import Collection, Iterator
from typing import NamedTuple

from kernel.cte import Cte, TypedCte
from kernel.ids import ChainId
from responsible_gaming.core.limits.in_force import NO_LIMITS, Limits
from responsible_gaming.core.limits.usage import Usage
from responsible_gaming.core.limits.windows import LimitWindow, WindowKind, WindowRule, window_starts_at
from responsible_gaming.models import StoredLimits
from wallet.queries.balances import balance
from wallet.queries.totals import totals_before


class LimitsRow(NamedTuple):
    """A chain's stored limits. JSON is text here, because the ORM does not read this row."""

    current: str
    upcoming: str
    effective_at_ms: int | None
    windows: str | None
    zone: str | None


LIMITS_SOURCE = TypedCte(
    Cte(
        "limits",
        "SELECT l.current, l.upcoming, l.effective_at_ms, l.windows, l.zone FROM head JOIN responsible_gaming_limits l"
        " ON l.chain = head.chain",
        (),
    ),
    LimitsRow,
)
"""Reads the limits of the chain of the CTE named `head`."""


def limits_in_table(chain: ChainId) -> Limits:
    """Return the stored limits of a chain."""
    row = StoredLimits.objects.filter(chain=chain).first()
    return NO_LIMITS if row is None else stored_limits(row)


def limits_of(chains: Collection[ChainId]) -> dict[ChainId, Limits]:
    """Return the stored limits of these chains."""
    stored = {row.chain: stored_limits(row) for row in StoredLimits.objects.filter(chain__in=chains)}
    return {chain: stored.get(chain, NO_LIMITS) for chain in chains}


def stored_limits(row: StoredLimits) -> Limits:
    """Return the limits that a row holds."""
    return Limits(
        current=row.current,
        upcoming=row.upcoming,
        effective_at_ms=row.effective_at_ms,
        window_rule=_window_rule(row.windows, row.zone),
    )


def usage(chain: ChainId, window_rule: WindowRule, *, at_ms: int) -> Usage:
    """Return what a player has used of each window at an instant (ms)."""
    starts_ms = window_starts_at(at_ms, window_rule).starts_ms
    earlier = {window: totals_before(chain, starts_ms[window]) for window in LimitWindow}
    return Usage(totals=balance(chain).totals, earlier=earlier)


def chains_with_outdated_limits(window_rule: WindowRule, *, chunk: int = 500) -> Iterator[ChainId]:
    """Yield, in order, the chains whose limits are counted by other windows. They may be changed meanwhile."""
    counted = StoredLimits.objects.exclude(windows=None)
    outdated = counted.exclude(windows=window_rule.kind.value, zone=window_rule.zone).order_by("chain")
    page = list(outdated.values_list("chain", flat=True)[:chunk])
    while page:
        yield from map(ChainId, page)
        page = list(outdated.filter(chain__gt=page[-1]).values_list("chain", flat=True)[:chunk])


def limits_of_row(row: LimitsRow | None) -> Limits:
    """Return the limits that a gathered row holds. Without a row there are none."""
    if row is None:
        return NO_LIMITS
    return Limits(
        current=json.loads(row.current),
        upcoming=json.loads(row.upcoming),
        effective_at_ms=row.effective_at_ms,
        window_rule=_window_rule(row.windows, row.zone),
    )


def _window_rule(windows: str | None, zone: str | None) -> WindowRule | None:
    return None if windows is None or zone is None else WindowRule(kind=WindowKind(windows), zone=zone)
