"""Objects that no row names are removed from the store of long files, and missing ones are an alarm."""

from __future__ import annotations

import os
import shutil
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

import obstore
import pytest
from django.test import override_settings
from obstore.exceptions import PermissionDeniedError

from audit.queries.events import events
from reddog_platform.beat_schedule import ROUTES, SCHEDULE
from reddog_platform.report_diagnostics import report_objects
from reports import tasks
from reports.core.statuses import OrderStatus
from reports.kept_file import FileStoreAway
from reports.models.filings import FiledFile, StoredFiling
from reports.models.orders import ReportOrder
from reports.operations.cancel_order import cancel_order
from reports.operations.sweep_store import DAMAGED, REMOVED, sweep_store
from reports.queries.filings import get_file
from reports.queries.orders import get_order
from reports.queries.store_contents import UNNAMED_AFTER, StoreContents, compare_store
from reports.soundness import faults
from tests.reports.s3_server import S3Server, s3_server
from tests.reports.test_file_store import OBJECT, folder, killed_before_its_rows, objects_of, played, store, writes
from tests.reports.way import another_worker_at, brought_on, filed, ordered

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from obstore.store import ObjectStore
    from pytest_django.fixtures import Settings

    from audit.queries.events import EventRow

__all__ = ["folder", "store"]

pytestmark = [
    pytest.mark.clause("F38"),
    pytest.mark.django_db(transaction=True, databases=["default", "owner"]),
]

# The store says by its own clock when something was put.
NOW: Final = datetime.now(UTC)
# However long the tests before these took.
NEXT_WEEK: Final = NOW + UNNAMED_AFTER + timedelta(days=1)
CONTENT: Final = b"x" * 5000  # 13 objects of 400 bytes


