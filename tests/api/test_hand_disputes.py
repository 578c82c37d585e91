"""A player disputes a hand at a table, played, burnt or given back, and the staff reads evidence that proves it."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

import pytest
from django.conf import settings
from django.db import IntegrityError, connection, transaction

from audit.clock import database_now
from audit.core.note import leaf_hash
from audit.core.records import parse_entry
from audit.operations.export import export_log
from audit.queries.events import events
from casework.api import personal_data
from casework.operations.settle_dispute import open_dispute
from games.core.variants import pot_red_dog, red_dog_table
from players.operations.erase import NotErasable
from tables.core.epoch import TableEpoch, commitment
from tables.operations.take_step import take_step
from tables.queries.table_states import table_state
from tests import house_table, live_tables, world
from tests.api.at_tables import Seated, chain_of, dealt, dealt_with_a_decision, open_table, seat_all, told
from tests.api.caller import Auditor, Caller, Operator, now, problem
from tests.api.test_filters import listed
from tests.house_table import end_all_stakes
from tests.operations.test_erasure import closed, emptied, erased
from tests.world import NOW
from verifier.__main__ import main

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.clause("F60"), pytest.mark.django_db(transaction=True)]

TEXT: Final = {"text": "The dealer never showed the third card."}
ANSWER: Final = {"outcome": "rejected", "text": "It was shown: see the last record."}


@pytest.fixture
def players() -> tuple[Seated, Seated]:
    world.open_house(now=now())
    return Seated("ada"), Seated("bob")


def disputed(who: Seated, table_id: str, epoch: int) -> dict[str, Any]:
    told_of: dict[str, Any] = told(who.post(f"/tables/{table_id}/hands/{epoch}/disputes", TEXT), 201)
    return told_of


def evidence_of(auditor: Auditor, dispute: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = told(auditor.get(f"/ops/disputes/{dispute['id']}/evidence"))
    return found


def wait(table_id: str, seconds: int) -> None:
    """Take the table's next step once this time is over, and end what it ended."""
    later = database_now() + timedelta(seconds=seconds)
    assert take_step(chain_of(table_id), now=later) is not None
    end_all_stakes(now=later)
    world.run_sequencer(now=later)


