"""Copy gaming days that are over into columnar files, and make a copy again that cannot be used any more.

| a crash | leaves |
|---|---|
| while a file is written | a file that no row names and that has no final name; the next turn removes it |
| before the rows are committed | complete files that no row names; the next turn makes the same ones, or removes them |
| after it | the copy, and files of the one before; the next turn removes these |

Source: docs/adr/0084-day-copies.md.
"""

import hashlib
import os
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple
from uuid import UUID

import structlog
from django.db import connection, transaction

from reports.core.agreement import SOURCE_FIGURES, Figure, FigureSource
from reports.core.day_zone import DayZone
from reports.core.period import Period
from reports.core.schedule import last_reportable_day
from reports.formats.columns_file import write_columns
from reports.models.day_copies import DayCopy
from reports.operations.advisory_lock import advisory_lock
from reports.operations.aggregate_log import covered_size, update_rollups
from reports.queries import rollups
from reports.queries.copied_rows import COPIED, MOVEMENTS, RESULTS, STAKES, WIDE, CopiedRows, select_copied
from reports.queries.day_copies import copy_states, game_sums_of_files, money_sums_of_file
from reports.queries.figures import FIGURES_BY_SOURCE, PLANNER_SETTINGS, Figures, movement_figures
from reports.queries.log_start import first_gaming_day

CHECKED_AGAINST: Final = (FigureSource.LEDGER, FigureSource.ROUNDS, FigureSource.LOG)
"""What a copy must agree with, beside the roll-ups, before it gets its name."""

_DAY: Final = timedelta(days=1)
_LOCKED: Final = UUID(int=0)
"""One turn at a time has the folder."""

_ROWS_PER_BATCH: Final = 20_000
_OURS: Final = re.compile(r"\d{4}-\d{2}-\d{2}_[a-z]+_[0-9a-f]{16}\.parquet")
_UNFINISHED: Final = ".unfinished"

_log = structlog.get_logger("reports.copy_days")


class CopyDiffers(Exception):  # noqa: N818  named for what it says
    """What was copied of a day does not come to what ledger, rounds, log and roll-ups say."""


@dataclass(slots=True)
class CopyTurn:
    """What a turn did."""

    made: list[date] = field(default_factory=list)
    """The days that were copied, in order."""

    postponed: dict[date, str] = field(default_factory=dict)
    """The days of which no copy could be made, with the reason; the next turn tries again."""

    unfinished: bool = False
    """Whether the turn ended before it had looked at every day."""


class _File(NamedTuple):
    """A complete file without its final name."""

    copied: CopiedRows
    path: Path
    rows: int


def copy_days(
    folder: Path,
    zone: DayZone,
    *,
    now: datetime,
    should_continue: Callable[[], bool] = lambda: True,
    checked_against: Collection[FigureSource] = CHECKED_AGAINST,
) -> CopyTurn:
    """Copy every gaming day that is over and has no usable copy, the oldest first, while `should_continue` says so.

    One at least is copied if there is any: comparing what is there may take all of a turn's time, and every turn begins with it.
    The folder must be this installation's alone: copies in it that no row names are removed. Does nothing while another
    turn has it.

    Raises:
        OSError: the folder does not take the files.
        RollupsInAnotherZone: nothing was copied; the zone or the hour of gaming days was changed.
    """
    turn = CopyTurn()
    first = first_gaming_day(zone)
    last = last_reportable_day(now, zone)
    if first is None or last < first:
        return turn
    with advisory_lock("day-copies", _LOCKED) as acquired:
        if not acquired:
            return turn
        # What came late is then known of every day.
        update_rollups(zone)
        folder.mkdir(mode=0o750, parents=True, exist_ok=True)
        _sweep(folder)
        for day, problem in list(copy_states(Period(first, last + _DAY, zone), folder=folder)):
            if not problem:
                continue
            if turn.made and not should_continue():
                turn.unfinished = True
                break
            _copy_day(folder, day, problem, checked_against, turn)
        _sweep(folder)
    return turn


