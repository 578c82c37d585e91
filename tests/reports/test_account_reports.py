"""Reports that go account by account: balances, movements, adjustments, what was large."""

from datetime import UTC, date, datetime, timedelta

import pytest

from cashier.core.payment import ProviderOutcome, Status
from cashier.operations.adjust_account import AdjustmentOrder, adjust_approved
from cashier.operations.cancel_withdrawal import cancel_withdrawal
from cashier.operations.review_payment import ReviewDecision
from cashier.queries.unfinished_payments import unpaid_withdrawals
from cashier.queries.withdrawal_sums import paid_withdrawals, withdrawal_sums
from games.core.action import Action
from kernel.instants import to_epoch_ms
from reports.catalogue import BY_KIND, account_adjustments, patron_account_summary
from reports.core.day_zone import DayZone
from reports.core.definition import FIRST_PAGE, ReportScope
from reports.core.period import Period
from reports.operations.aggregate_log import update_rollups
from tests import world
from tests.amounts import with_amounts
from tests.approving import approval
from tests.bank import Bank
from tests.operations.test_growing_tables import keyed_reads
from tests.reports.making import Book, back, made, seated, seated_test_account
from tests.world import LONG_SESSIONS, SeatedPlayer

pytestmark = pytest.mark.django_db

SATURDAY, SUNDAY, MONDAY = (date(2026, 11, day) for day in (21, 22, 23))
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
# Eastern standard time: days begin at 05:00 UTC.
SATURDAY_0, SUNDAY_0, MONDAY_0 = (datetime(2026, 11, day, 5, tzinfo=UTC) for day in (21, 22, 23))
OPENED = datetime(2026, 10, 1, tzinfo=UTC)
NOON = datetime(2026, 11, 21, 17, tzinfo=UTC)
# A table where everything is large, so that cards need not be lucky.
LOW = with_amounts(
    LONG_SESSIONS,
    large_round_minor=600,
    large_rounds_day_minor=1_000,
    large_payment_minor=5_000,
    large_payments_day_minor=8_000,
)


@pytest.fixture(autouse=True)
def _house() -> None:
    world.open_house(now=OPENED)


@pytest.fixture
def book() -> Book:
    return Book()


@pytest.fixture
def ada() -> SeatedPlayer:
    return seated("ada", 100_000, now=NOON - MINUTE)


@pytest.fixture
def bank() -> Bank:
    return Bank(begins=ProviderOutcome.UNDECIDED)


@pytest.mark.clause("F33")
def test_liability_is_the_cash_of_all_accounts_and_what_they_have_in_play(book: Book, ada: SeatedPlayer) -> None:
    bea = seated("bea", 70_000, now=NOON - MINUTE)
    book.play(bea, 500, now=NOON)
    book.bet_until_one_waits(ada, 800, now=NOON)
    world.run_sequencer()

    row = made("operator-liability", SATURDAY).row

    sums = book.of()
    held = 100_000 + 70_000 - sums.handle(SATURDAY_0, SUNDAY_0) + sums.returned(SATURDAY_0, SUNDAY_0)
    assert row == {
        "accounts": "players",
        "currency": "USD",
        "cash": held - 800,
        "in_play": 800,
        "unpaid_requested": 0,
        "unpaid_pending": 0,
        "unpaid_cancelling": 0,
        "liability": held,
    }


@pytest.mark.clause("F33")
def test_liability_counts_whatever_happened_before_the_interval() -> None:
    seated("ada", 100_000, now=NOON)
    world.run_sequencer()

    assert made("operator-liability", MONDAY).row["liability"] == 100_000


