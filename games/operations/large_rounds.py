"""Save an event of a large wager or win, in the transaction of the settlement.

A round that is not large costs two comparisons: its one statement stays alone. The thresholds are the jurisdiction's,
whether a player, a time-out or the croupier ends the round. Test accounts are among them: the event names the account.

Source: GLI-19 2.8.8(d), (e); regulation F39; docs/alerts.md.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.conf import settings
from django.db import transaction

from audit.operations.append import execute_step
from audit.operations.save_event import NewEvent, save_events
from kernel.cte import Cte
from kernel.ids import ChainId
from kernel.instants import from_epoch_ms


class LargeAmounts(NamedTuple):
    """What is large about a round: minor units, None for what is not."""

    wager_minor: int | None
    """All that was staked."""
    win_minor: int | None
    """What was returned, less what was staked."""
    threshold_minor: int


def large_amounts(staked_minor: int, returned_minor: int, currency: str) -> LargeAmounts | None:
    """Return what is large about a round with these totals in a currency, None if nothing is."""
    least_minor = settings.REDDOG_JURISDICTION.amounts_in(currency).large_round_minor
    win_minor = returned_minor - staked_minor
    if staked_minor < least_minor and win_minor < least_minor:
        return None
    return LargeAmounts(
        wager_minor=staked_minor if staked_minor >= least_minor else None,
        win_minor=win_minor if win_minor >= least_minor else None,
        threshold_minor=least_minor,
    )


def large_round_events(
    chain: ChainId, staked_minor: int, returned_minor: int, currency: str, details: Mapping[str, object]
) -> list[NewEvent]:
    """Return the events of a round's totals, mostly none; `details` say which round it was."""
    large = large_amounts(staked_minor, returned_minor, currency)
    if large is None:
        return []
    details = {**details, "threshold_minor": large.threshold_minor}
    return [
        *([] if large.wager_minor is None else [_event("round-large-wager", chain, large.wager_minor, details)]),
        *([] if large.win_minor is None else [_event("round-large-win", chain, large.win_minor, details)]),
    ]


def execute_with_events(ctes: Sequence[Cte], events: Sequence[NewEvent], *, time_ms: int) -> bool:
    """Run a step as `execute_step` does, and save the events with it, as of `time_ms`, if it was written.

    Raises:
        ClockWrong: this machine's clock was set while the step was decided on.
    """
    if not events:
        return execute_step(ctes)
    with transaction.atomic():
        written = execute_step(ctes)
        if written:
            save_events(events, now=from_epoch_ms(time_ms))
    return written


def _event(kind: str, chain: ChainId, amount_minor: int, details: Mapping[str, object]) -> NewEvent:
    return NewEvent(kind=kind, actor="platform", subject=chain, after={**details, "amount_minor": amount_minor})
