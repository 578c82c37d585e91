"""The money reports' figures, against what the rounds' own views add up to."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from games.core.action import Action
from games.core.variants import montana_red_dog, red_dog_atlantic_city
from kernel.instants import to_epoch_ms
from reports.core.table import Cell, ratio
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.tax_rules import RevenueTax, TaxRate
from tests import world
from tests.reports.making import GAME, MONTANA, Book, back, made, seated, seated_test_account
from tests.world import LONG_SESSIONS, SeatedPlayer

pytestmark = pytest.mark.django_db

FRIDAY, SATURDAY, SUNDAY, MONDAY = (date(2026, 11, day) for day in (20, 21, 22, 23))
MINUTE = timedelta(minutes=1)
# Eastern standard time: days begin at 05:00 UTC.
SATURDAY_0, SUNDAY_0, MONDAY_0 = (datetime(2026, 11, day, 5, tzinfo=UTC) for day in (21, 22, 23))
OPENED = datetime(2026, 10, 1, tzinfo=UTC)
NOON = datetime(2026, 11, 21, 17, tzinfo=UTC)


@pytest.fixture
def book() -> Book:
    world.open_house(now=OPENED)
    return Book()


@pytest.fixture
def ada() -> SeatedPlayer:
    return seated("ada", now=NOON - MINUTE)


@pytest.mark.clause("F32")
def test_game_performance_tells_what_settled_rounds_wagered_and_won(book: Book, ada: SeatedPlayer) -> None:
    for number in range(6):
        book.play(ada, 500 + number, now=NOON)
    world.run_sequencer()

    row = made("game-performance", SATURDAY).row

    sums = book.of()
    wagers, winnings = sums.handle(SATURDAY_0, SUNDAY_0), sums.returned(SATURDAY_0, SUNDAY_0)
    sheet = red_dog_atlantic_city.SHEET
    promised = ratio(*sheet.rtp.total_wagered.as_integer_ratio())
    assert row == {
        "accounts": "players",
        "game": GAME,
        "version": sheet.version,
        "family": "red-dog",
        "currency": "USD",
        "available_since": to_epoch_ms(OPENED),
        "status": "offered",
        "theoretical_rtp": promised,
        "games": 6,
        "wagers": wagers,
        "winnings": winnings,
        "actual_rtp": ratio(winnings, wagers),
        "theoretical_side_rtp": None,
        "side_wagers": 0,
        "side_winnings": 0,
        "actual_side_rtp": None,
        "voided": 0,
        "voided_amount": 0,
        "fees": 0,
        "interrupted": 0,
        "interrupted_funds": 0,
    }


@pytest.mark.clause("F32")
def test_side_bets_are_apart_from_wagers_and_winnings(book: Book, ada: SeatedPlayer) -> None:
    for number in range(5):
        book.play(ada, 500, side_bet_minor=300 if number % 2 == 0 else 0, game=MONTANA, now=NOON)
    world.run_sequencer()

    row = made("game-performance", SATURDAY).row

    sums = book.of()
    placed, side_wagers, side_winnings = sums.side(SATURDAY_0, SUNDAY_0)
    # Of rounds 0, 2 and 4.
    assert (placed, side_wagers) == (3, 3 * 300)
    assert (row["side_wagers"], row["side_winnings"]) == (side_wagers, side_winnings)
    assert row["wagers"] == sums.handle(SATURDAY_0, SUNDAY_0) - side_wagers
    assert row["winnings"] == sums.returned(SATURDAY_0, SUNDAY_0) - side_winnings
    assert row["theoretical_side_rtp"] == ratio(2_434_171, 2_544_815)
    assert montana_red_dog.SHEET.rtp.side_bet is not None
    assert row["actual_side_rtp"] == ratio(side_winnings, side_wagers)


@pytest.mark.clause("F32")
def test_voided_rounds_are_no_games_and_open_ones_are_interrupted(book: Book, ada: SeatedPlayer) -> None:
    book.void(book.bet_until_one_waits(ada, 700, now=NOON), now=NOON + MINUTE)
    book.bet_until_one_waits(ada, 900, now=NOON + 2 * MINUTE)
    world.run_sequencer()

    row = made("game-performance", SATURDAY).row

    assert (row["voided"], row["voided_amount"]) == (1, 700)
    assert (row["interrupted"], row["interrupted_funds"]) == (1, 900)
    # All that was played until the two rounds came that waited.
    assert row["games"] == len(book.views) - 2
    assert row["wagers"] == book.of().handle(SATURDAY_0, SUNDAY_0)


@pytest.mark.clause("F32")
def test_a_round_open_over_midnight_is_interrupted_on_one_day_and_a_game_of_the_next(
    book: Book, ada: SeatedPlayer
) -> None:
    waiting = book.bet_until_one_waits(ada, 500, now=SUNDAY_0 - MINUTE)
    book.decide(ada, waiting, Action.RAISE, now=SUNDAY_0)
    world.run_sequencer()

    first, second = made("game-performance", SATURDAY).row, made("game-performance", SUNDAY).row

    assert (first["interrupted"], first["interrupted_funds"]) == (1, 500)
    assert (second["interrupted"], second["interrupted_funds"]) == (0, 0)
    # The whole round, raise included, belongs to the day that it was settled on: at midnight sharp it is the next.
    assert (second["games"], second["wagers"]) == (1, 2 * 500)
    assert first["games"] == len(book.views) - 1


@pytest.mark.clause("F35")
def test_a_raise_after_midnight_goes_to_games_on_the_next_day(book: Book, ada: SeatedPlayer) -> None:
    waiting = book.bet_until_one_waits(ada, 500, now=SUNDAY_0 - MINUTE)
    settled = book.decide(ada, waiting, Action.RAISE, now=SUNDAY_0 + MINUTE)
    world.run_sequencer()

    first, second = made("wagering-summary", SATURDAY).row, made("wagering-summary", SUNDAY).row

    sums = book.of()
    assert (first["to_games"], first["start_funds"], first["end_funds"]) == (
        sums.to_games(SATURDAY_0, SUNDAY_0),
        0,
        500,
    )
    assert first["win"] == sums.handle(SATURDAY_0, SUNDAY_0) - sums.returned(SATURDAY_0, SUNDAY_0)
    # Half of the 1000 that were staked went in on the day before.
    assert (second["to_games"], second["start_funds"], second["end_funds"]) == (500, 500, 0)
    assert second["from_games"] == settled.returned_minor
    assert second["win"] == 1000 - (settled.returned_minor or 0)
    assert second["rake"] == 0


@pytest.mark.clause("F35")
def test_a_round_voided_on_the_day_after_gives_its_stake_back_there(book: Book, ada: SeatedPlayer) -> None:
    waiting = book.bet_until_one_waits(ada, 500, now=SUNDAY_0 - MINUTE)
    book.void(waiting, now=SUNDAY_0 + MINUTE)
    world.run_sequencer()

    wagering = made("wagering-summary", SUNDAY).row

    assert {name: wagering[name] for name in ("to_games", "from_games", "start_funds", "end_funds", "win")} == {
        "to_games": 0,
        "from_games": 500,
        "start_funds": 500,
        "end_funds": 0,
        "win": 0,
    }
    # A void is not taxed, and so there was no activity.
    assert made("taxable-revenue", SUNDAY).rows == []


@pytest.mark.clause("F35")
def test_taxable_revenue_is_by_the_gaming_day_of_the_settlement(book: Book, ada: SeatedPlayer) -> None:
    for at in (NOON, NOON + timedelta(days=1)):
        ada = back(ada, now=at)
        book.play(ada, 500, now=at)
        book.play(ada, 600, side_bet_minor=200, game=MONTANA, now=at)
    world.run_sequencer()

    rows = made("taxable-revenue", SATURDAY, MONDAY).of_games

    assert [(row["day"], row["game"]) for row in rows] == [
        ("2026-11-21", MONTANA),
        ("2026-11-21", GAME),
        ("2026-11-22", MONTANA),
        ("2026-11-22", GAME),
    ]
    days = {"2026-11-21": (SATURDAY_0, SUNDAY_0), "2026-11-22": (SUNDAY_0, MONDAY_0)}
    for row in rows:
        sums, day = book.of(game=str(row["game"])), days[str(row["day"])]
        handle, returned = sums.handle(*day), sums.returned(*day)
        assert (row["games"], row["handle"], row["returned"], row["ggr"]) == (1, handle, returned, handle - returned)


def taxed_at(*rates: TaxRate) -> Jurisdiction:
    return replace(LONG_SESSIONS, revenue_tax=RevenueTax(rates))


@pytest.mark.clause("F35")
def test_each_day_is_taxed_at_its_own_rate_in_one_row_that_is_rounded_once(book: Book, ada: SeatedPlayer) -> None:
    for at in (NOON, NOON + timedelta(days=1)):
        ada = back(ada, now=at)
        for stake_minor in (503, 707, 901):
            book.play(ada, stake_minor, now=at)
    world.run_sequencer()
    won = {
        day: book.of().handle(*day) - book.of().returned(*day) for day in ((SATURDAY_0, SUNDAY_0), (SUNDAY_0, MONDAY_0))
    }
    saturday, sunday = won.values()
    law = taxed_at(TaxRate(since=date(2013, 1, 1), basis_points=1_500), TaxRate(since=SUNDAY, basis_points=1_975))

    def tax(first: date, until: date, jurisdiction: Jurisdiction = law) -> list[tuple[Cell, Cell, Cell]]:
        report = made("taxable-revenue", first, until, jurisdiction=jurisdiction)
        rows = [row for row in report.rows if row["day"] is None]
        # Totals have the tax of the interval, once.
        assert [total["tax"] for total in report.totals] == [row["tax"] for row in rows] or not rows
        return [(row["deductions"], row["taxable"], row["tax"]) for row in rows]

    def rounded(exact: int) -> int:
        return max(0, (exact + 5_000) // 10_000)

    assert tax(SATURDAY, MONDAY) == [(0, saturday + sunday, rounded(saturday * 1_500 + sunday * 1_975))]
    assert tax(SATURDAY, SUNDAY) == [(0, saturday, rounded(saturday * 1_500))]
    assert tax(SUNDAY, MONDAY) == [(0, sunday, rounded(sunday * 1_975))]
    # Before a law there is no tax, and where there is none either.
    later = taxed_at(TaxRate(since=SUNDAY, basis_points=1_975))
    assert tax(SATURDAY, MONDAY, later) == [(0, sunday, rounded(sunday * 1_975))]
    assert tax(SATURDAY, SUNDAY, later) == tax(SATURDAY, MONDAY, taxed_at()) == []


def test_the_house_s_own_accounts_owe_nothing(book: Book) -> None:
    house = seated_test_account("probe", 50_000, now=NOON - MINUTE)
    book.play(house, 700, now=NOON)
    world.run_sequencer()

    report = made("taxable-revenue", SATURDAY)

    assert [(row["accounts"], row["tax"]) for row in report.rows] == [("test", None)]
    assert [(total["taxable"], total["tax"]) for total in report.totals] == [(0, 0)]


@pytest.mark.clause("F35")
def test_the_day_that_clocks_go_back_has_25_hours(book: Book) -> None:
    # 1 November 2026 in New York: from 04:00 UTC (daylight time) to 05:00 UTC of the next day (standard time).
    before, within, after = (
        datetime(2026, 11, 1, 3, 59, tzinfo=UTC),
        datetime(2026, 11, 2, 4, 30, tzinfo=UTC),
        datetime(2026, 11, 2, 5, tzinfo=UTC),
    )
    bea = seated("bea", now=before - timedelta(hours=1))
    for number, at in enumerate((before, within, after), start=1):
        bea = back(bea, "bea", now=at)
        for _ in range(number):
            book.play(bea, 500, now=at)
    world.run_sequencer()

    rows = made("taxable-revenue", date(2026, 10, 31), date(2026, 11, 3)).of_games

    assert [(row["day"], row["games"]) for row in rows] == [("2026-10-31", 1), ("2026-11-01", 2), ("2026-11-02", 3)]


@pytest.mark.clause("F35")
def test_test_accounts_are_never_added_to_players(book: Book, ada: SeatedPlayer) -> None:
    house = seated_test_account("probe", 50_000, now=NOON - MINUTE)
    book.tests.add(house.chain)
    book.play(ada, 500, now=NOON)
    for _ in range(2):
        book.play(house, 700, now=NOON)
    world.run_sequencer()

    revenue, liability = made("taxable-revenue", SATURDAY), made("operator-liability", SATURDAY)

    assert [(row["accounts"], row["games"]) for row in revenue.of_games] == [("players", 1), ("test", 2)]
    assert [(total["accounts"], total["handle"]) for total in revenue.totals] == [
        ("players", book.of(test=False).handle(SATURDAY_0, SUNDAY_0)),
        ("test", book.of(test=True).handle(SATURDAY_0, SUNDAY_0)),
    ]
    lost = book.of(test=True).to_games(SATURDAY_0, SUNDAY_0) - book.of(test=True).from_games(SATURDAY_0, SUNDAY_0)
    assert [(row["accounts"], row["cash"]) for row in liability.rows][1] == ("test", 50_000 - lost)


@pytest.mark.clause("F35")
def test_a_late_entry_is_counted_on_the_day_of_its_own_time(book: Book, ada: SeatedPlayer) -> None:
    late = seated("bea", now=NOON - MINUTE)
    book.play(ada, 500, now=SUNDAY_0 + MINUTE)
    world.run_sequencer()
    assert made("taxable-revenue", SATURDAY).rows == []

    # Decided on Saturday, and in the log after Sunday's first entries were.
    book.play(late, 500, now=SUNDAY_0 - MINUTE)
    world.run_sequencer()

    for day in (SATURDAY, SUNDAY):
        assert [row["games"] for row in made("taxable-revenue", day).of_games] == [1]


@pytest.mark.clause("F37")
def test_a_filter_leaves_the_rows_of_one_game_and_adds_up_those_alone(book: Book, ada: SeatedPlayer) -> None:
    book.play(ada, 500, now=NOON)
    book.play(ada, 500, game=MONTANA, now=NOON)
    world.run_sequencer()

    report = made("game-performance", SATURDAY, filters={"game": MONTANA})

    assert report.row["game"] == MONTANA
    assert report.totals[0]["games"] == 1


@pytest.mark.clause("F32")
def test_measured_return_has_side_bets_apart_and_no_verdict_of_few_games(book: Book, ada: SeatedPlayer) -> None:
    for number in range(4):
        book.play(ada, 500, side_bet_minor=300 if number else 0, game=MONTANA, now=NOON)
    world.run_sequencer()

    main, side = made("rtp-variance", SATURDAY).rows

    sums = book.of()
    _, side_wagers, side_winnings = sums.side(SATURDAY_0, SUNDAY_0)
    handle, returned = sums.handle(SATURDAY_0, SUNDAY_0), sums.returned(SATURDAY_0, SUNDAY_0)
    assert [(row["bet"], row["games"], row["first_bets"], row["verdict"]) for row in (main, side)] == [
        ("main", 4, 4 * 500, "too-few"),
        ("side", 3, 3 * 300, "too-few"),
    ]
    assert (main["wagers"], main["winnings"]) == (handle - side_wagers, returned - side_winnings)
    assert (side["wagers"], side["winnings"]) == (side_wagers, side_winnings)


def test_an_interval_in_which_nobody_played_has_no_rows(book: Book, ada: SeatedPlayer) -> None:
    book.play(ada, 500, now=NOON)
    world.run_sequencer()

    for kind in ("game-performance", "taxable-revenue", "wagering-summary", "rtp-variance", "large-transactions"):
        assert made(kind, MONDAY).rows == []
    assert made("game-performance", FRIDAY).rows == []