@pytest.mark.clause("F33")
def test_a_withdrawal_is_pending_until_the_day_on_which_it_ends(ada: SeatedPlayer, bank: Bank) -> None:
    world.give_pin(ada.chain)
    asked = world.make_withdrawal(ada.chain, 30_000, method="wire", provider=bank, jurisdiction=LONG_SESSIONS, now=NOON)
    given_back = world.review_by_hand(
        asked, decision=ReviewDecision.REFUSE, provider=bank, jurisdiction=LONG_SESSIONS, now=SUNDAY_0 + MINUTE
    )
    assert (asked.status, given_back.status) == (Status.PENDING, Status.REFUSED)
    world.run_sequencer()

    saturday, sunday = made("operator-liability", SATURDAY).row, made("operator-liability", SUNDAY).row

    held = ("cash", "unpaid_pending", "liability")
    assert [saturday[name] for name in held] == [100_000 - 30_000, 30_000, 100_000]
    assert [sunday[name] for name in held] == [100_000, 0, 100_000]


@pytest.mark.clause("F35")
def test_an_account_closes_with_what_it_opened_with_and_all_that_moved(book: Book, ada: SeatedPlayer) -> None:
    world.give_pin(ada.chain)
    world.make_deposit(ada.chain, 5_000, now=NOON)
    world.make_withdrawal(ada.chain, 2_000, now=NOON)
    waiting = book.bet_until_one_waits(ada, 500, now=SUNDAY_0 - MINUTE)
    book.decide(ada, waiting, Action.RAISE, now=SUNDAY_0 + MINUTE)
    world.fund(ada.chain, 300, now=SUNDAY_0 + MINUTE)
    world.run_sequencer()

    first, second = made("patron-account-summary", SATURDAY).row, made("patron-account-summary", SUNDAY).row

    sums = book.of()
    to_games, from_games = sums.to_games(SATURDAY_0, SUNDAY_0), sums.from_games(SATURDAY_0, SUNDAY_0)
    closing = 100_000 + 5_000 - 2_000 - to_games + from_games
    assert first == {
        "accounts": "players",
        "account": ada.chain.hex,
        "currency": "USD",
        "opening": 0,
        "deposits": 5_000,
        "bonus_in": 0,
        "bonus_wagered": 0,
        "bonus_expired": 0,
        "to_games": to_games,
        "from_games": from_games,
        "withdrawals_requested": 2_000,
        "withdrawals_paid": 2_000,
        "withdrawals_refused": 0,
        "withdrawals_returned": 0,
        "withdrawals_pending": 0,
        "adjustments": 100_000,
        "start_funds": 0,
        "end_funds": 500,
        # What is in play is not lost yet.
        "win_loss": from_games + 500 - to_games,
        "closing": closing,
    }
    won = sums.from_games(SUNDAY_0, MONDAY_0)
    assert (second["opening"], second["start_funds"], second["end_funds"]) == (closing, 500, 0)
    assert (second["to_games"], second["from_games"], second["adjustments"]) == (500, won, 300)
    assert (second["win_loss"], second["closing"]) == (won - 500 - 500, closing - 500 + won + 300)


@pytest.mark.clause("F35")
def test_an_account_without_money_and_movement_is_left_out_and_one_with_money_is_not() -> None:
    idle = seated("idle", 10_000, now=NOON)
    seated("poor", 0, now=NOON)
    world.run_sequencer()

    assert [row["account"] for row in made("patron-account-summary", MONDAY).rows] == [idle.chain.hex]
    assert made("patron-account-summary", date(2026, 11, 20)).rows == []


@pytest.mark.clause("F35")
def test_pages_of_accounts_are_the_whole_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    chains = [seated(name, 1_000, now=NOON).chain for name in ("ada", "bea", "cleo")]
    house = seated_test_account("probe", 2_000, now=NOON)
    world.run_sequencer()
    whole = made("patron-account-summary", SATURDAY).table

    for size in (1, 2, 4):
        monkeypatch.setattr(patron_account_summary, "PAGE_ACCOUNTS", size)
        assert made("patron-account-summary", SATURDAY).table == whole

    accounts = {row[1]: row[0] for row in whole.rows}
    assert list(accounts) == sorted(chain.hex for chain in (*chains, house.chain))
    assert accounts[house.chain.hex] == "test"


