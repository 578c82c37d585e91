"""An order's way to the filing, and everything that may come in between."""

import hashlib
from dataclasses import replace
from datetime import date, timedelta
from typing import Any, Final

import pytest
from django.test import override_settings

from audit.core.records import parse_entry
from audit.queries.events import events
from audit.queries.log import has_unlogged_before
from audit.queries.records import entries, record_entry
from games.operations.void import void_round
from kernel.ids import SYSTEM_CHAIN, RoundId
from kernel.instants import to_epoch_ms
from reports import catalogue
from reports.core.account_columns import CURRENCY
from reports.core.definition import Definition, Page, ReportScope
from reports.core.period import MalformedPeriod, Period
from reports.core.statuses import OrderStatus
from reports.core.table import Column, Row, Type
from reports.formats import BY_NAME
from reports.models.filings import StoredFiling
from reports.models.orders import OrderPage, ReportOrder
from reports.operations.cancel_order import OrderOver, ReportDue, cancel_order
from reports.operations.generate import ATTEMPTS_MAX
from reports.operations.order_report import (
    ORDERS_MAX,
    PeriodBeforeLog,
    PeriodNotOver,
    ReportRequest,
    TooManyOrders,
    UnknownFilter,
    UnknownReport,
    order_report,
)
from reports.operations.scheduler import order_due_reports
from reports.queries.filings import FilingFilter, get_file, get_filing, list_files, list_filings
from reports.queries.orders import get_order
from tests import world
from tests.amounts import with_amounts
from tests.approving import approval
from tests.reports.way import (
    DAY,
    KIND,
    OVER,
    another_worker_at,
    brought_on,
    came_late,
    document,
    evening,
    filed,
    ordered,
)

pytestmark = [pytest.mark.django_db, pytest.mark.clause("F37"), pytest.mark.clause("F38")]

OF_TWO_DAYS: Final = Period(date(2026, 11, 20), DAY.until, DAY.zone)
"""No report of the schedule has this interval."""


@pytest.mark.every_format
def test_a_filed_report_stands_in_the_log_by_the_digests_of_its_files() -> None:
    world.open_house()
    evening()
    filing_id = filed()

    record: Any = parse_entry(record_entry(SYSTEM_CHAIN, get_filing(filing_id).record_seq))
    told = document(filing_id)
    assert (record["type"], record["report"], record["rev"]) == ("filing", KIND, 1)
    assert (record["from"], record["to"], record["size"]) == (DAY.start_ms, DAY.end_ms, told["log"]["size"])
    assert set(record["files"]) == set(BY_NAME)
    for row in list_files(filing_id):
        content = get_file(filing_id, row.format).content
        assert hashlib.sha256(content).hexdigest() == record["files"][row.format]
        assert row.size == len(content)
    assert get_file(filing_id, "note").content.decode() == record_entry(SYSTEM_CHAIN, get_filing(filing_id).record_seq)


@override_settings(REDDOG_OPERATOR="Example Casino")
def test_the_envelope_says_what_a_regulator_asks_for() -> None:
    world.open_house()
    evening()
    told = document(filed())

    assert (told["operator"], told["profile"], told["title"]) == ("Example Casino", "demo", "Taxable revenue")
    assert told["interval"]["first"], told["interval"]["until"] == ("2026-11-21", "2026-11-22")
    assert (told["activity"], told["revision"], told["definition"], told["software"]) == ("Activity", 1, 2, "0.1.0")
    assert told["currencies"] == [{"currency": "USD", "places": 2}]
    assert all(line["difference"] == 0 for line in told["reconciliation"])


def test_a_row_without_money_has_no_currency_and_none_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[Row] = [{"what": "a game", "currency": "USD"}, {"what": "a rule", "currency": None}]
    what = Column(name="what", type=Type.TEXT, meaning="What.")
    listing = Definition(
        kind=KIND,
        title="A list",
        version=1,
        regulation="none",
        columns=(what, CURRENCY),
        read_page=lambda *_: Page(rows),
    )
    monkeypatch.setattr("reports.operations.generate.BY_KIND", {KIND: listing})
    world.open_house()
    world.run_sequencer()
    assert document(filed())["currencies"] == [{"currency": "USD", "places": 2}]


def test_a_day_on_which_nothing_happened_is_filed_as_no_activity() -> None:
    world.open_house()
    world.run_sequencer()
    filing_id = filed()
    assert (document(filing_id)["activity"], get_filing(filing_id).has_activity) == ("No Activity", False)


