"""How the gaming day goes, as the staff reads it: of players' accounts, as far as the roll-ups have come."""

from __future__ import annotations

import json
from datetime import time, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import override_settings

from reports.configured_days import configured_days
from reports.core.day_zone import DayZone
from reports.operations.aggregate_log import update_rollups
from tests import world
from tests.api.caller import Auditor, Player, now
from tests.reports.making import seated_test_account

pytestmark = pytest.mark.django_db


def figures(auditor: Auditor) -> Any:
    return json.loads(auditor.get("/ops/figures").content)


def test_the_day_is_told_by_currency_and_game_without_test_accounts() -> None:
    world.open_house(now=now())
    auditor = Auditor()
    begun = figures(auditor)
    assert (begun["items"], begun["zone"]) == ([], settings.REDDOG_JURISDICTION.zone)

    ada = Player("ada")
    played = [ada.closed_round() for _ in range(2)]
    idle = world.sign_up("bob", now=now())
    world.fund(idle, 2_000, now=now())
    world.run_sequencer(now=now())
    waiting = figures(auditor)
    assert waiting["covered_size"] < waiting["log_size"]
    update_rollups(configured_days())

    told = figures(auditor)
    assert told["covered_size"] == told["log_size"]
    (usd,) = told["items"]
    handle, returned = (sum(each[name]["amount"] for each in played) for name in ("staked", "returned"))
    (game,) = usd["games"]
    assert (usd["currency"], usd["active_players"], game["rounds"]) == ("USD", 1, 2)
    assert [game[name]["amount"] for name in ("handle", "returned", "ggr")] == [handle, returned, handle - returned]
    (day,) = usd["days"]
    assert day == {
        "gaming_day": told["gaming_day"],
        **{name: game[name] for name in ("rounds", "handle", "returned", "ggr")},
    }
    # 1,000.00 and 20.00, less what the house won.
    assert (usd["cash"]["amount"], usd["in_play"]["amount"]) == (102_000 - handle + returned, 0)


@override_settings(REDDOG_GAMING_DAY_STARTS=time(6))
def test_the_hour_is_that_by_which_the_figures_are_counted() -> None:
    world.open_house(now=now())
    auditor = Auditor()
    assert figures(auditor)["starts"] == "06:00"

    counted = DayZone(settings.REDDOG_JURISDICTION.zone)
    update_rollups(counted)

    told = figures(auditor)
    assert (told["starts"], told["gaming_day"]) == ("00:00", counted.day_of(now()).isoformat())


def test_test_accounts_are_in_no_figure() -> None:
    world.open_house(now=now())
    tester = seated_test_account("tester", 2_000, now=now())
    world.play_round(tester, 500, now=now())
    world.run_sequencer(now=now())
    update_rollups(configured_days())
    assert figures(Auditor())["items"] == []

    world.play_round(world.seat_player("ada", now=now()), 700, now=now())
    world.run_sequencer(now=now())
    update_rollups(configured_days())

    (usd,) = figures(Auditor("another"))["items"]
    (game,), (day,) = usd["games"], usd["days"]
    assert [(each["rounds"], each["handle"]["amount"]) for each in (game, day)] == [(1, 700), (1, 700)]


def test_the_last_fourteen_gaming_days_are_told() -> None:
    instants = [now() - timedelta(days=days) for days in (14, 13, 0)]
    world.open_house(now=instants[0])
    for name, instant in zip(("ada", "bea", "cleo"), instants, strict=True):
        world.play_round(world.seat_player(name, now=instant), 500, now=instant)
    world.run_sequencer(now=now())
    update_rollups(configured_days())

    (usd,) = figures(Auditor())["items"]
    days = configured_days()
    assert [day["gaming_day"] for day in usd["days"]] == [days.day_of(each).isoformat() for each in instants[1:]]
