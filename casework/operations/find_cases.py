"""Find cases: apply every rule to the gaming days since the last run, and open what they find.

Source: docs/casework.md; regulation F55 (GLI-19 A.8.2).
"""

import json
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Final

from django.db import connection, transaction
from uuid_utils.compat import uuid7

from audit.operations.save_event import NewEvent, save_event
from casework.core.case_finding import CaseFinding
from casework.core.rules import RULES
from casework.models import Case, Progress
from casework.operations.open_act_reviews import alarm_of_overdue, open_act_reviews
from casework.queries.day_facts import GamingDay, PlayerDay, player_days
from kernel.instants import to_epoch_ms
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.windows import WindowRule, window_starts_at

_STORED_LATE_MS: Final = 60 * 1000
"""After a day, how long something of it may still be stored: longer than the database takes records after their time."""

# Two processes may find the same at the same time: the second waits for the first, and inserts nothing.
_OPEN: Final = """
INSERT INTO casework_case (id, chain, rule, day_started_ms, opened_ms, reason, amounts_minor, currency, assigned_to,
  outcome, closed_by, closing_reason)
VALUES (%s, %s, %s, %s, %s, %s, %s::jsonb, %s, '', '', '', '')
ON CONFLICT (chain, rule, day_started_ms) WHERE closed_ms IS NULL DO NOTHING RETURNING id
"""
_ADVANCE: Final = """
INSERT INTO casework_progress (id, day_started_ms) VALUES (1, %s)
ON CONFLICT (id) DO UPDATE SET day_started_ms = excluded.day_started_ms
  WHERE casework_progress.day_started_ms < excluded.day_started_ms
"""


def find_cases(*, jurisdiction: Jurisdiction, clock: Callable[[], datetime]) -> int:
    """Apply every rule to the gaming days from the one before the last run's to today, and return how many cases opened.

    What single people did to the house on these days gets its reviews, and what is overdue of them its alarm.
    The first run begins with yesterday. Each case is a transaction of its own: a crash leaves the rest for the next
    run, and a second run opens nothing again.
    """
    now_ms = to_epoch_ms(clock())
    today = gaming_day(now_ms, jurisdiction)
    opened = 0
    review_hours = jurisdiction.cases.lone_review_hours
    for day in _days_until(today, jurisdiction):
        open_act_reviews(day, review_hours=review_hours, clock=clock)
        for player in player_days(day, over=day.ends_ms + _STORED_LATE_MS <= now_ms):
            for finding in _findings(player, jurisdiction):
                opened += _open_case(player, finding, day=day, now=clock())
    with connection.cursor() as cursor:
        cursor.execute(_ADVANCE, (today.started_ms,))
    alarm_of_overdue(clock=clock)
    return opened


def gaming_day(at_ms: int, jurisdiction: Jurisdiction) -> GamingDay:
    """Return the gaming day of an instant, with its window."""
    rule = WindowRule(kind=jurisdiction.window_kind, zone=jurisdiction.zone)
    day = window_starts_at(at_ms, rule)
    first_ms = day.day_started_ms
    for _ in range(jurisdiction.cases.unplayed_window_days - 1):
        first_ms = window_starts_at(first_ms - 1, rule).day_started_ms
    return GamingDay(day.day_started_ms, day.day_ends_ms, first_ms)


def _days_until(today: GamingDay, jurisdiction: Jurisdiction) -> Iterator[GamingDay]:
    seen_ms = Progress.objects.values_list("day_started_ms", flat=True).first()
    newest_ms = today.started_ms if seen_ms is None else min(seen_ms, today.started_ms)
    # What ended in the last moments of a day may have been stored after the run that looked.
    day = gaming_day(newest_ms - 1, jurisdiction)
    while day.started_ms < today.started_ms:
        yield day
        day = gaming_day(day.ends_ms, jurisdiction)
    yield today


def _findings(player: PlayerDay, jurisdiction: Jurisdiction) -> Iterator[CaseFinding]:
    rules, amounts = jurisdiction.cases, jurisdiction.amounts_in(player.currency).cases
    for examine in RULES:
        finding = examine(player.facts, rules, amounts)
        if finding is not None:
            yield finding


def _open_case(player: PlayerDay, finding: CaseFinding, *, day: GamingDay, now: datetime) -> bool:
    """Open a case unless there is one that says enough, and return whether it was opened."""
    if not _says_more(player, finding, day):
        return False
    case_id = uuid7()
    row = (case_id, player.chain, finding.rule, day.started_ms, to_epoch_ms(now), finding.reason)
    amounts = json.dumps(finding.amounts_minor)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_OPEN, (*row, amounts, player.currency))
        if cursor.fetchone() is None:
            return False
        # It names the case and not the player, who gets a copy of the events that do: nobody tells of a suspicion.
        event = NewEvent(kind="case-opened", actor="platform", after={"case": case_id.hex, "rule": finding.rule})
        save_event(event, now=now)
    return True


def _says_more(player: PlayerDay, finding: CaseFinding, day: GamingDay) -> bool:
    """Return whether no case of the day is open, and what those that are closed knew has been outgrown."""
    of_the_day = Case.objects.filter(chain=player.chain, rule=finding.rule, day_started_ms=day.started_ms)
    known = of_the_day.order_by("-id").values_list("closed_ms", "amounts_minor").first()
    if known is None:
        return True
    closed_ms, amounts_minor = known
    return closed_ms is not None and finding.has_outgrown(amounts_minor)
