"""A player disputes a round, the staff reads the evidence and answers in time, and the player reads the answer."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

import pytest
from django.conf import settings
from django.db import DatabaseError, connections

from audit.core.note import leaf_hash
from audit.queries.events import events
from audit.queries.records import entries
from casework.operations.settle_dispute import open_dispute
from kernel.ids import RoundId
from players.operations.erase import NotErasable
from tests import world
from tests.api.caller import Auditor, Caller, Operator, Player, problem
from tests.api.test_filters import listed, plans
from tests.operations.test_erasure import closed, emptied, erased
from tests.world import NOW

if TYPE_CHECKING:
    from django.http import HttpResponse

pytestmark = [pytest.mark.clause("F60"), pytest.mark.django_db(transaction=True, databases=["default", "owner"])]

TEXT: Final = {"text": "The third card was never shown."}
DAY: Final = timedelta(days=1)


def document(answer: HttpResponse, status: int) -> dict[str, Any]:
    assert answer.status_code == status, answer.content
    return json.loads(answer.content)  # type: ignore[no-any-return]  # JSON


@pytest.fixture
def ada() -> Player:
    world.open_house(now=datetime.now(UTC))
    return Player("ada")


def test_a_dispute_is_opened_answered_once_and_read_by_the_player(ada: Player) -> None:
    round_id = ada.closed_round()["id"]
    operator, auditor = Operator("op"), Auditor("aud")

    opened = document(ada.post(f"/rounds/{round_id}/disputes", TEXT), 201)

    days = settings.REDDOG_JURISDICTION.cases.dispute_answer_days
    due = datetime.fromisoformat(opened["answer_due_at"]) - datetime.fromisoformat(opened["opened_at"])
    assert (opened["status"], opened["round_id"], opened["text"], due) == ("open", round_id, TEXT["text"], days * DAY)
    path = f"/ops/disputes/{opened['id']}"
    shown = document(auditor.get(path), 200)
    assert (shown["player_id"], shown["overdue"], shown["actor"]) == (ada.seat.chain.hex, False, None)
    assert listed(auditor, "/ops/disputes", limit=1) == [shown]

    answer = {"outcome": "rejected", "text": "It was: see the second record."}
    problem(auditor.post(f"{path}/answer", answer), 403, "forbidden")
    answered = document(operator.post(f"{path}/answer", answer), 201)
    assert (answered["status"], answered["outcome"], answered["actor"]) == ("answered", "rejected", "operator:op")
    problem(operator.post(f"{path}/answer", answer), 409, "dispute-answered")
    (mine,) = listed(ada, "/me/disputes", limit=1)
    assert (mine["outcome"], mine["answer"]) == ("rejected", answer["text"])
    assert mine.keys() & {"actor", "player_id"} == set(), "the player is not told which member of the staff it was"
    assert listed(auditor, "/ops/disputes", limit=1) == []
    assert listed(auditor, "/ops/disputes", limit=1, status="answered") == [answered]
    assert listed(auditor, "/ops/disputes", limit=1, player_id=ada.seat.chain.hex) == [answered]
    kept = [event for event in events(subject=ada.seat.chain, before=None, limit=50) if "dispute" in event.kind]
    assert [(event.kind, event.actor) for event in kept] == [
        ("dispute-answered", "operator:op"),
        ("dispute-opened", "player"),
    ]
    assert "card" not in json.dumps([[event.reason, dict(event.before), dict(event.after)] for event in kept])


def test_a_round_has_one_open_dispute_and_another_one_after_the_answer(ada: Player) -> None:
    round_id = ada.closed_round()["id"]
    first = document(ada.post(f"/rounds/{round_id}/disputes", TEXT), 201)

    problem(ada.post(f"/rounds/{round_id}/disputes", TEXT), 409, "dispute-open")
    answer = {"outcome": "upheld", "text": "You are right."}
    document(Operator("op").post(f"/ops/disputes/{first['id']}/answer", answer), 201)
    second = document(ada.post(f"/rounds/{round_id}/disputes", TEXT), 201)

    assert [each["id"] for each in listed(ada, "/me/disputes", limit=1)] == [second["id"], first["id"]]


def test_only_ones_own_rounds_are_disputed_in_words(ada: Player) -> None:
    round_id = ada.closed_round()["id"]
    other = Player("bob")

    problem(other.post(f"/rounds/{round_id}/disputes", TEXT), 404, "round-not-found")
    problem(ada.post(f"/rounds/{ada.seat.chain.hex}-0-999/disputes", TEXT), 404, "round-not-found")
    for text in ("", "  ", "x" * 2001):
        problem(ada.post(f"/rounds/{round_id}/disputes", {"text": text}), 400, "invalid-request")
    assert listed(other, "/me/disputes") == []
    for path in ("nonsense", "0" * 32):
        problem(
            Operator(f"op{path[0]}").post(f"/ops/disputes/{path}/answer", {"outcome": "upheld", "text": "a"}),
            404,
            "dispute-not-found",
        )


def test_the_evidence_has_the_round_its_records_with_proofs_that_are_there_and_the_statement(ada: Player) -> None:
    ada.closed_round()
    disputed = ada.closed_round()
    world.run_sequencer(now=datetime.now(UTC))
    later = ada.closed_round()
    dispute = document(ada.post(f"/rounds/{disputed['id']}/disputes", TEXT), 201)
    auditor = Auditor("aud")

    evidence = document(auditor.get(f"/ops/disputes/{dispute['id']}/evidence"), 200)

    assert evidence["round"] == document(ada.get(f"/rounds/{disputed['id']}"), 200)
    assert evidence["round"]["seed"] is not None
    notes = entries(ada.seat.chain, from_seq=0, to_seq=1000)
    records = {record["seq"]: record for record in evidence["records"]}
    assert all(record["note"] == notes[seq] for seq, record in records.items())
    assert all(record["leaf"] == leaf_hash(notes[seq]).hex() for seq, record in records.items())
    for receipt in disputed["receipts"]:
        record = records[receipt["seq"]]
        assert record["note"] == receipt["note"]
        proof = Caller().get(record["proof"].removeprefix("/api/v1"))
        assert proof.status_code == 200, proof.content
    # The round after it is there, and in no published checkpoint yet.
    assert records[later["receipts"][0]["seq"]]["proof"] is None
    references = [line["reference"] for line in evidence["statement"]]
    assert {disputed["id"], later["id"]} <= set(references)
    assert evidence["trust"] == document(Caller().get("/log/trust"), 200)


def test_disputes_are_listed_by_when_they_are_due_and_overdue_ones_are_marked(ada: Player) -> None:
    rounds = [RoundId.parse(ada.closed_round()["id"]) for _ in range(4)]
    now = datetime.now(UTC)
    # Opened in this order; due in 3 days, since yesterday, in 1 day, and since two days ago.
    for number, (round_id, days) in enumerate(zip(rounds, (3, -1, 1, -2), strict=True)):
        open_dispute(ada.seat.chain, round_id, f"dispute {number}", answer_days=1, now=now + (days - 1) * DAY)
    auditor = Auditor("aud")

    with plans() as explained:
        shown = listed(auditor, "/ops/disputes", limit=1)

    assert [(each["text"], each["overdue"]) for each in shown] == [
        ("dispute 3", True),
        ("dispute 1", True),
        ("dispute 2", False),
        ("dispute 0", False),
    ]
    assert any("casework_dispute_open" in plan for plan in explained), explained
    problem(auditor.get(f"/ops/disputes?status=open&player_id={ada.seat.chain.hex}"), 400, "invalid-request")


@pytest.mark.clause("F11")
def test_an_answered_dispute_is_final(ada: Player) -> None:
    dispute = document(ada.post(f"/rounds/{ada.closed_round()['id']}/disputes", TEXT), 201)
    answer = {"outcome": "upheld", "text": "You are right."}
    document(Operator("op").post(f"/ops/disputes/{dispute['id']}/answer", answer), 201)

    for change in (
        "UPDATE casework_dispute SET outcome = 'rejected'",
        "DELETE FROM casework_dispute",
        "TRUNCATE casework_dispute",
    ):
        with pytest.raises(DatabaseError, match="append-only"), connections["owner"].cursor() as cursor:
            cursor.execute(change)


@pytest.mark.clause("F58")
def test_an_erasure_waits_for_the_answer_and_deletes_the_words_of_a_dispute_and_leaves_how_it_ended() -> None:
    world.open_house()
    seat = world.seat_player("ophelia")
    world.give_pin(seat.chain)
    view = world.play_round(seat)
    dispute = open_dispute(seat.chain, RoundId.parse(view.round_id), "ophelia objects", answer_days=5, now=NOW)
    emptied(seat.chain)
    closed(seat.chain)

    with pytest.raises(NotErasable):
        erased(seat.chain)
    answer = {"outcome": "upheld", "text": "You were right."}
    document(Operator("op").post(f"/ops/disputes/{dispute.id.hex}/answer", answer), 201)
    over = datetime.now(UTC) + timedelta(days=settings.REDDOG_JURISDICTION.retention.dispute_days)
    erased(seat.chain, now=over)

    shown = document(Auditor("aud").get(f"/ops/disputes/{dispute.id.hex}"), 200)
    assert (shown["text"], shown["answer"], shown["outcome"]) == (None, None, "upheld")
