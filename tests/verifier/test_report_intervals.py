"""Whatever the interval: what accounts had and what moved makes what they have, and days add up to weeks."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from tests.verifier.play import full_day
from tests.verifier.table_logs import burnt_epoch, voided_hand, withdrawn_stake
from verifier.export import Export
from verifier.filed.books import Books
from verifier.filed.contents import Interval
from verifier.filed.gaming_days import GamingDays
from verifier.filed.kind import Scope
from verifier.filed.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.verifier.producer import Log
    from verifier.filed.columns import Row

FIRST = date(2026, 9, 21)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> tuple[Export, list[int]]:
    """A log with every kind of round, and the times of its records."""
    log = full_day()
    folder: Path = log.seal().write(tmp_path_factory.mktemp("export"))
    return Export(folder=folder), [draft.fields["time"] for draft in log.drafts]


def rows_of(kind: str, export: Export, times: list[int], start: int, end: int) -> list[Row]:
    days = GamingDays(zone="UTC", hours=((FIRST, 0),))
    interval = Interval(first=FIRST, until=FIRST, days=days, start=start, end=end)
    scope = Scope(interval=interval, parameters=dict.fromkeys(KINDS[kind].parameters, 1))
    measure, books = KINDS[kind].measure(scope), Books(interval=interval)
    for event in books.read(export, promised=len(times), size=len(times)):
        measure.take(event)
    return list(measure.rows(books))


def total(rows: list[Row], column: str) -> int:
    return sum(int(row[column]) for row in rows)


def cuts(times: list[int]) -> list[int]:
    """Instants at records, a millisecond before and after them, over the whole log and beyond."""
    return sorted({time + off for time in times[::23] for off in (-1, 0, 1)} | {0, max(times) + 1})


def test_what_accounts_had_and_what_moved_makes_what_they_have(world: tuple[Export, list[int]]) -> None:
    export, times = world
    for start in cuts(times)[::5]:
        for end in cuts(times)[::3]:
            patrons = rows_of("patron-account-summary", export, times, start, max(start, end) + 1)
            for row in patrons:
                moved = total([row], "deposits") + total([row], "bonus_in") + total([row], "adjustments")
                moved += total([row], "from_games") - total([row], "to_games")
                moved += total([row], "withdrawals_returned") - total([row], "withdrawals_requested")
                assert total([row], "opening") + moved == row["closing"], (start, end, row)


def test_what_the_operator_owes_is_what_the_accounts_close_with(world: tuple[Export, list[int]]) -> None:
    export, times = world
    for end in cuts(times):
        patrons = rows_of("patron-account-summary", export, times, 0, end)
        owed = rows_of("operator-liability", export, times, 0, end)
        games = rows_of("wagering-summary", export, times, 0, end)

        assert total(owed, "cash") == total(patrons, "closing"), end
        assert total(owed, "in_play") == total(patrons, "end_funds") == total(games, "end_funds"), end


@pytest.mark.parametrize(
    ("kind", "columns"),
    [
        ("taxable-revenue", ["games", "handle", "returned", "ggr"]),
        ("wagering-summary", ["to_games", "from_games", "win"]),
        (
            "patron-account-summary",
            ["deposits", "withdrawals_requested", "to_games", "from_games", "adjustments", "win_loss"],
        ),
        ("game-performance", ["games", "wagers", "winnings", "side_wagers", "side_winnings", "voided"]),
    ],
)
def test_two_intervals_add_up_to_the_one_that_they_make(
    world: tuple[Export, list[int]], kind: str, columns: list[str]
) -> None:
    export, times = world
    end = max(times) + 1
    whole = rows_of(kind, export, times, 0, end)
    for cut in cuts(times):
        parts = rows_of(kind, export, times, 0, cut) + rows_of(kind, export, times, cut, end)
        for column in columns:
            assert total(parts, column) == total(whole, column), (cut, column)


NOBODY = ("", "", "")
TWO = ("a broken shoe", "operator:operator-4", "operator:operator-17")


@pytest.mark.parametrize(
    ("log", "told"),
    [
        (burnt_epoch, [(600, "no_reveal", *NOBODY)] * 2),
        # 600 raised by 600, and 600.
        (voided_hand, [(1200, "void", *TWO), (600, "void", *TWO)]),
        (withdrawn_stake, [(600, "unseated", *NOBODY)]),
    ],
)
def test_a_stake_that_a_table_gives_back_says_what_ended_its_epoch(
    log: Callable[[], Log], told: list[tuple[object, ...]], tmp_path: Path
) -> None:
    drafts = [draft.fields["time"] for draft in log().drafts]
    export = Export(folder=log().seal().write(tmp_path))

    rows = rows_of("voids", export, drafts, 0, max(drafts) + 1)

    assert [tuple(row[name] for name in ("amount", "cause", "reason", "by", "approved_by")) for row in rows] == told
