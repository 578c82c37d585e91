"""A public source of randomness that a deck waits for, served over HTTP as drand's servers do."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Final

import pytest

from kernel.instants import to_epoch_ms
from tables import beacon
from tables.core.beacon_rounds import Beacon
from tables.core.continuation import CroupierStep, Due, Phase
from tables.core.epoch import TableEpoch, mix, with_beacon
from tables.operations import deal_epoch
from tables.operations.attend_table import attend_table, due_tables
from tables.operations.take_step import take_step_or_wait
from tables.queries.table_states import table_state
from tables.soundness import faults
from tests import house_table, world
from tests.house_table import BET_MS, Placed, announced_table, kinds, place, records, reveal, step
from tests.operations.test_soundness import tampered
from tests.operations.test_void_epoch import verdict
from tests.world import NOW

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from pathlib import Path

    from kernel.ids import ChainId

pytestmark = pytest.mark.django_db

PERIOD_SECONDS: Final = 3
GENESIS_SECONDS: Final = to_epoch_ms(NOW) // 1000 - 600
INFO: Final = {"genesis_time": GENESIS_SECONDS, "period": PERIOD_SECONDS}
"""What the source says of itself."""
WAITING: Final = 6
"""Tables that wait for a mute source; one after the other for its time-out they would wait 18 seconds."""
MUTE_SECONDS_MAX: Final = 2.5
UNCOMPARED: Final = 3
"""The exit status of a log whose public values were compared with no copy of the source."""
MOVED: Final = "/moved"
"""A path below which the source sends everybody to itself."""
BETTING_OVER: Final = NOW + timedelta(milliseconds=BET_MS)


class Source:
    """A source of randomness. It can be taken away, and counts how often it is asked for a round."""

    def __init__(self) -> None:
        self.away = False
        self.length = 32
        self.nonsense = b""
        """What it says to everybody, if anything."""
        self.asked = 0
        """How often it was asked for a round, with an answer or without."""
        self.mute = threading.Event()
        """It takes connections, and says nothing until it speaks."""
        self._spoken = threading.Event()
        self.rounds_wanted: list[int] = []
        source = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if self.path.startswith(MOVED):
                    self.send_response(302)
                    self.send_header("Location", self.path.removeprefix(MOVED))
                    self.end_headers()
                    return
                answer = source.nonsense or json.dumps(source.answer(self.path)).encode()
                self.send_response(500 if answer == b"{}" else 200)
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_: object) -> None:
                """Write no line for each request."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def answer(self, path: str) -> dict[str, Any]:
        self.asked += path != "/info"
        if self.mute.is_set():
            self._spoken.wait(10)
        if self.away:
            return {}
        if path == "/info":
            return INFO
        number = int(path.removeprefix("/public/"))
        self.rounds_wanted.append(number)
        return {"round": number, "randomness": randomness(number)[: self.length].hex()}

    def speak(self) -> None:
        self._spoken.set()

    def close(self) -> None:
        self.speak()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def randomness(number: int) -> bytes:
    return hashlib.sha256(f"round {number}".encode()).digest()


@pytest.fixture
def source(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Source]:
    house_table.open_house_with_tables(monkeypatch)
    source = Source()
    settings.REDDOG_BEACON_URL = source.url
    monkeypatch.setattr(deal_epoch, "ANSWERS", beacon.BeaconAnswers(back_off_seconds=0))
    yield source
    source.close()


def test_the_first_round_after_an_instant_is_later_than_it() -> None:
    at = Beacon(url="", genesis_ms=10_000, period_ms=3_000)

    rounds = {time_ms: at.first_round_after(time_ms) for time_ms in (0, 9_999, 10_000, 12_999, 13_000)}

    assert {time_ms: each.number for time_ms, each in rounds.items()} == {
        0: 1,
        9_999: 1,
        10_000: 2,
        12_999: 2,
        13_000: 3,
    }
    assert all(each.published_ms > time_ms for time_ms, each in rounds.items())


def test_who_answers_in_place_of_the_source_that_a_record_would_name_is_not_asked(
    source: Source, settings: Any
) -> None:
    settings.REDDOG_BEACON_URL = source.url + MOVED

    with pytest.raises(beacon.BeaconUnavailable, match="302"):
        announced_table()


def test_a_deck_waits_for_the_first_round_after_its_seats_and_is_made_of_it(source: Source, tmp_path: Path) -> None:
    table = announced_table()
    placed, seats_ms = revealed(table)

    waits = take_step_or_wait(table, now=BETTING_OVER)

    assert isinstance(waits, Due)
    assert waits.step is CroupierStep.OPEN
    assert seats_ms < waits.from_ms <= seats_ms + PERIOD_SECONDS * 1000
    assert source.rounds_wanted == []
    published = at(waits.from_ms)

    source.away = True
    assert isinstance(take_step_or_wait(table, now=published), Due)
    assert table_state(table).phase is Phase.REVEALING

    source.away = False
    step(table, now=published)

    declared, opened = (next(each for each in records(table) if each["type"] == kind) for kind in ("table", "open"))
    (number,) = source.rounds_wanted
    assert declared["beacon"] == {"src": source.url, "genesis": GENESIS_SECONDS * 1000, "period": PERIOD_SECONDS * 1000}
    assert opened["beacon"] == {"src": source.url, "round": number, "value": randomness(number).hex()}
    mixed = mix(TableEpoch(table, 0), {0: placed.value})
    assert opened["client"] == with_beacon(mixed, randomness(number)).hex()
    assert verdict(tmp_path / "log", now=published) == UNCOMPARED


