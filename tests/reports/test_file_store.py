"""Long files in an object store: put before the filing, compared with its record, and away without being lost."""

from __future__ import annotations

import hashlib
import shutil
import uuid
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, BinaryIO, Final
from urllib.parse import urlsplit

import pytest
from django.db import IntegrityError, transaction
from django.test import override_settings
from obstore.store import LocalStore

from audit.object_store import StoreMisconfigured
from reddog_platform.environment import Mode
from reddog_platform.report_diagnostics import long_files
from reports.core.statuses import DeliveryStatus, OrderStatus
from reports.file_store import open_store, stored_objects
from reports.formats import BY_NAME
from reports.kept_file import FileStoreAway
from reports.models.filings import Delivery, FiledFile, FiledFilePart, StoredFiling
from reports.operations.deliver import deliver
from reports.operations.generate import ATTEMPTS_MAX
from reports.queries.filings import get_file, list_files
from reports.queries.orders import get_order
from reports.soundness import faults
from tests import world
from tests.api.caller import Operator, problem
from tests.reports.s3_server import S3Server, s3_server
from tests.reports.way import OVER, brought_on, drop_folder, evening, filed, ordered

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from uuid import UUID

    from pytest_django.fixtures import Settings

    from reports.core.definition import Report

OBJECT: Final = 400

pytestmark = [
    pytest.mark.clause("F38"),
    pytest.mark.django_db(transaction=True, databases=["default", "owner"]),
]


