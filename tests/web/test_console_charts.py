"""Bars on one scale with zero on it, and marks over the band of luck."""

from __future__ import annotations

import pytest

from web.console.charts import WIDTH, Deviation, Figure, bars, marked, percent
from web.console.filed_figures import _beside_one_another


def figure(value: int) -> Figure:
    return Figure(str(value), value, [])


def test_bars_of_both_signs_meet_at_zero() -> None:
    # 1000 units for 100 - (-25) = 125: a unit is 0.125, zero at 200.
    down, up = bars([figure(-25), figure(100)])

    assert (down.zero, down.left, down.width, down.is_hollow) == (200, 0, 200, True)
    assert (up.zero, up.left, up.width, up.is_hollow) == (200, 200, 800, False)


@pytest.mark.parametrize(("value", "width"), [(0, 0), (1, 2), (-1, 2), (1_000_000, WIDTH)])
def test_what_is_not_nothing_is_seen_and_stays_within_the_drawing(value: int, width: int) -> None:
    (first, _) = bars([figure(value), figure(1_000_000)])

    assert first.width == width
    assert 0 <= first.left <= first.left + first.width <= WIDTH


def test_bars_of_nothing_are_no_division_by_zero() -> None:
    (only,) = bars([figure(0)])

    assert (only.zero, only.width) == (0, 0)
    assert bars([]) == []


def deviation(measured: str, bound: str) -> Deviation:
    return Deviation("a game", measured, bound, "within", "ok", [])


def test_marks_and_bands_are_on_one_scale_around_zero() -> None:
    # 500 units reach to 0.04: the bound of 0.02 is 250 to either side, -0.01 is 125 below the middle.
    first, second = marked([deviation("-0.010000", "0.020000"), deviation("0.040000", "0.010000")])

    assert (first.band_left, first.band_width, first.mark) == (250, 500, 375)
    assert (second.band_left, second.band_width, second.mark) == (375, 250, 1000)


def test_a_game_that_nobody_measured_has_no_mark() -> None:
    (only,) = marked([deviation("", "")])

    assert (only.mark, only.band_width) == (None, 0)


@pytest.mark.parametrize(("ratio", "text"), [("0.967300", "96.7300"), ("-0.012000", "\N{MINUS SIGN}1.2000"), ("", "")])
def test_ratios_are_shown_in_percent_to_the_last_digit(ratio: str, text: str) -> None:
    assert percent(ratio) == text


def filing(first: str, until: str, revision: int = 1) -> dict[str, object]:
    return {"first_day": first, "until_day": until, "revision": revision}


def test_filings_are_taken_from_the_newest_day_backwards_and_no_day_twice() -> None:
    month = filing("2026-10-01", "2026-11-01")
    day = filing("2026-11-02", "2026-11-03")
    revised = filing("2026-11-02", "2026-11-03", 2)
    overlapping = filing("2026-10-31", "2026-11-03")
    last_of_october = filing("2026-10-31", "2026-11-01")

    assert _beside_one_another([day, revised, last_of_october, month]) == [revised, month]
    assert _beside_one_another([day, revised, overlapping]) == [overlapping]
