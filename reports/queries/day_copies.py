"""Add up the columnar copies of gaming days that are over, for raw questions.

Every file is compared with its stored digest before it is read. The copies prove nothing: no filed report reads one.

Source: docs/adr/0084-day-copies.md.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from reports.core.period import Period
from reports.models.day_copies import DayCopy
from reports.queries.copied_rows import COPIED, MOVEMENTS, RESULTS, STAKES, CopiedRows
from reports.queries.rollups import GAME_KEY_COUNT, GameSums, MoneyGroup, MoneySums, days_with_entries_from

_DAY: Final = timedelta(days=1)
_READERS: Final = 2
"""How many days are read at once. One waits for its file while another is added up."""

_MONEY_KEYS: Final = ("test", "currency")
_GAME_KEYS: Final = GameSums._fields[:GAME_KEY_COUNT]
_GAME_SUMS: Final = GameSums._fields[GAME_KEY_COUNT:]
_CODED: Final = ("kind", "rules_leaf", "currency")
"""Columns of few values, which are grouped by their numbers."""

_Opener = Callable[[], bytes]
"""Opens a file, or raises `UnusableCopy`."""


class UnusableCopy(Exception):  # noqa: N818  named for what it says
    """A gaming day has no copy, or one that must not be used."""

    def __init__(self, day: date, reason: str) -> None:
        """Keep the day and the reason, which continues "its copy"."""
        super().__init__(f"The gaming day {day} has no copy that can be used: {reason}.")
        self.day = day
        self.reason = reason


class CopyState(NamedTuple):
    """A gaming day, and why its copy cannot be used."""

    day: Period
    problem: str
    """Empty if the copy can be used."""


def copied_game_sums(period: Period, *, folder: Path, columns: Collection[str] = _GAME_SUMS) -> list[GameSums]:
    """Return the sums of each rule sheet in an interval, in the order of `rollups.game_sums`.

    Sums that are not among `columns` are 0. Only the files that have some of these are read, and a rule sheet with
    rows in the others alone is left out.

    Raises:
        UnusableCopy: a day of the interval has no copy, or one that is outdated or was changed.
    """
    copies, days = _Stored(period), _days(period)
    read = [copied for copied in (STAKES, RESULTS) if not copied.sums.keys().isdisjoint(columns)]
    return _games([(copied, [_opener(folder, copies.row(day, copied)) for day in days]) for copied in read], columns)


def copied_money_sums(period: Period, *, folder: Path) -> list[MoneyGroup]:
    """Return what moved in an interval, in the order of `rollups.money_sums`.

    Raises:
        UnusableCopy: as above.
    """
    copies = _Stored(period)
    return _money([_opener(folder, copies.row(day, MOVEMENTS)) for day in _days(period)])


def copied_log_size(period: Period) -> int:
    """Return the size of the log below which the copies of all days of an interval have every entry.

    Raises:
        UnusableCopy: a day has no copy, or one that is outdated.
    """
    copies = _Stored(period)
    return min(copies.row(day, RESULTS).log_size for day in _days(period))


def game_sums_of_files(stakes: Path, results: Path) -> list[GameSums]:
    """Return the sums of two files of a day, which nothing vouches for yet."""
    return _games([(STAKES, [stakes.read_bytes]), (RESULTS, [results.read_bytes])], _GAME_SUMS)


def money_sums_of_file(movements: Path) -> list[MoneyGroup]:
    """Return the sums of a file of movements, which nothing vouches for yet."""
    return _money([movements.read_bytes])


def copy_states(period: Period, *, folder: Path) -> Iterator[CopyState]:
    """Yield each gaming day of an interval, in order, with what is wrong with its copy: every file is compared."""
    copies = _Stored(period)
    for day in _days(period):
        problem = next((text for each in COPIED if (text := copies.problem(day, each))), "")
        if not problem:
            problem = next((text for row in copies.of_day(day) if (text := _file_problem(folder, row))), "")
        yield CopyState(day, problem)


def uncopied_days(period: Period) -> list[date]:
    """Return the gaming days of an interval of which no copy was made, in order. No file is looked at."""
    rows = DayCopy.objects.filter(day__gte=period.first, day__lt=period.until)
    made = set(rows.values_list("day", "content", "start_ms", "end_ms"))
    wanted = [(day, {(day.first, each.content, day.start_ms, day.end_ms) for each in COPIED}) for day in _days(period)]
    return [day.first for day, copies in wanted if not copies <= made]


class _Stored:
    """What is stored of the copies of an interval, read once."""

    def __init__(self, period: Period) -> None:
        rows = DayCopy.objects.filter(day__gte=period.first, day__lt=period.until)
        self._rows = {(row.day, row.content): row for row in rows}
        lowest = min((row.log_size for row in self._rows.values()), default=None)
        self._newest = {} if lowest is None else dict(days_with_entries_from(lowest))

    def of_day(self, day: Period) -> list[DayCopy]:
        return [self._rows[day.first, each.content] for each in COPIED]

    def row(self, day: Period, copied: CopiedRows) -> DayCopy:
        if problem := self.problem(day, copied):
            raise UnusableCopy(day.first, problem)
        return self._rows[day.first, copied.content]

    def problem(self, day: Period, copied: CopiedRows) -> str:
        """Return why a copy cannot be used by what is stored of it; an empty text if it can."""
        row = self._rows.get((day.first, copied.content))
        if row is None:
            return "none was made"
        if (row.start_ms, row.end_ms) != (day.start_ms, day.end_ms):
            return "it was made when gaming days began at another time"
        if self._newest.get(day.first, -1) >= row.log_size:
            return "an entry of the day reached the log after it was made"
        return ""


def _days(period: Period) -> list[Period]:
    return [replace(period, first=day, until=day + _DAY) for day in period.days]


def _file_problem(folder: Path, row: DayCopy) -> str:
    try:
        _verified(folder, row)
    except UnusableCopy as unusable:
        return unusable.reason
    return ""


def _verified(folder: Path, row: DayCopy) -> bytes:
    """Return the content of a file that is as it was made. It is read once: what was compared is what is added up."""
    try:
        content = (folder / row.name).read_bytes()
    except FileNotFoundError:
        raise UnusableCopy(row.day, f"its file {row.name} is missing") from None
    if hashlib.sha256(content).digest() != bytes(row.sha256):
        raise UnusableCopy(row.day, f"its file {row.name} was changed after it was made")
    return content


def _opener(folder: Path, row: DayCopy) -> _Opener:
    """Return what opens a file. What is stored of it was compared, and the file is when it is opened."""
    return partial(_verified, folder, row)


def _games(files: Iterable[tuple[CopiedRows, Sequence[_Opener]]], columns: Collection[str]) -> list[GameSums]:
    totals: dict[tuple[Any, ...], dict[str, int]] = {}
    for copied, opened in files:
        summed = [name for name in copied.sums if name in columns]
        for key, sums in _add_up(opened, _GAME_KEYS, summed):
            total = totals.setdefault(key, dict.fromkeys(_GAME_SUMS, 0))
            for name, amount in zip(summed, sums, strict=True):
                total[name] += amount
    return [GameSums(*key, *totals[key].values()) for key in sorted(totals)]


def _money(files: Sequence[_Opener]) -> list[MoneyGroup]:
    totals = _add_up(files, _MONEY_KEYS, MoneySums._fields)
    return [MoneyGroup(test, currency, MoneySums(*sums)) for (test, currency), sums in totals]


def _add_up(
    files: Sequence[_Opener], keys: Sequence[str], summed: Sequence[str]
) -> list[tuple[tuple[Any, ...], list[int]]]:
    """Add up files day by day, so that memory does not grow with the interval; return sums by key, in order."""
    totals: dict[tuple[Any, ...], list[int]] = {}
    with ThreadPoolExecutor(_READERS) as readers:
        for rows in readers.map(lambda opened: list(_sums(opened(), keys, summed)), files):
            for key, sums in rows:
                before = totals.get(key)
                totals[key] = sums if before is None else [a + b for a, b in zip(before, sums, strict=True)]
    return sorted(totals.items())


def _sums(content: bytes, keys: Sequence[str], summed: Sequence[str]) -> Iterable[tuple[tuple[Any, ...], list[int]]]:
    # The library is large, and few processes read copies.
    import pyarrow as pa  # noqa: PLC0415
    from pyarrow import parquet  # noqa: PLC0415

    coded = [name for name in _CODED if name in keys]
    file = parquet.ParquetFile(pa.BufferReader(content), read_dictionary=coded)
    table = file.read(columns=[*keys, *summed], use_threads=False).unify_dictionaries()
    sums = table.group_by(list(keys), use_threads=False).aggregate([(name, "sum") for name in summed])
    columns = (
        [sums.column(name).to_pylist() for name in keys],
        [sums.column(f"{name}_sum").to_pylist() for name in summed],
    )
    for key, row in zip(zip(*columns[0], strict=True), zip(*columns[1], strict=True), strict=True):
        yield key, [int(amount) for amount in row]
