"""An auditor reads what the staff reads of a player: sessions, stakes, records, single rounds, and nothing is changed."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest

from audit.core.note import leaf_hash
from audit.queries.log import index_of
from audit.queries.records import entries
from tests import world
from tests.api.caller import Auditor, Caller, Player, problem
from tests.api.test_filters import between, listed, plans, text_of
from tests.house_table import announced_table, play_hand, table_of

pytestmark = [pytest.mark.clause("F60"), pytest.mark.django_db(transaction=True, databases=["default", "owner"])]

MINUTE: Final = timedelta(minutes=1)


def test_sessions_are_read_with_device_address_and_times_and_cut_by_their_beginning() -> None:
    began = datetime.now(UTC).replace(microsecond=0) - 20 * MINUTE
    world.open_house(now=began)
    chain = world.sign_up("ada", now=began)
    for number in range(4):
        world.log_in_player("ada", now=began + number * MINUTE)
    # Others log in at the same time, so that the time alone is not the better way to some.
    world.sign_up("bob", now=began)
    for number in range(40):
        world.log_in_player("bob", now=began + number * MINUTE / 10)
    staff, path = Auditor(), f"/ops/players/{chain.hex}/sessions"

    rows = listed(staff, path, limit=3)
    assert [row["began_at"] for row in rows] == [text_of(began + number * MINUTE) for number in (3, 2, 1, 0)]
    assert rows[0]["ip_address"].startswith("192.0.2.")
    assert rows[0].keys() == {
        *("id", "reference", "began_at", "ip_address", "device_label", "active_at", "expires_at", "ended_at"),
        "end_reason",
    }
    cut = between(began + MINUTE, began + 3 * MINUTE)
    assert listed(staff, path, limit=1, **cut) == rows[1:3]
    with plans() as explained:
        listed(staff, path, limit=1, **cut)
    assert any("players_session_of_a_day" in plan for plan in explained), explained
    problem(staff.get(f"/ops/players/{'0' * 32}/sessions"), 404, "player-not-found")
    problem(staff.send("DELETE", f"{path}?reason=a+test"), 403, "forbidden")


def test_stakes_at_tables_are_read_as_the_player_sees_them_and_cut_by_their_instant() -> None:
    began = datetime.now(UTC).replace(microsecond=0) - 10 * MINUTE
    world.open_house(now=began)
    ada = world.seat_player("ada", now=began)
    table = announced_table(table_of(seats=1), now=began)
    play_hand(table, ada, now=began)
    staff, path = Auditor(), f"/ops/players/{ada.chain.hex}/stakes"

    rows = listed(staff, path, limit=1)
    assert rows == listed(Caller(f"Bearer {ada.token}"), "/me/stakes", limit=1)
    assert [row["table_id"] for row in rows] == [table.hex]
    placed_at = datetime.fromisoformat(rows[0]["placed_at"])
    assert listed(staff, path, limit=1, **between(placed_at, placed_at + MINUTE)) == rows
    assert listed(staff, path, limit=1, **between(end=placed_at)) == []
    assert listed(staff, path, limit=1, **between(start=datetime.now(UTC) + MINUTE)) == []


def test_a_chain_is_read_record_by_record_with_each_ones_place_in_the_log() -> None:
    world.open_house(now=datetime.now(UTC))
    player = Player("ada")
    player.closed_round()
    world.run_sequencer(now=datetime.now(UTC))
    player.bet()
    chain, staff = player.seat.chain, Auditor()

    rows: list[dict[str, Any]] = []
    after: str | None = "-1"
    while after is not None:
        page = json.loads(staff.get(f"/ops/players/{chain.hex}/records?after={after}&limit=3").content)
        rows += page["items"]
        after = page["next"]

    notes = entries(chain, from_seq=0, to_seq=1000)
    assert [row["note"] for row in rows] == notes
    assert [row["leaf"] for row in rows] == [leaf_hash(note).hex() for note in notes]
    assert [row["log_index"] for row in rows] == [index_of(chain, seq) for seq in range(len(notes))]
    assert rows[-1]["log_index"] is None, "the sequencer has not run since"
    assert rows[0]["log_index"] is not None


def test_a_single_round_is_read_as_its_player_sees_it() -> None:
    world.open_house(now=datetime.now(UTC))
    player = Player("ada")
    opened, closed = player.closed_round(), player.open_round_of()
    staff = Auditor()

    for shown in (opened, closed):
        own = player.get(f"/rounds/{shown['id']}").content
        assert json.loads(staff.get(f"/ops/rounds/{shown['id']}").content) == json.loads(own)
    problem(staff.get(f"/ops/rounds/{player.seat.chain.hex}-0-999"), 404, "round-not-found")
    problem(staff.get("/ops/rounds/nonsense"), 404, "round-not-found")