def test_a_report_is_ordered_and_filed_once_however_often_it_is_asked_for() -> None:
    world.open_house()
    evening()
    first = ordered()
    assert ordered() == first
    brought_on(first)
    assert ordered(now=OVER + timedelta(days=3)) == first
    assert not brought_on(first)
    assert StoredFiling.objects.count() == 1
    assert sum(parse_entry(entry)["type"] == "filing" for entry in entries(SYSTEM_CHAIN, from_seq=0, to_seq=100)) == 1


def test_an_order_is_refused_with_the_reason_and_leaves_nothing() -> None:
    world.open_house()
    before = world.everything_stored()
    with pytest.raises(PeriodNotOver) as refused:
        ordered(now=OVER - timedelta(milliseconds=1))
    assert refused.value.members["available_from"] == "2026-11-22T05:01:00.000Z"
    with pytest.raises(UnknownReport):
        ordered("profit")
    with pytest.raises(UnknownFilter):
        ordered(handle="5")
    with pytest.raises(MalformedPeriod):
        order_report(
            ReportRequest(kind=KIND, first=DAY.until, until=DAY.first, actor="operator:test"), zone=DAY.zone, now=OVER
        )
    assert world.everything_stored() == before


def test_nothing_is_ordered_of_years_before_the_log_and_the_first_year_counts_whole() -> None:
    world.open_house()
    evening()
    with pytest.raises(PeriodBeforeLog):
        ordered("large-transactions", Period(date(1971, 1, 1), DAY.until, DAY.zone))
    ordered(period=Period(date(2026, 1, 1), DAY.until, DAY.zone))
    assert ReportOrder.objects.count() == 1


def test_nobody_has_more_than_fifty_reports_on_their_way_but_the_platform() -> None:
    world.open_house()
    evening()
    for number in range(ORDERS_MAX):
        ordered(currency=f"no {number}")
    with pytest.raises(TooManyOrders):
        ordered(currency="one more")
    # What is under way already is told all the same.
    assert ordered(currency="no 0") == ReportOrder.objects.order_by("id")[0].id
    assert order_due_reports(DAY.zone, now=OVER) == len(catalogue.CATALOGUE)


def test_a_filtered_report_holds_those_rows_alone_and_is_filed_beside_the_whole_one() -> None:
    world.open_house()
    evening()
    whole, other = filed(), filed(currency="EUR")
    assert whole != other
    assert (len(document(whole)["rows"]), document(other)["rows"]) == (1, [])
    assert document(other)["filters"] == {"currency": "EUR"}
    assert list_files(whole)[0].name != list_files(other)[0].name


def test_a_report_waits_while_the_log_has_not_taken_in_all_of_its_interval() -> None:
    world.open_house()
    seat = evening()
    world.play_round(seat, 500)
    order_id = ordered()
    brought_on(order_id)
    assert (get_order(order_id).status, get_order(order_id).attempts) == (OrderStatus.WAITING, 0)

    world.run_sequencer()
    brought_on(order_id, now=get_order(order_id).next_attempt_at)
    assert document(order_id)["rows"][0][4] == 2


def test_a_report_waits_for_an_entry_that_reaches_the_log_after_the_fold(monkeypatch: pytest.MonkeyPatch) -> None:
    world.open_house()
    seat = evening()
    order_id = ordered()

    def look_for_what_waits(before_ms: int) -> bool:
        came_late(seat)
        return has_unlogged_before(before_ms)

    with monkeypatch.context() as patch:
        patch.setattr("reports.operations.aggregate_log.has_unlogged_before", look_for_what_waits)
        brought_on(order_id)
    assert get_order(order_id).status == OrderStatus.WAITING

    brought_on(order_id, now=get_order(order_id).next_attempt_at)
    assert document(order_id)["rows"][0][4] == 2


def test_a_worker_goes_on_where_another_one_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.catalogue.patron_account_summary.PAGE_ACCOUNTS", 1)
    world.open_house()
    for name in ("ada", "bea", "cleo"):
        evening(name)
    order_id = ordered("patron-account-summary")

    for pages in range(3):
        turns = iter([*[True] * pages, False])
        assert brought_on(order_id, should_continue=turns.__next__)
        assert (get_order(order_id).status, get_order(order_id).pages) == (OrderStatus.RUNNING, [0, 1, 3][pages])
    brought_on(order_id, now=OVER + timedelta(hours=1))

    # Begun by the first, it is filed by another an hour later, with the instant and the log of the first.
    assert document(order_id)["generated_at"] == to_epoch_ms(OVER)
    assert len(document(order_id)["rows"]) == 3
    assert get_filing(order_id).filed_at == OVER + timedelta(hours=1)
    record: Any = parse_entry(record_entry(SYSTEM_CHAIN, get_filing(order_id).record_seq))
    assert record["time"] == to_epoch_ms(OVER + timedelta(hours=1))
    assert not OrderPage.objects.exists()


