"""A public source of randomness that a deck waits for, served over HTTP as drand's servers do."""

from __future__ import annotations

import hashlib
import json
import threading
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Final

import pytest

from kernel.instants import to_epoch_ms
from tables import beacon
from tables.core.continuation import CroupierStep, Due, Phase
from tables.core.epoch import TableEpoch, mix, with_beacon
from tables.operations.take_step import take_step_or_wait
from tables.queries.table_states import table_state
from tests import house_table, world
from tests.house_table import BET_MS, announced_table, place, records, reveal, step
from tests.operations.test_void_epoch import verdict
from tests.world import NOW

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.django_db

PERIOD_SECONDS: Final = 3
MOVED: Final = "/moved"
"""A path below which the source sends everybody to itself."""
BETTING_OVER: Final = NOW + timedelta(milliseconds=BET_MS)


class Source:
    """A source of randomness. It can be taken away, and counts how often it is asked for a round."""

    def __init__(self) -> None:
        self.away = False
        self.rounds_wanted: list[int] = []
        source = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if self.path.startswith(MOVED):
                    self.send_response(302)
                    self.send_header("Location", self.path.removeprefix(MOVED))
                    self.end_headers()
                    return
                answer = source.answer(self.path)
                self.send_response(200 if answer else 500)
                self.end_headers()
                self.wfile.write(json.dumps(answer).encode())

            def log_message(self, *_: object) -> None:
                """Write no line for each request."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def answer(self, path: str) -> dict[str, Any]:
        if self.away:
            return {}
        if path == "/info":
            return {"genesis_time": to_epoch_ms(NOW) // 1000 - 600, "period": PERIOD_SECONDS}
        number = int(path.removeprefix("/public/"))
        self.rounds_wanted.append(number)
        return {"round": number, "randomness": randomness(number).hex()}

    def close(self) -> None:
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
    yield source
    source.close()


def test_the_first_round_after_an_instant_is_later_than_it() -> None:
    at = beacon.Beacon(url="", genesis_ms=10_000, period_ms=3_000)

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
        beacon.configured_beacon()


def test_a_deck_waits_for_the_first_round_after_its_stakes_are_covered_and_is_made_of_it(
    source: Source, tmp_path: Path
) -> None:
    table = announced_table()
    placed = place(world.seat_player(), table, 0)
    step(table, now=BETTING_OVER)
    world.run_sequencer(now=BETTING_OVER)
    reveal(placed, now=BETTING_OVER)
    covered = table_state(table).running
    assert covered is not None

    waits = take_step_or_wait(table, now=BETTING_OVER)

    assert isinstance(waits, Due)
    assert waits.step is CroupierStep.OPEN
    assert covered.covered_ms < waits.from_ms <= covered.covered_ms + PERIOD_SECONDS * 1000
    assert source.rounds_wanted == []
    published = BETTING_OVER + timedelta(milliseconds=waits.from_ms - to_epoch_ms(BETTING_OVER))

    source.away = True
    assert isinstance(take_step_or_wait(table, now=published), Due)
    assert table_state(table).phase is Phase.REVEALING

    source.away = False
    step(table, now=published)

    opened = next(record for record in records(table) if record["type"] == "open")
    (number,) = source.rounds_wanted
    assert opened["beacon"] == {"src": source.url, "round": number, "value": randomness(number).hex()}
    mixed = mix(TableEpoch(table, 0), {0: placed.value})
    assert opened["client"] == with_beacon(mixed, randomness(number)).hex()
    assert verdict(tmp_path / "log", now=published) == 0
