"""Notes of the staff on a player: written once, read by auditors, told to the player, and gone with the person."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from django.db import DatabaseError, ProgrammingError, connection, connections, transaction

from audit.queries.events import events
from casework.operations.add_note import add_note
from casework.queries.notes import notes
from casework.soundness import faults
from players.vault import PlayerErased
from tests import world
from tests.api.caller import Auditor, Caller, Operator, problem
from tests.api.test_filters import listed
from tests.operations.test_erasure import closed, emptied, erased
from tests.world import NOW

if TYPE_CHECKING:
    from kernel.ids import ChainId

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


@pytest.fixture
def ada() -> ChainId:
    world.open_house(now=datetime.now(UTC))
    return world.sign_up("ada", now=datetime.now(UTC))


def path_of(chain: ChainId) -> str:
    return f"/ops/players/{chain.hex}/notes"


@pytest.mark.clause("F60")
def test_an_operator_writes_notes_and_an_auditor_reads_them_newest_first(ada: ChainId) -> None:
    operator, auditor = Operator("op"), Auditor("aud")
    written = [operator.post(path_of(ada), {"text": f"note {number}"}) for number in range(3)]

    assert [answer.status_code for answer in written] == [201] * 3
    rows = listed(auditor, path_of(ada), limit=2)
    assert rows == [json.loads(answer.content) for answer in reversed(written)]
    assert [(row["actor"], row["text"]) for row in rows] == [("operator:op", f"note {number}") for number in (2, 1, 0)]
    problem(auditor.post(path_of(ada), {"text": "mine"}), 403, "forbidden")
    (event,) = events(subject=ada, before=None, limit=1)
    assert (event.kind, event.actor, event.after) == ("player-noted", "operator:op", {"note": rows[0]["id"]})
    assert "note 2" not in json.dumps([event.reason, dict(event.before), dict(event.after)])


def test_a_note_has_1_to_2000_characters_and_a_known_player(ada: ChainId) -> None:
    operator = Operator("op")

    assert operator.post(path_of(ada), {"text": "x" * 2000}).status_code == 201
    for text in ("", "   ", "x" * 2001, 7, "a\0"):
        problem(operator.post(path_of(ada), {"text": text}), 400, "invalid-request")
    problem(operator.post(f"/ops/players/{'0' * 32}/notes", {"text": "a"}), 404, "player-not-found")
    problem(operator.get(f"/ops/players/{'0' * 32}/notes"), 404, "player-not-found")


@pytest.mark.clause("F11")
def test_what_was_written_is_changed_by_nobody_and_deleted_by_nobody_while_the_person_is_known(ada: ChainId) -> None:
    add_note(ada, "a note", actor="operator:op", now=datetime.now(UTC))

    with pytest.raises(ProgrammingError, match="permission denied"), connection.cursor() as cursor:
        cursor.execute("UPDATE casework_words SET text = 'another'")
    with pytest.raises(DatabaseError, match="kept until the person is erased"), connection.cursor() as cursor:
        cursor.execute("DELETE FROM casework_words")
    for change in (
        "UPDATE casework_words SET text = 'another'",
        "DELETE FROM casework_words",
        "TRUNCATE casework_words",
    ):
        with pytest.raises(DatabaseError, match="refused"), connections["owner"].cursor() as cursor:
            cursor.execute(change)
    assert [note.text for note in notes(ada, before=None, limit=5)] == ["a note"]


@pytest.mark.clause("F58")
def test_a_player_gets_a_copy_of_the_notes_without_the_name_of_the_staff() -> None:
    world.open_house(now=datetime.now(UTC))
    seat = world.seat_player("ada", now=datetime.now(UTC))
    add_note(seat.chain, "called about a round", actor="operator:op", now=datetime.now(UTC))

    copy = json.loads(b"".join(Caller(f"Bearer {seat.token}").get("/me/data").streaming_content))  # type: ignore[attr-defined]  # a streamed answer

    (note,) = copy["notes"]
    assert (note["actor"], note["text"]) == ("operator", "called about a round")


@pytest.mark.clause("F58")
def test_an_erasure_deletes_the_words_and_leaves_that_there_was_a_note() -> None:
    world.open_house()
    seat = world.seat_player("ophelia")
    world.give_pin(seat.chain)
    add_note(seat.chain, "ophelia called", actor="operator:op", now=NOW)
    emptied(seat.chain)
    closed(seat.chain)

    erased(seat.chain)

    assert [note.text for note in notes(seat.chain, before=None, limit=5)] == [None]
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM casework_words")
        assert cursor.fetchone() == (0,)
    with pytest.raises(PlayerErased):
        add_note(seat.chain, "again", actor="operator:op", now=NOW)
    assert list(faults()) == []


def test_a_note_that_lost_its_words_is_a_fault(ada: ChainId) -> None:
    note = add_note(ada, "a note", actor="operator:op", now=datetime.now(UTC))

    with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
        cursor.execute("ALTER TABLE casework_words DISABLE TRIGGER USER")
        cursor.execute("DELETE FROM casework_words")
        cursor.execute("ALTER TABLE casework_words ENABLE TRIGGER USER")

    assert list(faults()) == [f"The note {note.id.hex} has lost its words, and the player was not erased."]
    add_words_again(note.id.hex, ada)


def add_words_again(note: str, chain: ChainId) -> None:
    """Leave the world sound for the check after the test."""
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO casework_words VALUES (%s, 0, %s, 'a note')", (note, chain))
