"""Deadlines, the order of play, and what the croupier does next."""

import itertools
import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from games.core.family import Bet
from kernel.instants import rfc3339
from kernel.money import MAX_MINOR
from tables.core.continuation import (
    PHASE_AFTER,
    Betting,
    CroupierStep,
    DecidingAgainstHouse,
    DecidingAroundPot,
    Due,
    Phase,
    Revealing,
    StakeEnd,
    Unannounced,
    end_of_stake,
    next_step,
)
from tables.core.definition import TableClock, TableDefinition, TableOutsideRules
from tables.core.instants import (
    DecisionTooLate,
    betting_ends_ms,
    is_late,
    record_time_ms,
    require_in_time,
    reveal_ends_ms,
)
from tables.core.stakes import NoSuchSeat, StakeOutsideTable, in_order, order_from_dealers_left, require_stake
from tests.core.tables.seated import BEGIN_MS, MONTANA, POT, RED_DOG, bets, stakes_of, table

HOUSE: Final = table(RED_DOG)
AROUND_POT: Final = table(POT)


def test_the_next_seat_to_the_left_begins_for_every_set_of_five_seats() -> None:
    """31 sets, each after no game and after each of the five seats, which need not play again: 186 cases."""
    cases = 0
    for count in range(1, 6):
        for seats in itertools.combinations(range(5), count):
            for began_last in (None, *range(5)):
                order = order_from_dealers_left(seats, began_last=began_last)
                assert sorted(order) == list(seats)
                round_the_table = [seat % 5 for seat in range(5 if began_last is None else began_last + 1, 15)]
                assert order[0] == next(seat for seat in round_the_table if seat in seats)
                assert list(order) == [seat for seat in [*range(order[0], 5), *range(order[0])] if seat in seats]
                cases += 1
    assert cases == 186


def test_stakes_are_put_into_the_order_of_play() -> None:
    stakes = stakes_of(0, bets([0, 3, 5], 1000))

    assert [stake.seat for stake in in_order(stakes, [3, 5, 0])] == [3, 5, 0]
    with pytest.raises(AssertionError):
        in_order(stakes, [3, 5])


@pytest.mark.parametrize(
    ("placed_ms", "house_ms", "pot_ms"),
    [
        ((), None, None),
        ((100,), 8100, None),
        ((100, 700), 8100, 8700),
        ((700, 100), 8100, 8700),
        ((100, 700, 900), 900, 900),
        ((100, 700, 9500), 8100, 8700),
    ],
)
def test_betting_ends_eight_seconds_after_it_became_playable_or_when_the_table_of_three_is_full(
    placed_ms: tuple[int, ...], house_ms: int | None, pot_ms: int | None
) -> None:
    assert betting_ends_ms(table(RED_DOG, seats=3), placed_ms) == house_ms
    assert betting_ends_ms(table(POT, seats=3), placed_ms) == pot_ms


def test_a_record_is_never_older_than_what_it_cites() -> None:
    assert record_time_ms(5, 3, 4) == 5
    assert record_time_ms(5, 7, 4) == 7


def test_a_decision_at_the_deadline_counts_and_a_millisecond_later_does_not() -> None:
    require_in_time(at_ms=BEGIN_MS, until_ms=BEGIN_MS)
    with pytest.raises(DecisionTooLate) as refused:
        require_in_time(at_ms=BEGIN_MS + 1, until_ms=BEGIN_MS)
    assert refused.value.members == {"ended_at": rfc3339(BEGIN_MS)}


def test_a_step_is_late_after_the_grace_of_the_sheet() -> None:
    assert not is_late(RED_DOG, due_ms=1000, done_ms=11_000)
    assert is_late(RED_DOG, due_ms=1000, done_ms=11_001)


def test_every_record_of_a_tables_chain_leaves_one_phase_and_open_is_never_the_last() -> None:
    page = (Path(__file__).parents[3] / "docs" / "formats" / "tables.md").read_text()
    types = {"table", "commit", "seats", "open", "hand", "turn", "hand_end", "table_abort"}

    assert all(f"`{kind}`" in page for kind in types)
    assert set(PHASE_AFTER) == types - {"open"}
    assert set(PHASE_AFTER.values()) == set(Phase)


def test_a_table_first_commits_and_then_waits_for_stakes() -> None:
    assert next_step(HOUSE, Unannounced(), now_ms=0) == Due(step=CroupierStep.COMMIT, from_ms=0)
    assert next_step(HOUSE, Betting(placed_ms=()), now_ms=BEGIN_MS) is None
    assert next_step(AROUND_POT, Betting(placed_ms=(5,)), now_ms=BEGIN_MS) is None
    assert next_step(HOUSE, Betting(placed_ms=(5,)), now_ms=0) == Due(step=CroupierStep.SEATS, from_ms=8005)


def test_an_epoch_opens_with_the_last_value_however_late_and_is_aborted_without_it() -> None:
    """Three seats: of the 8 sets that may have revealed, one opens the epoch."""
    seats = frozenset({0, 2, 5})
    for count in range(4):
        for revealed in itertools.combinations(sorted(seats), count):
            position = Revealing(seats_ms=1000, seats=seats, revealed=frozenset(revealed), covered=True)
            due = next_step(HOUSE, position, now_ms=99_000)
            if len(revealed) == 3:
                assert due == Due(step=CroupierStep.OPEN, from_ms=0)
            else:
                assert due == Due(step=CroupierStep.TABLE_ABORT, from_ms=reveal_ends_ms(HOUSE, 1000))
    uncovered = Revealing(seats_ms=1000, seats=seats, revealed=frozenset(), covered=False)
    assert next_step(HOUSE, uncovered, now_ms=0) == Due(step=CroupierStep.TABLE_ABORT, from_ms=11_000)
    assert next_step(HOUSE, replace(uncovered, in_log=True), now_ms=99_000) is None
    late = replace(uncovered, in_log=True, covered=True, covered_ms=9_000)
    assert next_step(HOUSE, late, now_ms=0) == Due(step=CroupierStep.TABLE_ABORT, from_ms=19_000)


