"""What one person of the staff does alone to the house, because it is urgent, another one reviews in time."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO
from typing import TYPE_CHECKING, Any, Final

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from audit.console_user import console_actor
from audit.queries.events import events_of_kind
from casework.operations.find_cases import find_cases
from casework.queries.act_reviews import ActReviewView, act_reviews
from games.core.variants import red_dog_table
from reddog_platform.outbox_diagnostics import lone_acts
from tables.operations.pause_tables import pause_tables, resume_tables
from tests import world
from tests.api.caller import Administrator, Auditor, Caller, Operator, now, problem
from tests.api.test_exclusion import ADA, HEADER, sent
from tests.approving import apply_over_http
from tests.house_table import announced_table, table_of

if TYPE_CHECKING:
    from pathlib import Path

    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F45"), pytest.mark.django_db(transaction=True)]

HOURS: Final = world.DEMO.cases.lone_review_hours
REASON: Final = {"reason": "it is urgent"}
RIGHT: Final = {"outcome": "justified", "reason": "I have looked at the figures"}


@pytest.fixture(autouse=True)
def _house() -> None:
    world.open_house(now=now())


def waiting(*, after: timedelta = timedelta(0)) -> list[ActReviewView]:
    """Look for lone acts; return the reviews that are open, in the order of the acts."""
    find_cases(jurisdiction=world.DEMO, clock=lambda: now() + after)
    return act_reviews(is_open=True, before=None, limit=99)[::-1]


def test_a_list_that_somebody_imports_by_hand_is_reviewed_whoever_it_was(tmp_path: Path) -> None:
    file, longer = tmp_path / "list.csv", HEADER + ADA + b"Hopper,Grace,1990-01-01\n"
    file.write_bytes(longer)
    world.import_exclusion_list("Lovelace,Ada,1990-01-01", now=now())
    assert waiting() == [], "the platform's own"

    call_command("import_exclusions", file, reason="the list of today", stdout=StringIO())

    (review,) = waiting()
    assert (review.kind, review.actor) == ("exclusion-list-imported", console_actor())
    sent(Operator("ann"), longer + b"Noether,Emmy,1990-01-01\n")
    assert [review.actor for review in waiting()] == [console_actor(), "operator:ann"]


def switch_off(who: Caller, game: str = world.GAME) -> str:
    """Switch a game off alone, and return its review's path."""
    answer = who.send("PUT", f"/ops/switches/game:{game}", REASON | {"message": ""})
    assert answer.status_code == 200, answer.content
    return f"/ops/act-reviews/{waiting()[-1].id.hex}"


def table() -> ChainId:
    return announced_table(table_of(seats=1), now=now())


@pytest.mark.parametrize(
    ("kind", "path", "body"),
    [
        ("switched-off", "switches/everything", {"message": ""}),
        ("switched-off", f"switches/version:{red_dog_table.SHEET.game}@{red_dog_table.SHEET.version}", {"message": ""}),
        ("table-status-set", "tables/<table>/status", {"status": "paused"}),
        ("table-status-set", "tables/<table>/status", {"status": "closed"}),
        ("staff-status", "staff/cleo/status", {"status": "deactivated"}),
    ],
)
def test_what_only_tightens_is_reviewed_by_another_one(kind: str, path: str, body: dict[str, Any]) -> None:
    Operator("cleo")
    ann: Caller = Administrator("ann") if path.startswith("staff/") else Operator("ann")
    ben = Operator("ben")
    path = path.replace("<table>", table().hex) if "<table>" in path else path
    answer = ann.send("PUT", f"/ops/{path}", REASON | body)
    assert answer.status_code == 200, answer.content

    (review,) = waiting()
    assert waiting() == [review], "a second run opens nothing again"
    assert (review.kind, review.act_reason) == (kind, REASON["reason"])
    assert review.due_ms == review.acted_ms + HOURS * 60 * 60 * 1000

    assert ben.post(f"/ops/act-reviews/{review.id.hex}/decision", RIGHT).status_code == 201
    assert waiting() == []
    told = [event.kind for event in (*events_of_kind("act-review-opened"), *events_of_kind("act-reviewed"))]
    assert told == ["act-review-opened", "act-reviewed"]


def test_nobody_reviews_the_own_act_nor_what_was_done_to_the_own_account() -> None:
    ann, ben, cleo = Operator("ann"), Operator("ben"), Operator("cleo")
    path = switch_off(ann)
    problem(ann.post(f"{path}/decision", RIGHT), 403, "own-act")
    problem(Auditor("aud").post(f"{path}/decision", RIGHT), 403, "forbidden")
    assert ben.post(f"{path}/decision", RIGHT).status_code == 201
    problem(cleo.post(f"{path}/decision", RIGHT), 409, "act-reviewed")

    # Who gets the account back is still no judge of why it was taken.
    eve, fay = Administrator("eve"), Administrator("fay")
    eve.send("PUT", "/ops/staff/cleo/status", REASON | {"status": "deactivated"})
    apply_over_http(eve, fay, "reactivate-staff", {"username": "cleo"})
    (review,) = waiting()
    back = json.loads(Caller().post("/ops/sessions", {"username": "cleo", "password": world.PASSWORD}).content)["token"]
    path = f"/ops/act-reviews/{review.id.hex}/decision"
    problem(Caller(f"Token {back}").post(path, RIGHT), 403, "own-act")


