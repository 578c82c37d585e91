"""A player reports another seat of a hand: once the day is over it is a case of the player there, whom nobody tells."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connections

from audit.queries.events import events
from casework.core.suspicion import Suspicion
from casework.operations.find_cases import find_cases
from casework.operations.report_seat import SeatReport, SeatReported, report_seat
from casework.queries.cases import CaseView, cases
from tests import world
from tests.api.at_tables import Seated, chain_of, open_table, step, told
from tests.api.caller import Auditor, Operator, now, problem
from tests.api.test_filters import listed

if TYPE_CHECKING:
    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F52"), pytest.mark.django_db(transaction=True)]


@pytest.fixture
def players() -> tuple[Seated, Seated]:
    world.open_house(now=now())
    return Seated("ada"), Seated("bob")


@pytest.fixture
def table_id(players: tuple[Seated, Seated]) -> str:
    """Have a table at which ada has seat 0 and bob seat 1, with the betting over."""
    table_id = open_table(Operator())
    for seat, player in enumerate(players):
        told(player.sit(table_id, seat, 500), 201)
    step(table_id)
    return table_id


def found() -> list[CaseView]:
    find_cases(jurisdiction=world.DEMO, clock=lambda: now() + timedelta(hours=25))
    return cases(is_open=True, chain=None, before=None, limit=9)


def asked(**others: Any) -> dict[str, Any]:
    return {"epoch": 0, "seat": 1, "suspicion": "soft-play", **others}


def test_a_report_is_a_case_of_who_sits_there_and_tells_neither_who_the_other_is(
    players: tuple[Seated, Seated], table_id: str
) -> None:
    ada, bob = players

    assert told(ada.post(f"/tables/{table_id}/reports", asked()), 201) == asked()

    find_cases(jurisdiction=world.DEMO, clock=now)
    assert cases(is_open=None, chain=None, before=None, limit=9) == [], "not before all reports of the day are there"
    (case,) = found()
    assert found() == [case], "another run opens none beside it"
    assert (case.rule, case.chain) == ("reported-seat", bob.seat.chain)
    (shown,) = listed(Auditor("aud"), "/ops/cases", limit=5)
    assert (shown["player_id"], shown["amounts"]) == (bob.seat.chain.hex, [])
    (event,) = (each for each in events(subject=ada.seat.chain, before=None, limit=9) if each.kind == "seat-reported")
    assert (event.actor, event.after) == ("player", {**asked(), "table": table_id})
    assert bob.seat.chain.hex not in told_of(ada.seat.chain)
    assert "report" not in told_of(bob.seat.chain)


def told_of(chain: ChainId) -> str:
    """Return what the events of a player say, of which the player gets a copy."""
    kept = events(subject=chain, before=None, limit=50)
    return json.dumps([[each.kind, each.actor, each.reason, dict(each.before), dict(each.after)] for each in kept])


def test_whoever_reports_sat_in_the_hand_at_another_seat_and_reports_once(
    players: tuple[Seated, Seated], table_id: str
) -> None:
    (ada, _), carl = players, Seated("carl")
    path, before = f"/tables/{table_id}/reports", world.everything_stored()

    for who, wrong in (
        (carl, asked()),
        (ada, asked(seat=0)),
        (ada, asked(seat=2)),
        (ada, asked(epoch=1)),
    ):
        problem(who.post(path, wrong), 409, "seat-not-reportable")
    problem(ada.post(f"/tables/{'0' * 32}/reports", asked()), 404, "table-not-found")
    for wrong in (asked(suspicion="ugly"), asked(seat=-1), asked(seat=True), asked(epoch=2**31), asked(text="bob")):
        problem(ada.post(path, wrong), 400, "invalid-request")
    assert world.everything_stored() == before

    told(ada.post(path, asked()), 201)
    problem(ada.post(path, asked(suspicion="other")), 409, "seat-already-reported")
    assert len(found()) == 1
    world.assert_world_sound()


def test_a_seat_is_reported_only_once_its_betting_is_over(players: tuple[Seated, Seated]) -> None:
    """Until then it may be given up, and the report would be of nobody."""
    table_id = open_table(Operator())
    for seat, player in enumerate(players):
        told(player.sit(table_id, seat, 500), 201)

    problem(players[0].post(f"/tables/{table_id}/reports", asked()), 409, "seat-not-reportable")
    step(table_id)
    told(players[0].post(f"/tables/{table_id}/reports", asked()), 201)


def test_of_reports_at_the_same_instant_one_is_stored(players: tuple[Seated, Seated], table_id: str) -> None:
    ada, _ = players
    report = SeatReport(table=chain_of(table_id), epoch=0, seat=1, suspicion=Suspicion.OTHER)

    def reported(_: int) -> bool:
        try:
            report_seat(ada.seat.chain, report, now=now())
        except SeatReported:
            return False
        finally:
            connections.close_all()
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(reported, range(4))) == 1
