"""manage.py report KIND --from DAY --until DAY --format FORMAT: file a report and write one of its files."""

import sys
import time
from collections.abc import Iterable
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, Final
from uuid import UUID

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from audit.console_user import console_actor
from audit.core.checkpoint import size_of
from audit.places import day_copies_folder
from audit.queries.log import covering_checkpoint
from kernel.ids import SYSTEM_CHAIN
from kernel.refusals import Refusal
from reports.catalogue import CATALOGUE
from reports.configured_days import configured_days
from reports.core.file_names import NOTE
from reports.core.statuses import OrderStatus
from reports.formats import BY_NAME, REGULATOR_FORMATS_BY_NAME
from reports.formats.json_file import read_document
from reports.formats.regulator_format import Operator, UnsuitableReport
from reports.issuer import configured_issuer
from reports.management.gaming_day import gaming_day
from reports.operations.download import download_file
from reports.operations.generate import generate_report
from reports.operations.order_report import ReportRequest, order_report
from reports.operations.report_from_copies import report_from_copies
from reports.queries.day_copies import UnusableCopy
from reports.queries.filings import FileContent, get_filing, revision_before
from reports.queries.orders import OrderRow, get_order

_PATIENCE_SECONDS: Final = 120
"""How long to wait for a log that has not settled, or for a worker that has the same order."""
_LOOK_SECONDS: Final = 0.5


class Command(BaseCommand):
    """Orders the report like the endpoint, and generates it in this process: no worker is needed."""

    help = "File a report of whole gaming days, and write one of its files. Without KIND, list the reports."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("kind", nargs="?", help="the report; without it, all are listed")
        parser.add_argument("--from", dest="first", type=gaming_day, help="the first gaming day, 2026-11-01")
        parser.add_argument(
            "--until", dest="until", type=gaming_day, help="the day after the last gaming day, 2026-12-01"
        )
        formats = [*BY_NAME, NOTE, *REGULATOR_FORMATS_BY_NAME]
        parser.add_argument("--format", default="csv", choices=formats, help="the file to write")
        regulators = parser.add_argument_group("what a regulator's own format may ask of the operator")
        regulators.add_argument("--licence", default="", help="the operator's licence")
        regulators.add_argument("--website", default="", help="the address of the page where people play")
        regulators.add_argument("--generator", default="", help="the certificate of the random number generator")
        parser.add_argument("--filter", action="append", default=[], metavar="COLUMN=VALUE", help="may be repeated")
        parser.add_argument(
            "--from-parquet",
            action="store_true",
            help="from the copies of the gaming days, without filing anything: for questions, it proves nothing",
        )
        written = parser.add_mutually_exclusive_group()
        written.add_argument("--output", type=Path, help="where to write the file; default: standard output")
        written.add_argument(
            "--covered",
            type=Path,
            metavar="DIR",
            help="write every file with its signed record and a published checkpoint that covers it, into a new folder",
        )
        parser.add_argument(
            "--wait", type=int, default=_PATIENCE_SECONDS, metavar="SECONDS", help="how long to wait for the log (120)"
        )

    def handle(self, *, kind: str | None, first: date | None, until: date | None, **options: object) -> None:
        if kind is None:
            self._list()
            return
        if first is None or until is None:
            raise CommandError(
                "Say which gaming days: --from 2026-11-01 --until 2026-12-01; the last is not part of it."
            )
        request = ReportRequest(
            kind=kind, first=first, until=until, filters=_filters(options["filter"]), actor=console_actor()
        )
        if options["from_parquet"]:
            self._write(options["output"], [_from_copies(request, str(options["format"]))], "made, and not filed")
            return
        try:
            filing_id = self._file_report(request, wait_seconds=int(str(options["wait"])))
            if isinstance(options["covered"], Path):
                self._write_covered(options["covered"], filing_id, wait_seconds=int(str(options["wait"])))
                return
            operator = Operator(*(str(options[name]) for name in Operator._fields))
            with TemporaryFile() as made:
                pieces = _pieces(filing_id, str(options["format"]), operator, made)
                self._write(options["output"], pieces, f"filed as {filing_id.hex}")
        except Refusal as refusal:
            raise CommandError(f"{refusal.title()}. {refusal.detail}") from refusal

    def _list(self) -> None:
        for definition in CATALOGUE:
            self.stdout.write(f"{definition.kind:28} {definition.title}")

    def _file_report(self, request: ReportRequest, *, wait_seconds: int) -> UUID:
        order_id = order_report(request, zone=configured_days(), now=datetime.now(UTC))
        issuer = configured_issuer()
        deadline = time.monotonic() + wait_seconds
        while True:
            generate_report(
                order_id, issuer=issuer, jurisdiction=settings.REDDOG_JURISDICTION, clock=partial(datetime.now, UTC)
            )
            order = get_order(order_id)
            if order.status == OrderStatus.FILED:
                return order_id
            if order.status == OrderStatus.UNCHANGED:
                # What came late changed no row, so the same request finds the revision before.
                order_id = order_report(request, zone=configured_days(), now=datetime.now(UTC))
                continue
            # A failed attempt is retried a minute later at the earliest: nobody waits for that here.
            if order.attempts or order.status == OrderStatus.CANCELLED or time.monotonic() >= deadline:
                raise CommandError(_unfiled(order))
            # The order waits for the log, or a worker has it: neither takes long.
            time.sleep(1)

    def _write_covered(self, folder: Path, filing_id: UUID, *, wait_seconds: int) -> None:
        filing = get_filing(filing_id)
        deadline = time.monotonic() + wait_seconds
        while (checkpoint := covering_checkpoint(SYSTEM_CHAIN, filing.record_seq)) is None:
            if time.monotonic() >= deadline:
                raise CommandError(
                    f"Nothing was written. The report is filed as {filing_id.hex}, and no published checkpoint covers it"
                    " yet: is the sequencer running? The same command goes on from here."
                )
            time.sleep(_LOOK_SECONDS)
        try:
            folder.mkdir(parents=True)
            files = [_download(filing_id, name) for name in (*BY_NAME, NOTE)]
            for file in files:
                with (folder / file.name).open("wb") as written:
                    written.writelines(file.pieces())
            (folder / f"{Path(files[0].name).stem}.checkpoint").write_text(checkpoint, encoding="utf-8")
        except OSError as error:
            raise CommandError(
                f"{folder} is not complete: {error.strerror}. The report is filed as {filing_id.hex}."
            ) from error
        self.stdout.write(f"{folder}: filed as {filing_id.hex}, under a checkpoint of {size_of(checkpoint)} entries.")

    def _write(self, output: object, pieces: Iterable[bytes], what_was_done: str) -> None:
        if not isinstance(output, Path):
            sys.stdout.buffer.writelines(pieces)
            return
        try:
            with output.open("wb") as file:
                file.writelines(pieces)
                size = file.tell()
        except OSError as error:
            raise CommandError(
                f"{output} was not written: {error.strerror}. The report is"
                f" {what_was_done}; the same command gives"
                " the same file again."
            ) from error
        self.stdout.write(f"{output}: {size} bytes.")


