"""Totals and windows against their definitions, and whole logs against a second opinion of what is within a limit."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings, strategies as st

from tests.verifier.auditor import audited
from tests.verifier.play import founded, seated
from tests.verifier.producer import HOUR_MS, Document, Log
from verifier import windows
from verifier.verdict import Code
from verifier.window_totals import RunningTotal

DAY_MS = 24 * HOUR_MS
ZONE = "America/New_York"
GAPS = (1, HOUR_MS, DAY_MS - 1, DAY_MS, 7 * DAY_MS, 30 * DAY_MS)


def ms(instant: str) -> int:
    return int(datetime.fromisoformat(instant).timestamp()) * 1000


@given(st.lists(st.tuples(st.sampled_from(GAPS), st.integers(0, 2**53)), max_size=60), st.integers(0, 31 * DAY_MS))
def test_a_running_total_says_what_came_since_an_instant_of_the_last_month(
    amounts: list[tuple[int, int]], back: int
) -> None:
    running, now, all_of_them = RunningTotal(), 1_790_000_000_000, []
    for gap, amount in amounts:
        now += gap
        running.add(amount, at=now)
        all_of_them.append((now, amount))

    for start in (now - back, *(at for at, _ in all_of_them if at >= now - 31 * DAY_MS)):
        assert running.since(start) == sum(amount for at, amount in all_of_them if at >= start)


def test_a_running_total_forgets_what_no_window_reaches() -> None:
    running, now = RunningTotal(), 0
    for now in range(0, 3650 * DAY_MS, 6 * HOUR_MS):
        running.add(1, at=now)

    assert running.since(now - 31 * DAY_MS) == 31 * 4 + 1
    # 66 days of four amounts each, and the one that is both first and last.
    assert len(running._times) == len(running._before) <= 66 * 4 + 1


def test_a_running_total_outgrows_64_bits_without_losing_a_minor_unit() -> None:
    running = RunningTotal()
    for at in range(10_000):
        running.add(2**53 - 1, at=at)

    assert running.since(1) == 9999 * (2**53 - 1)


@pytest.mark.parametrize(
    ("zone", "at", "starts"),
    [
        # Havana set its clocks back from 01:00 to 00:00: the day began at the first of two midnights.
        ("America/Havana", "2021-11-07T04:00Z", "2021-11-07T04:00Z"),
        ("America/Havana", "2021-11-07T05:30Z", "2021-11-07T04:00Z"),
        # Beirut and Santiago set theirs forward from 00:00 to 01:00: the day began without a midnight.
        ("Asia/Beirut", "2021-03-27T22:00Z", "2021-03-27T22:00Z"),
        ("Asia/Beirut", "2021-03-27T21:59Z", "2021-03-26T22:00Z"),
        ("America/Santiago", "2022-09-11T12:00Z", "2022-09-11T04:00Z"),
        # Apia left out the 30th of December 2011 altogether.
        ("Pacific/Apia", "2011-12-30T10:00Z", "2011-12-30T10:00Z"),
        ("Pacific/Apia", "2011-12-30T09:59Z", "2011-12-29T10:00Z"),
    ],
)
def test_a_day_begins_at_its_first_midnight_or_at_the_gap_in_its_place(zone: str, at: str, starts: str) -> None:
    assert windows.calendar(ms(at), zone=zone)[0] == ms(starts)


@given(st.integers(0, 2**43), st.sampled_from([ZONE, "Europe/London", "Asia/Tokyo", "Australia/Lord_Howe"]))
def test_a_calendar_window_starts_where_its_definition_says(at: int, zone: str) -> None:
    wall = ZoneInfo(zone)
    day = (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at)).astimezone(wall).date()
    friday = next(day - timedelta(days=back) for back in range(7) if (day - timedelta(days=back)).weekday() == 4)

    starts = [datetime.combine(first, time(), wall).astimezone(UTC) for first in (day, friday, day.replace(day=1))]

    assert list(windows.calendar(at, zone=zone)) == [int(start.timestamp()) * 1000 for start in starts]


@pytest.mark.parametrize("name", ["Mars/Base", "America", "Europe/london-bridge", "A" * 5000])
def test_a_zone_that_the_machine_does_not_know_is_no_verdict(name: str) -> None:
    with pytest.raises(windows.ZoneUnknown):
        windows.calendar(0, zone=name)


STEPS = st.tuples(st.sampled_from(["stand", "raise", "void", "deposit", "bonus"]), st.sampled_from(GAPS[:-1]))


@given(
    st.lists(STEPS, max_size=7),
    st.sampled_from(["wager", "loss", "deposit"]),
    st.sampled_from(windows.NAMES),
    st.sampled_from(["calendar", "rolling"]),
    st.integers(0, 3000),
)
@settings(max_examples=150, deadline=None)
def test_the_verifier_finds_what_a_second_opinion_finds(
    steps: list[tuple[str, int]], kind: str, window: str, run: str, most: int
) -> None:
    log, rules = founded()
    ada = seated(log, "ada").limit({"now": {f"{kind}_{window}": most, "windows": run, "zone": ZONE}}).open()
    for step, gap in steps:
        log.now += gap
        if step in ("deposit", "bonus"):
            ada.move(step, 700)
        elif step == "void":
            ada.deal(500, rules=rules).void()
        else:
            ada.deal(500, rules=rules).settle(step)

    assert audited(log.seal()).tally.failures[Code.E_RG] == broken(log, kind, window, run, most)


def broken(log: Log, kind: str, window: str, run: str, most: int) -> int:
    """Count the records that break the limit, as the page says it: every record against all before it."""
    count = 0
    records = [draft.fields for draft in log.drafts]
    for place, record in enumerate(records):
        added = taken(record, "deposit" if kind == "deposit" else "wager")
        if not added:
            continue
        inside = [earlier for earlier in records[:place] if is_inside(earlier["time"], record["time"], window, run)]
        reached = added + sum(taken(earlier, kind) for earlier in inside)
        count += reached > most
    return count


def taken(record: Document, kind: str) -> int:
    """Return what a record adds to the total of this kind: what comes back makes a loss smaller."""
    if kind == "deposit":
        return int(record["moves"][0][1]) if record.get("kind") == "deposit" else 0
    staked = record["ante"] if record["type"] == "deal" else sum(act["amt"] for act in record.get("acts", []))
    back = {"settle": lambda: record["pay"]["returned"], "void": lambda: record["moves"][0][1]}.get(record["type"])
    return int(staked - (back() if back is not None and kind == "loss" else 0))


def is_inside(earlier: int, now: int, window: str, run: str) -> bool:
    if run == "rolling":
        return earlier > now - {"day": 1, "week": 7, "month": 30}[window] * DAY_MS
    return period(earlier, window) == period(now, window)


def period(at: int, window: str) -> object:
    """Name the day, the week from its Friday on, or the month on New York's wall."""
    day = datetime.fromtimestamp(at // 1000, ZoneInfo(ZONE)).date()
    # 1 January 1970 was a Thursday, day 719163; the weeks of Fridays begin with the day after.
    return {"day": day, "week": (day.toordinal() - 719164) // 7, "month": (day.year, day.month)}[window]