@pytest.mark.clause("F35")
def test_adjustments_tell_what_why_and_by_whom_and_have_no_withdrawal_that_came_back(
    ada: SeatedPlayer, bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.give_pin(ada.chain)
    asked = world.make_withdrawal(ada.chain, 30_000, method="wire", provider=bank, jurisdiction=LONG_SESSIONS, now=NOON)
    world.review_by_hand(
        asked, decision=ReviewDecision.REFUSE, provider=bank, jurisdiction=LONG_SESSIONS, now=NOON + MINUTE
    )
    for amount_minor in (200, 300):
        world.fund(ada.chain, amount_minor, now=NOON + MINUTE)
    order = AdjustmentOrder(chain=ada.chain, amount_minor=-70, currency="USD", corrects=None)
    adjust_approved(order, by=approval(), jurisdiction=LONG_SESSIONS, now=NOON + 2 * MINUTE)
    world.fund(ada.chain, 400, now=SUNDAY_0)
    world.run_sequencer()

    report = made("account-adjustments", SATURDAY)
    monkeypatch.setattr(account_adjustments, "PAGE_ADJUSTMENTS", 1)

    assert made("account-adjustments", SATURDAY) == report
    told = [(row["time"], row["amount"], row["reason"], row["by"], row["approved_by"]) for row in report.rows]
    assert told == [
        (to_epoch_ms(NOON - MINUTE), 100_000, "a test", "operator:test", None),
        # Of one instant, by their numbers; Sunday's first instant is not Saturday's.
        (to_epoch_ms(NOON + MINUTE), 200, "a test", "operator:test", None),
        (to_epoch_ms(NOON + MINUTE), 300, "a test", "operator:test", None),
        (to_epoch_ms(NOON + 2 * MINUTE), -70, "a test", "operator:ann", "operator:ben"),
    ]
    assert [total["amount"] for total in report.totals] == [100_000 + 200 + 300 - 70]


@pytest.mark.clause("F39")
def test_large_rounds_are_those_whose_stake_or_net_win_reaches_the_threshold(book: Book, ada: SeatedPlayer) -> None:
    for stake_minor in (599, 600, 601):
        book.play(ada, stake_minor, now=NOON)
    world.run_sequencer()

    rows = made("large-transactions", SATURDAY, jurisdiction=LOW).rows

    views = book.views.values()
    single = {(row["type"], row["reference"], row["amount"]) for row in rows if "single" in str(row["type"])}
    wagers = {("single-wager", view.round_id, view.staked_minor) for view in views if view.staked_minor >= 600}
    wins = {view.round_id: (view.returned_minor or 0) - view.staked_minor for view in views}
    large = {("single-win", round_id, win) for round_id, win in wins.items() if win >= 600}
    assert single == wagers | large
    assert {"599" in str(row["amount"]) for row in rows if row["type"] == "single-wager"} == {False}


@pytest.mark.clause("F39")
@pytest.mark.parametrize(("day", "hours"), [(SATURDAY, 24), (date(2026, 11, 1), 25), (date(2026, 3, 8), 23)])
def test_large_rounds_are_read_hour_by_hour(book: Book, ada: SeatedPlayer, day: date, hours: int) -> None:
    for minutes in (0, 1, 60):
        book.play(ada, 700, now=NOON + minutes * MINUTE)
    world.run_sequencer()
    zone = DayZone(LOW.zone)
    update_rollups(zone)
    scope = ReportScope(period=Period(day, day + DAY, zone), jurisdiction=LOW, log_size=0)

    pages: list[list[str]] = []
    cursor = FIRST_PAGE
    while len(pages) < 30:
        page = BY_KIND["large-transactions"].read_page(scope, cursor)
        pages.append([str(row["type"]) for row in page.rows if row["type"] in {"single-wager", "day-wagers"}])
        if page.next_cursor is None:
            break
        cursor = page.next_cursor

    assert len(pages) == hours
    # NOON is noon in New York, and a day's own rows come with its last hour.
    played = {hour: page for hour, page in enumerate(pages) if page}
    assert played == ({12: ["single-wager"] * 2, 13: ["single-wager"], 23: ["day-wagers"]} if day == SATURDAY else {})


@pytest.mark.clause("F39")
def test_large_payments_are_told_singly_and_by_the_day(ada: SeatedPlayer) -> None:
    world.give_pin(ada.chain)
    for number, amount_minor in enumerate((4_999, 5_000), start=1):
        world.make_deposit(ada.chain, amount_minor, now=NOON + number * MINUTE)
    world.make_withdrawal(ada.chain, 7_999, now=NOON + 3 * MINUTE)
    world.make_deposit(ada.chain, 7_000, now=SUNDAY_0 + MINUTE)
    world.run_sequencer()

    rows = made("large-transactions", SATURDAY, MONDAY, jurisdiction=LOW).rows

    last_ms = to_epoch_ms(SUNDAY_0) - 1
    # 4,999 and 5,000 are 9,999 on a day; 7,999 withdrawn and Sunday's 7,000 stay below 8,000.
    assert [(row["time"], row["type"], row["amount"], row["threshold"]) for row in rows] == [
        (to_epoch_ms(NOON + 2 * MINUTE), "single-deposit", 5_000, 5_000),
        (to_epoch_ms(NOON + 3 * MINUTE), "single-withdrawal", 7_999, 5_000),
        (last_ms, "day-deposits", 9_999, 8_000),
        (to_epoch_ms(SUNDAY_0 + MINUTE), "single-deposit", 7_000, 5_000),
    ]
    assert [row["reference"] for row in rows if row["type"] == "day-deposits"] == ["2026-11-21"]


@pytest.mark.clause("F39")
def test_days_of_many_small_rounds_are_large_together(book: Book, ada: SeatedPlayer) -> None:
    for _ in range(2):
        book.play(ada, 500, now=NOON)
    ada = back(ada, now=SUNDAY_0 + MINUTE)
    book.play(ada, 500, now=SUNDAY_0 + MINUTE)
    world.run_sequencer()

    rows = made("large-transactions", SATURDAY, MONDAY, jurisdiction=LOW).rows

    # Two stakes of 500 are 1,000; whether Sunday's one is large depends on its win alone, with no raise.
    assert [(row["reference"], row["amount"]) for row in rows if row["type"] == "day-wagers"] == [
        ("2026-11-21", 2 * 500)
    ]
    wins = {row["reference"]: row["amount"] for row in rows if row["type"] == "day-win"}
    for day, first, until in (("2026-11-21", SATURDAY_0, SUNDAY_0), ("2026-11-22", SUNDAY_0, MONDAY_0)):
        won = book.of().from_games(first, until) - book.of().to_games(first, until)
        assert wins.get(day) == (won if won >= 1_000 else None)


@pytest.mark.clause("F36")
def test_a_round_that_ends_with_the_interval_is_in_play_at_its_end_for_all_sources(
    book: Book, ada: SeatedPlayer
) -> None:
    waiting = book.bet_until_one_waits(ada, 500, now=SUNDAY_0 - MINUTE)
    book.decide(ada, waiting, now=SUNDAY_0)
    book.bet(ada, 700, now=SUNDAY_0)
    world.run_sequencer()

    rows = {row["figure"]: row for row in made("variance", SATURDAY).rows}

    # `to` belongs to the next interval, and so does what happened at it: an end, and another beginning.
    assert [rows["in-play-at-end"][name] for name in ("ledger", "rounds", "log", "rollup")] == [500] * 4


@pytest.mark.clause("F36")
def test_ledger_rounds_log_and_roll_ups_say_the_same(book: Book, ada: SeatedPlayer) -> None:
    world.give_pin(ada.chain)
    world.make_deposit(ada.chain, 5_000, now=NOON)
    world.make_withdrawal(ada.chain, 2_000, now=NOON)
    book.play(ada, 500, side_bet_minor=300, game="montana-red-dog", now=NOON)
    book.void(book.bet_until_one_waits(ada, 700, now=NOON), now=NOON)
    waiting = book.bet_until_one_waits(ada, 900, now=NOON)
    book.decide(ada, waiting, Action.RAISE, now=NOON)
    book.bet_until_one_waits(ada, 800, now=NOON)
    world.run_sequencer()

    rows = made("variance", SATURDAY).rows

    sums = book.of()
    handle, returned = sums.handle(SATURDAY_0, SUNDAY_0), sums.returned(SATURDAY_0, SUNDAY_0)
    expected = {
        "adjustments": 100_000,
        "cash-at-end": 100_000 + 5_000 - 2_000 - handle + returned - 800,
        "deposits": 5_000,
        "handle": handle,
        "in-play-at-end": 800,
        "returned": returned,
        # What was settled, voided and is open, raises of the settled ones among it.
        "stakes": handle + 700 + 800,
        "voided": 700,
        "withdrawals-requested": 2_000,
    }
    assert {row["figure"]: row["ledger"] for row in rows} == {name: value for name, value in expected.items() if value}
    for row in rows:
        assert (row["ledger"], row["difference"], row["explanation"]) == (row["log"], 0, "")
        assert row["rollup"] == row["ledger"]
        assert row["rounds"] in {row["ledger"], None}
    assert {row["figure"] for row in rows if row["rounds"] is None} == {
        "adjustments",
        "cash-at-end",
        "deposits",
        "withdrawals-requested",
    }


@pytest.mark.clause("F33")
def test_a_withdrawal_is_told_as_asked_for_paid_returned_or_pending_on_the_day_on_which_it_is_so(
    ada: SeatedPlayer, bank: Bank
) -> None:
    world.give_pin(ada.chain)
    # All cash is asked for, so that on Sunday nothing moves on the account.
    paid, refused, stopped, waits = (
        world.make_withdrawal(
            ada.chain, amount_minor, method="wire", provider=bank, jurisdiction=LONG_SESSIONS, now=NOON
        )
        for amount_minor in (10_000, 20_000, 30_000, 40_000)
    )
    cancel_withdrawal(ada.chain, stopped.id, providers={bank.name: bank}, jurisdiction=LONG_SESSIONS, now=NOON + MINUTE)
    world.review_by_hand(
        refused, decision=ReviewDecision.REFUSE, provider=bank, jurisdiction=LONG_SESSIONS, now=NOON + MINUTE
    )
    again = world.make_withdrawal(
        ada.chain, 50_000, method="wire", provider=bank, jurisdiction=LONG_SESSIONS, now=NOON + 2 * MINUTE
    )
    for payment in (paid, again):
        world.review_by_hand(payment, provider=bank, jurisdiction=LONG_SESSIONS, now=SUNDAY_0 + MINUTE)
    world.run_sequencer()

    days = [made("patron-account-summary", day) for day in (SATURDAY, SUNDAY, MONDAY)]

    names = ("requested", "paid", "refused", "returned", "pending")
    told = [[day.row[f"withdrawals_{name}"] for name in names] for day in days]
    # 150,000 asked for, of which 20,000 and 30,000 came back and were asked for again; 10,000 and 50,000 were paid a day later.
    assert told == [
        [150_000, 0, 20_000, 50_000, 100_000],
        [0, 60_000, 0, 0, 40_000],
        [0, 0, 0, 0, 40_000],
    ]
    assert [day.row["adjustments"] for day in days] == [100_000, 0, 0]
    assert waits.status is Status.PENDING


def test_withdrawals_of_accounts_and_of_an_interval_are_found_by_keys(ada: SeatedPlayer) -> None:
    world.give_pin(ada.chain)
    world.make_withdrawal(ada.chain, 300, now=NOON)

    with keyed_reads():
        withdrawal_sums([ada.chain], start_ms=to_epoch_ms(SATURDAY_0), end_ms=to_epoch_ms(SUNDAY_0))
        paid_withdrawals(start_ms=to_epoch_ms(SATURDAY_0), end_ms=to_epoch_ms(SUNDAY_0))
        unpaid_withdrawals(before_ms=to_epoch_ms(SUNDAY_0))
