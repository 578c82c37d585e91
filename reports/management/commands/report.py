"""manage.py report KIND --from DAY --to DAY --format FORMAT: a report, filed and on the disk, from the console."""

import getpass
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

from kernel.refusals import Refusal
from reports.catalogue import CATALOGUE
from reports.core.names import NOTE
from reports.core.states import OrderState
from reports.formats import BY_NAME
from reports.operations.carry_out import carry_out
from reports.operations.order import Ask, order_report
from reports.operations.release import release
from reports.queries import OrderView, order
from reports.tasks import house

_PATIENCE_SECONDS: Final = 120
"""How long a log that has not settled, or a worker that is at the same report, is waited for."""


class Command(BaseCommand):
    """Orders the report like the endpoint, and carries it out here: no worker is needed."""

    help = "Make a report of whole gaming days, file it, and write one of its files. Without KIND, list the reports."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("kind", nargs="?", help="which report; without it, all are listed")
        parser.add_argument("--from", dest="first", type=_day, help="the first gaming day, 2026-11-01")
        parser.add_argument("--to", dest="until", type=_day, help="the day after the last, 2026-12-01")
        parser.add_argument("--format", default="csv", choices=[*BY_NAME, NOTE], help="which file to write")
        parser.add_argument("--filter", action="append", default=[], metavar="COLUMN=VALUE", help="may be repeated")
        parser.add_argument("--output", type=Path, help="where to write it; else to the standard output")
        parser.add_argument(
            "--wait", type=int, default=_PATIENCE_SECONDS, metavar="SECONDS", help="how long to wait for the log (120)"
        )

    def handle(self, *, kind: str | None, first: date | None, until: date | None, **options: object) -> None:
        if kind is None:
            self._list()
            return
        if first is None or until is None:
            raise CommandError("Say which gaming days: --from 2026-11-01 --to 2026-12-01; the last is not part of it.")
        asked = Ask(kind=kind, first=first, until=until, filters=_filters(options["filter"]), by=_actor())
        try:
            filed = self._filed(asked, wait_seconds=int(str(options["wait"])))
            found = release(filed, str(options["format"]), to=_actor(), now=datetime.now(UTC))
        except Refusal as refusal:
            raise CommandError(f"{refusal.title()}. {refusal.detail}") from refusal
        self._write(options["output"], found.content, filed)

    def _list(self) -> None:
        for definition in CATALOGUE:
            self.stdout.write(f"{definition.kind:28} {definition.title}")

    def _filed(self, asked: Ask, *, wait_seconds: int) -> UUID:
        ordered = order_report(asked, zone=settings.REDDOG_JURISDICTION.zone, now=datetime.now(UTC))
        given_up_at = time.monotonic() + wait_seconds
        while True:
            carry_out(
                ordered, house=house(), jurisdiction=settings.REDDOG_JURISDICTION, clock=partial(datetime.now, UTC)
            )
            view = order(ordered)
            if view.state == OrderState.FILED:
                return ordered
            # What failed is not tried again before a minute has passed, which nobody watches.
            if view.attempts or view.state == OrderState.CANCELLED or time.monotonic() >= given_up_at:
                raise CommandError(_unfiled(view))
            # It waits for the log, or a worker is at it: either way it will not take long.
            time.sleep(1)

    def _write(self, output: object, content: bytes, filed: UUID) -> None:
        if not isinstance(output, Path):
            sys.stdout.buffer.write(content)
            return
        try:
            output.write_bytes(content)
        except OSError as error:
            raise CommandError(
                f"{output} was not written: {error.strerror}. The report is filed as {filed.hex}; the same command gives"
                " the same file again."
            ) from error
        self.stdout.write(f"{output}: {len(content)} bytes.")


def _unfiled(view: OrderView) -> str:
    """Say why nothing was written, and who goes on with the order."""
    if view.state == OrderState.CANCELLED:
        return "Nothing was written. The order of this report was cancelled meanwhile; give it again."
    told = f"Nothing was written. The report is not filed: {view.problem or 'another worker is at it'}."
    if view.state == OrderState.FAILED:
        return f"{told} It was tried {view.attempts} times and given up; the same command tries it again."
    return f"{told} Its order {view.id.hex} stands, and the workers go on with it."


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a day, such as 2026-11-01") from None


def _filters(words: object) -> dict[str, str]:
    assert isinstance(words, list), "the parser collects them"
    if wrong := [word for word in words if "=" not in word]:
        raise CommandError(f"A filter is COLUMN=VALUE, unlike {wrong[0]}.")
    return dict(word.split("=", 1) for word in words)


def _actor() -> str:
    return f"operator:{getpass.getuser()}"
