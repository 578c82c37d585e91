"""How the gaming day goes, on the console's first page and on that of the figures."""

from __future__ import annotations

import re

import pytest

from reports.configured_days import configured_days
from reports.operations.aggregate_log import update_rollups
from staff.core.roles import Role
from tests import world
from tests.api.caller import now
from tests.web.house_scene import asked, settled_round, text_of
from tests.web.test_console_doors import browser
from web.console.wording import minor_units

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
    assert f"Gaming day {asked('/ops/figures')['gaming_day']}, so far" in today
    assert "newer entries" not in today
    assert f'<th scope="row">{played["game"]}</th>' in text_of(client.get("/console/figures"))


def test_the_page_says_which_entries_of_the_log_are_missing() -> None:
    world.open_house(now=now())
    settled_round()
    world.run_sequencer(now=now())
    missing = asked("/ops/figures")["log_size"]

    assert f"{missing} newer entries of the log are added within a minute." in text_of(browser().get("/console/"))


def test_an_administrator_who_reads_no_figures_has_a_first_page_without_them() -> None:
    world.open_house(now=now())

    assert "Gaming day" not in text_of(browser("root", Role.ADMINISTRATORS).get("/console/"))