def _from_copies(request: ReportRequest, name: str) -> bytes:
    """Return a file of a report that is made from copies, and saved nowhere."""
    if name not in BY_NAME:
        raise CommandError(f"Nothing was made. {name} is made from what is filed; ask for one of {', '.join(BY_NAME)}.")
    folder = day_copies_folder()
    if folder is None:
        raise CommandError("Nothing was made. REDDOG_DAY_COPIES_DIR names no folder, so there are no copies.")
    try:
        report = report_from_copies(
            request,
            issuer=configured_issuer(),
            jurisdiction=settings.REDDOG_JURISDICTION,
            zone=configured_days(),
            folder=folder,
            now=datetime.now(UTC),
        )
    except Refusal as refusal:
        raise CommandError(f"{refusal.title()}. {refusal.detail}") from refusal
    except UnusableCopy as unusable:
        raise CommandError(
            f"Nothing was made. {unusable} `manage.py copy_days` makes what is missing; without --from-parquet the"
            " report needs no copy."
        ) from unusable
    return BY_NAME[name].write(report)


def _pieces(filing_id: UUID, name: str, operator: Operator, made: IO[bytes]) -> Iterable[bytes]:
    """Return the pieces of a file of a filing; one in a regulator's own format is made from the filed JSON, which is downloaded.

    It is complete in the file `made` before a byte of it is written: a report may turn out to be unsuitable in its last row.
    """
    regulators = REGULATOR_FORMATS_BY_NAME.get(name)
    if regulators is None:
        return _download(filing_id, name).pieces()
    before = revision_before(filing_id) if regulators.reads_replaced else None
    replaced = None if before is None else _document(before)
    try:
        made.writelines(regulators.write(_document(filing_id), operator, replaced))
    except UnsuitableReport as unsuitable:
        raise CommandError(f"Nothing was written. {unsuitable} The report is filed as {filing_id.hex}.") from unsuitable
    made.seek(0)
    return made


def _download(filing_id: UUID, name: str) -> FileContent:
    return download_file(filing_id, name, actor=console_actor(), now=datetime.now(UTC))


def _document(filing_id: UUID) -> Any:
    return read_document(_download(filing_id, "json").pieces())


def _unfiled(order: OrderRow) -> str:
    """Return why nothing was written, and what happens to the order."""
    if order.status == OrderStatus.CANCELLED:
        return "Nothing was written. The order of this report was cancelled meanwhile; give it again."
    reason = f"Nothing was written. The report is not filed: {order.problem or 'another worker has the order'}."
    if order.status == OrderStatus.FAILED:
        return f"{reason} All {order.attempts} attempts failed; the same command tries again."
    return f"{reason} The workers continue with its order {order.id.hex}."


def _filters(options: object) -> dict[str, str]:
    assert isinstance(options, list), "the parser collects them"
    if wrong := [word for word in options if "=" not in word]:
        raise CommandError(f"A filter is COLUMN=VALUE, unlike {wrong[0]}.")
    return dict(word.split("=", 1) for word in options)
