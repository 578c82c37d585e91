"""The staff find a person's accounts by the whole name with the birth date, and each finding is kept."""

from __future__ import annotations

import json
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from audit.event_catalogue import severity_of
from audit.event_catalogue.kind import Severity
from casework.operations.find_cases import find_cases
from casework.queries.act_reviews import act_reviews
from players.core.erasure import Basis
from players.core.status import Status
from players.operations.erase import Erasure, erase
from players.operations.find_by_email import find_by_email
from players.operations.set_status import set_status
from players.queries.accounts import PlayerNotFound
from players.queries.persons import person_digests_of
from reddog_platform.erasure_hooks import erasure_hooks
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.core.jurisdictions import JURISDICTIONS
from responsible_gaming.operations.exclude import exclude
from tests import world
from tests.api.caller import Administrator, Auditor, Operator, now, problem
from tests.api.staff_log_in import noted
from tests.api.test_accounts import everything_in_words
from tests.at_once import at_once
from tests.world import NOW

if TYPE_CHECKING:
    from django.http import HttpResponse

    from kernel.ids import ChainId
    from tests.api.caller import Caller

pytestmark = [pytest.mark.clause("F47"), pytest.mark.clause("F57"), pytest.mark.django_db]

ZOE = {"given_name": "Zo\u00eb", "family_name": "Van Quasimodo", "birth_date": "1985-04-12"}


@pytest.fixture
def zoe() -> ChainId:
    world.open_house(now=now())
    world.sign_up("bob", given_name="Zoe", family_name="Quasimodo", born=date(1985, 4, 12), now=now())
    return world.sign_up("zoe", given_name="Zoe", family_name="Van Quasimodo", born=date(1985, 4, 12), now=now())


def asked(who: Caller, **changes: Any) -> HttpResponse:
    return who.post("/ops/person-searches", {**ZOE, **changes})


@pytest.mark.parametrize(
    "writing",
    [
        {},
        {"given_name": "ZOE", "family_name": "vanquasimodo"},
        {"given_name": "Van Quasimodo", "family_name": "Zoe"},
    ],
)
def test_an_operator_finds_a_persons_accounts_and_who_was_found_is_kept(zoe: ChainId, writing: dict[str, str]) -> None:
    set_status(zoe, Status.CLOSED, reason="a test", actor="operator:test", now=now())

    answer = asked(Operator("ann"), **writing)

    assert answer.status_code == 201, answer.content
    (found,) = json.loads(answer.content)["items"]
    assert (found["id"], found["username"], found["status"]) == (zoe.hex, "zoe", "closed")
    (event,) = noted("found-by-person")
    assert (event.subject, event.actor) == (zoe, "operator:ann")
    assert "uasimodo" not in everything_in_words()


@pytest.mark.parametrize(
    "wrong", [{"birth_date": "1985-04-13"}, {"family_name": "Van"}, {"given_name": "Z"}, {"family_name": "%"}]
)
def test_nobody_is_found_by_a_part_of_a_name_or_on_another_day(zoe: ChainId, wrong: dict[str, str]) -> None:
    ann = Operator("ann")
    problem(asked(ann, **wrong), 404, "player-not-found")
    assert noted("found-by-person") == []
    # Whoever tries names is seen, and the names are not kept.
    (event,) = noted("found-nobody")
    assert (event.subject, event.actor, event.after) == (None, "operator:ann", {"by": "person"})
    assert "uasimodo" not in everything_in_words()
    assert asked(ann).status_code == 201, zoe


@pytest.mark.clause("F40")
def test_who_fishes_is_an_alarm_at_the_tenth_search_within_an_hour_and_once() -> None:
    ann, ben = Operator("ann"), Operator("ben")
    for number in range(9):
        problem(ann.post("/ops/player-searches", {"email": f"nobody{number}@example.test"}), 404, "player-not-found")
    problem(asked(ben, family_name="Nobody"), 404, "player-not-found")
    assert noted("searches-in-vain") == []

    problem(asked(ann, family_name="Nobody"), 404, "player-not-found")
    problem(asked(ann, family_name="Nemo"), 404, "player-not-found")

    (event,) = noted("searches-in-vain")
    assert (event.subject, event.actor, event.after) == (None, "operator:ann", {"searches": 10})
    assert severity_of("searches-in-vain") is Severity.ALARM
    find_cases(jurisdiction=JURISDICTIONS["demo"], clock=now)
    (review,) = act_reviews(is_open=True, before=None, limit=9)
    assert (review.id, review.actor) == (event.id, "operator:ann")


def test_nine_searches_and_one_an_hour_later_are_no_alarm() -> None:
    for minutes in (*range(0, 45, 5), 61):
        with pytest.raises(PlayerNotFound):
            find_by_email("nobody@example.test", actor="operator:ann", now=NOW + timedelta(minutes=minutes))
    assert (len(noted("found-nobody")), noted("searches-in-vain")) == (10, [])

    with pytest.raises(PlayerNotFound):
        find_by_email("nobody@example.test", actor="operator:ann", now=NOW + timedelta(minutes=61))

    assert len(noted("searches-in-vain")) == 1


@pytest.mark.django_db(transaction=True)
def test_two_tenth_searches_at_once_are_one_alarm() -> None:
    def search() -> None:
        with pytest.raises(PlayerNotFound):
            find_by_email("nobody@example.test", actor="operator:ann", now=NOW)

    for _ in range(9):
        search()

    at_once(search, search)

    assert (len(noted("found-nobody")), len(noted("searches-in-vain"))) == (11, 1)


@pytest.mark.parametrize("field", ["given_name", "family_name", "birth_date"])
def test_the_whole_name_and_the_birth_date_are_needed(zoe: ChainId, field: str) -> None:
    body = {name: value for name, value in ZOE.items() if name != field}

    problem(Operator("ann").post("/ops/person-searches", body), 400, "invalid-request")

    assert noted("found-by-person") == [], zoe


def test_neither_auditors_nor_administrators_find_a_person(zoe: ChainId) -> None:
    for who in (Auditor("otto"), Administrator("eve")):
        problem(asked(who), 403, "forbidden")
    assert noted("found-by-person") == [], zoe


def test_nobody_is_found_who_was_erased_though_an_exclusion_still_recognizes_the_person(zoe: ChainId) -> None:
    rules = JURISDICTIONS["demo"].exclusions
    exclude(zoe, ExclusionKind.TIME_OUT, rules.time_out_days_max, rules=rules, now=now())
    set_status(zoe, Status.CLOSED, reason="a test", actor="operator:test", now=now())
    order = Erasure(chain=zoe, basis=Basis.NO_LONGER_NEEDED, reason="a test", actor="operator:test")
    erase(order, retention_days=0, hooks=erasure_hooks(now()), now=now())
    assert person_digests_of(zoe), "the person would be recognized"

    problem(asked(Operator("ann")), 404, "player-not-found")

    assert noted("found-by-person") == []
    assert len(noted("found-nobody")) == 1
