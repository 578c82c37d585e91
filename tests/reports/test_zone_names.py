"""Retired names of time zones: no profile has one, and what was recorded under one stays as it is."""

from __future__ import annotations

from dataclasses import replace
from datetime import time
from typing import TYPE_CHECKING

import pytest
from django.core.checks.registry import registry

from reddog_platform.checks import check_zone
from reddog_platform.zone_names import is_current
from reports.core.day_zone import DayZone
from reports.core.period import Period
from reports.core.schedule import PLATFORM
from reports.core.statuses import OrderStatus
from reports.models.orders import ReportOrder, Schedule
from reports.operations.aggregate_log import RollupsInAnotherZone, update_rollups
from reports.operations.copy_days import copy_days
from reports.operations.scheduler import order_due_reports, order_revisions
from reports.queries import rollups
from reports.queries.day_zones import day_zone
from reports.queries.orders import get_order
from reports.soundness import faults
from responsible_gaming.core.jurisdictions import JURISDICTIONS
from tests import world
from tests.reports.test_daybreak import (
    FIRST,
    NAME,
    SECOND,
    THIRD,
    assert_proved,
    at,
    changed,
    filed,
    games_by_day,
    played,
    played_on,
)
from tests.reports.way import KIND, brought_on, document

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_django.fixtures import Settings

pytestmark = pytest.mark.clause("F36")

RETIRED = DayZone("US/Eastern")


@pytest.mark.parametrize(
    ("name", "current"),
    [
        ("America/New_York", True),
        ("US/Eastern", False),
        ("Asia/Kolkata", True),
        ("Asia/Calcutta", False),
        ("Europe/Kyiv", True),
        ("Europe/Kiev", False),
        # The database has this one as a link, because since 1970 its clocks were Berlin's; it is no retired name.
        ("Europe/Copenhagen", True),
        ("UTC", True),
        ("EST", False),
        ("Etc/GMT+5", False),
        ("america/new_york", False),
        ("zone.tab", False),
        ("", False),
    ],
)
def test_a_name_is_current_if_the_database_lists_it_for_a_place(name: str, *, current: bool) -> None:
    assert is_current(name) == current


def test_every_profile_has_a_current_name_and_no_process_starts_with_another(settings: Settings) -> None:
    for profile in JURISDICTIONS.values():
        settings.REDDOG_JURISDICTION = profile
        assert check_zone() == []
    settings.REDDOG_JURISDICTION = replace(JURISDICTIONS["new-jersey"], zone=RETIRED.name)
    (refused,) = check_zone()
    assert refused.id == "reddog.E005"
    assert "US/Eastern" in refused.msg
    assert check_zone in registry.get_checks(), "every process runs it when it starts"


@pytest.mark.django_db
def test_what_was_filed_under_a_retired_name_is_proved_and_the_current_one_goes_on_without_a_day_twice(
    tmp_path: Path,
) -> None:
    ada = played(at(20, 12), at(21, 12))
    before = filed(RETIRED, SECOND, THIRD)
    order_due_reports(RETIRED, now=at(22, 12))
    order_revisions(RETIRED, now=at(22, 12))
    ReportOrder.objects.filter(requested_by=PLATFORM).update(status=OrderStatus.FILED)
    update_rollups(RETIRED)
    copies = tmp_path / "copies"
    copies.mkdir()
    # The days before are those of the house's beginning and of Ada's.
    days = len(copy_days(copies, RETIRED, now=at(22, 12)).made)
    assert days >= 2
    sums = rollups.game_sums(Period(SECOND, THIRD, RETIRED))

    with pytest.raises(RollupsInAnotherZone):
        update_rollups(DayZone(NAME))
    changed(time(), now=at(22, 13), name=NAME)
    current = day_zone(NAME, time())

    assert rollups.game_sums(Period(SECOND, THIRD, current)) == sums
    assert Schedule.objects.get(kind=KIND).ordered_until == THIRD
    assert len(copy_days(copies, current, now=at(22, 14)).made) == 0, "copies go by instants"
    played_on(ada, at(22, 15))
    update_rollups(current)
    assert order_revisions(current, now=at(22, 16)) == 0
    order_due_reports(current, now=at(23, 12))
    again = ReportOrder.objects.filter(requested_by=PLATFORM, kind=KIND, zone=NAME, first__gte=FIRST)
    assert {(order.first, order.revision) for order in again} == {(THIRD, 1)}
    (after,) = [order.id for order in again]
    world.run_sequencer()
    brought_on(after, now=at(23, 12))
    assert get_order(after).status == OrderStatus.FILED, get_order(after).problem

    assert [document(each)["interval"]["zone"] for each in (before, after)] == [RETIRED.name, NAME]
    assert [games_by_day(document(each)) for each in (before, after)] == [[("2026-11-21", 1)], [("2026-11-22", 1)]]
    assert document(before)["interval"]["to"] == document(after)["interval"]["from"]
    assert_proved(tmp_path, before, after)
    assert list(faults()) == []
