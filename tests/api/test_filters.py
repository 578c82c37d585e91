"""Lists of what happened can be cut to an interval, a player and a game, and a page costs the same however long they are."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, urlencode

import pytest
import time_machine
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from games.queries import rounds as round_queries
from reports.core.period import Period
from reports.operations.aggregate_log import update_rollups
from reports.operations.scheduler import order_revisions
from tests import world
from tests.api.caller import Auditor, Caller, Player, problem
from tests.reports.way import DAY, KIND, OVER, came_late, evening, filed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.world import SeatedPlayer

pytestmark = pytest.mark.django_db(transaction=True)

OTHER_GAME: Final = "red-dog-2-decks"
MINUTE: Final = timedelta(minutes=1)
ROUNDS: Final = 12


class Past:
    """A player with a round a minute, ended a few minutes ago: each third of another game, with two epochs."""

    def __init__(self) -> None:
        self.began = datetime.now(UTC).replace(microsecond=0) - 20 * MINUTE
        world.open_house(now=self.began)
        self.seat: SeatedPlayer = world.seat_player(amount_minor=1_000_000, now=self.began)
        self.games = [OTHER_GAME if number % 3 == 0 else world.GAME for number in range(ROUNDS)]
        for number, game in enumerate(self.games):
            if number == ROUNDS // 2:
                world.open_next_epoch(self.seat.chain, now=self.at(number))
            view = world.deal(self.seat, game=game, now=self.at(number))
            if view.outcome is None:
                world.decide(self.seat, view, now=self.at(number))
        self.caller = Caller(f"Bearer {self.seat.token}")

    def at(self, number: int) -> datetime:
        """When a round was dealt."""
        return self.began + (number + 1) * MINUTE

    @property
    def player_id(self) -> str:
        return self.seat.chain.hex


@pytest.fixture
def past() -> Past:
    return Past()


def text_of(at: datetime) -> str:
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def listed(caller: Caller, path: str, *, limit: Any = 5, **filters: str) -> list[dict[str, Any]]:
    """Return all items of a list, page by page."""
    items: list[dict[str, Any]] = []
    cursor: dict[str, str] = {}
    while True:
        answer = caller.get(f"{path}?{urlencode({**filters, 'limit': str(limit), **cursor})}")
        assert answer.status_code == 200, answer.content
        page = json.loads(answer.content)
        items += page["items"]
        if page["next"] is None:
            return items
        cursor = {"cursor": page["next"]}


def between(start: datetime | None = None, end: datetime | None = None) -> dict[str, str]:
    bounds = {"from": start, "to": end}
    return {name: text_of(bound) for name, bound in bounds.items() if bound is not None}


@pytest.mark.parametrize(("first", "until"), [(0, 12), (2, 9), (5, 7), (6, 6), (11, 12), (0, 1)])
def test_an_interval_has_its_first_instant_and_not_its_last(past: Past, first: int, until: int) -> None:
    cut = between(past.at(first), past.at(until))

    rounds = listed(past.caller, "/rounds", limit=2, **cut)
    assert [item["dealt_at"] for item in rounds] == [text_of(past.at(n)) for n in reversed(range(first, until))]
    lines = listed(past.caller, "/wallet/statement", limit=3, **cut)
    everything = listed(past.caller, "/wallet/statement", limit=200)
    assert lines == [line for line in everything if cut["from"] <= line["recorded_at"] < cut["to"]]
    staff = Auditor()
    assert listed(staff, f"/ops/players/{past.player_id}/rounds", **cut) == rounds
    assert listed(staff, f"/ops/players/{past.player_id}/statement", **cut) == lines


def test_an_interval_may_be_open_at_either_end(past: Past) -> None:
    middle = past.at(4)

    later = listed(past.caller, "/rounds", **between(start=middle))
    earlier = listed(past.caller, "/rounds", **between(end=middle))
    assert (len(later), len(earlier)) == (ROUNDS - 4, 4)
    assert later + earlier == listed(past.caller, "/rounds")
    assert listed(past.caller, "/rounds", **between(start=past.at(ROUNDS))) == []
    assert listed(past.caller, "/wallet/statement", **between(start=past.at(ROUNDS))) == []


def test_rounds_of_a_game_are_found_over_pages_that_have_none(past: Past, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = [text_of(past.at(n)) for n in reversed(range(ROUNDS)) if past.games[n] == OTHER_GAME]

    assert [each["dealt_at"] for each in listed(past.caller, "/rounds", limit=3, game=OTHER_GAME)] == wanted
    monkeypatch.setattr(round_queries, "EXAMINED_MAX", 2)
    assert [each["dealt_at"] for each in listed(past.caller, "/rounds", limit=1, game=OTHER_GAME)] == wanted
    assert listed(past.caller, "/rounds", game="no-such-game") == []
    cut = between(past.at(1), past.at(7))
    assert len(listed(past.caller, "/rounds", game=OTHER_GAME, **cut)) == 2, "rounds 3 and 6"


def test_payments_are_cut_by_the_instant_of_their_request(past: Past) -> None:
    made = [
        world.make_deposit(past.seat.chain, 1_000 + number, now=past.at(ROUNDS) + number * MINUTE / 10).id.hex
        for number in range(7)
    ]
    cut = between(past.at(ROUNDS) + 2 * MINUTE / 10, past.at(ROUNDS) + 5 * MINUTE / 10)

    assert [each["id"] for each in listed(past.caller, "/deposits", limit=2, **cut)] == made[2:5][::-1]
    staff = Auditor()
    assert [each["id"] for each in listed(staff, "/ops/payments", limit=1, **cut)] == made[2:5][::-1]
    of_player = {"player_id": past.player_id, "direction": "deposit", "status": "settled"}
    assert [each["id"] for each in listed(staff, "/ops/payments", limit=2, **of_player, **cut)] == made[2:5][::-1]
    assert listed(staff, "/ops/payments", **{**of_player, "player_id": "0" * 32}, **cut) == []
    assert listed(past.caller, "/withdrawals", **cut) == []


def test_events_are_cut_by_their_instant(past: Past) -> None:
    staff = Auditor()
    for number in range(5):
        world.fund(past.seat.chain, 100 + number, now=past.at(ROUNDS) + number * MINUTE / 10)
    start, end = past.at(ROUNDS) + MINUTE / 10, past.at(ROUNDS) + 4 * MINUTE / 10
    cut = between(start, end)

    wanted = [text_of(past.at(ROUNDS) + number * MINUTE / 10) for number in (3, 2, 1)]
    for path, filters in (
        ("/ops/events", {}),
        ("/ops/events", {"player_id": past.player_id}),
        (f"/ops/players/{past.player_id}/events", {}),
    ):
        assert [each["occurred_at"] for each in listed(staff, path, limit=2, **filters, **cut)] == wanted


def test_filed_reports_are_cut_by_the_instant_of_their_filing() -> None:
    with time_machine.travel(OVER, tick=False):
        world.open_house()
        evening()
        first, second = filed(now=OVER), filed("game-performance", now=OVER + MINUTE)
        staff = Auditor()

        assert [each["id"] for each in listed(staff, "/ops/reports", limit=1)] == [second.hex, first.hex]
        assert [each["id"] for each in listed(staff, "/ops/reports", limit=1, **between(OVER))] == [
            second.hex,
            first.hex,
        ]
        assert [each["id"] for each in listed(staff, "/ops/reports", **between(OVER, OVER + MINUTE))] == [first.hex]


def test_filed_reports_are_found_by_day_interval_kind_and_revision() -> None:
    with time_machine.travel(OVER, tick=False):
        world.open_house()
        seat = evening()
        month = Period(date(2026, 11, 1), DAY.until, DAY.zone)
        kind, first, whole, other = KIND, filed(), filed(period=month), filed("game-performance")
        came_late(seat)
        update_rollups(DAY.zone)
        order_revisions(DAY.zone, now=OVER)
        revisions = [filed(), filed(period=month), filed("game-performance")]
        staff = Auditor()

        def found(**wanted: str) -> set[str]:
            return {each["id"] for each in listed(staff, "/ops/reports", limit=1, **wanted)}

        ids = [each.hex for each in (first, whole, other, *revisions)]
        assert found(gaming_day="2026-11-21") == {ids[0], ids[2], ids[3], ids[5]}
        assert (
            found(first_day="2026-11-01") == found(first_day="2026-11-01", until_day="2026-11-22") == {ids[1], ids[4]}
        )
        assert found(until_day="2026-11-22") == set(ids)
        assert found(revision="2") == set(ids[3:])
        assert found(gaming_day="2026-11-21", report=kind, revision="1") == {ids[0]}
        assert found(gaming_day="2026-11-20") == found(gaming_day="9999-12-31") == found(revision="3") == set()
        for query, field in (
            ("gaming_day=2026-11-31", "gaming_day"),
            ("gaming_day=20261121", "gaming_day"),
            ("gaming_day=2026-11-21&until_day=2026-11-22", "gaming_day"),
            ("first_day=", "first_day"),
            ("revision=0", "revision"),
            ("revision=one", "revision"),
            ("report=none", "report"),
        ):
            told = problem(staff.get(f"/ops/reports?{query}"), 400, "invalid-request")
            assert [error["field"] for error in told["errors"]] == [field], query
        problem(staff.get("/ops/reports?kind=taxable-revenue"), 400, "invalid-request")


@pytest.mark.parametrize(
    "wrong",
    [
        "2026-11-21",
        "2026-11-21T12:00:00",
        "2026-11-21 12:00:00Z",
        "2026-13-21T12:00:00Z",
        "2026-11-21T12:00:00.1234Z",
        "0001-01-01T00:00:00+23:59",
        "1969-12-31T23:59:59Z",
        "yesterday",
        "",
        "٢026-11-21T12:00:00Z",
    ],
)
def test_what_is_no_instant_is_refused_and_named(wrong: str) -> None:
    world.open_house(now=datetime.now(UTC))
    player = Player()
    for path in ("/rounds", "/wallet/statement", "/deposits", "/withdrawals"):
        told = problem(player.get(f"{path}?from={quote(wrong)}"), 400, "invalid-request")
        assert told["errors"][0]["field"] == "from"
    told = problem(player.get("/rounds?from=2026-11-22T00:00:00Z&to=2026-11-21T00:00:00Z"), 400, "invalid-request")
    assert told["errors"] == [{"field": "to", "detail": "It is before `from`."}]
    problem(player.get("/rounds?game=Red%20Dog"), 400, "invalid-request")


def add_events_of_others() -> None:
    """Have so many events of others that an index by time alone is a detour, and let PostgreSQL know it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO audit_event (id, at, kind, subject, actor, reason, before, after)"
            # From before the log listed events: these have no leaf.
            " SELECT gen_random_uuid(), at - interval '1 day', kind, gen_random_uuid(), actor, reason, before, after"
            " FROM (SELECT * FROM audit_event ORDER BY id LIMIT 1) one, generate_series(1, 1000)"
        )


