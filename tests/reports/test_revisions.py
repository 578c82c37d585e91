"""What comes too late for a report, and its revisions."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from audit.queries.log import frontier
from games.core.variants import OFFERED
from games.operations import publish_rules as publishing
from kernel.instants import from_epoch_ms
from reports import catalogue
from reports.core.definition import Report
from reports.core.period import Period
from reports.core.schedule import GRACE
from reports.core.states import OrderState
from reports.formats import BY_NAME
from reports.models import Cursor, Order
from reports.operations.carry_out import ATTEMPTS_MAX
from reports.operations.fold import fold
from reports.operations.look import look, order_revisions
from reports.queries import filing, filings
from tests import world
from tests.reports.way import DAY, KIND, OVER, brought_on, came_late, document, evening, filed, ordered

pytestmark = [pytest.mark.django_db, pytest.mark.clause("F37"), pytest.mark.clause("F38")]


def test_a_late_entry_makes_a_revision_of_its_own_day_and_of_no_other() -> None:
    world.open_house()
    seat, other = evening("ada"), evening("bea")
    night = Period(DAY.until, date(2026, 11, 23), DAY.zone)
    end = from_epoch_ms(night.end_ms) + GRACE
    world.play_round(
        other, 700, jurisdiction=world.LONG_SESSIONS, now=from_epoch_ms(night.start_ms) + timedelta(hours=1)
    )
    world.run_sequencer()
    first, second = filed(now=end), filed(period=night, now=end)
    assert order_revisions(DAY.zone, now=end) == 0

    # A statement that hung for two days: the record bears the time of its decision.
    came_late(seat)
    look(DAY.zone, now=end)
    revised = {row.id for row in Order.objects.filter(kind=KIND, revision=2)}
    assert len(revised) == 1
    brought_on(*revised, now=end)

    again = document(*revised)
    assert (again["revision"], again["interval"]["first"]) == (2, "2026-11-21")
    assert (document(first)["totals"][0][5], again["totals"][0][5]) == (1_000, 1_600)
    assert (filing(first).outdated, filing(second).outdated, filing(*revised).outdated) == (True, False, False)
    assert [row.outdated for row in filings(kind=KIND, before=None, limit=10)] == [False, False, True]
    look(DAY.zone, now=end)
    assert Order.objects.filter(kind=KIND, revision__gt=2).count() == 0


def test_late_entries_of_two_days_revise_both() -> None:
    world.open_house()
    seat, other = evening("ada"), evening("bea")
    night = Period(DAY.until, date(2026, 11, 23), DAY.zone)
    end = from_epoch_ms(night.end_ms) + GRACE
    filed(now=end)
    filed(period=night, now=end)
    world.play_round(seat, 600, jurisdiction=world.LONG_SESSIONS, now=world.NOW + timedelta(hours=2))
    world.play_round(
        other, 600, jurisdiction=world.LONG_SESSIONS, now=from_epoch_ms(night.start_ms) + timedelta(hours=1)
    )
    world.run_sequencer()
    fold(DAY.zone)

    assert order_revisions(DAY.zone, now=end) == 2
    assert {row.first for row in Order.objects.filter(kind=KIND, revision=2)} == {DAY.first, night.first}


def test_a_late_entry_makes_a_revision_of_every_later_balance() -> None:
    world.open_house()
    seat = evening()
    night = Period(DAY.until, date(2026, 11, 23), DAY.zone)
    end = from_epoch_ms(night.end_ms) + GRACE
    balance, revenue = filed("operator-liability", night, now=end), filed(period=night, now=end)
    came_late(seat)
    fold(DAY.zone)

    assert order_revisions(DAY.zone, now=end) == 1
    assert (filing(balance).outdated, filing(revenue).outdated) == (True, False)


def test_what_was_revised_is_not_revised_again_from_however_far_back_one_looks() -> None:
    world.open_house()
    seat = evening()
    filed()
    came_late(seat)
    assert order_revisions(DAY.zone, now=OVER) == 0, "nothing is folded yet"
    fold(DAY.zone)
    assert order_revisions(DAY.zone, now=OVER) == 1
    filed()

    # As after the filing of a report that was begun long ago.
    Cursor.objects.update(revised=0)
    assert order_revisions(DAY.zone, now=OVER) == 0
    assert Cursor.objects.get().revised == Cursor.objects.get().size


def test_what_comes_late_while_a_report_is_made_lets_it_be_made_anew() -> None:
    world.open_house()
    seat = evening()
    order_id = ordered("patron-account-summary")
    turns = iter([True, False])
    assert not brought_on(order_id, may_go_on=lambda: next(turns))
    first_size = document(order_id)["log"]["size"]

    other = ordered()
    begun = Order.objects.filter(id=other)
    begun.update(
        definition=1, parameters={}, state=OrderState.RUNNING, log_size=first_size, generated_ms=OVER.timestamp() * 1000
    )
    came_late(seat)
    assert brought_on(other), "somebody has to come back to it"
    brought_on(other)

    assert document(other)["log"]["size"] > first_size
    assert document(other)["rows"][0][5] == 500 + 600


def test_a_revision_asks_neither_the_clock_nor_the_filters_of_a_newer_catalogue(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world.open_house()
    seat = evening()
    filed(game=world.GAME)
    came_late(seat)
    newer = {KIND: replace(catalogue.BY_KIND[KIND], filters=())}
    monkeypatch.setattr("reports.operations.order.BY_KIND", newer)
    fold(DAY.zone)
    # A host whose clock was put back to noon.
    assert order_revisions(DAY.zone, now=world.NOW) == 1

    # By no clock it is begun before its interval is over: a record that says so would be refused.
    assert Order.objects.get(revision=2).not_before == OVER


def test_what_comes_late_while_files_are_written_makes_a_revision(monkeypatch: pytest.MonkeyPatch) -> None:
    world.open_house()
    seat = evening()
    csv = BY_NAME["csv"]

    def write_slowly(report: Report) -> bytes:
        came_late(seat)
        look(DAY.zone, now=OVER)
        return csv.write(report)

    with monkeypatch.context() as patch:
        patch.setattr("reports.operations.file_report.FORMATS", (replace(csv, write=write_slowly),))
        first = filed()
    assert filing(first).outdated

    look(DAY.zone, now=OVER)
    assert Order.objects.filter(kind=KIND, revision=2).count() == 1


def test_a_revision_that_failed_waits_for_its_intervals_end_though_the_clock_was_put_back() -> None:
    world.open_house()
    seat = evening()
    filed()
    came_late(seat)
    fold(DAY.zone)
    order_revisions(DAY.zone, now=OVER)
    Order.objects.filter(revision=2).update(state=OrderState.FAILED, attempts=ATTEMPTS_MAX)

    Cursor.objects.update(revised=0)
    order_revisions(DAY.zone, now=world.NOW)
    again = Order.objects.get(revision=2)
    assert (again.state, again.attempts, again.not_before) == (OrderState.WAITING, 0, OVER)


def test_rules_that_reached_the_log_after_a_report_was_begun_are_not_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    world.open_house()
    evening()
    order_id = ordered("game-performance")
    brought_on(order_id, may_go_on=lambda: False)
    sheet = next(one for one in OFFERED if one.game == world.GAME)
    second = replace(sheet, version=2)
    monkeypatch.setattr(publishing, "OFFERED", tuple(second if one is sheet else one for one in OFFERED))
    publishing.publish_rules(now=from_epoch_ms(DAY.end_ms) - timedelta(seconds=5))
    world.run_sequencer()
    brought_on(order_id)

    told = document(order_id)
    status = [column["name"] for column in told["columns"]].index("status")
    assert [row[status] for row in told["rows"]] == ["offered"]
    assert told["log"]["size"] < frontier().size
