"""Roll-ups: every entry of the log once, in the hour and day of its own time."""

import threading
from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connection

from kernel.instants import from_epoch_ms, to_epoch_ms
from reports.core.day_zone import DayZone
from reports.core.period import Period
from reports.models.rollups import AccountDay, GameDay, GameHour, MoneyDay, RollupCursor
from reports.operations import aggregate_log as folding
from reports.operations.aggregate_log import RollupsInAnotherZone, covered_size, update_rollups
from reports.operations.rebuild_rollups import rebuild_rollups
from reports.queries.rollup_rows import ROLLUPS, Rollup
from reports.soundness import faults
from tests import world

pytestmark = [pytest.mark.django_db, pytest.mark.clause("F36")]

ZONE = DayZone("America/New_York")
TODAY = Period(date(2026, 11, 21), date(2026, 11, 22), ZONE)
# Twenty minutes to midnight in New York.
LATE = datetime(2026, 11, 22, 4, 40, tzinfo=UTC)


def evening(*, now: datetime = world.NOW, rounds: int = 5) -> world.SeatedPlayer:
    world.open_house(now=now)
    ada = world.seat_player("ada", 100_000, now=now)
    for _ in range(rounds):
        world.play_round(ada, 500, now=now)
    world.run_sequencer(now=now)
    return ada


def rebuilt(zone: DayZone = ZONE) -> int:
    return rebuild_rollups(zone.name, zone.newest_starts, actor="console:test", now=world.NOW).log_size


def rows() -> dict[str, list[tuple[object, ...]]]:
    with connection.cursor() as cursor:
        rows = {}
        for rollup in ROLLUPS:
            cursor.execute(f"SELECT t::text FROM {rollup.table} t ORDER BY 1")
            rows[rollup.table] = cursor.fetchall()
        return rows


def test_rollups_hold_every_round_and_every_movement_once() -> None:
    ada = evening()
    update_rollups(ZONE)

    day = MoneyDay.objects.get()
    (game,) = GameDay.objects.all()
    account = AccountDay.objects.get()
    assert (game.dealt, game.settled, game.voided) == (5, 5, 0)
    assert game.into_play_minor == game.wagers_minor == game.stake_total_minor == 5 * 500
    assert game.stake_squares == 5 * 500**2
    assert (day.adjusted_minor, account.adjusted_minor, account.chain) == (100_000, 100_000, ada.chain)
    assert (day.into_play_minor, day.from_play_minor) == (5 * 500, game.winnings_minor)


def test_the_log_folded_in_small_turns_is_the_log_folded_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    evening()
    update_rollups(ZONE)
    at_once = rows()

    monkeypatch.setattr(folding, "_ENTRIES_MAX", 3)
    size = rebuilt()

    assert rows() == at_once
    assert RollupCursor.objects.get().log_size == size > 3


def test_folding_again_adds_nothing_and_goes_on_where_it_stopped() -> None:
    ada = evening()
    update_rollups(ZONE)
    before = rows()
    assert update_rollups(ZONE) == update_rollups(ZONE)
    assert rows() == before

    world.play_round(ada, 500)
    world.run_sequencer()
    update_rollups(ZONE)
    assert GameDay.objects.get().dealt == 6


def test_a_round_over_midnight_is_dealt_on_one_day_and_settled_on_the_next() -> None:
    ada = evening(now=LATE, rounds=0)
    dealt = world.deal_open_round(ada, now=LATE)
    world.decide(ada, dealt, jurisdiction=world.LONG_SESSIONS, now=LATE + timedelta(hours=1))
    world.run_sequencer(now=LATE)
    update_rollups(ZONE)

    first, second = GameDay.objects.order_by("day")
    assert (first.day, second.day) == (date(2026, 11, 21), date(2026, 11, 22))
    assert (first.dealt - first.settled, second.dealt, second.settled) == (1, 0, 1)


def test_an_hour_in_which_a_gaming_day_ends_has_a_row_of_each_day() -> None:
    # Midnight in India is half past six in the evening of UTC.
    half_past = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
    ada = evening(now=half_past - timedelta(minutes=1), rounds=1)
    world.play_round(ada, 500, now=half_past)
    world.run_sequencer()
    update_rollups(DayZone("Asia/Kolkata"))

    told = GameHour.objects.order_by("day").values_list("day", "hour_ms", "dealt")
    hour_ms = to_epoch_ms(half_past.replace(minute=0))
    assert list(told) == [(date(2026, 11, 21), hour_ms, 1), (date(2026, 11, 22), hour_ms, 1)]


def test_days_of_another_zone_are_refused_until_all_is_counted_anew() -> None:
    evening(now=LATE)
    update_rollups(ZONE)
    before = rows()
    with pytest.raises(RollupsInAnotherZone):
        update_rollups(DayZone("Europe/London"))
    assert rows() == before

    rebuilt(DayZone("Europe/London"))
    assert [day.day for day in GameDay.objects.all()] == [date(2026, 11, 22)]
    assert list(faults()) == []


def test_nobody_reads_half_of_what_is_counted_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(_: DayZone) -> int:
        raise ConnectionError("the server went away")

    evening()
    update_rollups(ZONE)
    before = rows()
    monkeypatch.setattr("reports.operations.rebuild_rollups.update_rollups", stopped)
    with pytest.raises(ConnectionError):
        rebuilt()
    assert rows() == before


def test_an_interval_has_settled_once_nothing_of_it_waits_any_more() -> None:
    ada = evening()
    assert covered_size(TODAY) == RollupCursor.objects.get().log_size

    # Of the next day: it does not keep this one from being reported on.
    world.fund(ada.chain, 500, now=from_epoch_ms(TODAY.end_ms))
    assert covered_size(TODAY) == RollupCursor.objects.get().log_size


def test_an_interval_has_not_settled_while_an_entry_of_it_waits_for_the_sequencer() -> None:
    ada = evening()
    world.fund(ada.chain, 500, now=from_epoch_ms(TODAY.end_ms - 1))
    assert covered_size(TODAY) is None
    world.run_sequencer()
    assert covered_size(TODAY) == RollupCursor.objects.get().log_size


@pytest.mark.django_db(transaction=True)
def test_folds_at_once_count_every_entry_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folding, "_ENTRIES_MAX", 2)
    evening()

    def fold_and_leave() -> None:
        update_rollups(ZONE)
        connection.close()

    folding_at_once = [threading.Thread(target=fold_and_leave) for _ in range(4)]
    for thread in folding_at_once:
        thread.start()
    for thread in folding_at_once:
        thread.join()

    assert GameDay.objects.get().dealt == 5
    assert list(faults()) == []


@pytest.mark.parametrize("rollup", ROLLUPS, ids=lambda rollup: rollup.table)
def test_a_rollup_that_was_tampered_with_is_found(rollup: Rollup) -> None:
    evening()
    update_rollups(ZONE)
    column = rollup.columns[-1]
    assert column not in rollup.keys, "a sum"
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {rollup.table} SET {column} = {column} + 1")
    (fault,) = faults()
    assert fault.startswith(f"2 rows of {rollup.table} differ from the sum")

    rebuilt()
