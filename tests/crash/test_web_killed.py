"""kill -9 of the web process at any point of a step: nothing or the whole step, and the same cards after it."""

from __future__ import annotations

import itertools
import os
import signal
import threading
import time
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import httpx
import psycopg
import pytest

from tests.crash.at_play import was_not_done
from tests.crash.crashing_wsgi import ANSWER
from tests.journeys.player import Player, done, fresh_key
from tests.journeys.running import WebServer, until
from tests.world import open_next_epoch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

pytestmark = pytest.mark.slow

_GRANT_MINOR = 1_000_000

# How often the server is killed at random at least, and how many steps must have been answered meanwhile.
_KILLS = 4
_TOLD = 11
_PATIENCE_SECONDS = 240


@pytest.fixture
def web(environment: Mapping[str, str], tmp_path: Path) -> Iterator[WebServer]:
    application = "tests.crash.crashing_wsgi:application"
    with WebServer(environment=environment, logs=tmp_path, workers=1, application=application) as web:
        yield web


def ready_to_play(web: WebServer) -> Player:
    player = Player(web.url)
    player.fund(_GRANT_MINOR)
    open_next_epoch(player.chain, now=datetime.now(UTC))
    return player


_PLACES: Final = ["before 1", "after 1", "before 2", "after 2", "before 3", "after 3"]
"""Of Gather, of a process's first look at which key signs, and of Record."""


def killed_at_every_place(
    step: Callable[[str], httpx.Response], web: WebServer, looks: Callable[[], object]
) -> tuple[list[str], object]:
    """Let `step` die before its first statement, after it, and so on until `looks` shows a change.

    Returns the places at which it died, and what it looked like after the last.
    """
    before, places = looks(), []
    for number in itertools.count(1):
        for place in (f"before {number}", f"after {number}"):
            with pytest.raises(httpx.TransportError):
                step(place)
            places.append(place)
            web.start()
            if (after := looks()) != before:
                return places, after
    raise AssertionError


def whole_state(player: Player) -> tuple[Any, ...]:
    """Return all that a player can see of money and rounds."""
    return player.wallet(), player.get("/wallet/statement"), player.get("/rounds")


def test_a_deal_killed_between_any_two_statements_happened_whole_or_not_at_all(web: WebServer) -> None:
    player = ready_to_play(web)
    key = fresh_key()

    places, after = killed_at_every_place(
        lambda place: player.deal(key=key, crash=place), web, lambda: whole_state(player)
    )

    # Up to and including the moment before the last statement, Record, nothing has happened.
    assert places == _PLACES
    (dealt,) = player.get("/rounds")["items"]
    assert done(player.deal(key=key))["id"] == dealt["id"]
    assert whole_state(player) == after


def test_an_action_killed_between_any_two_statements_happened_whole_or_not_at_all(web: WebServer) -> None:
    player = ready_to_play(web)
    dealt = player.deal_until_open()
    key = fresh_key()

    def state() -> object:
        """Return what the player sees, and see to it that while the round is open it is the same round."""
        waiting = player.send("GET", "/rounds/open")
        assert waiting.status_code == httpx.codes.NOT_FOUND or waiting.json() == dealt
        return whole_state(player)

    places, after = killed_at_every_place(
        lambda place: player.act(dealt["id"], "raise", key=key, crash=place), web, state
    )

    assert places == _PLACES
    settled = player.get(f"/rounds/{dealt['id']}")
    assert settled["status"] == "settled"
    assert settled["cards"][:2] == dealt["cards"]
    assert done(player.act(dealt["id"], "raise", key=key)) == settled
    assert whole_state(player) == after


def test_a_round_that_was_written_but_never_answered_is_answered_to_the_repeated_request(web: WebServer) -> None:
    player = ready_to_play(web)
    player.deal_until_open()
    (waiting,) = [line for line in player.get("/rounds")["items"] if line["status"] == "open"]
    key = fresh_key()

    with pytest.raises(httpx.TransportError):
        player.act(waiting["id"], key=key, crash=ANSWER)
    web.start()

    settled = player.get(f"/rounds/{waiting['id']}")
    first, second = (player.act(waiting["id"], key=key) for _ in range(2))
    assert first.content == second.content
    assert done(first) == settled
    assert settled["status"] == "settled"


def test_the_same_cards_are_dealt_after_every_crash_of_the_same_deal(web: WebServer) -> None:
    player = ready_to_play(web)
    foreseen = _next_cards(player)

    for place in ("before 1", "after 1", "before 2"):
        with pytest.raises(httpx.TransportError):
            player.deal(crash=place)
        web.start()

    assert done(player.deal())["cards"][:2] == foreseen


def test_a_deal_killed_while_the_database_works_on_it_is_whole_although_nobody_was_told(
    web: WebServer, environment: Mapping[str, str]
) -> None:
    player = ready_to_play(web)
    key = fresh_key()
    before = player.cash_minor()

    with psycopg.connect(environment["DATABASE_URL"]) as rival:
        rival.execute("SELECT FROM audit_chain WHERE chain = %s FOR UPDATE", [player.chain])
        dealing = threading.Thread(target=_swallow, args=(lambda: player.deal(key=key),))
        dealing.start()
        with psycopg.connect(environment["DATABASE_URL"], autocommit=True) as watcher:
            until(lambda: _waits_for_a_lock(watcher))
        web.kill()
        dealing.join()
    # With the lock gone, PostgreSQL finishes the statement of a client that no longer exists.
    web.start()
    until(lambda: len(player.get("/rounds")["items"]) == 1)

    dealt = done(player.deal(key=key))
    assert dealt["id"] == player.get("/rounds")["items"][0]["id"]
    assert before - player.cash_minor() == dealt["staked"]["amount"] - (dealt["returned"] or {"amount": 0})["amount"]