def test_a_table_keeps_the_source_of_its_record_whatever_is_configured_later(source: Source, settings: Any) -> None:
    declared, settings.REDDOG_BEACON_URL = announced_table(), ""
    plain = announced_table()
    settings.REDDOG_BEACON_URL = "https://other.example"
    for number, table in enumerate((declared, plain)):
        revealed(table, player=f"player{number}")

    for table in (declared, plain):
        step(table, now=BETTING_OVER + timedelta(seconds=PERIOD_SECONDS))

    beacons = [
        next(each for each in records(table) if each["type"] == "open").get("beacon") for table in (declared, plain)
    ]
    assert isinstance(beacons[0], dict)
    assert beacons[0]["src"] == source.url
    assert beacons[1] is None


def test_a_value_of_another_length_is_no_value(source: Source) -> None:
    table = announced_table()
    revealed(table)
    source.length = 31

    waits = take_step_or_wait(table, now=BETTING_OVER + timedelta(seconds=PERIOD_SECONDS))

    assert isinstance(waits, Due)
    assert table_state(table).phase is Phase.REVEALING


def test_a_source_that_talks_nonsense_is_asked_again(source: Source) -> None:
    table = announced_table()
    revealed(table)
    published = BETTING_OVER + timedelta(seconds=PERIOD_SECONDS)
    for nonsense in (b"[" * 60_000, b'{"round": Infinity}', b"[]"):
        source.nonsense = nonsense
        assert isinstance(take_step_or_wait(table, now=published), Due)

    source.nonsense = b""
    step(table, now=published)

    assert "open" in kinds(table)


@pytest.mark.parametrize("said", [b"[" * 60_000, b'{"genesis_time": Infinity, "period": 3}', b"[]"])
def test_no_table_is_opened_by_a_source_that_talks_nonsense(source: Source, said: bytes) -> None:
    source.nonsense = said

    with pytest.raises(beacon.BeaconUnavailable):
        announced_table()


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_another_round_than_the_log_fixes_is_found_in_the_rows(source: Source) -> None:
    assert source.url
    table = announced_table()
    revealed(table)
    step(table, now=BETTING_OVER + timedelta(seconds=PERIOD_SECONDS))
    assert list(faults()) == []

    (number,) = source.rounds_wanted
    change = f"""UPDATE audit_record SET entry = replace(entry, '"round":{number}', '"round":{number + 1}')"""
    with tampered("audit_record", f'{change} WHERE entry LIKE \'%%"type":"open"%%\''):
        found = list(faults())
    assert any("has another beacon than the round" in fault for fault in found)


def test_a_mute_source_keeps_no_other_table_from_playing_and_is_asked_once(
    source: Source, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deal_epoch, "ANSWERS", beacon.BeaconAnswers())
    waiting = [announced_table() for _ in range(WAITING)]
    settings.REDDOG_BEACON_URL = ""
    plain = announced_table()
    for number, table in enumerate((*waiting, plain)):
        revealed(table, player=f"player{number}")
    published = BETTING_OVER + timedelta(seconds=PERIOD_SECONDS)
    source.mute.set()

    began = time.monotonic()
    for table in (*waiting, plain):
        attended = attend_table(table, sessions=world.LONG_SESSIONS.sessions, clock=lambda: published)
        assert attended.due_ms is None or attended.due_ms > to_epoch_ms(published) or table == plain
    took_seconds = time.monotonic() - began
    due = due_tables(now=published)

    assert took_seconds < MUTE_SECONDS_MAX
    assert source.asked == 1
    assert table_state(plain).phase is Phase.PLAYING or table_state(plain).epoch == 1
    assert all(due[table] > to_epoch_ms(published) for table in waiting)

    source.speak()
    until = time.monotonic() + 10
    while any(table_state(table).phase is Phase.REVEALING for table in waiting) and time.monotonic() < until:
        for table in waiting:
            take_step_or_wait(table, now=published)
    assert source.asked == 1, "one answer serves all tables"
    assert all(table_state(table).phase is not Phase.REVEALING for table in waiting)


def test_a_failure_is_believed_for_a_while_by_all_tables(source: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deal_epoch, "ANSWERS", beacon.BeaconAnswers(back_off_seconds=60))
    tables = [announced_table() for _ in range(2)]
    for number, table in enumerate(tables):
        revealed(table, player=f"player{number}")
    published = BETTING_OVER + timedelta(seconds=PERIOD_SECONDS)
    source.away = True

    waits = [take_step_or_wait(table, now=published) for table in tables]

    assert source.asked == 1
    assert all(isinstance(each, Due) and each.from_ms > to_epoch_ms(published) + 50_000 for each in waits)


def revealed(table: ChainId, *, player: str = "player") -> tuple[Placed, int]:
    """Place a stake, end the betting and reveal; return the stake and the time of `seats` (ms)."""
    placed = place(world.seat_player(player), table, 0)
    step(table, now=BETTING_OVER)
    world.run_sequencer(now=BETTING_OVER)
    reveal(placed, now=BETTING_OVER)
    running = table_state(table).running
    assert running is not None
    return placed, running.seats_ms


def at(time_ms: int) -> datetime:
    return NOW + timedelta(milliseconds=time_ms - to_epoch_ms(NOW))
