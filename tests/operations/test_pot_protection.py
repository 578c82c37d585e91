"""Players who are protected from play in the middle of a game: their seats are played by the defaults."""

from collections.abc import Callable
from typing import Final

import pytest

from kernel.ids import ChainId
from players.core.status import Status
from players.operations.log_in import log_out
from players.operations.set_status import set_status
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.core.limits.in_force import Limits
from responsible_gaming.core.protection import SeatProtected
from responsible_gaming.operations.exclude import exclude
from tables.core.attendance import Mark
from tables.operations.attend_table import attend_table
from tables.operations.play_turn import mark, take_default_turn
from tables.operations.protect_seats import protect_seats
from tables.operations.turn_requests import MarkRequest, TakenTurn
from tests import world
from tests.operations.pot_tables import PotTable, begin_game, open_pot_table
from tests.world import DEMO, SESSIONS

pytestmark = [pytest.mark.django_db, pytest.mark.clause("F28")]

SEATS: Final = (2, 5, 7)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> PotTable:
    table = open_pot_table(monkeypatch, SEATS)
    begin_game(table)
    return table


def excluded(table: PotTable, chain: ChainId) -> None:
    exclude(chain, ExclusionKind.TIME_OUT, 1, rules=DEMO.exclusions, now=table.now)


def suspended(table: PotTable, chain: ChainId) -> None:
    set_status(chain, Status.SUSPENDED, reason="a test", actor="operator:ann", now=table.now)


def logged_out(table: PotTable, chain: ChainId) -> None:
    log_out(next(each.session_id for each in table.players.values() if each.chain == chain), now=table.now)


def limited(table: PotTable, chain: ChainId) -> None:
    world.set_limits(chain, Limits(current={"wager_day": 100_000}, window_rule=DEMO.window_rule), now=table.now)


Harm = Callable[[PotTable, ChainId], None]
every_protection = pytest.mark.parametrize(
    ("protect", "reason"),
    [(excluded, "excluded"), (suspended, "account"), (logged_out, "session"), (limited, "limit")],
)


def protected(table: PotTable) -> bool:
    return protect_seats(table.state, rules=SESSIONS, now=table.now)


def marked(table: PotTable, seat: int, which: Mark) -> TakenTurn:
    request = MarkRequest(table=table.chain, chain=table.chain_of(seat), mark=which)
    return mark(request, rules=SESSIONS, now=table.now)


@every_protection
def test_a_protected_players_seat_is_away_and_does_not_come_back(table: PotTable, protect: Harm, reason: str) -> None:
    protect(table, table.chain_of(5))

    assert protected(table)

    record = table.records[-1]
    assert (record["type"], record["seat"], record["a"], record["by"]) == ("turn", 5, "away", "protection")
    assert table.game.attendance.away == {5}
    before = table.records
    assert not protected(table)
    with pytest.raises(SeatProtected) as refused:
        marked(table, 5, Mark.BACK)
    assert refused.value.members == {"reason": reason}
    assert table.records == before


@every_protection
def test_a_protected_player_decides_nothing_even_before_the_seat_is_marked(
    table: PotTable, protect: Harm, reason: str
) -> None:
    seat, chain = table.deciding()
    protect(table, chain)
    before = table.records

    with pytest.raises(SeatProtected) as refused:
        table.down_or_take()

    assert refused.value.members == {"reason": reason}
    assert table.records == before
    assert protected(table)
    assert take_default_turn(table.state, now=table.now)
    assert (table.records[-1]["seat"], table.records[-1]["by"]) == (seat, "away")


def test_the_croupier_protects_before_it_takes_a_default(table: PotTable) -> None:
    seat, chain = table.deciding()
    excluded(table, chain)
    before = table.state.head.tip.seq

    attend_table(table.chain, sessions=SESSIONS, clock=lambda: table.now)

    away, default = table.records[before + 1 : before + 3]
    assert (away["seat"], away["a"], away["by"]) == (seat, "away", "protection")
    assert (default["seat"], default["by"]) == (seat, "away")


def test_nobody_is_marked_who_may_play(table: PotTable) -> None:
    before = world.everything_stored()
    assert not protected(table)
    assert world.everything_stored() == before


def test_a_locked_session_protects_and_the_next_one_gives_the_seat_back(monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_pot_table(monkeypatch, SEATS, game_ms=3_600_000)
    begin_game(table)
    table.wait(SESSIONS.inactivity_duration_ms - 60_000)
    for seat in (2, 7):
        world.log_in_player(f"player{seat}", now=table.now)
    table.wait(60_000)

    assert protected(table)
    assert table.game.attendance.away == {5}

    world.log_in_player("player5", now=table.now)
    marked(table, 5, Mark.BACK)
    assert table.game.attendance.away == frozenset()
    assert not protected(table)


def test_who_becomes_protected_after_the_others_have_voted_ends_the_game_with_them(table: PotTable) -> None:
    marked(table, 2, Mark.VOTE)
    excluded(table, table.chain_of(5))
    suspended(table, table.chain_of(7))

    assert protected(table)

    *_, fifth, seventh, end = table.records
    assert [(each["seat"], each["by"], each["n"]) for each in (fifth, seventh)] == [
        (5, "protection", 2),
        (7, "protection", 3),
    ]
    assert (end["type"], end["why"]) == ("hand_end", "agreed")


def test_a_game_that_others_protection_has_ended_marks_no_further_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_pot_table(monkeypatch, (2, 5, 7, 9))
    begin_game(table)
    for seat in (5, 7, 9):
        marked(table, seat, Mark.VOTE)
    for seat in (2, 5, 7, 9):
        suspended(table, table.chain_of(seat))

    assert protected(table)

    *_, away, end = table.records
    assert (away["seat"], end["type"]) == (2, "hand_end")


def test_from_the_end_of_the_tables_time_on_no_seat_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_pot_table(monkeypatch, SEATS, game_ms=15_000)
    begin_game(table)
    excluded(table, table.chain_of(5))
    table.wait(15_000)
    before = table.records

    assert not protected(table)

    assert table.records == before


def wager_limit(table: PotTable, seat: int, value_minor: int) -> None:
    limits = Limits(current={"wager_day": value_minor}, window_rule=DEMO.window_rule)
    world.set_limits(table.chain_of(seat), limits, now=table.now)


def test_a_limit_that_held_before_the_game_protects_only_once_it_becomes_stricter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = open_pot_table(monkeypatch, SEATS)
    wager_limit(table, 5, 100_000)
    begin_game(table)
    assert not protected(table)

    wager_limit(table, 5, 200_000)
    assert not protected(table)
    world.set_limits(table.chain_of(7), Limits(current={"session_ms": 3_600_000}), now=table.now)
    assert not protected(table)

    wager_limit(table, 5, 99_999)
    assert protected(table)
    assert table.game.attendance.away == {5}
