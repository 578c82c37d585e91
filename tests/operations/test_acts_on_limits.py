"""Every change of a player's limits is a record that says who did what, also one that changes nothing in force."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from audit.core.records import parse_entry
from audit.models import Event
from audit.queries.records import entries
from kernel.instants import to_epoch_ms
from players.operations.set_pin import set_pin
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.core.limits.windows import WindowKind, WindowRule
from responsible_gaming.core.rules.losses import LOSS_DAY
from responsible_gaming.operations import change_bet_limit as bet_limit
from responsible_gaming.operations.adopt_jurisdiction import adopt_counting
from responsible_gaming.operations.change_player_limit import (
    cancel_player_limit_loosening,
    change_player_limit,
    confirm_player_limit,
)
from responsible_gaming.operations.exclude import ask_return, exclude
from responsible_gaming.operations.exclude_by_operator import exclude_by_operator, lift_by_operator
from responsible_gaming.operations.set_operator_limit import set_operator_limit
from tests import world
from tests.approving import approval
from tests.world import DEMO, NOW, PIN

if TYPE_CHECKING:
    from datetime import datetime

    from kernel.ids import ChainId

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
DAY_MS = 86_400_000
NOW_MS = to_epoch_ms(NOW)
ANN = "operator:ann"
STAKE = {"name": "stake_max", "who": "player"}


@pytest.fixture
def ada() -> ChainId:
    world.open_house()
    chain = world.sign_up()
    set_pin(chain, proof=world.proof(), new_pin=PIN, now=NOW)
    return chain


def told(chain: ChainId) -> list[Any]:
    """Return the records of a player's limits."""
    records: list[Any] = [parse_entry(entry) for entry in entries(chain, from_seq=0, to_seq=99)]
    return [record for record in records if record["type"] == "limits"]


def acts(chain: ChainId) -> list[Any]:
    """Return what was done since the account was opened."""
    return [record["act"] for record in told(chain)[1:]]


def want(chain: ChainId, value: int | None, *, at: datetime) -> None:
    change_player_limit(chain, LOSS_DAY, value, pin=PIN, jurisdiction=DEMO, now=at)


def test_the_record_of_registration_puts_nothing_in_force(ada: ChainId) -> None:
    (first,) = told(ada)

    assert first["rg"] == {"now": {}}
    assert first["act"] == {"do": "profile", "who": "platform"}


def test_a_loosening_is_a_record_when_it_is_asked_for_taken_back_and_confirmed(ada: ChainId) -> None:
    want(ada, 5_000, at=NOW)
    want(ada, 9_000, at=NOW)
    cancel_player_limit_loosening(ada, LOSS_DAY, jurisdiction=DEMO, now=NOW)
    want(ada, None, at=NOW)
    confirm_player_limit(ada, LOSS_DAY, pin=PIN, jurisdiction=DEMO, now=NOW + DAY)

    assert acts(ada) == [
        {"do": "set", "name": "loss_day", "value": 5_000, "who": "player"},
        {"do": "ask", "name": "loss_day", "value": 9_000, "who": "player"},
        {"do": "cancel", "name": "loss_day", "who": "player"},
        {"do": "ask", "name": "loss_day", "who": "player"},
        {"do": "confirm", "name": "loss_day", "who": "player"},
    ]
    assert [record["rg"]["now"].get("loss_day") for record in told(ada)] == [None, 5_000, 5_000, 5_000, 5_000, None]
    assert not any("ev" in record for record in told(ada)), "the player did all of this"


def test_the_bet_limit_tells_the_same(ada: ChainId) -> None:
    monday = NOW + 2 * DAY
    bet_limit.change_bet_limit(ada, 2_000, pin=PIN, jurisdiction=DEMO, now=monday)
    bet_limit.change_bet_limit(ada, 4_000, pin=PIN, jurisdiction=DEMO, now=monday + 7 * DAY)
    bet_limit.confirm_loosening(ada, pin=PIN, jurisdiction=DEMO, now=monday + 14 * DAY)

    assert acts(ada) == [
        {"do": "set", "value": 2_000, **STAKE},
        {"do": "ask", "value": 4_000, **STAKE},
        {"do": "confirm", **STAKE},
    ]


def test_an_operator_s_value_is_a_record_with_its_event_where_the_player_s_own_binds(ada: ChainId) -> None:
    want(ada, 5_000, at=NOW)
    set_operator_limit(ada, LOSS_DAY, 9_000, reason="a talk", actor=ANN, jurisdiction=DEMO, now=NOW)

    newest = told(ada)[-1]
    event = Event.objects.get(kind="limit-set-by-operator")
    assert newest["act"] == {"do": "set", "name": "loss_day", "value": 9_000, "who": "operator"}
    assert newest["rg"]["now"]["loss_day"] == 5_000
    assert newest["ev"] == bytes(event.leaf or b"").hex()


def test_exclusions_are_records_of_who_excluded_until_when_and_of_their_end(ada: ChainId) -> None:
    exclude(ada, ExclusionKind.SELF_EXCLUSION, 184, rules=DEMO.exclusions, now=NOW)
    exclude_by_operator(ada, None, reason="a complaint", actor=ANN, now=NOW)
    lift_by_operator(ada, by=approval("answered"), now=NOW + DAY)
    ask_return(ada, rules=DEMO.exclusions, now=NOW + 184 * DAY)

    assert acts(ada) == [
        {"do": "exclude", "kind": "self_exclusion", "until": NOW_MS + 184 * DAY_MS, "who": "player"},
        {"do": "exclude", "kind": "operator_exclusion", "who": "operator"},
        {"do": "lift", "who": "operator"},
        {"do": "return", "who": "player"},
    ]
    assert ["ev" in record for record in told(ada)[1:]] == [False, True, True, False]


def test_other_windows_are_a_record_of_the_platform_s(ada: ChainId) -> None:
    want(ada, 5_000, at=NOW)
    adopt_counting(ada, WindowRule(kind=WindowKind.ROLLING, zone="Europe/London"), now=NOW)

    newest = told(ada)[-1]
    assert newest["act"] == {"do": "profile", "who": "platform"}
    assert newest["rg"]["now"] == {"loss_day": 5_000, "windows": "rolling", "zone": "Europe/London"}
    assert "ev" in newest
