"""The events of tables from the real process, on the test's own database."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from kernel.ids import ChainId
from tables.queries.snapshots import snapshot
from tables.queries.table_events import BEFORE_FIRST, events_after
from tests import house_table, world
from tests.event_stream import StreamServer
from tests.journeys.running import surroundings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def environment(
    servers_environment: Mapping[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> dict[str, str]:
    """Return the environment of this test's processes; the games of tables are on offer."""
    house_table.open_house_with_tables(monkeypatch)
    return surroundings(servers_environment, tmp_path)


@pytest.fixture
def server(environment: Mapping[str, str], tmp_path: Path) -> Iterator[StreamServer]:
    with StreamServer(environment=environment, logs=tmp_path) as server:
        yield server


def stored(table: ChainId, *, after: int = BEFORE_FIRST) -> list[object]:
    """Return the events as a page has them."""
    return list(events_after(table, after=after, limit=1_000))


def play_hand(table: ChainId, player: world.SeatedPlayer, *, now: datetime) -> datetime:
    """Play a hand against the house with one player, who stands, and end the stake; return when it is over."""
    placed = house_table.place(player, table, 1, now=now)
    later = house_table.begin_epoch(placed, now=now + timedelta(milliseconds=house_table.BET_MS))
    over = later + timedelta(minutes=2)
    house_table.step(table, now=over)
    house_table.end_all_stakes(now=over)
    return over + timedelta(seconds=1)


def test_a_spectator_sees_a_hand_as_its_records_tell_it(server: StreamServer) -> None:
    table, ada = house_table.announced_table(), world.seat_player()
    with server.open(table) as stream:
        assert stream.answer.headers["content-type"] == "text/event-stream"
        first = stream.next()
        assert (first.type, first.id) == ("snapshot", None)
        assert first.data == snapshot(table, None)

        play_hand(table, ada, now=world.NOW + timedelta(seconds=1))

        seen = stream.until_record("hand_end")
    assert [event.type for event in seen] == ["seats", "open", "hand", "hand_end"]
    assert [event.data for event in seen] == stored(table, after=first.data["seq"])
    assert [int(str(event.id)) for event in seen] == [event.data["seq"] for event in seen]
