"""Make the report over the cells from what each cell filed: read the files of each, and find what covers them.

Source: docs/adr/0114-reports-over-cells.md.
"""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings

from audit.core.checkpoint import root_of, size_of
from audit.core.parent_log import NotAnEntry
from reddog_platform import parent_log
from reddog_platform.parent_reach import reach
from reports.core.cell_report import CellReport, read_cell_report
from reports.core.definition import NotAddable
from reports.core.over_cells import add_reports
from reports.core.reported_log import LogOfCell, ParentLog
from reports.formats import FORMATS
from reports.formats.json_file import read_document, read_rows
from reports.version import SOFTWARE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from reports.core.definition import Definition, Report

_PIECE_BYTES: Final = 1 << 20


class NotCoveredYet(Exception):  # noqa: N818  says what is the case
    """The parent log does not cover a cell's filing yet; it may in a few seconds."""


def read_cell(folder: Path, definition: Definition) -> CellReport:
    """Return the report of the cell that wrote its files and a covering checkpoint into a folder.

    Raises:
        NotAddable: a file is missing.
    """
    file, note = _only(folder, "json"), _only(folder, "checkpoint").read_text(encoding="utf-8")
    # A sum is of few rows, and is compared with the totals, which stand behind them. A list may be long.
    document: Mapping[str, Any] = (
        read_document(_pieces(file)) if definition.over_cells is None else json.loads(file.read_bytes())
    )
    log = LogOfCell(
        origin=document["log"]["origin"],
        size=document["log"]["size"],
        revision=document["revision"],
        sha256=_digest(file),
        checkpoint_size=size_of(note),
        checkpoint_root=base64.b64encode(root_of(note)).decode(),
    )
    computed = frozenset(column.name for column in definition.columns if column.quotient is not None)
    return read_cell_report(document, log, partial(_rows, file), computed)


def add_cells(definition: Definition, reports: Sequence[CellReport]) -> Report:
    """Return the report over cells, which names the parent log's entries that cover theirs, where there is a parent log.

    Raises:
        NotAddable: the reports cannot be added, or the parent log names a cell that is not among them.
        NotCoveredYet: the parent log does not cover each of them yet.
    """
    parent = None
    if parent_log.is_begun():
        parent, reports = _under_parent(reports)
    return add_reports(definition, reports, parent=parent, jurisdiction=settings.REDDOG_JURISDICTION, software=SOFTWARE)


def write_files(report: Report, folder: Path, stem: str) -> list[Path]:
    """Write the report in every format; no file has its name before it is complete."""
    written = []
    for format_ in FORMATS:
        path = folder / f"{stem}.{format_.name}"
        part = folder / f".{path.name}.part"
        with part.open("wb") as file:
            format_.write_to(report, file)
        written.append(part.rename(path))
    return written


def _under_parent(reports: Sequence[CellReport]) -> tuple[ParentLog, Sequence[CellReport]]:
    try:
        found = reach(parent_log.parent_folder(), {report.log.origin: report.log.checkpoint_size for report in reports})
    except NotAnEntry as fault:
        raise NotAddable(f"The parent log is not what it was: {fault}") from fault
    if found is None:
        raise NotCoveredYet("The parent log has no checkpoint yet.")
    missing = sorted(found.cells.keys() - {report.log.origin for report in reports})
    if missing:
        raise NotAddable(f"The parent log names {', '.join(missing)}, of which there is no report here.")
    for report in reports:
        if report.log.origin not in found.covering:
            raise NotCoveredYet(
                f"The parent log covers less than {report.log.checkpoint_size} entries of {report.log.origin}."
            )
    parent = ParentLog(origin=parent_log.origin(), size=found.size, root=found.root)
    covered = []
    for report in reports:
        index, taken = found.covering[report.log.origin]
        root = base64.b64encode(taken.root).decode()
        log = replace(report.log, checkpoint_size=taken.size, checkpoint_root=root, parent_index=index)
        covered.append(replace(report, log=log))
    return parent, covered


def _only(folder: Path, extension: str) -> Path:
    found = list(folder.glob(f"*.{extension}"))
    if len(found) != 1:
        raise NotAddable(f"{folder} has {len(found)} files of the kind {extension} where one was written.")
    return found[0]


def _digest(file: Path) -> str:
    with file.open("rb") as read:
        return hashlib.file_digest(read, "sha256").hexdigest()


def _pieces(file: Path) -> Iterator[bytes]:
    with file.open("rb") as read:
        while piece := read.read(_PIECE_BYTES):
            yield piece


def _rows(file: Path) -> Iterable[Sequence[str | int]]:
    return read_rows(_pieces(file))
