"""What comes too late for a report, and its revisions."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, BinaryIO

import pytest

from audit.operations.export import export_log
from audit.queries.log import frontier
from games.core.variants import OFFERED
from games.operations import publish_rules as publishing
from kernel.instants import from_epoch_ms
from reports import catalogue
from reports.core.period import Period
from reports.core.schedule import GRACE
from reports.core.statuses import OrderStatus
from reports.formats import BY_NAME
from reports.models.orders import OrderPage, ReportOrder
from reports.models.rollups import RollupCursor
from reports.operations.aggregate_log import update_rollups
from reports.operations.generate import ATTEMPTS_MAX
from reports.operations.revise import compare_with_before
from reports.operations.scheduler import order_revisions, run_tick
from reports.queries.filings import FilingFilter, get_file, list_filings
from tests import world
from tests.reports.way import DAY, KIND, OVER, brought_on, came_late, document, evening, filed, ordered, outdated
from verifier.audit import AuditRequest
from verifier.export import Export
from verifier.filed.later import Later
from verifier.filed.proof import prove
from verifier.judge import Depth

if TYPE_CHECKING:
    from pathlib import Path
    from uuid import UUID

    from reports.core.definition import Report
    from reports.core.revision import Revised

OTHER = "red-dog-2-decks"

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
    run_tick(DAY.zone, now=end)
    revised = {row.id for row in ReportOrder.objects.filter(kind=KIND, revision=2)}
    assert len(revised) == 1
    brought_on(*revised, now=end)

    again = document(*revised)
    assert (again["revision"], again["interval"]["first"]) == (2, "2026-11-21")
    # The day's one row has another figure.
    assert (document(first)["revised"], again["revised"]) == (
        {},
        {"reason": "late-entries", "rows_added": 1, "rows_removed": 1},
    )
    assert (document(first)["totals"][0][5], again["totals"][0][5]) == (1_000, 1_600)
    assert (outdated(first), outdated(second), outdated(*revised)) == (
        True,
        False,
        False,
    )
    assert [outdated(row.id) for row in list_filings(FilingFilter(kind=KIND), before=None, limit=10)] == [
        False,
        False,
        True,
    ]
    run_tick(DAY.zone, now=end)
    assert ReportOrder.objects.filter(kind=KIND, revision__gt=2).count() == 0


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
    update_rollups(DAY.zone)

    assert order_revisions(DAY.zone, now=end) == 2
    assert {row.first for row in ReportOrder.objects.filter(kind=KIND, revision=2)} == {DAY.first, night.first}


def test_a_late_entry_makes_a_revision_of_every_later_balance() -> None:
    world.open_house()
    seat = evening()
    night = Period(DAY.until, date(2026, 11, 23), DAY.zone)
    end = from_epoch_ms(night.end_ms) + GRACE
    balance, revenue = filed("operator-liability", night, now=end), filed(period=night, now=end)
    came_late(seat)
    update_rollups(DAY.zone)

    assert order_revisions(DAY.zone, now=end) == 1
    assert (outdated(balance), outdated(revenue)) == (True, False)


def test_what_was_revised_is_not_revised_again_from_however_far_back_one_looks() -> None:
    world.open_house()
    seat = evening()
    filed()
    came_late(seat)
    assert order_revisions(DAY.zone, now=OVER) == 0, "nothing is folded yet"
    update_rollups(DAY.zone)
    assert order_revisions(DAY.zone, now=OVER) == 1
    filed()

    # As after the filing of a report that was begun long ago.
    RollupCursor.objects.update(revised_log_size=0)
    assert order_revisions(DAY.zone, now=OVER) == 0
    assert RollupCursor.objects.get().revised_log_size == RollupCursor.objects.get().log_size


def test_what_comes_late_while_a_report_is_made_lets_it_be_made_anew() -> None:
    world.open_house()
    seat = evening()
    order_id = ordered("patron-account-summary")
    turns = iter([True, False])
    assert not brought_on(order_id, should_continue=lambda: next(turns))
    first_size = document(order_id)["log"]["size"]

    other = ordered()
    begun = ReportOrder.objects.filter(id=other)
    begun.update(
        definition=2,
        parameters={},
        status=OrderStatus.RUNNING,
        log_size=first_size,
        generated_ms=OVER.timestamp() * 1000,
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
    filed(currency="USD")
    came_late(seat)
    newer = {KIND: replace(catalogue.BY_KIND[KIND], filters=())}
    monkeypatch.setattr("reports.operations.order_report.BY_KIND", newer)
    update_rollups(DAY.zone)
    # A host whose clock was put back to noon.
    assert order_revisions(DAY.zone, now=world.NOW) == 1

    # By no clock it is begun before its interval is over: a record that says so would be refused.
    assert ReportOrder.objects.get(revision=2).next_attempt_at == OVER


def test_what_comes_late_while_files_are_written_makes_a_revision(monkeypatch: pytest.MonkeyPatch) -> None:
    world.open_house()
    seat = evening()
    csv = BY_NAME["csv"]

    def write_slowly(report: Report, file: BinaryIO) -> None:
        came_late(seat)
        run_tick(DAY.zone, now=OVER)
        csv.write_to(report, file)

    with monkeypatch.context() as patch:
        patch.setattr("reports.operations.file_report.FORMATS", (replace(csv, write_to=write_slowly),))
        first = filed()
    assert outdated(first)

    run_tick(DAY.zone, now=OVER)
    assert ReportOrder.objects.filter(kind=KIND, revision=2).count() == 1


def test_a_revision_that_failed_waits_for_its_intervals_end_though_the_clock_was_put_back() -> None:
    world.open_house()
    seat = evening()
    filed()
    came_late(seat)
    update_rollups(DAY.zone)
    order_revisions(DAY.zone, now=OVER)
    ReportOrder.objects.filter(revision=2).update(status=OrderStatus.FAILED, attempts=ATTEMPTS_MAX)

    RollupCursor.objects.update(revised_log_size=0)
    order_revisions(DAY.zone, now=world.NOW)
    again = ReportOrder.objects.get(revision=2)
    assert (again.status, again.attempts, again.next_attempt_at) == (OrderStatus.WAITING, 0, OVER)


def second_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Publish a second version of the game five seconds before the day ends, which reaches the log only now."""
    sheet = next(one for one in OFFERED if one.game == world.GAME)
    second = replace(sheet, version=3)
    monkeypatch.setattr(publishing, "OFFERED", tuple(second if one is sheet else one for one in OFFERED))
    publishing.publish_rules(now=from_epoch_ms(DAY.end_ms) - timedelta(seconds=5))
    world.run_sequencer()


