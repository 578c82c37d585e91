"""Save an event when an account's wagers, win, deposits or withdrawals of a gaming day become large: once a day each.

The sums are those of the roll-ups, so that no step adds anything up. Today and yesterday are looked at: what was
recorded just before midnight may be aggregated after it. Later corrections are the report's.

Source: GLI-19 2.8.8(d), (e), (n); regulation F39; docs/alerts.md.
"""

from datetime import date, datetime, timedelta
from typing import Final

from django.db import transaction

from audit.operations.save_event import NewEvent, save_events
from audit.queries.events import events_between
from kernel.ids import ChainId
from reports.core.day_zone import DayZone
from reports.core.period import Period
from reports.core.schedule import PLATFORM
from reports.operations.aggregate_log import wait_for_other_ticks
from reports.queries.rollups import MoneySums, large_account_days
from responsible_gaming.core.currency_amounts import CurrencyAmounts
from responsible_gaming.core.jurisdiction import Jurisdiction
from wallet.queries.balances import currencies_of

_DAY: Final = timedelta(days=1)
_KINDS: Final = ("day-large-deposits", "day-large-wagers", "day-large-win", "day-large-withdrawals")
_EVENTS_MAX: Final = 100_000


def notice_large_days(jurisdiction: Jurisdiction, *, zone: DayZone, now: datetime) -> int:
    """Save the events of the account days that have become large since the last call; return how many there are."""
    today = zone.day_of(now)
    period = Period(today - _DAY, today + _DAY, zone)
    least = jurisdiction.elsewhere
    with transaction.atomic():
        wait_for_other_ticks()
        saved = _saved_since(now - 3 * _DAY)
        found = large_account_days(
            period,
            minimum_minor=least.large_rounds_day_minor,
            payments_minimum_minor=least.large_payments_day_minor,
        )
        currencies = currencies_of({chain for _, chain, _ in found})
        events = [
            event
            for day, chain, sums in found
            for event in _events(day, chain, sums, jurisdiction.amounts_in(currencies[chain]))
            if (event.kind, chain, day.isoformat()) not in saved
        ]
        save_events(events, now=now)
    return len(events)


def _saved_since(since: datetime) -> set[tuple[str, ChainId | None, object]]:
    """Return kind, chain and day of each event that was saved."""
    # Beyond any clock that is tolerated.
    until = since + 5 * _DAY
    found = events_between(since=since, until=until, kinds=_KINDS, after=None, limit=_EVENTS_MAX)
    return {(event.kind, event.subject, event.after["day"]) for event in found}


def _events(day: date, chain: ChainId, sums: MoneySums, amounts: CurrencyAmounts) -> list[NewEvent]:
    round_minor, payment_minor = amounts.large_rounds_day_minor, amounts.large_payments_day_minor
    candidates = [
        _event("day-large-wagers", day, chain, sums.into_play_minor, round_minor),
        _event("day-large-win", day, chain, sums.from_play_minor - sums.into_play_minor, round_minor),
        _event("day-large-deposits", day, chain, sums.deposited_minor, payment_minor),
        _event("day-large-withdrawals", day, chain, sums.withdrawn_minor, payment_minor),
    ]
    return [event for event in candidates if event is not None]


def _event(kind: str, day: date, chain: ChainId, amount_minor: int, threshold_minor: int) -> NewEvent | None:
    if amount_minor < threshold_minor:
        return None
    after = {"day": day.isoformat(), "amount_minor": amount_minor, "threshold_minor": threshold_minor}
    return NewEvent(kind=kind, actor=PLATFORM, subject=chain, after=after)
