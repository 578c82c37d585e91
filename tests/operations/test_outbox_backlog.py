"""Alerts and mails that do not leave are seen in `doctor` and in the figures."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from audit.models.outgoing import Alert
from audit.outbox import claim_due, save_failure
from reddog_platform.database_figures import outbox_figures
from reddog_platform.outbox_diagnostics import alerts, mails
from tests.world import NOW

if TYPE_CHECKING:
    from datetime import datetime

pytestmark = pytest.mark.django_db


def figures(now: datetime) -> dict[tuple[str, str], float]:
    (family,) = outbox_figures(now)
    return {(sample.labels["what"], sample.labels["state"]): sample.value for sample in family.samples}


def failed_for(length: timedelta) -> None:
    """Have an alert that was tried for so long, each time in vain."""
    Alert.objects.create(id=UUID(int=1), event=UUID(int=2), destination="h#1", next_attempt_at=NOW)
    now = NOW
    while now <= NOW + length:
        for alert in claim_due(Alert, limit=9, now=now):
            save_failure(alert, "answered 500", now=now)
        now += timedelta(minutes=1)


def test_what_has_only_begun_to_fail_is_no_trouble_yet() -> None:
    failed_for(timedelta(minutes=30))

    assert alerts(NOW).healthy
    assert figures(NOW)["alerts", "waiting"] == 1


def test_what_fails_for_half_an_hour_is_red_and_says_why() -> None:
    failed_for(timedelta(minutes=31))

    diagnostic = alerts(NOW)
    assert not diagnostic.healthy
    assert diagnostic.state == "webhooks: 0; waiting: 1, for half an hour: 1, given up in seven days: 0, answered 500"
    assert mails(NOW).healthy
    assert figures(NOW)["alerts", "stuck"] == 1


def test_what_was_given_up_is_red_for_seven_days() -> None:
    failed_for(timedelta(hours=24))
    # 63 minutes and 22 hours after the first attempt.
    given_up = NOW + timedelta(hours=23, minutes=3)

    assert not alerts(given_up + timedelta(days=7) - timedelta(minutes=1)).healthy
    assert alerts(given_up + timedelta(days=7)).healthy
    assert figures(given_up) == {
        ("alerts", "waiting"): 0,
        ("alerts", "stuck"): 0,
        ("alerts", "failed"): 1,
        ("mails", "waiting"): 0,
        ("mails", "stuck"): 0,
        ("mails", "failed"): 0,
    }