def test_who_takes_a_role_alone_is_reviewed_and_who_gives_one_with_another_is_not() -> None:
    Operator("cleo")
    eve, fay = Administrator("eve"), Administrator("fay")
    apply_over_http(eve, fay, "set-staff-roles", {"username": "cleo", "roles": ["auditors", "operators"]})
    assert waiting() == []
    assert eve.send("PUT", "/ops/staff/cleo/roles", REASON | {"roles": ["auditors"]}).status_code == 200

    (review,) = waiting()
    assert (review.kind, review.actor) == ("staff-roles", "staff:eve")


def test_what_the_platform_and_two_people_do_and_what_loosens_is_none() -> None:
    ann, ben, cleo = Operator("ann"), Operator("ben"), Operator("cleo")
    path = switch_off(ann)
    assert ben.post(f"{path}/decision", RIGHT).status_code == 201
    apply_over_http(ben, cleo, "switch-on", {"switch": f"game:{world.GAME}"})
    place = table().hex
    pause_tables(reason="a drill", actor="platform", now=now())
    resume_tables(reason="a drill", actor="operator:ann", now=now())
    assert json.loads(ann.get(f"/ops/tables/{place}").content)["status"] == "open"

    assert waiting() == []


def test_tables_that_are_paused_together_are_one_act() -> None:
    table(), table()
    at = now()
    assert len(pause_tables(reason="an upgrade", actor="operator:ann", now=at)) == 2

    (review,) = waiting()
    assert (review.kind, review.after["with_all"]) == ("table-status-set", True)


def test_a_review_that_is_late_is_an_alarm_once_and_red_until_it_is_done() -> None:
    ben = Operator("ben")
    path = switch_off(Operator("ann"))
    soon, late = timedelta(hours=HOURS, minutes=-1), timedelta(hours=HOURS, minutes=1)

    waiting(after=soon)
    assert events_of_kind("act-review-overdue") == []
    assert lone_acts(now() + soon).healthy
    for _ in range(2):
        waiting(after=late)
    assert [event.after["actor"] for event in events_of_kind("act-review-overdue")] == ["operator:ann"]
    assert not lone_acts(now() + late).healthy

    assert ben.post(f"{path}/decision", RIGHT | {"outcome": "unjustified"}).status_code == 201
    assert lone_acts(now() + late).healthy


def test_the_diagnostic_counts_what_one_person_did_to_players_too() -> None:
    chain = world.sign_up(now=now())
    # The first run ever begins with the gaming day before its own: that of the act, in every hour of the day.
    waiting()
    suspended = REASON | {"status": "suspended"}
    assert Operator("ann").send("PUT", f"/ops/players/{chain.hex}/status", suspended).status_code == 200
    find_cases(jurisdiction=world.DEMO, clock=lambda: now() + timedelta(hours=25))

    assert lone_acts(now() + timedelta(hours=24 + HOURS)).healthy
    assert not lone_acts(now() + timedelta(hours=26 + HOURS)).healthy


def test_a_review_is_final_and_kept_and_never_by_who_acted() -> None:
    path = switch_off(Operator("ann"))
    done = "reviewed_ms = 1, outcome = 'justified', reason = 'r'"
    own = f"UPDATE casework_act_review SET {done}, reviewed_by = 'operator:ann'"
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(own)
    assert Operator("ben").post(f"{path}/decision", RIGHT).status_code == 201
    for statement in (
        "UPDATE casework_act_review SET outcome = 'unjustified'",
        "DELETE FROM casework_act_review",
        "TRUNCATE casework_act_review",
    ):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)


def test_reviews_are_read_in_pages_by_status() -> None:
    ann = Operator("ann")
    path, second = switch_off(ann), switch_off(ann, "yablon")
    auditor = Auditor("aud")
    assert Operator("ben").post(f"{path}/decision", RIGHT).status_code == 201

    page = json.loads(auditor.get("/ops/act-reviews?limit=1").content)
    assert [f"/ops/act-reviews/{item['id']}" for item in page["items"]] == [second]
    rest = json.loads(auditor.get(f"/ops/act-reviews?limit=1&cursor={page['next']}").content)
    assert [f"/ops/act-reviews/{item['id']}" for item in rest["items"]] == [path]
    (left,) = json.loads(auditor.get("/ops/act-reviews?status=open").content)["items"]
    assert (left["status"], left["overdue"], left["outcome"]) == ("open", False, None)
    assert json.loads(auditor.get(path).content)["reviewer"] == "operator:ben"
    problem(auditor.get("/ops/act-reviews/none"), 404, "act-review-not-found")
