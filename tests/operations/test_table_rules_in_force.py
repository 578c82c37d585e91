"""A table plays by the rules that it was opened with, whatever is published since."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from games.core.pot.game import terms_of
from games.core.variants import OFFERED
from games.laboratory.exact_math import exact_rtp
from games.operations import publish_rules as publishing
from games.operations.publish_rules import publish_rules
from tables.core.continuation import CroupierStep
from tables.queries.table_states import table_state
from tests import house_table, world
from tests.core.tables.seated import POT, RAKED_POT
from tests.operations.pot_tables import BUY_IN_MINOR, begin_game, open_pot_table

if TYPE_CHECKING:
    from games.core.sheet import RuleSheet

pytestmark = pytest.mark.django_db

GAME_MS = 60_000
SEATS = (2, 5, 7)


def publish_another_version(monkeypatch: pytest.MonkeyPatch) -> RuleSheet:
    """Publish the game around a pot once more, with a rake."""
    raked = replace(RAKED_POT, version=POT.version + 1)
    second = replace(raked, rtp=exact_rtp(raked))
    monkeypatch.setattr(publishing, "OFFERED", tuple(second if sheet.game == POT.game else sheet for sheet in OFFERED))
    assert publish_rules(now=world.NOW) == [POT.game]
    return second


@pytest.mark.clause("PRD-23")
@pytest.mark.clause("F16")
def test_a_game_goes_on_and_ends_by_the_rules_that_its_table_was_opened_with(monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_pot_table(monkeypatch, SEATS, game_ms=GAME_MS)
    begin_game(table)

    second = publish_another_version(monkeypatch)
    table.down_or_take()
    table.wait(GAME_MS)
    assert table.step() is CroupierStep.HAND_END

    assert table.state.table.definition.sheet == POT
    results = table.records[-1]["results"]
    assert [result["rake"] for result in results] == [0, 0, 0]
    assert sum(result["returned"] for result in results) == len(SEATS) * BUY_IN_MINOR
    assert terms_of(second).rake_basis_points > 0


@pytest.mark.clause("F16")
def test_a_table_that_is_opened_afterwards_has_the_new_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    house_table.open_house_with_tables(monkeypatch)
    second = publish_another_version(monkeypatch)

    table = house_table.announced_table(house_table.table_of(POT.game))

    assert table_state(table).table.definition.sheet == second