def test_an_order_that_an_older_definition_was_begun_by_is_begun_anew() -> None:
    world.open_house()
    evening()
    order_id = ordered()
    brought_on(order_id, should_continue=lambda: False)
    ReportOrder.objects.filter(id=order_id).update(definition=0)
    OrderPage.objects.create(order_id=order_id, number=1, rows=[{"a column": "of old"}], next_cursor=None)

    brought_on(order_id)
    assert (document(order_id)["definition"], len(document(order_id)["rows"])) == (2, 1)


def test_an_order_that_was_begun_by_other_thresholds_is_begun_anew() -> None:
    world.open_house()
    evening()
    order_id = ordered(
        "large-transactions", Period(DAY.first, date(2026, 11, 23), DAY.zone), now=OVER + timedelta(days=1)
    )
    # A page is an hour: the whole first day, and nothing of the second.
    turns = iter([True] * 24 + [False])
    with override_settings(REDDOG_JURISDICTION=with_amounts(world.DEMO, large_round_minor=400)):
        brought_on(order_id, now=OVER + timedelta(days=1), should_continue=turns.__next__)
    # The stake of 500, and what it won where it did.
    assert get_order(order_id).rows in {1, 2}

    brought_on(order_id, now=OVER + timedelta(days=1))
    told = document(order_id)
    assert (told["rows"], told["parameters"]["single_play_minor_usd"]) == (
        [],
        world.DEMO.amounts["USD"].large_round_minor,
    )


def test_nothing_is_made_before_its_interval_is_over_by_whatever_clock() -> None:
    world.open_house()
    evening()
    order_id = ordered()
    ReportOrder.objects.filter(id=order_id).update(next_attempt_at=world.NOW)
    brought_on(order_id, now=world.NOW)

    record: Any = parse_entry(record_entry(SYSTEM_CHAIN, get_filing(order_id).record_seq))
    assert record["to"] == record["gen"] == record["time"]


@pytest.mark.every_format
def test_a_day_of_nothing_but_a_void_is_filed_with_the_currency_of_what_was_voided() -> None:
    world.open_house()
    waiting = world.deal_open_round(
        world.seat_player(now=world.NOW - timedelta(days=1)), now=world.NOW - timedelta(days=1)
    )
    voided = RoundId.parse(waiting.round_id)
    void_round(voided, by=approval("a torn card", by=("ann", "ben")), now=world.NOW)
    world.run_sequencer()

    told = document(filed())
    assert (told["activity"], told["currencies"]) == ("No Activity", [{"currency": "USD", "places": 2}])
    assert {line["currency"] for line in told["reconciliation"]} == {"USD"}


def test_a_cancelled_order_is_not_filed_and_may_be_given_again() -> None:
    world.open_house()
    evening()
    order_id = ordered(period=OF_TWO_DAYS)
    cancel_order(order_id, actor="operator:test", reason="not wanted", now=OVER)
    brought_on(order_id)
    assert get_order(order_id).status == OrderStatus.CANCELLED
    assert not StoredFiling.objects.exists()
    with pytest.raises(OrderOver):
        cancel_order(order_id, actor="operator:test", reason="not wanted", now=OVER)
    assert filed(period=OF_TWO_DAYS) != order_id
    assert [event.kind for event in events(subject=None, before=None, limit=1)] == ["report-cancelled"]


@pytest.mark.clause("F45")
def test_what_the_schedule_asks_for_is_taken_back_by_nobody_whoever_ordered_it_and_when() -> None:
    world.open_house()
    evening()
    # Ordered by hand a moment before the schedule would, so that the schedule finds it ordered.
    early = ordered()
    assert order_due_reports(DAY.zone, now=OVER) > 0
    orders = list(ReportOrder.objects.filter(first=DAY.first, until=DAY.until))
    assert {order.requested_by for order in orders} == {"operator:test", "platform"}

    for order in orders:
        with pytest.raises(ReportDue):
            cancel_order(order.id, actor="operator:test", reason="nobody need know", now=OVER)
    brought_on(early)
    assert get_order(early).status == OrderStatus.FILED


