"""How the gaming day goes, on the console's first page and on that of the figures."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.utils import translation

from reports.configured_days import configured_days
from reports.operations.aggregate_log import update_rollups
from staff.core.roles import Role
from tests import world
from tests.api.caller import now
from tests.web.house_scene import asked, settled_round, text_of
from tests.web.test_console_doors import browser
from web.console.wording import day_text, instant, minor_units

pytestmark = pytest.mark.django_db


def test_the_first_page_and_the_figures_tell_the_day_so_far() -> None:
    world.open_house(now=now())
    played = settled_round()
    client = browser()
    assert "No player has had money yet." in text_of(client.get("/console/"))
    world.run_sequencer(now=now())
    update_rollups(configured_days())

    staked, returned = (played[name]["amount"] for name in ("staked", "returned"))
    today = text_of(client.get("/console/"))
    tiles = re.findall(r"<dt>([^<]*)</dt><dd>([^<]*)</dd>", today)
    assert tiles == [
        ("Handle, USD", minor_units(staked, "USD")),
        ("Returned, USD", minor_units(returned, "USD")),
        ("GGR, USD", minor_units(staked - returned, "USD")),
        ("Players active", "1"),
        ("Liability, USD", minor_units(100_000 - staked + returned, "USD")),
    ]
    gaming_day = asked("/ops/figures")["gaming_day"]
    assert f"Gaming day {gaming_day}, so far" in today
    assert "newer entries" not in today
    for label in (gaming_day, played["game"]):
        row = today.partition(f'<th scope="row">{label}</th>')[2].partition("</tr>")[0]
        assert '<svg class="bar"' in row
        assert [minor_units(amount, "USD") in row for amount in (staked - returned, staked, returned)] == [True] * 3
    assert f'<th scope="row">{played["game"]}</th>' in text_of(client.get("/console/figures"))


def test_an_earlier_day_stays_in_the_drawing_and_days_before_a_fortnight_do_not() -> None:
    today = now()
    for days in (20, 2):
        with time_machine.travel(today - timedelta(days=days), tick=False):
            if days == 20:
                world.open_house(now=now())
            settled_round(f"ada{days}")
    world.run_sequencer(now=now())
    update_rollups(configured_days())

    page = text_of(browser().get("/console/"))

    (item,) = asked("/ops/figures")["items"]
    (day,) = item["days"]
    assert f'<th scope="row">{day["gaming_day"]}</th>' in page
    assert item["games"] == []
    assert "GGR by game," not in page


def test_dates_and_amounts_are_written_as_the_language_of_the_page_writes_them() -> None:
    with translation.override("ja"):
        assert instant("2026-11-22T11:05:59.123Z") == "2026/11/22 11:05:59"
        assert day_text("2026-11-22") == "2026/11/22"
        assert minor_units(-120_450, "USD") == "\N{MINUS SIGN}1,204.50"
        assert minor_units(1_204, "JPY") == "1,204"
    with translation.override("en"):
        assert instant("2026-11-22T11:05:59.123Z") == "2026-11-22 11:05:59"
        assert minor_units(120_450, "USD") == "1,204.50"
    # A language that no page has yet has its separators all the same.
    with translation.override("de"):
        assert minor_units(120_450, "USD") == "1.204,50"


def test_the_page_says_which_entries_of_the_log_are_missing() -> None:
    world.open_house(now=now())
    settled_round()
    world.run_sequencer(now=now())
    missing = asked("/ops/figures")["log_size"]

    assert f"{missing} newer entries of the log are added within a minute." in text_of(browser().get("/console/"))


def test_an_administrator_who_reads_no_figures_has_a_first_page_without_them() -> None:
    world.open_house(now=now())

    assert "Gaming day" not in text_of(browser("root", Role.ADMINISTRATORS).get("/console/"))
