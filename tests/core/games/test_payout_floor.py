"""A game that returns less than its jurisdiction allows is dealt to nobody who plays for money."""

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from games import checks
from games.core.sheet import RuleSheet
from games.core.variants import AT_TABLES, PLAYED_ALONE, montana_red_dog, montana_red_dog_3_card
from games.operations.payout_floor import ReturnBelowMinimum, least_return, require_return
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.jurisdictions import DEMO, JURISDICTIONS

if TYPE_CHECKING:
    from pytest_django.fixtures import Settings

THREE = montana_red_dog_3_card.SHEET
every_jurisdiction = pytest.mark.parametrize("jurisdiction", JURISDICTIONS.values(), ids=lambda each: each.name)

pytestmark = [pytest.mark.clause("F05"), pytest.mark.clause("F54")]


@every_jurisdiction
def test_no_jurisdiction_stops_a_server_because_of_a_game_on_offer(
    jurisdiction: Jurisdiction, settings: "Settings"
) -> None:
    settings.REDDOG_JURISDICTION = jurisdiction

    assert checks.check_payout_floor() == []


def test_a_server_does_not_start_with_a_game_of_one_seat_below_the_least_return(
    monkeypatch: pytest.MonkeyPatch, settings: "Settings"
) -> None:
    settings.REDDOG_JURISDICTION = DEMO
    monkeypatch.setattr(checks, "PLAYED_ALONE", (*PLAYED_ALONE, replace(THREE, seats=1)))

    (found,) = checks.check_payout_floor()

    assert (found.id, found.is_serious()) == ("games.E002", True)
    assert found.msg == "montana-red-dog-3-card returns 67.004 %; demo wants 75.000 % or more."


@every_jurisdiction
def test_a_table_of_the_three_card_game_is_refused_and_those_of_all_others_are_not(jurisdiction: Jurisdiction) -> None:
    with pytest.raises(ReturnBelowMinimum) as refused:
        require_return(THREE, jurisdiction)

    assert refused.value.members == {"returned": "27907/41650", "minimum": str(jurisdiction.rtp_min)}
    assert refused.value.detail.startswith("Nothing was opened.")
    for sheet in AT_TABLES:
        if sheet is not THREE:
            require_return(sheet, jurisdiction)


def test_a_game_that_returns_exactly_the_least_may_be_played() -> None:
    require_return(THREE, replace(DEMO, rtp_min=least_return(THREE)))


@pytest.mark.parametrize(
    ("sheet", "least"), [(THREE, THREE.rtp.first_bet), (montana_red_dog.SHEET, montana_red_dog.SHEET.rtp.side_bet)]
)
def test_the_least_of_a_games_returns_counts_the_side_bet_by_itself(sheet: RuleSheet, least: object) -> None:
    assert least_return(sheet) == least