def test_of_a_day_that_is_due_a_part_of_the_rows_may_be_taken_back() -> None:
    world.open_house()
    evening()
    order_id = ordered("account-adjustments", accounts="players")
    cancel_order(order_id, actor="operator:test", reason="not wanted", now=OVER)
    assert get_order(order_id).status == OrderStatus.CANCELLED


def test_an_order_that_failed_over_its_pages_starts_anew_without_them() -> None:
    world.open_house()
    evening()
    order_id = ordered()
    brought_on(order_id, should_continue=lambda: False)
    OrderPage.objects.create(order_id=order_id, number=1, rows=[{"a column": "of nobody"}], next_cursor=None)
    for _ in range(ATTEMPTS_MAX):
        brought_on(order_id, now=get_order(order_id).next_attempt_at)
    assert get_order(order_id).status == OrderStatus.FAILED

    assert filed() == order_id


def test_an_order_that_fails_is_tried_again_later_and_given_up_with_an_event(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: ReportScope, __: str) -> Page:
        raise ConnectionError("the table is on fire")

    world.open_house()
    evening()
    order_id = ordered()
    broken = {KIND: replace(catalogue.BY_KIND[KIND], read_page=fail)}
    with monkeypatch.context() as patch:
        patch.setattr("reports.operations.generate.BY_KIND", broken)
        brought_on(order_id)
        # A minute after the first failure, and not before.
        assert get_order(order_id).next_attempt_at == OVER + timedelta(minutes=1)
        brought_on(order_id)
        assert get_order(order_id).attempts == 1
        for _ in range(ATTEMPTS_MAX - 1):
            brought_on(order_id, now=get_order(order_id).next_attempt_at)
    assert (get_order(order_id).status, get_order(order_id).attempts) == (OrderStatus.FAILED, 8)
    assert get_order(order_id).problem == "ConnectionError: the table is on fire"
    (event,) = events(subject=None, before=None, limit=1)
    assert (event.kind, event.after["report"]) == ("report-failed", KIND)

    # Somebody mends it and asks again.
    assert filed() == order_id


def test_an_order_that_kills_its_workers_is_given_up_with_an_event(monkeypatch: pytest.MonkeyPatch) -> None:
    def die(_: ReportScope, __: str) -> Page:
        raise SystemExit("out of memory")

    world.open_house()
    evening()
    order_id = ordered()
    broken = {KIND: replace(catalogue.BY_KIND[KIND], read_page=die)}
    with monkeypatch.context() as patch:
        patch.setattr("reports.operations.generate.BY_KIND", broken)
        for _ in range(ATTEMPTS_MAX):
            with pytest.raises(SystemExit):
                brought_on(order_id)
        brought_on(order_id)
    assert (get_order(order_id).status, get_order(order_id).attempts) == (OrderStatus.FAILED, 8)
    assert events(subject=None, before=None, limit=1)[0].kind == "report-failed"
    assert filed() == order_id


@pytest.mark.django_db(transaction=True)
def test_two_workers_do_not_work_on_one_order() -> None:
    world.open_house()
    evening()
    order_id = ordered()
    with another_worker_at("order", order_id):
        brought_on(order_id)
        assert get_order(order_id).status == OrderStatus.WAITING
    brought_on(order_id)
    assert get_order(order_id).status == OrderStatus.FILED


def test_a_filing_is_not_recorded_before_it_was_made_though_a_clock_was_ahead() -> None:
    world.open_house()
    evening()
    order_id = ordered()
    ahead = OVER + timedelta(seconds=5)
    brought_on(order_id, now=ahead, should_continue=lambda: False)
    brought_on(order_id)

    record: Any = parse_entry(record_entry(SYSTEM_CHAIN, get_filing(order_id).record_seq))
    assert record["to"] <= record["gen"] <= record["time"]


def test_filings_are_listed_with_the_newest_first() -> None:
    world.open_house()
    evening()
    first, second = filed(), filed("wagering-summary")
    assert [row.id for row in list_filings(FilingFilter(), before=None, limit=10)] == [second, first]
    assert [row.id for row in list_filings(FilingFilter(kind=KIND), before=None, limit=10)] == [first]
    assert [row.id for row in list_filings(FilingFilter(), before=second, limit=10)] == [first]
