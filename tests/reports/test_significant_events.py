"""What was altered, by whom, and how it was before: each event of the day, and none of another."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from audit.operations.save_event import NewEvent, save_event
from players.core.status import Status
from players.operations.check_credentials import WrongCredentials
from players.operations.set_status import reactivate, set_status
from reports.catalogue.significant_events import DEFINITION
from tests import world
from tests.approving import approval
from tests.reports.asking import (
    ANN,
    FROM,
    HOUR,
    TICK,
    UNTIL,
    assert_same_in_small_pages,
    opened_for_tests,
    rows_of,
    table_of,
)

if TYPE_CHECKING:
    from datetime import datetime

    from kernel.ids import ChainId

pytestmark = pytest.mark.clause("F34")

EARLIER = FROM - 24 * HOUR


def suspended(chain: ChainId, *, at: datetime) -> None:
    set_status(chain, Status.SUSPENDED, reason="a complaint", actor=ANN, now=at)


def let_back(chain: ChainId, *, at: datetime) -> None:
    reactivate(chain, by=approval("settled"), excluded=world.excluded_at(at), now=at)


@pytest.mark.django_db
def test_an_event_tells_when_what_who_why_and_how_it_was_before() -> None:
    ada = world.sign_up(now=EARLIER)
    suspended(ada, at=FROM + HOUR)

    (row,) = rows_of(DEFINITION)

    assert re.fullmatch("[0-9a-f]{32}", str(row["id"]))
    # 21 November 2026, 06:00 UTC: FROM, which is 05:00, and an hour.
    assert {**row, "id": ""} == {
        "time": 1795240800000,
        "id": "",
        "component": "players",
        "event": "player-status",
        "accounts": "players",
        "account": ada.hex,
        "user": ANN,
        "reason": "a complaint",
        "before": '{"status":"active"}',
        "after": '{"status":"suspended"}',
    }


@pytest.mark.django_db
def test_the_first_instant_of_the_interval_is_in_it_and_its_end_is_not() -> None:
    ada = world.sign_up(now=EARLIER)
    suspended(ada, at=FROM - TICK)
    let_back(ada, at=FROM)
    suspended(ada, at=UNTIL - TICK)
    let_back(ada, at=UNTIL)

    # The second and the third of the four.
    assert [row["after"] for row in rows_of(DEFINITION)] == ['{"status":"active"}', '{"status":"suspended"}']


@pytest.mark.django_db
def test_an_event_of_nobody_names_no_account() -> None:
    with pytest.raises(WrongCredentials):
        world.log_in_player("nobody", now=FROM)

    (row,) = rows_of(DEFINITION)

    assert (row["event"], row["accounts"], row["account"], row["reason"]) == ("failed-access", None, None, None)
    assert row["after"] == '{"address":"192.0.2.7"}'


@pytest.mark.django_db
def test_events_of_test_accounts_are_told_apart() -> None:
    ada, own = world.sign_up(now=EARLIER), opened_for_tests("own", now=EARLIER)
    suspended(ada, at=FROM)
    suspended(own, at=FROM + TICK)

    place = table_of(DEFINITION).column_index("account")

    assert [row[place] for row in table_of(DEFINITION, accounts="players").rows] == [ada.hex]
    assert [row[place] for row in table_of(DEFINITION, accounts="test").rows] == [own.hex]


@pytest.mark.django_db
def test_pages_give_the_same_events_in_the_order_of_their_instants(monkeypatch: pytest.MonkeyPatch) -> None:
    # Written in another order than they happened in, as slow transactions are; three at one instant.
    for at in (FROM + 2 * HOUR, FROM + HOUR, FROM + HOUR, FROM + HOUR, FROM):
        save_event(NewEvent(kind="vault-key-changed", actor="platform", after={"key": "2"}), now=at)

    hours = [(int(str(row["time"])) - 1795237200000) // 3_600_000 for row in rows_of(DEFINITION)]

    assert hours == [0, 1, 1, 1, 2]
    assert_same_in_small_pages(DEFINITION, monkeypatch)
