"""Players whose play looks harmful stand in a list, the most urgent first."""

from __future__ import annotations

import pytest

from responsible_gaming.operations.assess_players import assess_player
from tests import world
from tests.api.caller import now
from tests.web.house_scene import asked, text_of
from tests.web.test_console_doors import browser
from tests.world import DEMO

pytestmark = pytest.mark.django_db


def test_an_assessed_player_is_found_by_points() -> None:
    world.open_house(now=now())
    chain = world.seat_player("ada", now=now()).chain
    for amount in (30_000, 20_000):
        world.make_deposit(chain, amount, now=now())
    assess_player(chain, jurisdiction=DEMO, now=now())
    (assessed,) = asked("/ops/markers?minimum=0")["items"]
    client = browser()

    page = text_of(client.get("/console/markers?minimum=0"))

    assert f'href="/console/players/{chain.hex}"' in page
    _, row = client.get("/console/markers?minimum=0&csv=1").content.decode("utf-8-sig").splitlines()
    assert row.startswith(f"{chain.hex[:8]}…,{assessed['score']},")
    assert chain.hex not in text_of(client.get("/console/markers?minimum=100"))