def status_of_game(filing_id: UUID) -> list[object]:
    told = document(filing_id)
    place = [column["name"] for column in told["columns"]].index("status")
    return [row[place] for row in told["rows"]]


def test_rules_that_reached_the_log_after_a_report_was_begun_let_it_be_made_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world.open_house()
    evening()
    order_id = ordered("game-performance")
    brought_on(order_id, should_continue=lambda: False)
    second_rules(monkeypatch)

    assert brought_on(order_id), "somebody has to come back to it"
    brought_on(order_id)
    assert status_of_game(order_id) == ["replaced"]
    assert document(order_id)["log"]["size"] == frontier().size


def test_rules_that_come_late_while_files_are_written_revise_what_names_them_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world.open_house()
    evening()
    csv = BY_NAME["csv"]
    json_ = BY_NAME["json"]

    def write_slowly(report: Report, file: BinaryIO) -> None:
        second_rules(monkeypatch)
        csv.write_to(report, file)

    with monkeypatch.context() as patch:
        patch.setattr("reports.operations.file_report.FORMATS", (json_, replace(csv, write_to=write_slowly)))
        first = filed("game-performance")
    assert outdated(first)
    assert outdated(first) is not outdated(filed())

    run_tick(DAY.zone, now=OVER)
    (again,) = ReportOrder.objects.filter(revision=2)
    brought_on(again.id)
    assert (status_of_game(first), status_of_game(again.id)) == (["offered"], ["replaced"])
    assert document(again.id)["revised"] == {"reason": "late-rules", "rows_added": 1, "rows_removed": 1}
    assert not outdated(again.id)


