"""The health tests find a source that has failed, and hardly ever one that has not."""

from __future__ import annotations

import hashlib
import itertools
from fractions import Fraction
from math import ceil, comb

import pytest
from hypothesis import given, strategies as st

from audit.core.entropy_health import (
    CLAIMED_BITS,
    FALSE_ALARM_BITS,
    LEAST_COMPARED,
    MOST_MATCHING,
    MOST_REPEATED,
    START_UP_BYTES,
    WINDOW,
    Health,
    HealthTest,
    watch,
)

pytestmark = pytest.mark.clause("F44")


def after(*draws: bytes) -> HealthTest | None:
    health = Health()
    for drawn in draws:
        health = watch(health, drawn)
    return health.failed


def different(count: int) -> bytes:
    """Return bytes of which none equals the one before, and none is 0."""
    return bytes(1 + place % 255 for place in range(count))


def at_least(matching: int, *, window: int, bits: int) -> Fraction:
    """Return the chance that of `window` bytes at least `matching` have a value whose own chance is 2^-bits."""
    ways = sum(comb(window, count) * (2**bits - 1) ** (window - count) for count in range(matching, window + 1))
    return Fraction(ways, 2 ** (bits * window))


def cutoff(*, window: int, bits: int) -> int:
    """Return the fewest matches that are rarer than a false alarm may be: SP 800-90B's 1 + CRITBINOM."""
    allowed = Fraction(1, 2**FALSE_ALARM_BITS)
    return next(count for count in range(1, window + 1) if at_least(count, window=window, bits=bits) <= allowed)


def test_the_repetition_cutoff_is_that_of_sp_800_90b() -> None:
    assert 1 + ceil(Fraction(FALSE_ALARM_BITS, CLAIMED_BITS)) == MOST_REPEATED + 1


def test_the_proportion_cutoff_is_that_of_sp_800_90b() -> None:
    # Known from other programs that test with 2^-30: 325 of 512 for a bit of entropy a sample.
    assert cutoff(window=512, bits=1) == 325
    assert cutoff(window=WINDOW, bits=CLAIMED_BITS) == MOST_MATCHING + 1


def test_seeds_of_the_claimed_quality_are_still_strong_enough() -> None:
    assert 32 * CLAIMED_BITS >= 128
    assert START_UP_BYTES >= 1024


@given(st.integers(0, 700), st.integers(0, 255))
def test_nine_equal_bytes_in_a_row_fail_wherever_they_begin_and_eight_do_not(before: int, stuck: int) -> None:
    prefix = bytes((stuck + 1 + place % 200) % 256 for place in range(before))

    assert after(prefix + bytes([stuck]) * 8) is None
    assert after(prefix + bytes([stuck]) * 9) is HealthTest.REPETITION_COUNT


def test_equal_bytes_are_counted_across_draws() -> None:
    assert after(b"\x01\x02\x03\x03\x03\x03", b"\x03\x03\x03\x03\x04") is None
    assert after(b"\x01\x02\x03\x03\x03\x03", b"\x03\x03\x03\x03\x03") is HealthTest.REPETITION_COUNT


def spread(matching: int) -> bytes:
    """Return a window in which so many bytes are 0, the first among them, never two in a row."""
    window = bytearray(different(WINDOW))
    for place in range(matching):
        window[place * 7] = 0
    return bytes(window)


def test_a_value_that_fills_too_much_of_a_window_fails() -> None:
    assert after(spread(70)) is None
    assert after(spread(71)) is HealthTest.ADAPTIVE_PROPORTION


def test_each_window_is_counted_anew() -> None:
    # The second ends otherwise: the same again, byte for byte, would be a repeated draw.
    assert after(spread(70), spread(70)[:-1] + b"\xfe") is None
    assert after(spread(70), spread(71)) is HealthTest.ADAPTIVE_PROPORTION


def test_a_short_pattern_fails() -> None:
    assert after(bytes(itertools.islice(itertools.cycle(b"abcdefg"), WINDOW))) is HealthTest.ADAPTIVE_PROPORTION


def test_a_draw_that_equals_the_one_before_fails_from_sixteen_bytes_on() -> None:
    long, short = different(LEAST_COMPARED), different(LEAST_COMPARED - 1)

    assert after(long, long) is HealthTest.REPEATED_DRAW
    assert after(short, short) is None
    assert after(long, short, long) is None


def test_a_failure_stays_whatever_comes_after_it() -> None:
    assert after(bytes(9), different(400), different(300)) is HealthTest.REPETITION_COUNT


@given(st.lists(st.integers(1, 100), min_size=1, max_size=30), st.binary(min_size=1, max_size=8))
def test_how_bytes_are_divided_into_draws_makes_no_difference_to_the_two_tests(sizes: list[int], key: bytes) -> None:
    drawn = b"".join(hashlib.sha256(key + bytes([place])).digest() for place in range(100))
    health = watch(Health(), drawn[: sum(sizes)])
    divided, at = Health(), 0
    for size in sizes:
        divided, at = watch(divided, drawn[at : at + size]), at + size

    for counted in ("latest", "repeated", "first", "matching", "watched", "failed"):
        assert getattr(divided, counted) == getattr(health, counted)


def test_a_good_source_is_never_suspected() -> None:
    """A megabyte: windows of 512 bytes, 2,048 of them."""
    assert after(*(hashlib.sha512(place.to_bytes(4, "big")).digest() for place in range(16_384))) is None
