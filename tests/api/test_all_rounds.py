"""The staff find rounds of all players by game, player, status and the instant of the deal."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import pytest

from games.operations.void import void_round
from games.queries import rounds as round_queries
from kernel.ids import RoundId
from tests import world
from tests.api.caller import Auditor, Caller, now, problem
from tests.api.test_filters import OTHER_GAME, between, listed, text_of
from tests.approving import approval

if TYPE_CHECKING:
    from datetime import datetime

pytestmark = pytest.mark.django_db

_MINUTE: Final = timedelta(minutes=1)
_NAMES: Final = ("ada", "bea", "cyd")


class RoundsInTurns:
    """Three players in turns, a minute from one another: two rounds each that end, then rounds until one waits for them."""

    def __init__(self) -> None:
        began = now().replace(microsecond=0) - 20 * _MINUTE
        world.open_house(now=began)
        self.seats = {name: world.seat_player(name, amount_minor=1_000_000, now=began) for name in _NAMES}
        self.dealt: list[dict[str, Any]] = []
        for number in range(9):
            name, game = _NAMES[number % 3], OTHER_GAME if number % 2 else world.GAME
            at = began + (number + 1) * _MINUTE
            self._play(name, game, at, is_left_open=number >= 6)

    def _play(self, name: str, game: str, at: datetime, *, is_left_open: bool) -> None:
        for second in range(60):
            then = at + timedelta(seconds=second)
            view = world.deal(self.seats[name], game=game, now=then)
            is_open = view.outcome is None
            if is_open and not is_left_open:
                world.decide(self.seats[name], view, now=then)
            self.dealt.append(
                {
                    "id": str(view.round_id),
                    "player_id": self.seats[name].chain.hex,
                    "game": game,
                    "status": "open" if is_open and is_left_open else "settled",
                    "at": then,
                }
            )
            if is_open or not is_left_open:
                return
        raise AssertionError("sixty rounds without a decision")

    def ids(self, start: datetime | None = None, end: datetime | None = None, **wanted: Any) -> list[str]:
        """The ids of the rounds with these members that were dealt in [start, end), the newest first."""
        return [
            each["id"]
            for each in reversed(self.dealt)
            if all(each[name] == text for name, text in wanted.items())
            and (start is None or start <= each["at"])
            and (end is None or each["at"] < end)
        ]


@pytest.fixture
def evening() -> RoundsInTurns:
    return RoundsInTurns()


def ids_of(staff: Caller, limit: int = 2, **filters: Any) -> list[str]:
    """Return the ids of all pages, each of which has so many rounds at most."""
    return [each["id"] for each in listed(staff, "/ops/rounds", limit=limit, **filters)]


def test_all_rounds_are_listed_once_the_newest_deal_first(evening: RoundsInTurns) -> None:
    staff = Auditor()
    assert ids_of(staff) == ids_of(staff, 200) == evening.ids()
    newest = listed(staff, "/ops/rounds", limit=200)[0]
    assert newest == {
        "id": evening.dealt[-1]["id"],
        "player_id": evening.dealt[-1]["player_id"],
        "game": evening.dealt[-1]["game"],
        "status": "open",
        "stake": {"amount": world.STAKE_MINOR, "currency": "USD"},
        "side_bet": None,
        "dealt_at": text_of(evening.dealt[-1]["at"]),
        "times_out_at": text_of(evening.dealt[-1]["at"] + timedelta(hours=24)),
        "overdue": False,
        "settled_at": None,
        "staked": None,
        "returned": None,
        "outcome": None,
    }


def test_rounds_are_found_by_game_player_status_and_interval(
    evening: RoundsInTurns, monkeypatch: pytest.MonkeyPatch
) -> None:
    staff = Auditor()
    bea = evening.seats["bea"].chain.hex
    bounds = evening.dealt[2]["at"], evening.dealt[7]["at"]
    cut: dict[str, Any] = between(*bounds)

    assert ids_of(staff, **cut) == evening.ids(*bounds) == evening.ids()[-7:-2]
    assert set(ids_of(staff, status="open")) == set(evening.ids(status="open"))
    assert len(evening.ids(status="open")) == len(_NAMES)
    searches: list[dict[str, Any]] = [
        {"game": OTHER_GAME},
        {"player_id": bea},
        {"status": "settled"},
        {"player_id": bea, "game": OTHER_GAME},
        {"game": OTHER_GAME, "status": "settled"},
        {"player_id": bea, "status": "open", "game": OTHER_GAME},
    ]
    for examined_max in (500, 2):
        monkeypatch.setattr(round_queries, "EXAMINED_MAX", examined_max)
        for wanted in searches:
            assert ids_of(staff, 1, **wanted) == evening.ids(**wanted), wanted
            assert ids_of(staff, 2, **wanted, **cut) == evening.ids(*bounds, **wanted), wanted
    assert (
        ids_of(staff, status="voided") == ids_of(staff, game="no-such-game") == ids_of(staff, player_id="0" * 32) == []
    )


def test_a_voided_round_is_found_by_its_status(evening: RoundsInTurns) -> None:
    staff = Auditor()
    voided, *_ = evening.ids(status="open")
    void_round(RoundId.parse(voided), by=approval("a test", by=("ann", "ben")), now=now())

    assert ids_of(staff, status="voided") == [voided]
    assert voided not in ids_of(staff, status="settled") + ids_of(staff, status="open")


def test_rounds_of_one_instant_are_split_over_pages_without_loss() -> None:
    then = now() - _MINUTE
    world.open_house(now=then)
    made = set()
    for name in _NAMES:
        seat = world.seat_player(name, now=then)
        for _ in range(2):
            view = world.deal(seat, now=then)
            if view.outcome is None:
                world.decide(seat, view, now=then)
            made.add(str(view.round_id))

    found = ids_of(Auditor(), 1)

    assert len(found) == len(made) == 6
    assert set(found) == made


@pytest.mark.parametrize(
    ("query", "field"),
    [("game=Red%20Dog", "game"), ("player_id=ada", "player_id"), ("status=lost", "status"), ("from=today", "from")],
)
def test_a_filter_that_no_round_can_meet_is_refused_and_named(query: str, field: str) -> None:
    told = problem(Auditor().get(f"/ops/rounds?{query}"), 400, "invalid-request")
    assert [error["field"] for error in told["errors"]] == [field]


def test_a_cursor_of_the_other_order_is_refused(evening: RoundsInTurns) -> None:
    del evening
    staff = Auditor()
    of_time = json.loads(staff.get("/ops/rounds?limit=1").content)["next"]
    of_players = json.loads(staff.get("/ops/rounds?limit=1&status=open").content)["next"]

    problem(staff.get(f"/ops/rounds?status=open&cursor={of_time}"), 400, "malformed-page")
    problem(staff.get(f"/ops/rounds?cursor={of_players}"), 400, "malformed-page")