def test_what_comes_late_and_changes_no_row_is_not_filed_and_asked_for_once(tmp_path: Path) -> None:
    world.open_house()
    seat = evening()
    filed()
    alone = filed("game-performance", game=OTHER)
    came_late(seat)
    update_rollups(DAY.zone)
    assert outdated(alone)

    assert order_revisions(DAY.zone, now=OVER) == 2
    for order in ReportOrder.objects.filter(revision=2):
        brought_on(order.id)

    # Nobody played that game, so its report is what it was.
    assert [
        (filing.revision, dict(filing.filters)) for filing in list_filings(FilingFilter(), before=None, limit=9)
    ] == [
        (2, {}),
        (1, {"game": OTHER}),
        (1, {}),
    ]
    (same,) = ReportOrder.objects.filter(status=OrderStatus.UNCHANGED)
    assert not OrderPage.objects.filter(order_id=same.id).exists()
    assert not outdated(alone)
    run_tick(DAY.zone, now=OVER)
    assert ReportOrder.objects.filter(revision=2).count() == 2
    assert ordered("game-performance", game=OTHER) == alone

    # The auditor computes both from the whole log.
    world.run_sequencer()
    export_log(tmp_path / "log")
    request = AuditRequest(export=Export(folder=tmp_path / "log"), depth=Depth.FULL, jobs=1)
    proof = prove(get_file(alone, "csv").content, request)
    assert (proof.fault, proof.exit_status) == (None, 0)
    assert proof.later == Later(entries=2, in_no_revision=2, before_filing=0, changes_nothing=True)

    # What comes after that and does change it makes the revision.
    view = world.deal(seat, game=OTHER, jurisdiction=world.LONG_SESSIONS, now=world.NOW + timedelta(hours=3))
    if view.outcome is None:
        world.decide(seat, view, jurisdiction=world.LONG_SESSIONS, now=world.NOW + timedelta(hours=3))
    world.run_sequencer()
    run_tick(DAY.zone, now=OVER)
    (third,) = ReportOrder.objects.filter(filters={"game": OTHER}, status=OrderStatus.WAITING)
    brought_on(third.id)
    assert (document(third.id)["revision"], document(third.id)["revised"]["rows_added"]) == (2, 1)


def test_what_comes_late_while_a_revision_is_compared_is_looked_at_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    world.open_house()
    seat = evening()
    filed("game-performance", game=OTHER)
    came_late(seat)
    update_rollups(DAY.zone)
    assert order_revisions(DAY.zone, now=OVER) == 1

    def compare_slowly(order: ReportOrder, report: Report) -> Revised:
        late = world.NOW + timedelta(hours=3)
        view = world.deal(seat, game=OTHER, jurisdiction=world.LONG_SESSIONS, now=late)
        if view.outcome is None:
            world.decide(seat, view, jurisdiction=world.LONG_SESSIONS, now=late)
        world.run_sequencer()
        run_tick(DAY.zone, now=OVER)
        return compare_with_before(order, report)

    with monkeypatch.context() as patch:
        patch.setattr("reports.operations.generate.compare_with_before", compare_slowly)
        brought_on(ReportOrder.objects.get(revision=2).id)
    assert ReportOrder.objects.get(revision=2).status == OrderStatus.UNCHANGED

    run_tick(DAY.zone, now=OVER)
    assert ReportOrder.objects.filter(revision=2, status=OrderStatus.WAITING).count() == 1