def _copy_day(folder: Path, day: Period, problem: str, checked: Collection[FigureSource], turn: CopyTurn) -> None:
    try:
        reason = _try_day(folder, day, checked)
    except CopyDiffers as differs:
        reason = str(differs)
    if reason:
        turn.postponed[day.first] = reason
        _log.error("day-not-copied", day=str(day.first), reason=reason)
    else:
        turn.made.append(day.first)
        _log.info("day-copied", day=str(day.first), because=problem)


def _try_day(folder: Path, day: Period, checked: Collection[FigureSource]) -> str:
    """Copy a day; return why it was left, or an empty text."""
    size = covered_size(day)
    if size is None:
        return "the log has not settled yet"
    files = [_write(folder, day, copied, size) for copied in COPIED]
    if covered_size(day) is None or any(late == day.first for late, _ in rollups.days_with_entries_from(size)):
        # What came while the files were written may be in one of them and not in the other.
        return "an entry of the day reached the log while it was copied"
    _require_agreement(day, {file.copied.content: file.path for file in files}, checked)
    rows = [_finish(folder, day, file, size) for file in files]
    _sync(folder)
    with transaction.atomic():
        DayCopy.objects.filter(day=day.first).delete()
        DayCopy.objects.bulk_create(rows)
    return ""


def _write(folder: Path, day: Period, copied: CopiedRows, size: int) -> _File:
    path = folder / f"{day.first}_{copied.content}{_UNFINISHED}"
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(PLANNER_SETTINGS)
        with connection.chunked_cursor() as cursor:
            cursor.execute(*select_copied(copied, day, log_size=size))
            batches = iter(lambda: cursor.fetchmany(_ROWS_PER_BATCH), [])
            rows = write_columns(path, copied.columns, batches, wide=WIDE)
    return _File(copied, path, rows)


def _require_agreement(day: Period, files: Mapping[str, Path], checked: Collection[FigureSource]) -> None:
    """Add up the written files as readers do, and compare.

    Raises:
        CopyDiffers: a sum is another one.
    """
    games = game_sums_of_files(files[STAKES.content], files[RESULTS.content])
    money = money_sums_of_file(files[MOVEMENTS.content])
    if games != rollups.game_sums(day) or money != [
        group for group in rollups.money_sums(day) if group.sums != rollups.NO_MOVEMENTS
    ]:
        raise CopyDiffers("its rows do not come to the sums of the roll-ups")
    copied = movement_figures(games, money)
    for source in checked:
        wanted = SOURCE_FIGURES[source] - {Figure.CASH, Figure.IN_PLAY}
        if differing := _differing(copied, FIGURES_BY_SOURCE[source](day), wanted):
            raise CopyDiffers(f"its rows do not come to what the {source.value} says of {', '.join(differing)}")


def _differing(copied: Figures, other: Figures, wanted: Collection[Figure]) -> list[str]:
    return [
        f"{figure.value} of {key.accounts} in {key.currency}"
        for key in sorted(copied.keys() | other.keys())
        for figure in Figure
        if figure in wanted and copied.get(key, {}).get(figure, 0) != other.get(key, {}).get(figure, 0)
    ]


def _finish(folder: Path, day: Period, file: _File, log_size: int) -> DayCopy:
    """Give a complete file the name that its content has, and return its row."""
    with file.path.open("rb") as opened:
        digest = hashlib.file_digest(opened, "sha256")
        size = os.fstat(opened.fileno()).st_size
    name = f"{day.first}_{file.copied.content}_{digest.hexdigest()[:16]}.parquet"
    file.path.replace(folder / name)
    return DayCopy(
        day=day.first,
        content=file.copied.content,
        start_ms=day.start_ms,
        end_ms=day.end_ms,
        log_size=log_size,
        name=name,
        sha256=digest.digest(),
        size=size,
        rows=file.rows,
    )


def _sweep(folder: Path) -> None:
    """Remove what a crash left, and copies that were made again."""
    named = set(DayCopy.objects.values_list("name", flat=True))
    for file in folder.iterdir():
        if file.name.endswith(_UNFINISHED) or (_OURS.fullmatch(file.name) and file.name not in named):
            file.unlink(missing_ok=True)


def _sync(folder: Path) -> None:
    """Make the new names survive a power cut, before rows name them."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
