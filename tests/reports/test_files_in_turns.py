"""A report whose files take longer than a turn of a worker is filed all the same, a long file a turn."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, BinaryIO, Final

import pytest

from reports.core.statuses import OrderStatus
from reports.formats import BY_NAME
from reports.models.filings import StoredFiling
from reports.models.orders import OrderFile, ReportOrder
from reports.operations.cancel_order import cancel_order
from reports.operations.reset_order import reset_order
from reports.operations.sweep_store import sweep_store
from reports.queries.filings import get_file, list_files
from reports.queries.orders import get_order
from reports.queries.store_contents import UNNAMED_AFTER, compare_store
from reports.soundness import faults
from tests.reports.test_file_store import OBJECT, folder, killed_before_its_rows, objects_of, played, store
from tests.reports.way import OVER, another_worker_at, brought_on, ordered

if TYPE_CHECKING:
    from pathlib import Path
    from uuid import UUID

    from pytest_django.fixtures import Settings

    from reports.core.definition import Report

__all__ = ["folder", "store"]

pytestmark = [
    pytest.mark.clause("F38"),
    pytest.mark.django_db(transaction=True, databases=["default", "owner"]),
]

LONG: Final = ("csv", "json", "xlsx")
"""Formats whose files go into the store, of 13 objects each; one of the last format is short."""
LENGTHS: Final = {**dict.fromkeys(LONG, 5000), "pdf": 10}


@pytest.fixture(autouse=True)
def written(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Have files of known lengths, and count how often each is written."""
    times: Counter[str] = Counter()

    def format_of(name: str) -> object:
        def write_to(_report: Report, file: BinaryIO) -> None:
            times[name] += 1
            file.write(name[:1].encode() * LENGTHS[name])

        return replace(BY_NAME[name], write_to=write_to)

    monkeypatch.setattr("reports.file_store.OBJECT_BYTES", OBJECT)
    monkeypatch.setattr("reports.operations.file_report.FORMATS", tuple(map(format_of, LENGTHS)))
    return times


def turn(order: UUID) -> bool:
    """Let a worker have time for the pages and one long file."""
    before = OrderFile.objects.count()
    return brought_on(order, should_continue=lambda: OrderFile.objects.count() == before)


def test_each_turn_writes_a_long_file_and_the_last_one_files_the_report(folder: Path, written: Counter[str]) -> None:
    played()
    order = ordered()

    for number, name in enumerate(LONG, start=1):
        assert turn(order), "another turn is wanted"
        assert get_order(order).status == OrderStatus.RUNNING
        assert not StoredFiling.objects.exists()
        assert written == dict.fromkeys(LONG[:number], 1)
        assert len(objects_of(folder)) == 13 * number
        assert OrderFile.objects.filter(format=name).exists()
    assert not turn(order)

    assert get_order(order).status == OrderStatus.FILED
    assert written == dict.fromkeys(LENGTHS, 1), "nothing was written twice"
    assert {file.format: file.size for file in list_files(order)} == LENGTHS
    for name in LONG:
        assert get_file(order, name).content == name[:1].encode() * 5000
    assert not OrderFile.objects.exists()
    assert not list(faults())


def test_a_worker_that_has_time_writes_all_of_them_in_one_turn(folder: Path, written: Counter[str]) -> None:
    played()
    order = ordered()

    assert not brought_on(order)

    assert get_order(order).status == OrderStatus.FILED
    assert written == dict.fromkeys(LENGTHS, 1)
    assert len(objects_of(folder)) == 39


def test_a_worker_killed_before_its_file_is_noted_writes_that_one_again(
    folder: Path, written: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played()
    order = ordered()
    turn(order)
    killed_before_its_rows(order, monkeypatch)
    assert written == {"csv": 1, "json": 1}

    assert not brought_on(order)

    assert written == {**dict.fromkeys(LENGTHS, 1), "json": 2}
    assert len(objects_of(folder)) == 39
    assert get_order(order).status == OrderStatus.FILED


def test_what_is_noted_is_swept_only_when_its_order_is_cancelled(folder: Path) -> None:
    played()
    order = ordered(accounts="test")
    turn(order)
    next_week = datetime.now(UTC) + UNNAMED_AFTER + timedelta(days=1)

    assert sweep_store(now=next_week) == 0
    assert not compare_store(next_week).unnamed
    cancel_order(order, actor="operator:test", reason="asked for by mistake", now=OVER)
    assert not OrderFile.objects.exists()
    assert sweep_store(now=next_week) == 13
    assert not objects_of(folder)


def test_an_order_that_begins_anew_forgets_the_files_of_before(folder: Path, written: Counter[str]) -> None:
    played()
    order = ordered()
    turn(order)

    reset_order(ReportOrder.objects.get(id=order))
    assert not OrderFile.objects.exists()
    assert not brought_on(order)

    assert written == {**dict.fromkeys(LENGTHS, 1), "csv": 2}
    assert len(objects_of(folder)) == 39


@pytest.mark.usefixtures("folder")
def test_all_files_of_a_filing_are_of_one_report(written: Counter[str], monkeypatch: pytest.MonkeyPatch) -> None:
    played()
    order = ordered()
    turn(order)
    assert OrderFile.objects.exists()

    # The next worker has another version of the program.
    monkeypatch.setattr("reports.operations.compose.SOFTWARE", "9.9.9")
    assert not brought_on(order)

    assert written == {**dict.fromkeys(LENGTHS, 1), "csv": 2}
    assert get_order(order).status == OrderStatus.FILED


def test_without_the_store_that_it_began_with_a_report_is_filed_in_rows(
    folder: Path, written: Counter[str], settings: Settings
) -> None:
    played()
    order = ordered()
    turn(order)
    settings.REDDOG_REPORT_STORE = ""

    assert not brought_on(order)

    assert written == {**dict.fromkeys(LENGTHS, 1), "csv": 2}
    assert len(objects_of(folder)) == 13, "what was put there is left"
    assert get_file(order, "csv").content == b"c" * 5000


@pytest.mark.parametrize("lost", [0, -1], ids=["first", "last"])
def test_a_file_that_is_not_whole_in_the_store_any_more_is_put_again(
    lost: int, folder: Path, written: Counter[str]
) -> None:
    played()
    order = ordered()
    turn(order)
    # A bucket that was put back to an earlier moment.
    objects_of(folder)[lost].unlink()

    assert not brought_on(order)

    assert written == {**dict.fromkeys(LENGTHS, 1), "csv": 2}
    assert get_file(order, "csv").content == b"c" * 5000
    assert not list(faults())


def test_a_file_of_an_order_that_was_cancelled_meanwhile_is_noted_nowhere(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played()
    order = ordered(accounts="test")

    def write_to(_report: Report, file: BinaryIO) -> None:
        cancel_order(order, actor="operator:test", reason="asked for by mistake", now=OVER)
        file.write(b"x" * 5000)

    monkeypatch.setattr("reports.operations.file_report.FORMATS", (replace(BY_NAME["csv"], write_to=write_to),))
    assert not brought_on(order)

    assert get_order(order).status == OrderStatus.CANCELLED
    assert len(objects_of(folder)) == 13
    assert not OrderFile.objects.exists()


def test_while_another_worker_is_at_it_nothing_is_written(written: Counter[str]) -> None:
    played()
    order = ordered()
    with another_worker_at("order", order):
        assert not turn(order)
    assert not written
