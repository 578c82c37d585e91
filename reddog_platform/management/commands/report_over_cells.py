"""manage.py report_over_cells KIND --from DAY --until DAY --out DIR: the report of each cell, and one over all."""

from __future__ import annotations

import time
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from django.core.management.base import BaseCommand, CommandError

from kernel.cell import Cell
from reddog_platform.cell_process import refuse_in_a_cell, run_in_cell
from reddog_platform.cells import ready_cells
from reddog_platform.report_over_cells import NotCoveredYet, add_cells, read_cell, write_files
from reports.catalogue import BY_KIND
from reports.core.definition import NotAddable
from reports.management.gaming_day import gaming_day

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.core.management.base import CommandParser

    from reports.core.definition import Definition, Report

_PATIENCE_SECONDS: Final = 120
_LOOK_SECONDS: Final = 1
_NAMELESS: Final = "no-name"
"""The folder of the installation without a name. No cell's name has a hyphen."""


class Command(BaseCommand):
    """Run it as the installation, without REDDOG_CELL. It needs no owner's connection: each cell files its own report."""

    help = "File a report in every cell and in the installation, and add them up to one over cells (docs/scale.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "kind", choices=list(BY_KIND), metavar="KIND", help="the report, as `manage.py report` lists"
        )
        parser.add_argument(
            "--from", dest="first", type=gaming_day, required=True, help="the first gaming day, 2026-11-01"
        )
        parser.add_argument(
            "--until", type=gaming_day, required=True, help="the day after the last gaming day, 2026-12-01"
        )
        parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="a new folder for all files")
        parser.add_argument(
            "--wait",
            type=int,
            default=_PATIENCE_SECONDS,
            metavar="SECONDS",
            help="how long to wait for each cell's log, and for the parent log (120)",
        )

    def handle(self, *, kind: str, first: date, until: date, out: Path, wait: int, **_: Any) -> None:
        refuse_in_a_cell()
        try:
            out.mkdir(parents=True)
        except FileExistsError as error:
            raise CommandError(f"Nothing was done. {out} is there already; say a new folder.") from error
        folders = self._file_all([kind, "--from", str(first), "--until", str(until)], out, wait)
        definition = BY_KIND[kind]
        try:
            report = _add(definition, folders, time.monotonic() + wait)
        except NotAddable as fault:
            raise CommandError(
                f"{fault} No report over the cells was written; those of the cells are in {out}."
            ) from fault
        except NotCoveredYet as early:
            raise CommandError(
                f"{early} No report over the cells was written: is `manage.py parent_log run` running? Then repeat this"
                " with another folder."
            ) from early
        last = until - timedelta(days=1)
        for path in write_files(report, out, f"{kind}_{first}_{last}_over-cells"):
            self.stdout.write(str(path))

    def _file_all(self, words: Sequence[str], out: Path, wait: int) -> list[Path]:
        """Have each cell file its report and write its files; return the folders of the files.

        Every cell is asked, also after one that failed: what it filed is found at once the next time.
        """
        folders, failed = [], []
        for cell in (Cell(), *ready_cells()):
            folder = out / (cell.name or _NAMELESS)
            if run_in_cell(cell, "report", *words, "--covered", str(folder), "--wait", str(wait)):
                failed.append(cell.name or "the installation without a name")
            folders.append(folder)
        if failed:
            raise CommandError(
                f"There is no report of {', '.join(failed)}, as said above. So no report over the cells was written: it"
                " would lack them."
            )
        return folders


def _add(definition: Definition, folders: Sequence[Path], deadline: float) -> Report:
    reports = [read_cell(folder, definition) for folder in folders]
    while True:
        try:
            return add_cells(definition, reports)
        except NotCoveredYet:
            if time.monotonic() >= deadline:
                raise
            time.sleep(_LOOK_SECONDS)