@pytest.fixture(autouse=True)
def _objects(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.file_store.OBJECT_BYTES", OBJECT)


@pytest.fixture(scope="module", autouse=True)
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Have a store in a folder, which takes every file of more than 1,000 bytes, also when a test's world is checked."""
    folder = tmp_path_factory.mktemp("store")
    with override_settings(REDDOG_REPORT_STORE=f"file://{folder}", REDDOG_REPORT_STORE_FROM_BYTES=1000):
        yield folder


@pytest.fixture
def folder(store: Path) -> Path:
    """Return the store's folder, empty."""
    shutil.rmtree(store)
    store.mkdir()
    return store


def writes(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    """Let each report have one file, of these bytes."""

    def write_to(_report: Report, file: BinaryIO) -> None:
        file.write(content)

    monkeypatch.setattr("reports.operations.file_report.FORMATS", (replace(BY_NAME["csv"], write_to=write_to),))


def objects_of(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def played() -> None:
    world.open_house()
    evening()


def test_a_long_file_is_in_the_store_alone_and_read_as_it_was_filed(folder: Path) -> None:
    played()
    filing = filed()

    rows = {row.format: row for row in FiledFile.objects.filter(filing=filing)}
    kept = {name for name, row in rows.items() if row.objects_count}
    assert kept, "the PDF alone is longer"
    assert kept < rows.keys(), "the CSV is shorter"
    for file in list_files(filing):
        content = get_file(filing, file.format).content
        assert (hashlib.sha256(content).digest(), len(content)) == (file.sha256, file.size), file.format
        assert (len(content) > 1000) == (file.format in kept), file.format
    for name in kept:
        assert not rows[name].content
        assert not FiledFilePart.objects.filter(format=name).exists()
        pieces = sorted((folder / filing.hex / f"{name}-{bytes(rows[name].sha256).hex()}").iterdir())
        assert hashlib.sha256(b"".join(piece.read_bytes() for piece in pieces)).digest() == rows[name].sha256
        assert {piece.stat().st_size for piece in pieces[:-1]} == {OBJECT}
    assert not list(faults())


@pytest.mark.parametrize(("length", "objects"), [(1000, 0), (1001, 3), (3 * OBJECT, 3), (3 * OBJECT + 1, 4)])
def test_only_a_file_that_is_longer_than_the_threshold_goes_there(
    length: int, objects: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes(monkeypatch, b"x" * length)
    played()
    filing = filed()

    (file,) = list_files(filing)
    assert (file.size, get_file(filing, "csv").content) == (length, b"x" * length)
    assert len(objects_of(folder)) == FiledFile.objects.get().objects_count == objects


def test_without_a_store_every_file_is_in_rows(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    settings.REDDOG_REPORT_STORE, settings.REDDOG_REPORT_STORE_FROM_BYTES = "", 0
    writes(monkeypatch, b"x" * 5000)
    played()
    filed()

    assert FiledFile.objects.get().objects_count == 0
    assert long_files().healthy


def test_a_file_is_in_one_place() -> None:
    file = FiledFile(
        filing=uuid.uuid4(), format="csv", name="x", sha256=b"", content=b"x", objects_count=1, objects_bytes=1
    )
    with pytest.raises(IntegrityError, match="reports_file_in_one_place"), transaction.atomic():
        file.save(force_insert=True)


def test_a_worker_that_died_before_its_rows_leaves_objects_that_the_next_one_finds(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes(monkeypatch, b"x" * 5000)
    played()
    order = ordered()
    killed_before_its_rows(order, monkeypatch)
    left = {path: path.stat().st_mtime_ns for path in objects_of(folder)}
    assert len(left) == 13  # 5000 / 400 = 12.5
    assert not StoredFiling.objects.exists()

    brought_on(order)

    assert get_order(order).status == OrderStatus.FILED
    assert {path: path.stat().st_mtime_ns for path in objects_of(folder)} == left, "nothing was put twice"
    assert get_file(order, "csv").content == b"x" * 5000


def killed_before_its_rows(order: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a worker end when its files are in the store, and before a row of them is written."""

    def end(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("reports.operations.file_report._note_file", end)
        with pytest.raises(KeyboardInterrupt):
            brought_on(order)


def test_an_object_with_another_content_is_not_replaced(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = b"x" * 5000
    writes(monkeypatch, content)
    played()
    order = ordered()
    strange = folder / order.hex / f"csv-{hashlib.sha256(content).hexdigest()}" / "000002"
    strange.parent.mkdir(parents=True)
    strange.write_bytes(b"somebody else's")

    brought_on(order)

    assert "ObjectTaken" in get_order(order).problem
    assert strange.read_bytes() == b"somebody else's"
    assert not StoredFiling.objects.exists()


@pytest.mark.parametrize("harm", ["lost", "changed"])
def test_an_object_that_is_lost_or_changed_is_handed_over_to_nobody(
    harm: str, folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    writes(monkeypatch, b"x" * 5000)
    operator = Operator("op")
    played()
    order, destinations = ordered(), drop_folder(tmp_path)
    brought_on(order, destinations=destinations)
    harmed = objects_of(folder)[-1]
    content = harmed.read_bytes()
    harmed.unlink() if harm == "lost" else harmed.write_bytes(b"y" * harmed.stat().st_size)

    before = world.everything_stored()
    problem(operator.get(f"/ops/reports/{order.hex}/files/csv"), 409, "report-file-changed")
    assert world.everything_stored() == before, "no download is noted"
    deliver(order, "regulator", destinations=destinations, now=OVER)
    assert Delivery.objects.get().status == DeliveryStatus.FAILED
    assert any("is not the file that was filed" in fault for fault in faults())
    assert long_files().healthy == (harm == "changed"), "doctor looks, and does not compare"
    harmed.write_bytes(content)
    assert get_file(order, "csv").content == b"x" * 5000


def test_a_store_that_is_away_loses_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    writes(monkeypatch, b"x" * 5000)
    operator = Operator("op")
    played()
    order, destinations = ordered(), drop_folder(tmp_path)
    brought_on(order, destinations=destinations)
    assert long_files().healthy
    folder.rename(tmp_path / "away")

    before = world.everything_stored()
    problem(operator.get(f"/ops/reports/{order.hex}/files/csv"), 503, "report-store-away")
    assert world.everything_stored() == before
    deliver(order, "regulator", destinations=destinations, now=OVER)
    assert Delivery.objects.get().status == DeliveryStatus.WAITING, "it is tried again"
    assert any("was not compared" in fault for fault in faults())
    assert "no folder" in long_files().state
    assert not long_files().healthy

    (tmp_path / "away").rename(folder)
    assert get_file(order, "csv").content == b"x" * 5000


def test_nothing_is_filed_while_the_store_is_away(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writes(monkeypatch, b"x" * 5000)
    played()
    folder.rmdir()
    order = ordered()

    now = OVER
    for _ in range(2 * ATTEMPTS_MAX):
        assert not brought_on(order, now=now)
        assert get_order(order).status == OrderStatus.WAITING, "nothing is wrong with the report"
        now = get_order(order).next_attempt_at
    assert OVER < now <= OVER + timedelta(hours=2)

    folder.mkdir()
    assert "FileStoreAway" in get_order(order).problem
    assert not StoredFiling.objects.exists()
    brought_on(order, now=now)
    assert get_order(order).status == OrderStatus.FILED


def test_files_in_a_store_that_is_configured_no_more_are_missed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    writes(monkeypatch, b"x" * 5000)
    played()
    filing = filed()
    assert objects_of(folder)
    settings.REDDOG_REPORT_STORE = ""

    with pytest.raises(FileStoreAway):
        get_file(filing, "csv")
    assert not long_files().healthy


def test_production_takes_no_folder(settings: Settings) -> None:
    assert isinstance(open_store(), LocalStore)
    settings.REDDOG_MODE = Mode.PRODUCTION
    with pytest.raises(StoreMisconfigured, match="s3://"):
        open_store()


@pytest.fixture(scope="module")
def server() -> Iterator[S3Server]:
    with s3_server() as found:
        yield found


@pytest.fixture
def bucket(server: S3Server, settings: Settings, tmp_path: Path) -> str:
    return server.configure_bucket("REDDOG_REPORT_STORE", "casino", settings=settings, folder=tmp_path)


def test_a_bucket_is_a_store_too(
    bucket: str, folder: Path, server: S3Server, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = bytes(range(250)) * 5
    writes(monkeypatch, content)
    played()
    assert long_files().healthy, long_files().state
    order = ordered()
    killed_before_its_rows(order, monkeypatch)
    brought_on(order)

    first = f"{bucket}/casino/{order.hex}/csv-{hashlib.sha256(content).hexdigest()}/000000"
    assert server.read(first) == content[:OBJECT]
    assert get_file(order, "csv").content == content
    assert [found.size for found in stored_objects(of=order)] == [400, 400, 400, 50]
    assert not list(stored_objects(of=uuid.uuid4()))
    assert long_files().healthy, long_files().state

    server.write(first, b"changed")
    assert any("is not the file that was filed" in fault for fault in faults())
    place = urlsplit(settings.REDDOG_REPORT_STORE)
    settings.REDDOG_REPORT_STORE = place._replace(netloc="another-bucket").geturl()
    with pytest.raises(FileStoreAway):
        get_file(order, "csv")
    settings.REDDOG_REPORT_STORE_ENDPOINT = "http://127.0.0.1:1"
    with pytest.raises(FileStoreAway):
        get_file(order, "csv")
    assert not long_files().healthy
    # The world is checked by the folder.
    for number in range(4):
        copied = folder / first.removeprefix(f"{bucket}/casino/").replace("000000", f"{number:06}")
        copied.parent.mkdir(parents=True, exist_ok=True)
        copied.write_bytes(content[number * OBJECT : (number + 1) * OBJECT])
