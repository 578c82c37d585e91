"""Columnar copies of gaming days that are over: what they come to, and what is found about them."""

from __future__ import annotations

import csv
import io
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, time, timedelta
from fnmatch import fnmatch
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import override_settings
from pyarrow import parquet

from kernel.instants import from_epoch_ms
from reddog_platform import report_diagnostics
from reddog_platform.beat_schedule import ROUTES, SCHEDULE
from reports import tasks
from reports.core.agreement import Figure, FigureSource
from reports.core.day_zone import MIDNIGHT, DayZone
from reports.core.period import Period
from reports.core.schedule import GRACE
from reports.formats import csv_file
from reports.formats.columns_file import write_columns
from reports.issuer import Issuer
from reports.models import DayCopy, GameDay, StoredFiling
from reports.operations import copy_days as copying
from reports.operations.copy_days import CHECKED_AGAINST, CopyTurn, copy_days
from reports.operations.order_report import PeriodNotOver, ReportRequest, UnknownFilter
from reports.operations.rebuild_rollups import rebuild_rollups
from reports.operations.report_from_copies import NotFromCopies, report_from_copies
from reports.queries import figures, rollups
from reports.queries.copied_rows import COPIED
from reports.queries.day_copies import UnusableCopy, copied_game_sums, copied_money_sums, copy_states
from reports.queries.day_zones import day_zone
from tests import world
from tests.reports.gaming_day import play
from tests.reports.gaming_day_filed import EXPECTED
from tests.reports.making import seated
from tests.reports.way import DAY, OVER, came_late, evening

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import time_machine

pytestmark = [pytest.mark.django_db, pytest.mark.clause("F36")]

ISSUER = Issuer(operator="Example Casino", origin=settings.REDDOG_LOG_ORIGIN)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "copies"


def copied(folder: Path) -> CopyTurn:
    return copy_days(folder, DAY.zone, now=OVER)