def test_a_hand_ends_with_the_last_decision_or_at_its_deadline() -> None:
    waiting = DecidingAgainstHouse(until_ms=BEGIN_MS, seats=frozenset({1, 4}), decided=frozenset({1}))

    assert next_step(HOUSE, waiting, now_ms=0) == Due(step=CroupierStep.HAND_END, from_ms=BEGIN_MS)
    decided = replace(waiting, decided=frozenset({1, 4}))
    assert next_step(HOUSE, decided, now_ms=0) == Due(step=CroupierStep.HAND_END, from_ms=0)


@pytest.mark.parametrize(
    ("until_ms", "away", "now_ms", "due"),
    [
        (2000, False, 0, Due(step=CroupierStep.DEFAULT, from_ms=2000)),
        (2000, True, 0, Due(step=CroupierStep.DEFAULT, from_ms=0)),
        (2000, False, 8999, Due(step=CroupierStep.DEFAULT, from_ms=2000)),
        (2000, False, 9000, Due(step=CroupierStep.HAND_END, from_ms=9000)),
        (2000, True, 9000, Due(step=CroupierStep.HAND_END, from_ms=9000)),
        (9000, False, 0, Due(step=CroupierStep.HAND_END, from_ms=9000)),
        (12_000, False, 0, Due(step=CroupierStep.HAND_END, from_ms=9000)),
        (12_000, True, 0, Due(step=CroupierStep.DEFAULT, from_ms=0)),
    ],
)
def test_a_game_goes_on_by_the_default_until_the_tables_time_is_over(
    *, until_ms: int, away: bool, now_ms: int, due: Due
) -> None:
    position = DecidingAroundPot(until_ms=until_ms, away=away, ends_ms=9000)

    assert next_step(AROUND_POT, position, now_ms=now_ms) == due


@pytest.mark.parametrize(
    ("definition", "end_type", "ends"),
    [
        (HOUSE, "hand_end", StakeEnd.SETTLE),
        (HOUSE, "table_abort", StakeEnd.VOID),
        (HOUSE, None, StakeEnd.VOID),
        (AROUND_POT, "hand_end", StakeEnd.LEAVE),
        (AROUND_POT, "table_abort", StakeEnd.LEAVE),
        (AROUND_POT, None, StakeEnd.LEAVE),
    ],
)
def test_the_end_of_an_epoch_determines_the_end_of_its_stakes(
    definition: TableDefinition, end_type: str | None, ends: StakeEnd
) -> None:
    assert end_of_stake(definition, end_type=end_type) is ends


@pytest.mark.parametrize("definition", [HOUSE, AROUND_POT, table(MONTANA, seats=2)])
def test_a_table_is_read_back_from_its_record(definition: TableDefinition) -> None:
    record: dict[str, Any] = json.loads(json.dumps(definition.fields()))

    assert TableDefinition.from_record(definition.sheet, record) == definition


@pytest.mark.parametrize(
    ("change", "member"),
    [
        ({"seats": 8}, "seats"),
        ({"seats": 0}, "seats"),
        ({"stake_min_minor": 99}, "stake_min"),
        ({"stake_max_minor": 50_001}, "stake_max"),
        ({"stake_min_minor": 600, "stake_max_minor": 500}, "stake_max"),
        ({"clock": TableClock(bet_ms=8000, reveal_ms=10_000, game_ms=1)}, "game_seconds"),
        ({"clock": TableClock(bet_ms=0, reveal_ms=10_000)}, "betting_seconds"),
        ({"clock": TableClock(bet_ms=1, reveal_ms=MAX_MINOR + 1)}, "revealing_seconds"),
    ],
)
def test_a_table_outside_its_rules_is_not_opened(change: dict[str, Any], member: str) -> None:
    with pytest.raises(TableOutsideRules) as refused:
        replace(HOUSE, **change)
    assert refused.value.members == {"member": member}


def test_a_table_around_a_pot_has_two_seats_and_a_time_for_its_games() -> None:
    with pytest.raises(TableOutsideRules):
        replace(AROUND_POT, seats=1)
    with pytest.raises(TableOutsideRules):
        replace(AROUND_POT, clock=HOUSE.clock)


@pytest.mark.parametrize(
    ("seat", "bet", "refusal"),
    [
        (7, Bet(1000), NoSuchSeat),
        (-1, Bet(1000), NoSuchSeat),
        (0, Bet(99), StakeOutsideTable),
        (6, Bet(50_001), StakeOutsideTable),
    ],
)
def test_a_stake_that_the_table_does_not_take_is_refused(seat: int, bet: Bet, refusal: type[Exception]) -> None:
    require_stake(HOUSE, seat=0, bet=Bet(100))
    require_stake(HOUSE, seat=6, bet=Bet(50_000))
    with pytest.raises(refusal):
        require_stake(HOUSE, seat=seat, bet=bet)