_LONG: Final = (
    "audit_event",
    "cashier_status_entry",
    "casework_dispute",
    "games_round",
    "players_player",
    "players_session",
    "reports_filing",
    "wallet_journal",
)


@contextmanager
def plans() -> Iterator[list[str]]:
    """Explain the statements that a block sends, as of tables that are too long to be read or sorted."""
    found: list[str] = []
    with CaptureQueriesContext(connection) as captured:
        yield found
    # What it knew may be from when an earlier test's rows had been deleted: many pages, and nothing in them.
    with connections["owner"].cursor() as cursor:
        cursor.execute(f"ANALYZE {', '.join(_LONG)}")
    with connection.cursor() as cursor:
        for name in ("seqscan", "sort", "bitmapscan", "hashjoin", "mergejoin", "hashagg"):
            cursor.execute(f"SET enable_{name} = off")
        for query in captured.captured_queries:
            if any(re.search(rf"\b{table}\b", query["sql"]) for table in _LONG):
                cursor.execute("EXPLAIN " + query["sql"])
                found.append("\n".join(line for (line,) in cursor.fetchall()))
        cursor.execute("RESET ALL")


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_every_filtered_page_is_found_by_an_index_and_none_is_sorted(past: Past) -> None:
    world.make_deposit(past.seat.chain, 1_000, now=past.at(ROUNDS))
    add_events_of_others()
    staff = Auditor()
    # Those of others lie in it, so that the time alone is never the better way.
    cut = between(past.at(2) - 2 * 24 * 60 * MINUTE, past.at(ROUNDS) + MINUTE)
    lists: list[tuple[Caller, str, dict[str, str], str]] = [
        (past.caller, "/rounds", {"game": OTHER_GAME}, "games_round_pkey"),
        (staff, "/ops/rounds", {}, "games_round_by_deal"),
        (staff, "/ops/rounds", {"game": OTHER_GAME, "status": "settled"}, "games_round_by_deal"),
        (staff, "/ops/rounds", {"player_id": past.player_id}, "games_round_pkey"),
        (staff, "/ops/rounds", {"status": "open"}, "games_round_one_open"),
        (past.caller, "/wallet/statement", {}, "wallet_journal_by_time"),
        (past.caller, "/deposits", {}, "cashier_requested_of_player"),
        (staff, "/ops/payments", {}, "cashier_requested_by_time"),
        (staff, "/ops/events", {}, "audit_event_by_time"),
        (staff, "/ops/events", {"player_id": past.player_id}, "audit_event_of_player"),
        (staff, "/ops/reports", {}, "reports_filing_by_time"),
    ]
    for caller, path, filters, index in lists:
        with plans() as explained:
            listed(caller, path, limit=1, **filters, **cut)

        assert explained, path
        assert any(index in plan for plan in explained), (path, explained)
        for plan in explained:
            assert "Seq Scan" not in plan, (path, plan)
            assert "Sort" not in plan, (path, plan)