def test_a_web_server_killed_again_and_again_at_random_loses_and_doubles_nothing(
    environment: Mapping[str, str], tmp_path: Path
) -> None:
    with WebServer(environment=environment, logs=tmp_path) as web:
        players = [ready_to_play(web) for _ in range(3)]
        stop = threading.Event()
        told: list[tuple[Player, str, str, bytes]] = []
        playing = [threading.Thread(target=_play_stubbornly, args=(player, stop, told)) for player in players]
        for thread in playing:
            thread.start()
        try:
            kills, deadline = 0, time.monotonic() + _PATIENCE_SECONDS
            while (kills < _KILLS or len(told) < _TOLD) and time.monotonic() < deadline:
                # On a busy machine a server's first answer may take longer than the pause.
                answered = len(told)
                until(lambda: len(told) > answered, seconds=_PATIENCE_SECONDS)  # noqa: B023  called before the next turn
                # From the middle of one round to the middle of another: no two kills meet the same statement.
                time.sleep(os.urandom(1)[0] / 256)
                web.start()
                kills += 1
        finally:
            # Who plays on would meet the next test's tables.
            stop.set()
            for thread in playing:
                thread.join()

        assert len(told) >= _TOLD, "too few rounds to have met a kill"
        for player, kind, key, answer in told:
            repeated = player.deal(key=key) if kind == "deal" else player.act(kind, key=key)
            assert repeated.content == answer
        for player in players:
            lines = _all_rounds(player)
            net = sum((line["returned"] or {"amount": 0})["amount"] for line in lines) - sum(
                (line["staked"] or line["stake"])["amount"] for line in lines
            )
            assert player.cash_minor() == _GRANT_MINOR + net
            assert {_round_id(answer) for who, _, _, answer in told if who is player} <= {line["id"] for line in lines}


def test_a_worker_that_is_killed_alone_is_replaced_by_its_server(
    environment: Mapping[str, str], tmp_path: Path
) -> None:
    with WebServer(environment=environment, logs=tmp_path, workers=1) as web:
        player = ready_to_play(web)
        dealt = player.deal_until_open()

        (worker,) = [member for member in web._members() if "hashing_process" not in " ".join(member.cmdline())]
        os.kill(worker.pid, signal.SIGKILL)
        worker.wait(10)

        until(lambda: _open_round(player) == dealt)


def _open_round(player: Player) -> dict[str, Any] | None:
    try:
        return player.get("/rounds/open")
    except httpx.TransportError:
        return None


def _play_stubbornly(player: Player, stop: threading.Event, told: list[tuple[Player, str, str, bytes]]) -> None:
    """Play rounds with the patience of a good client: repeat with the same key until there is an answer."""
    while (answer := _insist(partial(player.deal, key=(key := fresh_key())), stop)) is not None:
        # So long that a seed epoch's 256 rounds are enough.
        time.sleep(0.05)
        told.append((player, "deal", key, answer.content))
        dealt = done(answer)
        if dealt["status"] == "open":
            answer = _insist(partial(player.act, dealt["id"], key=key + "a"), stop)
            if answer is not None:
                told.append((player, dealt["id"], key + "a", answer.content))


def _insist(step: Callable[[], httpx.Response], stop: threading.Event) -> httpx.Response | None:
    """Return the answer of a step; None if there was none until it was time to stop.

    A step of a server that was killed may still be at work in the database. Until it has ended, its repetition is told
    that the account is busy.
    """
    while not stop.is_set():
        with suppress(httpx.TransportError):
            answer = step()
            if not was_not_done(answer):
                return answer
        time.sleep(0.05)
    return None


def _swallow(step: Callable[[], object]) -> None:
    with pytest.raises(httpx.TransportError):
        step()


def _waits_for_a_lock(watcher: psycopg.Connection[Any]) -> bool:
    asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    return watcher.execute(asked).fetchone() == (1,)


def _all_rounds(player: Player) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = []
    following: str | None = ""
    while following is not None:
        page = player.get(f"/rounds?limit=50{following}")
        lines += page["items"]
        following = None if page["next"] is None else f"&cursor={page['next']}"
    return lines


def _round_id(answer: bytes) -> str:
    round_id: str = httpx.Response(200, content=answer).json()["id"]
    return round_id


def _next_cards(player: Player) -> list[str]:
    """Look with the platform's own eyes at the cards that wait for the next bet."""
    from audit.queries.epochs import epoch_seeds
    from games.core import cards
    from games.core.variants import OFFERED
    from games.operations.round_cards import round_seed, round_shoe
    from kernel.ids import RoundId

    epoch = epoch_seeds(player.chain, 0)
    assert epoch is not None
    first = RoundId(player.chain, 0, 1)
    sheet = next(sheet for sheet in OFFERED if sheet.game == "red-dog-atlantic-city")
    return [cards.card_text(cards.Card(card)) for card in round_shoe(round_seed(first, epoch), first, epoch, sheet)[:2]]
