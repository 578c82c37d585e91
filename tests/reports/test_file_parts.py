"""Files that are longer than a row: stored in parts, and handed over, delivered and compared as the one file they are."""

from __future__ import annotations

import hashlib
import io
import tracemalloc
from dataclasses import replace
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from reports.core.statuses import DeliveryStatus, OrderStatus
from reports.formats import BY_NAME
from reports.issuer import configured_issuer
from reports.models.filings import Delivery, FiledFile, FiledFilePart, StoredFiling
from reports.operations.aggregate_log import update_rollups
from reports.operations.deliver import deliver
from reports.operations.file_report import _store_file as store_file
from reports.operations.generate import generate_report
from reports.queries.filings import FileChanged, get_file, list_files
from reports.queries.orders import get_order
from tests import world
from tests.api.caller import Operator, problem
from tests.operations.test_soundness import tampered
from tests.reports.way import (
    DAY,
    KIND,
    OVER,
    brought_on,
    came_late,
    document,
    drop_folder,
    evening,
    filed,
    ordered,
    other_connection,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from pathlib import Path
    from uuid import UUID

    from reports.core.definition import Report

PIECE: Final = 200

pytestmark = [
    pytest.mark.clause("F38"),
    pytest.mark.django_db(transaction=True, databases=["default", "owner"]),
]


@pytest.fixture(autouse=True)
def _pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.operations.file_report.PIECE_BYTES", PIECE)


LOST: Final = ("reports_file_part", "DELETE FROM reports_file_part WHERE format = 'csv' AND number = 2")
"""What somebody who owns the server, or a broken disk, takes away of the middle of a file."""


def writes(monkeypatch: pytest.MonkeyPatch, pieces: Sequence[bytes]) -> None:
    """Let each report have one file, of these bytes."""

    def write_to(_report: Report, file: BinaryIO) -> None:
        file.writelines(pieces)

    monkeypatch.setattr("reports.operations.file_report.FORMATS", (replace(BY_NAME["csv"], write_to=write_to),))


def test_a_long_file_is_stored_in_rows_of_a_piece_and_read_as_one_file() -> None:
    world.open_house()
    evening()
    filing = filed()

    for file in list_files(filing):
        content = get_file(filing, file.format).content
        rows = [
            bytes(FiledFile.objects.get(filing=filing, format=file.format).content),
            *map(
                bytes,
                FiledFilePart.objects.filter(filing=filing, format=file.format)
                .order_by("number")
                .values_list("content", flat=True),
            ),
        ]
        assert len(rows) > 1, file.format
        assert {len(row) for row in rows[:-1]} == {PIECE}, file.format
        assert 0 < len(rows[-1]) <= PIECE, file.format
        assert (b"".join(rows), len(content)) == (content, file.size), file.format
        assert hashlib.sha256(content).digest() == file.sha256, file.format


@pytest.mark.parametrize("length", [0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE])
def test_a_file_of_any_length_has_no_row_too_many(length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    writes(monkeypatch, [b"x" * length])
    world.open_house()
    evening()
    filing = filed()

    (file,) = list_files(filing)
    assert (file.size, get_file(filing, "csv").content) == (length, b"x" * length)
    assert FiledFilePart.objects.count() == max(0, -(-length // PIECE) - 1)


def test_the_record_of_a_long_report_is_written_when_its_files_are_stored() -> None:
    world.open_house()
    evening()
    order_id = ordered()
    stored: list[int] = []

    def clock() -> datetime:
        stored.append(FiledFilePart.objects.filter(filing=order_id).count())
        return OVER

    generate_report(order_id, issuer=configured_issuer(), jurisdiction=world.DEMO, clock=clock)

    # By this reading of the clock the filing and its record are dated, and from here on the system's chain is held.
    assert stored[-1] == FiledFilePart.objects.filter(filing=order_id).count() > 0


def test_nobody_waits_while_long_files_are_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    world.open_house()
    evening()
    stored: list[str] = []

    def store_beside_others(filing: UUID, file: Any, name: str) -> None:
        with other_connection() as other:
            other.execute("SELECT FROM reports_cursor FOR UPDATE NOWAIT")
            other.execute("SELECT FROM reports_order FOR UPDATE NOWAIT")
            other.execute("SELECT FROM audit_chain FOR UPDATE NOWAIT")
        stored.append(name)
        store_file(filing, file, name)

    with monkeypatch.context() as patch:
        patch.setattr("reports.operations.file_report._store_file", store_beside_others)
        filing = filed()

    assert sorted(stored) == sorted(file.name for file in list_files(filing))


def test_a_report_that_is_cancelled_while_its_files_are_stored_leaves_none(monkeypatch: pytest.MonkeyPatch) -> None:
    world.open_house()
    evening()
    order_id = ordered(currency="USD")
    writes(monkeypatch, [bytes(3 * PIECE)])

    def store_and_cancel(filing: UUID, file: Any, name: str) -> None:
        store_file(filing, file, name)
        with other_connection() as other:
            other.execute("SET lock_timeout = '3s'")
            other.execute("UPDATE reports_order SET status = 'cancelled'")

    with monkeypatch.context() as patch:
        patch.setattr("reports.operations.file_report._store_file", store_and_cancel)
        brought_on(order_id)

    assert get_order(order_id).status == OrderStatus.CANCELLED
    assert not StoredFiling.objects.exists()
    assert not FiledFile.objects.exists()
    assert not FiledFilePart.objects.exists()


def test_a_file_that_was_stored_whole_before_there_were_parts_stays_readable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.operations.file_report.PIECE_BYTES", 2**30)
    world.open_house()
    evening()
    filing = filed()
    assert not FiledFilePart.objects.exists()
    monkeypatch.setattr("reports.operations.file_report.PIECE_BYTES", PIECE)

    for file in list_files(filing):
        assert hashlib.sha256(get_file(filing, file.format).content).digest() == file.sha256


def test_a_file_that_lost_a_part_is_not_handed_over_and_no_download_is_noted(tmp_path: Path) -> None:
    operator = Operator("op")
    world.open_house()
    evening()
    filing = filed()
    into = tmp_path / "report.csv"
    command = ("report", KIND, "--from", str(DAY.first), "--until", str(DAY.until), "--output", str(into))
    with tampered(*LOST):
        before = world.everything_stored()
        refused = problem(operator.get(f"/ops/reports/{filing.hex}/files/csv"), 409, "report-file-changed")
        assert "fsck" in refused["detail"]
        with pytest.raises(CommandError, match="is not the file that was filed"):
            call_command(*command, stdout=io.StringIO())
        assert not into.exists()
        assert world.everything_stored() == before
        # The other file is what it was.
        assert get_file(filing, "json").content


def test_a_file_that_was_changed_with_its_digest_is_not_the_one_that_was_signed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("reports.operations.file_report.PIECE_BYTES", 2**30)
    world.open_house()
    evening()
    filing = filed()
    change = "UPDATE reports_file SET content = 'no', sha256 = sha256('no') WHERE format = 'csv'"

    with tampered("reports_file", change), pytest.raises(FileChanged):
        get_file(filing, "csv")


def test_a_file_that_lost_a_part_is_not_delivered(tmp_path: Path) -> None:
    world.open_house()
    evening()
    destinations = drop_folder(tmp_path)
    order = ordered()
    brought_on(order, destinations=destinations)
    with tampered(*LOST):
        deliver(order, "regulator", destinations=destinations, now=OVER)

    failed = Delivery.objects.get(filing=order)
    assert failed.status == DeliveryStatus.FAILED
    assert "does not have the digest" in failed.problem
    assert not list((tmp_path / "in").iterdir())


def test_a_revision_is_compared_with_all_parts_of_the_one_before() -> None:
    world.open_house()
    seat = evening()
    first = filed()
    came_late(seat)
    update_rollups(DAY.zone)
    second = ordered()
    brought_on(second)

    assert document(first)["revision"] == 1
    assert document(second)["revised"] == {"reason": "late-entries", "rows_added": 1, "rows_removed": 1}


def test_a_file_that_a_place_does_not_take_keeps_nothing_from_it(tmp_path: Path) -> None:
    world.open_house()
    evening()
    destinations = drop_folder(tmp_path)
    order = ordered()
    brought_on(order, destinations=destinations)
    with tampered(LOST[0], LOST[1].replace("csv", "json")):
        deliver(order, "regulator", destinations=destinations, now=OVER)

    assert Delivery.objects.get(filing=order).status == DeliveryStatus.DELIVERED
    assert {path.suffix for path in (tmp_path / "in").iterdir()} == {".csv", ".note"}


def test_a_file_that_changes_between_its_comparison_and_its_copy_is_not_delivered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.open_house()
    evening()
    destinations = drop_folder(tmp_path)
    order = ordered()
    brought_on(order, destinations=destinations)
    compared = {"csv": replace(get_file(order, "csv"), pieces=lambda: [b"what it was changed to"])}
    monkeypatch.setattr(
        "reports.operations.deliver.get_file", lambda filing, name: compared.get(name) or get_file(filing, name)
    )

    deliver(order, "regulator", destinations=destinations, now=OVER)

    failed = Delivery.objects.get(filing=order)
    assert failed.status == DeliveryStatus.FAILED
    assert "changed while it was read" in failed.problem
    assert not list((tmp_path / "in").iterdir())


def test_no_more_than_some_pieces_of_a_long_file_are_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    piece = bytes(range(256)) * 256
    writes(monkeypatch, [piece] * 320)
    monkeypatch.setattr("reports.operations.file_report.PIECE_BYTES", len(piece))
    operator = Operator("op")
    world.open_house()
    evening()
    order, destinations = ordered(), drop_folder(tmp_path)

    tracemalloc.start()
    try:
        brought_on(order, destinations=destinations)
        stored = tracemalloc.get_traced_memory()[1]
        tracemalloc.reset_peak()
        answer = operator.get(f"/ops/reports/{order.hex}/files/csv")
        size = sum(map(len, answer))
        handed_over = tracemalloc.get_traced_memory()[1]
        tracemalloc.reset_peak()
        deliver(order, "regulator", destinations=destinations, now=OVER)
        delivered = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

    assert size == int(answer.headers["Content-Length"]) == 320 * len(piece)
    # A quarter of the file. A statement has a piece several times: as bytes, and as the digits of its text.
    assert max(stored, handed_over, delivered) < size / 4, (stored, handed_over, delivered)
    assert Delivery.objects.get().status == DeliveryStatus.DELIVERED
