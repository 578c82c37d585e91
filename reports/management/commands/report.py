"""manage.py report KIND --from DAY --until DAY --format FORMAT: file a report and write one of its files."""

import sys
import time
from argparse import ArgumentTypeError
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Final
from uuid import UUID

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from audit.console_user import console_actor
from kernel import canonical_json
from kernel.refusals import Refusal
from reports.catalogue import CATALOGUE
from reports.configured_days import configured_days
from reports.core.file_names import NOTE
from reports.core.statuses import OrderStatus
from reports.formats import BY_NAME, REGULATOR_FORMATS_BY_NAME
from reports.formats.regulator_format import UnsuitableReport
from reports.issuer import configured_issuer
from reports.operations.download import download_file
from reports.operations.generate import generate_report
from reports.operations.order_report import ReportRequest, order_report
from reports.queries.orders import OrderRow, get_order

_PATIENCE_SECONDS: Final = 120
"""How long to wait for a log that has not settled, or for a worker that has the same order."""


class Command(BaseCommand):
    """Orders the report like the endpoint, and generates it in this process: no worker is needed."""

    help = "File a report of whole gaming days, and write one of its files. Without KIND, list the reports."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("kind", nargs="?", help="the report; without it, all are listed")
        parser.add_argument("--from", dest="first", type=_day, help="the first gaming day, 2026-11-01")
        parser.add_argument("--until", dest="until", type=_day, help="the day after the last gaming day, 2026-12-01")
        formats = [*BY_NAME, NOTE, *REGULATOR_FORMATS_BY_NAME]
        parser.add_argument("--format", default="csv", choices=formats, help="the file to write")
        parser.add_argument("--licence", default="", help="the operator's licence, for a regulator's own format")
        parser.add_argument("--filter", action="append", default=[], metavar="COLUMN=VALUE", help="may be repeated")
        parser.add_argument("--output", type=Path, help="where to write the file; default: standard output")
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
        try:
            filing_id = self._file_report(request, wait_seconds=int(str(options["wait"])))
            content = _content(filing_id, str(options["format"]), licence=str(options["licence"]))
        except Refusal as refusal:
            raise CommandError(f"{refusal.title()}. {refusal.detail}") from refusal
        self._write(options["output"], content, filing_id)

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

    def _write(self, output: object, content: bytes, filing_id: UUID) -> None:
        if not isinstance(output, Path):
            sys.stdout.buffer.write(content)
            return
        try:
            output.write_bytes(content)
        except OSError as error:
            raise CommandError(
                f"{output} was not written: {error.strerror}. The report is filed as"
                f" {filing_id.hex}; the same command gives"
                " the same file again."
            ) from error
        self.stdout.write(f"{output}: {len(content)} bytes.")


def _content(filing_id: UUID, name: str, *, licence: str) -> bytes:
    """Return a file of a filing; one in a regulator's own format is made from the filed JSON, which is downloaded."""
    regulators = REGULATOR_FORMATS_BY_NAME.get(name)
    filed = name if regulators is None else "json"
    content = download_file(filing_id, filed, actor=console_actor(), now=datetime.now(UTC)).content
    if regulators is None:
        return content
    try:
        return regulators.write(canonical_json.decode(content.removesuffix(b"\n")), licence)
    except UnsuitableReport as unsuitable:
        raise CommandError(f"Nothing was written. {unsuitable} The report is filed as {filing_id.hex}.") from unsuitable


def _unfiled(order: OrderRow) -> str:
    """Return why nothing was written, and what happens to the order."""
    if order.status == OrderStatus.CANCELLED:
        return "Nothing was written. The order of this report was cancelled meanwhile; give it again."
    reason = f"Nothing was written. The report is not filed: {order.problem or 'another worker has the order'}."
    if order.status == OrderStatus.FAILED:
        return f"{reason} All {order.attempts} attempts failed; the same command tries again."
    return f"{reason} The workers continue with its order {order.id.hex}."


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a day, such as 2026-11-01") from None


def _filters(options: object) -> dict[str, str]:
    assert isinstance(options, list), "the parser collects them"
    if wrong := [word for word in options if "=" not in word]:
        raise CommandError(f"A filter is COLUMN=VALUE, unlike {wrong[0]}.")
    return dict(word.split("=", 1) for word in options)
