"""The staff read how the cells stand that a web server serves; tests/journeys/test_cell_router.py has real ones."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from kernel.cell import Cell
from kernel.serving import own_cell, served_cell
from tests import world
from tests.api.caller import Administrator, now
from tests.web.house_scene import text_of
from tests.web.test_console_doors import browser

if TYPE_CHECKING:
    from pytest_django.fixtures import Settings

pytestmark = [pytest.mark.django_db(transaction=True)]


def test_an_installation_without_cells_is_alone() -> None:
    world.open_house(now=now())

    answer = json.loads(Administrator("adm").get("/ops/cells").content)

    (item,) = answer["items"]
    assert (item["name"], item["url"], item["status"]) == ("", "http://localhost:8000", "open")
    assert answer["next"] is None
    assert "Cells" not in text_of(browser().get("/console/health"))


def test_a_cell_that_does_not_answer_is_away_and_the_others_are_told(settings: Settings) -> None:
    world.open_house(now=now())
    settings.REDDOG_CELLS = (Cell("no_such_cell"),)
    settings.REDDOG_ORIGIN = "https://play.example.com"

    own, away = json.loads(Administrator("adm").get("/ops/cells").content)["items"]

    assert own["status"] == "open"
    assert away == {
        "name": "no_such_cell",
        "url": "https://no-such-cell.play.example.com",
        "status": "away",
        **dict.fromkeys(("log_size", "checkpoint_at", "looked_at", "red")),
    }
    assert served_cell() == own_cell()
    page = text_of(browser().get("/console/health"))
    assert "https://no-such-cell.play.example.com/console/" in page
    assert "does not answer" in page