def house_hand(players: tuple[Seated, Seated]) -> tuple[str, int]:
    """Play a hand against the house, whose decisions time takes; return its table and epoch."""
    table_id = open_table(Operator())
    epoch = dealt_with_a_decision(table_id, players)["epoch"]
    wait(table_id, red_dog_table.SHEET.timeout_ms // 1000 + 1)
    return table_id, epoch


def pot_game(players: tuple[Seated, Seated]) -> tuple[str, int]:
    """Play a game around a pot until its time is over; return its table and epoch."""
    table_id = open_table(Operator(), pot_red_dog.SHEET)
    epoch = dealt(table_id, players, pot_red_dog.SHEET.stake_min_minor)["epoch"]
    wait(table_id, 601)
    return table_id, epoch


def burnt_hand(players: tuple[Seated, Seated]) -> tuple[str, int]:
    """Have a hand that is burnt, because nobody reveals; return its table and epoch."""
    table_id = open_table(Operator())
    seat_all(table_id, players, 500)
    wait(table_id, 11)
    return table_id, 0


def test_a_dispute_about_a_hand_is_opened_answered_once_and_read_by_the_player(players: tuple[Seated, Seated]) -> None:
    ada, operator, auditor = players[0], Operator("staff"), Auditor("aud")
    table_id, epoch = burnt_hand(players)

    opened = disputed(ada, table_id, epoch)

    days = settings.REDDOG_JURISDICTION.cases.dispute_answer_days
    due = datetime.fromisoformat(opened["answer_due_at"]) - datetime.fromisoformat(opened["opened_at"])
    assert (opened["status"], opened["text"], due) == ("open", TEXT["text"], timedelta(days=days))
    assert (opened["about"], opened["round_id"]) == ("hand", None)
    assert (opened["table_id"], opened["epoch"]) == (table_id, epoch)
    problem(ada.post(f"/tables/{table_id}/hands/{epoch}/disputes", TEXT), 409, "dispute-open")
    path = f"/ops/disputes/{opened['id']}"
    staff_sees = told(auditor.get(path))
    assert (staff_sees["player_id"], staff_sees["overdue"]) == (ada.seat.chain.hex, False)
    assert listed(auditor, "/ops/disputes", limit=1) == [staff_sees]

    told(operator.post(f"{path}/answer", ANSWER), 201)

    problem(operator.post(f"{path}/answer", ANSWER), 409, "dispute-answered")
    (mine,) = listed(ada, "/me/disputes", limit=1)
    assert (mine["about"], mine["outcome"], mine["answer"]) == ("hand", "rejected", ANSWER["text"])
    again = disputed(ada, table_id, epoch)
    assert [each["id"] for each in listed(ada, "/me/disputes", limit=1)] == [again["id"], opened["id"]]
    kept = [event for event in events(subject=ada.seat.chain, before=None, limit=50) if "dispute" in event.kind]
    assert dict(kept[-1].after) == {"dispute": opened["id"], "hand": f"{table_id}-{epoch}"}
    copied = list(personal_data.disputes(ada.seat.chain))
    assert [(each["table_id"], each["epoch"]) for each in copied] == 2 * [(table_id, epoch)]


def test_of_one_hand_each_player_has_a_dispute_of_the_own_and_the_database_refuses_two(
    players: tuple[Seated, Seated],
) -> None:
    table_id, epoch = burnt_hand(players)
    for player in players:
        disputed(player, table_id, epoch)

    assert len(listed(Auditor("aud"), "/ops/disputes", limit=1)) == 2
    columns = 'chain, "table", epoch, opened_ms, due_ms, outcome, answered_by'
    with pytest.raises(IntegrityError, match="one_open_of_hand"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO casework_dispute (id, {columns}) SELECT gen_random_uuid(), {columns} FROM casework_dispute"
        )
    with pytest.raises(IntegrityError, match="round_or_hand"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO casework_dispute (id, nonce, {columns}) SELECT gen_random_uuid(), 1, {columns} FROM casework_dispute"
        )


def test_nobody_disputes_a_hand_without_a_stake_in_it(players: tuple[Seated, Seated]) -> None:
    table_id, epoch = burnt_hand(players)
    carl = Seated("carl")
    before = world.everything_stored()

    for who, path in (
        (carl, f"{table_id}/hands/{epoch}"),
        (players[0], f"{table_id}/hands/{epoch + 1}"),
        (players[0], f"{'0' * 32}/hands/{epoch}"),
        (players[0], f"{players[0].seat.chain.hex}/hands/{epoch}"),
    ):
        problem(who.post(f"/tables/{path}/disputes", TEXT), 404, "stake-not-found")
    problem(carl.post(f"/tables/{table_id}/hands/one/disputes", TEXT), 404, "hand-not-found")
    problem(carl.post(f"/tables/nonsense/hands/{epoch}/disputes", TEXT), 404, "table-not-found")
    for text in ("", "  ", "x" * 2001):
        problem(players[0].post(f"/tables/{table_id}/hands/{epoch}/disputes", {"text": text}), 400, "invalid-request")

    assert world.everything_stored() == before


@pytest.mark.parametrize("play", [house_hand, pot_game, burnt_hand])
def test_the_evidence_about_a_hand_proves_it(
    play: Any, players: tuple[Seated, Seated], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ada, bob = players
    table_id, epoch = play(players)

    evidence = evidence_of(Auditor("aud"), disputed(ada, table_id, epoch))

    assert evidence["round"] is None
    hand = evidence["hand"]
    assert (hand["table_id"], hand["epoch"]) == (table_id, epoch)
    newest = told(ada.get("/me/stakes?limit=1"))["items"]
    assert (hand["stakes"], newest[0]["epoch"]) == (newest, epoch)
    public = told(Caller().get(f"/tables/{table_id}/hands/{epoch}"))
    course = [record["note"] for record in public["records"]]
    assert [record["note"] for record in hand["records"]][-len(course) :] == course
    first, announced = (json.loads(record["note"].splitlines()[0]) for record in hand["records"][:2])
    # Either the table's first announcement, or the `seats` of the hand before.
    commit = announced["commit"] if announced["type"] == "commit" else announced["next"]["commit"]
    assert first["type"] == "table"
    assert commit == commitment(TableEpoch(chain_of(table_id), epoch), bytes.fromhex(public["seed"])).hex()
    own = {record["seq"]: record["note"] for record in evidence["records"]}
    assert all(own[receipt["seq"]] == receipt["note"] for receipt in newest[0]["receipts"])
    assert f"{table_id}-{epoch}" in [line["reference"] for line in evidence["statement"]]
    for record in [*hand["records"], *evidence["records"]]:
        assert record["leaf"] == leaf_hash(record["note"]).hex()
        proof = Caller().get(record["proof"].removeprefix("/api/v1"))
        assert proof.status_code == 200, proof.content
    assert bob.seat.chain.hex not in json.dumps(evidence)
    assert evidence["trust"] == told(Caller().get("/log/trust"))

    export_log(tmp_path / "log")
    words = evidence["replay"].split()
    assert words[:3] == ["python", "-m", "verifier"]
    assert main([str(tmp_path / "log") if word == "DIR" else word for word in words[3:]]) == 0
    printed = capsys.readouterr().out
    assert "hashed once it is the commitment" in printed
    assert "DIFFERS" not in printed
    assert "OK: the table's chain holds" in printed


def test_a_hand_that_runs_is_disputed_as_a_round_is_and_its_evidence_has_only_what_all_may_see(
    players: tuple[Seated, Seated],
) -> None:
    """The cards that are to come are not in it: they follow from the seed, which the end reveals."""
    ada, auditor = players[0], Auditor("aud")
    table_id = open_table(Operator())
    epoch = dealt_with_a_decision(table_id, players)["epoch"]
    dispute = disputed(ada, table_id, epoch)

    running = evidence_of(auditor, dispute)

    told_all = told(Caller().get(f"/tables/{table_id}/events?after=-1&limit=200"))["items"]
    records = [record["note"] for record in running["hand"]["records"]]
    assert set(records) <= {event["note"] for event in told_all}
    assert [parse_entry(note)["type"] for note in records][-3:] == ["seats", "open", "hand"]
    assert not re.search(r'"(seed|key)":', json.dumps(running["hand"]).replace('\\"', '"'))
    assert running["hand"]["stakes"][0]["status"] == "open"

    wait(table_id, red_dog_table.SHEET.timeout_ms // 1000 + 1)

    ended = evidence_of(auditor, dispute)["hand"]["records"]
    assert [record["note"] for record in ended][: len(records)] == records
    assert parse_entry(ended[-1]["note"])["type"] == "hand_end"


def test_a_stake_that_was_given_back_is_disputed_too_with_the_one_placed_after_it(
    players: tuple[Seated, Seated],
) -> None:
    ada, auditor, table_id = players[0], Auditor("aud"), open_table(Operator())
    told(ada.sit(table_id, 0, 500), 201)
    told(ada.post(f"/tables/{table_id}/withdrawals", {"epoch": 0}), 201)
    dispute = disputed(ada, table_id, 0)

    (stake,) = evidence_of(auditor, dispute)["hand"]["stakes"]
    assert stake["outcome"] == "withdrawn"
    assert evidence_of(auditor, dispute)["hand"]["records"][-1]["seq"] == 1, (
        "the table has announced the hand, and no more"
    )

    told(ada.sit(table_id, 1, 500), 201)

    evidence = evidence_of(auditor, dispute)
    assert [stake["outcome"] for stake in evidence["hand"]["stakes"]] == ["withdrawn", None]
    numbers = [record["seq"] for record in evidence["records"]]
    assert numbers == sorted(set(numbers))
    wanted = {receipt["seq"] for stake in evidence["hand"]["stakes"] for receipt in stake["receipts"]}
    assert wanted <= set(numbers)


@pytest.mark.clause("F58")
def test_an_erasure_waits_for_the_answer_and_leaves_which_hand_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    house_table.open_house_with_tables(monkeypatch)
    ophelia, other = world.seat_player("ophelia"), world.seat_player("other")
    world.give_pin(ophelia.chain)
    table = house_table.announced_table()
    live_tables.stake(ophelia, table, 0)
    live_tables.stake(other, table, 1)
    over = NOW + timedelta(milliseconds=house_table.BET_MS)
    live_tables.end_betting(table, now=over)
    late = over + timedelta(milliseconds=house_table.REVEAL_MS)
    house_table.step(table, now=late)
    assert house_table.end_all_stakes(now=late) == 2
    about = TableEpoch(table, 0)
    assert table_state(table).epoch == 1
    dispute = open_dispute(ophelia.chain, about, "ophelia objects", answer_days=5, now=late)
    emptied(ophelia.chain, now=late)
    closed(ophelia.chain, now=late)

    with pytest.raises(NotErasable):
        erased(ophelia.chain)
    told(Operator("op").post(f"/ops/disputes/{dispute.id.hex}/answer", ANSWER), 201)
    erased(ophelia.chain, now=datetime.now(UTC) + timedelta(days=settings.REDDOG_JURISDICTION.retention.dispute_days))

    auditor = Auditor("aud")
    kept = told(auditor.get(f"/ops/disputes/{dispute.id.hex}"))
    assert (kept["text"], kept["answer"], kept["outcome"]) == (None, None, "rejected")
    assert (kept["table_id"], kept["epoch"]) == (table.hex, 0)
    assert evidence_of(auditor, kept)["hand"]["stakes"][0]["outcome"] == "void"