def files(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def problems(folder: Path) -> list[str]:
    return [state.problem for state in copy_states(DAY, folder=folder)]


def report(folder: Path, kind: str = "game-performance", **filters: str) -> Any:
    request = ReportRequest(kind=kind, first=DAY.first, until=DAY.until, actor="operator:test", filters=filters)
    return report_from_copies(
        request, issuer=ISSUER, jurisdiction=world.LONG_SESSIONS, zone=DAY.zone, folder=folder, now=OVER
    )


def begun_on(day: date, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the log have begun on a day: the gaming day's began a year before, and every day is copied."""
    monkeypatch.setattr(copying, "first_gaming_day", lambda _: day)


@contextmanager
def undone() -> Iterator[None]:
    """Undo at the end what somebody did to the tables."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def test_the_doctor_names_days_that_are_over_and_were_not_copied(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world.open_house()
    evening()
    monkeypatch.setattr(report_diagnostics, "configured_days", lambda: DAY.zone)
    late = OVER + timedelta(hours=36)
    with override_settings(REDDOG_DAY_COPIES_DIR=None):
        assert report_diagnostics.day_copies(late).healthy, "they are switched off"
    with override_settings(REDDOG_DAY_COPIES_DIR=folder):
        assert report_diagnostics.day_copies(late - timedelta(seconds=1)).healthy, "there is a night to come"
        red = report_diagnostics.day_copies(late)
        copied(folder)
        assert report_diagnostics.day_copies(late).healthy
        DayCopy.objects.filter(content=COPIED[0].content).delete()
        assert not report_diagnostics.day_copies(late).healthy, "a copy has all three files"

    assert not red.healthy
    assert red.state == f"gaming days that are over and not copied: 1, from {DAY.first} on"


@pytest.mark.parametrize("kind", ["game-performance", "wagering-summary"])
def test_a_report_of_the_gaming_day_from_copies_is_the_one_worked_out_by_hand(
    folder: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    play()
    begun_on(DAY.first, monkeypatch)
    assert copied(folder) == CopyTurn(made=[DAY.first])

    made = csv_file.FORMAT.write(report(folder, kind)).decode()

    expected = (EXPECTED / f"{kind}.csv").read_bytes().decode()
    # The first block is the envelope; rows, totals and reconciliation follow.
    assert made.split("\r\n\r\n")[1:] == expected.split("\r\n\r\n")[1:]
    envelope = dict(list(csv.reader(io.StringIO(made.split("\r\n\r\n")[0])))[1:])
    assert envelope["title"].endswith("from copies, not filed")
    assert envelope["revision"] == "0"


def test_days_from_copies_have_the_sums_of_the_rollups_and_every_entry_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play()
    # On the days before there were grants and deposits, and rounds that wait over midnight.
    days = replace(DAY, first=DAY.first - timedelta(days=3))
    begun_on(days.first, monkeypatch)
    assert copied(folder).made == days.days

    assert copied_game_sums(days, folder=folder) == rollups.game_sums(days) != []
    assert copied_money_sums(days, folder=folder) == rollups.money_sums(days) != []
    stakes, results, movements = (DayCopy.objects.get(day=DAY.first, content=each.content) for each in COPIED)
    steps = parquet.read_table(folder / results.name)
    indexes = steps.column("index").to_pylist()
    assert indexes == sorted(set(indexes))
    assert len(indexes) == results.rows
    assert sum(steps.column("settled").to_pylist()) == sum(sums.settled for sums in rollups.game_sums(DAY))
    assert not set(indexes) & set(parquet.read_table(folder / stakes.name).column("index").to_pylist())
    assert max(indexes) < results.log_size == stakes.log_size == movements.log_size


def test_some_columns_alone_can_be_added_up(folder: Path) -> None:
    world.open_house()
    evening()
    copied(folder)

    (sums,) = copied_game_sums(DAY, folder=folder, columns={"settled", "wagers_minor"})
    (whole,) = rollups.game_sums(DAY)
    assert (sums.settled, sums.wagers_minor, sums.dealt) == (whole.settled, whole.wagers_minor, 0)


def test_nobody_is_named_in_a_copy() -> None:
    columns = {column for each in COPIED for column in each.columns}
    keys = {"index", "chain", "seq", "kind", "time_ms", "stake_seq", "rules_leaf", "currency", "test"}
    sums = {*rollups.GameSums._fields, *rollups.MoneySums._fields} - {"test", "currency", "rules_leaf"}
    # A column more may be one that an erasure would have to reach.
    assert columns == keys | sums


def test_rows_are_written_and_read_batch_by_batch(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world.open_house()
    ada = evening()
    for _ in range(3):
        world.play_round(ada, 500)
    world.run_sequencer()
    monkeypatch.setattr(copying, "_ROWS_PER_BATCH", 3)
    copied(folder)

    row = DayCopy.objects.get(day=DAY.first, content="results")
    file = parquet.ParquetFile(folder / row.name)
    assert (file.metadata.num_row_groups, file.metadata.num_rows) == (2, row.rows) == (2, 4)
    assert copied_game_sums(DAY, folder=folder) == rollups.game_sums(DAY)


def test_a_turn_with_nothing_to_do_leaves_every_file_alone(folder: Path) -> None:
    world.open_house()
    evening()
    assert copied(folder).made == [DAY.first]
    before = {file: file.stat().st_mtime_ns for file in folder.iterdir()}

    assert copied(folder) == CopyTurn()
    assert {file: file.stat().st_mtime_ns for file in folder.iterdir()} == before


def test_a_day_that_is_not_over_is_not_copied(folder: Path) -> None:
    world.open_house()
    evening()
    just_before = from_epoch_ms(DAY.end_ms) + GRACE - timedelta(seconds=1)
    assert copy_days(folder, DAY.zone, now=just_before) == CopyTurn()
    assert DayCopy.objects.count() == 0


def test_a_day_of_which_an_entry_waits_for_the_log_is_left_for_the_next_turn(folder: Path) -> None:
    world.open_house()
    ada = evening()
    world.play_round(ada, 500)
    assert copied(folder).postponed == {DAY.first: "the log has not settled yet"}
    assert files(folder) == []

    world.run_sequencer()
    assert copied(folder).made == [DAY.first]


def test_a_late_entry_makes_the_copy_unusable_and_then_new(folder: Path) -> None:
    world.open_house()
    ada = evening()
    copied(folder)
    before = set(files(folder))
    came_late(ada)

    with pytest.raises(UnusableCopy, match=r"2026-11-21 .* reached the log after it was made"):
        report(folder)
    assert problems(folder) == ["an entry of the day reached the log after it was made"]

    assert copied(folder).made == [DAY.first]
    assert problems(folder) == [""]
    assert copied_game_sums(DAY, folder=folder) == rollups.game_sums(DAY)
    # The files before are gone.
    assert len(before) == len(files(folder)) == 3
    assert before.isdisjoint(files(folder))


def test_an_entry_that_comes_while_a_day_is_copied_leaves_it_for_the_next_turn(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.open_house()
    ada = evening()
    written = copying._write

    def write_and_come_late(*args: Any) -> Any:
        file = written(*args)
        if file.copied.content == "stakes":
            came_late(ada)
        return file

    with monkeypatch.context() as patch:
        patch.setattr(copying, "_write", write_and_come_late)
        assert "while it was copied" in copied(folder).postponed[DAY.first]
    assert DayCopy.objects.count() == 0
    assert files(folder) == []

    assert copied(folder).made == [DAY.first]


@pytest.mark.parametrize("content", [each.content for each in COPIED])
def test_one_changed_byte_is_found_before_it_is_read(folder: Path, content: str) -> None:
    world.open_house()
    evening()
    copied(folder)
    file = folder / DayCopy.objects.get(day=DAY.first, content=content).name
    honest = bytearray(file.read_bytes())
    changed = bytearray(honest)
    changed[40] ^= 1
    file.write_bytes(changed)

    assert problems(folder) == [f"its file {file.name} was changed after it was made"]
    with pytest.raises(UnusableCopy, match="was changed after it was made"):
        copied_money_sums(DAY, folder=folder) if content == "movements" else copied_game_sums(DAY, folder=folder)
    with override_settings(REDDOG_DAY_COPIES_DIR=folder), pytest.raises(CommandError, match="was changed after"):
        call_command("copy_days", "--check", stdout=io.StringIO())
    file.write_bytes(b"")
    assert problems(folder) == [f"its file {file.name} was changed after it was made"]

    assert copied(folder).made == [DAY.first]
    assert file.read_bytes() == honest


def test_a_lost_file_is_made_again(folder: Path) -> None:
    world.open_house()
    evening()
    copied(folder)
    for file in folder.iterdir():
        file.unlink()
    assert "is missing" in problems(folder)[0]
    assert copied(folder).made == [DAY.first]
    assert problems(folder) == [""]


class Killed(BaseException):
    """The worker was killed."""


@pytest.mark.parametrize("at", ["in a file", "before the second file", "before a name", "before the rows"])
def test_a_worker_that_is_killed_leaves_no_half_copy(folder: Path, at: str, monkeypatch: pytest.MonkeyPatch) -> None:
    world.open_house()
    evening()
    write, columns, finish = copying._write, write_columns, copying._finish

    def die_in_a_file(path: Path, *args: Any, **kwargs: Any) -> int:
        columns(path, *args, **kwargs)
        path.write_bytes(path.read_bytes()[:100])
        raise Killed

    def die_before_the_second_file(*args: Any) -> Any:
        if args[2].content == "movements":
            raise Killed
        return write(*args)

    def die_before_a_name(*args: Any) -> Any:
        if args[2].copied.content == "movements":
            raise Killed
        return finish(*args)

    def die_before_the_rows(_: Path) -> None:
        raise Killed

    deaths: dict[str, tuple[str, Any]] = {
        "in a file": ("write_columns", die_in_a_file),
        "before the second file": ("_write", die_before_the_second_file),
        "before a name": ("_finish", die_before_a_name),
        "before the rows": ("_sync", die_before_the_rows),
    }
    with monkeypatch.context() as patch:
        patch.setattr(copying, *deaths[at])
        with pytest.raises(Killed):
            copied(folder)
    assert problems(folder) == ["none was made"]
    with pytest.raises(UnusableCopy, match="none was made"):
        report(folder)

    assert copied(folder).made == [DAY.first]
    assert problems(folder) == [""]
    assert sorted(DayCopy.objects.values_list("name", flat=True)) == files(folder)


def test_files_of_somebody_else_stay_in_the_folder(folder: Path) -> None:
    world.open_house()
    evening()
    folder.mkdir()
    (folder / "notes.parquet").write_text("an analyst's")
    copied(folder)
    assert "notes.parquet" in files(folder)


@pytest.mark.parametrize("source", CHECKED_AGAINST)
@pytest.mark.parametrize("figure", [Figure.HANDLE, Figure.RETURNED])
def test_a_copy_that_comes_to_something_else_than_a_source_is_not_made(
    folder: Path, source: FigureSource, figure: Figure, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.open_house()
    evening()
    honest = figures.FIGURES_BY_SOURCE[source]

    def one_cent_more(period: Any) -> figures.Figures:
        found = honest(period)
        for sums in found.values():
            sums[figure] += 1
        return found

    monkeypatch.setattr(copying, "FIGURES_BY_SOURCE", {**figures.FIGURES_BY_SOURCE, source: one_cent_more})
    turn = copied(folder)
    assert turn.made == []
    assert turn.postponed == {
        DAY.first: f"its rows do not come to what the {source.value} says of {figure.value} of players in USD"
    }
    assert DayCopy.objects.count() == 0
    assert files(folder) == []


def test_a_copy_that_does_not_come_to_the_rollups_is_not_made(folder: Path) -> None:
    world.open_house()
    evening()
    rebuild_rollups(DAY.zone.name, MIDNIGHT, actor="operator:test", now=OVER)
    with undone():
        GameDay.objects.update(side_bets=1)
        assert "roll-ups" in copied(folder).postponed[DAY.first]


def test_copies_of_days_that_began_otherwise_are_made_again(folder: Path) -> None:
    world.open_house()
    evening()
    copied(folder)
    rebuild_rollups("Europe/Malta", MIDNIGHT, actor="operator:test", now=OVER)
    there = replace(DAY, zone=DayZone("Europe/Malta"))
    (state,) = copy_states(there, folder=folder)
    assert state.problem == "it was made when gaming days began at another time"

    turn = copy_days(folder, there.zone, now=OVER)
    assert turn.made == [DAY.first]
    assert copied_money_sums(there, folder=folder) == rollups.money_sums(there)


def test_copies_of_days_before_another_hour_stay_and_the_long_day_is_copied_whole(folder: Path) -> None:
    world.open_house()
    evening()
    copied(folder)
    running = OVER + timedelta(hours=12)
    rebuild_rollups(DAY.zone.name, time(6), actor="operator:test", now=running)
    zone = day_zone(DAY.zone.name, time(6))
    assert [state.problem for state in copy_states(replace(DAY, zone=zone), folder=folder)] == [""]

    # The day lasts until six, and is not over five hours before.
    long_day = Period(DAY.until, DAY.until + timedelta(days=1), zone)
    over = from_epoch_ms(long_day.end_ms) + GRACE
    eve = seated("eve", now=over - timedelta(hours=6))
    world.play_round(eve, 500, jurisdiction=world.LONG_SESSIONS, now=over - timedelta(hours=5))
    world.run_sequencer()
    assert copy_days(folder, zone, now=over - timedelta(hours=4)) == CopyTurn()
    assert copy_days(folder, zone, now=over).made == [DAY.until]

    assert sum(sums.settled for sums in copied_game_sums(long_day, folder=folder)) == 1
    assert copied_game_sums(long_day, folder=folder) == rollups.game_sums(long_day)


def test_the_command_says_that_days_are_counted_by_another_hour(folder: Path) -> None:
    world.open_house()
    evening()
    copied(folder)
    with (
        override_settings(REDDOG_DAY_COPIES_DIR=folder, REDDOG_GAMING_DAY_STARTS=time(6)),
        pytest.raises(CommandError, match="rebuild_rollups"),
    ):
        call_command("copy_days", stdout=io.StringIO())


def test_a_turn_ends_when_it_is_told_to_and_the_next_goes_on(folder: Path) -> None:
    world.open_house()
    evening()
    two_days = OVER + timedelta(days=1)
    # Its time was up when all that is there was compared. Else turn after turn would copy nothing, and ask for another.
    first = copy_days(folder, DAY.zone, now=two_days, should_continue=lambda: False)
    assert (first.made, first.unfinished) == ([DAY.first], True)

    rest = copy_days(folder, DAY.zone, now=two_days)
    # Nobody played on the second day; a report of it from copies says so.
    assert (rest.made, rest.unfinished) == ([date(2026, 11, 22)], False)
    assert copied_game_sums(replace(DAY, first=DAY.until, until=date(2026, 11, 23)), folder=folder) == []


def test_days_are_copied_every_night_by_the_worker_of_reports() -> None:
    assert SCHEDULE["copy-days"]["task"] == tasks.copy_days_task.name
    assert any(fnmatch(tasks.copy_days_task.name, pattern) for pattern in ROUTES)


def test_only_reports_of_sums_by_game_can_be_made_from_copies(folder: Path) -> None:
    world.open_house()
    evening()
    copied(folder)
    with pytest.raises(NotFromCopies, match="player-sessions needs more"):
        report(folder, "player-sessions")
    with pytest.raises(UnknownFilter):
        report(folder, who="ada")
    request = ReportRequest(kind="game-performance", first=DAY.first, until=DAY.until, actor="operator:test")
    with pytest.raises(PeriodNotOver):
        report_from_copies(request, issuer=ISSUER, jurisdiction=world.DEMO, zone=DAY.zone, folder=folder, now=world.NOW)


@pytest.mark.every_format
def test_the_commands_make_copies_and_a_report_from_them_and_file_nothing(
    folder: Path, tmp_path: Path, time_machine: time_machine.TimeMachineFixture
) -> None:
    world.open_house()
    evening()
    days = ("--from", "2026-11-21", "--until", "2026-11-22")
    output = tmp_path / "performance.csv"
    time_machine.move_to(OVER)
    with override_settings(REDDOG_DAY_COPIES_DIR=folder):
        with pytest.raises(CommandError, match=r"`manage\.py copy_days` makes what is missing"):
            call_command("report", "game-performance", *days, "--from-parquet", stdout=io.StringIO())
        said = io.StringIO()
        call_command("copy_days", stdout=said)
        call_command("copy_days", "--check", stdout=said)
        assert "1 gaming days were copied" in said.getvalue()
        assert "1 of 1 gaming days have a copy as it was made." in said.getvalue()
        for format_ in ("csv", "json", "xlsx", "parquet", "pdf"):
            call_command(
                "report",
                "game-performance",
                *days,
                "--from-parquet",
                "--format",
                format_,
                "--output",
                output,
                stdout=said,
            )
            assert output.stat().st_size > 100
        with pytest.raises(CommandError, match="is made from what is filed"):
            call_command("report", "game-performance", *days, "--from-parquet", "--format", "note")
        assert tasks.copy_days_task() == 0
    with override_settings(REDDOG_DAY_COPIES_DIR=None):
        assert tasks.copy_days_task() == 0
        with pytest.raises(CommandError, match="names no folder"):
            call_command("report", "game-performance", *days, "--from-parquet")
    assert StoredFiling.objects.count() == 0