@pytest.fixture(autouse=True)
def _objects(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.file_store.OBJECT_BYTES", OBJECT)
    writes(monkeypatch, CONTENT)


def told(kind: str) -> list[EventRow]:
    return events(subject=None, before=None, limit=10, kinds=(kind,))


def test_what_a_killed_worker_left_is_removed_when_it_is_a_week_old_and_the_filed_file_stays(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played()
    filing = filed()
    kept = objects_of(folder)
    order = ordered(kind="voids")
    killed_before_its_rows(order, monkeypatch)
    assert len(objects_of(folder)) == 26

    assert sweep_store(now=NOW + UNNAMED_AFTER - timedelta(hours=1)) == 0, "the next worker may find them"
    assert not told(REMOVED)
    assert report_objects(NEXT_WEEK).healthy, "the night removes them"
    red = report_objects(NEXT_WEEK + timedelta(hours=36))
    assert not red.healthy
    assert "were not removed: 13" in red.state

    assert sweep_store(now=NEXT_WEEK) == 13
    assert objects_of(folder) == kept
    (removed,) = told(REMOVED)
    assert {"order": order.hex, "objects": 13, "bytes": 5000}.items() <= removed.after.items()
    assert sweep_store(now=NEXT_WEEK) == 0
    assert len(told(REMOVED)) == 1
    assert report_objects(NEXT_WEEK + timedelta(hours=36)).healthy

    brought_on(order)
    assert get_order(order).status == OrderStatus.FILED, "it is filed all the same"
    for one in (filing, order):
        assert get_file(one, "csv").content == CONTENT
    assert not list(faults())


def test_what_an_order_left_that_was_cancelled_and_another_attempt_of_a_filed_one_are_removed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played()
    order = ordered()
    killed_before_its_rows(order, monkeypatch)
    with monkeypatch.context() as patched:
        # An entry came late: the next worker's file is another one.
        writes(patched, b"y" * 2000)
        brought_on(order)
    cancelled = ordered(kind="voids", accounts="test")
    killed_before_its_rows(cancelled, monkeypatch)
    cancel_order(cancelled, actor="operator:test", reason="asked for by mistake", now=NOW)
    assert get_order(cancelled).status == OrderStatus.CANCELLED

    assert sweep_store(now=NEXT_WEEK) == 26

    assert {event.after["order"] for event in told(REMOVED)} == {order.hex, cancelled.hex}
    assert len(objects_of(folder)) == 5
    assert get_file(order, "csv").content == b"y" * 2000


def test_nothing_is_removed_while_a_worker_is_at_the_order(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played()
    order = ordered()
    killed_before_its_rows(order, monkeypatch)

    with another_worker_at("order", order):
        assert sweep_store(now=NEXT_WEEK) == 0
    assert len(objects_of(folder)) == 13
    assert sweep_store(now=NEXT_WEEK) == 13


def test_a_row_that_came_after_the_store_was_listed_keeps_its_objects(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played()
    order = ordered()
    killed_before_its_rows(order, monkeypatch)

    # Of this order the rows are written between the list and the lock.
    def compare_then_file(now: datetime) -> StoreContents:
        contents = compare_store(now)
        assert len(contents.unnamed) == 13
        brought_on(order)
        return contents

    with monkeypatch.context() as patched:
        patched.setattr("reports.operations.sweep_store.compare_store", compare_then_file)
        assert sweep_store(now=NEXT_WEEK) == 0
    assert get_file(order, "csv").content == CONTENT
    assert len(objects_of(folder)) == 13


def test_what_the_store_does_not_let_us_remove_is_no_event(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played()
    killed_before_its_rows(ordered(), monkeypatch)

    def refuse(_store: object, _name: str) -> None:
        raise PermissionDeniedError("AccessDenied")

    with monkeypatch.context() as patched:
        patched.setattr("reports.file_store.obstore.delete", refuse)
        with pytest.raises(FileStoreAway):
            sweep_store(now=NEXT_WEEK)
    assert not told(REMOVED)
    assert len(objects_of(folder)) == 13


def test_of_a_store_that_goes_away_in_the_middle_all_that_was_removed_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played()
    killed_before_its_rows(ordered(), monkeypatch)
    left, delete = [True] * 5, obstore.delete

    def remove(store: ObjectStore, name: str) -> None:
        if not left:
            raise PermissionDeniedError("AccessDenied")
        left.pop()
        delete(store, name)

    with monkeypatch.context() as patched:
        patched.setattr("reports.file_store.obstore.delete", remove)
        with pytest.raises(FileStoreAway):
            sweep_store(now=NEXT_WEEK)
    assert sweep_store(now=NEXT_WEEK) == 8
    assert [event.after["objects"] for event in told(REMOVED)] == [8, 5]
    assert objects_of(folder) == []


def test_objects_of_cells_below_the_prefix_are_none_of_the_installation(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played()
    killed_before_its_rows(ordered(), monkeypatch)
    (name,) = {path.relative_to(folder).parts[0] for path in folder.iterdir()}
    shutil.copytree(folder / name, folder / "harbour" / name)

    assert sweep_store(now=NEXT_WEEK) == 13

    assert report_objects(NEXT_WEEK).state == "every filed file is whole"
    assert len(objects_of(folder)) == 13


def test_objects_of_orders_that_are_not_known_here_are_left_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played()
    order = ordered()
    killed_before_its_rows(order, monkeypatch)
    ReportOrder.objects.filter(id=order).delete()  # as in a database that was restored to an earlier moment
    (folder / "readme").write_bytes(b"whose is this bucket?")

    assert sweep_store(now=NEXT_WEEK) == 0

    assert len(objects_of(folder)) == 14
    line = report_objects(NEXT_WEEK + timedelta(days=30))
    assert line.healthy
    assert "not known here, which stay: 14" in line.state


@pytest.mark.parametrize("harm", ["lost", "shortened"])
def test_a_missing_object_is_an_alarm_a_night_until_it_is_back(harm: str, folder: Path) -> None:
    played()
    filing = filed()
    assert report_objects(NOW).healthy
    first = objects_of(folder)[3]
    first.unlink() if harm == "lost" else os.truncate(first, OBJECT - 1)

    line = report_objects(NOW)
    assert not line.healthy
    assert f"csv of filing {filing.hex}" in line.state
    nights = (NOW, NOW + timedelta(minutes=1), NOW + timedelta(days=1))
    assert [sweep_store(now=night) for night in nights] == [0, 0, 0]
    assert [event.at for event in told(DAMAGED)] == [nights[2], nights[0]]
    assert told(DAMAGED)[0].after == {"files": 1, "newest": f"{filing.hex}/csv"}

    first.write_bytes(b"x" * OBJECT)
    assert report_objects(NOW).healthy
    sweep_store(now=NOW + timedelta(days=2))
    assert len(told(DAMAGED)) == 2


def test_the_task_comes_every_night_and_does_nothing_without_a_store(folder: Path, settings: Settings) -> None:
    assert SCHEDULE["sweep-report-store"]["task"] == tasks.sweep_store_task.name
    assert ROUTES["reports.*"] == {"queue": "batch"}
    played()
    filed()
    objects_of(folder)[0].rename(folder / "elsewhere")
    with override_settings(REDDOG_REPORT_STORE=""):
        assert tasks.sweep_store_task() == 0
        assert not told(DAMAGED)
        assert report_objects(NOW).state == "no store is configured"
    assert tasks.sweep_store_task() == 0
    assert len(told(DAMAGED)) == 1
    assert settings.REDDOG_REPORT_STORE
    (folder / "elsewhere").rename(folder / _first_name())


def _first_name() -> str:
    row = FiledFile.objects.get()
    return f"{row.filing.hex}/csv-{bytes(row.sha256).hex()}/000000"


@pytest.fixture(scope="module")
def server() -> Iterator[S3Server]:
    with s3_server() as found:
        yield found


def test_a_bucket_is_swept_too_and_one_that_is_away_is_no_loss(
    folder: Path, server: S3Server, settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bucket = server.configure_bucket("REDDOG_REPORT_STORE", "casino", settings=settings, folder=tmp_path)
    played()
    order = ordered()
    killed_before_its_rows(order, monkeypatch)
    server.write(f"{bucket}/other/{order.hex}", b"beside the prefix")
    assert not StoredFiling.objects.exists()
    assert "were not removed: 13" in report_objects(NEXT_WEEK + timedelta(days=2)).state

    with server.looking_at_who_asks(), pytest.raises(FileStoreAway):
        sweep_store(now=NEXT_WEEK)
    assert not told(REMOVED)
    assert sweep_store(now=NEXT_WEEK) == 13

    assert len(told(REMOVED)) == 1
    assert report_objects(NEXT_WEEK + timedelta(days=2)).state == "every filed file is whole"
    assert server.read(f"{bucket}/other/{order.hex}") == b"beside the prefix"
    assert folder.is_dir()
