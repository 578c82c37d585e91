"""What locks a login or a session, and the codes of a second factor."""

import base64
import bisect
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, strategies as st

from credentials.core.lockout import failures_after, locks_out
from credentials.core.recovery_codes import ENTROPY_BYTES, canonical_code, code_of
from credentials.core.totp import code_at, is_code, matching_step, otpauth_uri, secret_text, step_at
from players.core.session_state import (
    SessionLocked,
    activity_is_due,
    full_login_is_due,
    is_locked,
    require_unlocked,
)
from responsible_gaming.core.jurisdictions import JURISDICTIONS
from rest.passwords import _contains, looks_sorted

if TYPE_CHECKING:
    from pathlib import Path

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
RULES = JURISDICTIONS["demo"].sessions
RFC_SECRET = b"12345678901234567890"


# --- Failures -----------------------------------------------------------------------------------------------


@pytest.mark.clause("F22")
@pytest.mark.parametrize(
    ("minutes_ago", "locks"),
    [([], False), ([5], False), ([10, 5], True), ([29.99, 29.98], True), ([30, 5], False), ([31, 30], False)],
)
def test_the_third_failure_within_thirty_minutes_locks(minutes_ago: list[float], *, locks: bool) -> None:
    earlier = [NOW - timedelta(minutes=ago) for ago in minutes_ago]

    assert locks_out(failures_after(earlier, now=NOW)) is locks


@pytest.mark.clause("F22")
@given(st.lists(st.integers(0, 7200), max_size=12))
def test_a_log_in_is_locked_as_soon_as_three_failures_lie_within_thirty_minutes(at_seconds: list[int]) -> None:
    counted: list[datetime] = []
    for number, at in enumerate(sorted(at_seconds)):
        instant = NOW + at * SECOND
        counted = failures_after(counted, now=instant)
        in_the_window = [other for other in sorted(at_seconds)[: number + 1] if other > at - 1800]
        assert locks_out(counted) is (len(in_the_window) >= 3)


# --- Codes --------------------------------------------------------------------------------------------------


@pytest.mark.clause("F22")
@pytest.mark.parametrize(
    ("seconds", "code"),
    # RFC 6238, appendix B, SHA-1; the last six of its eight digits.
    [
        (59, "287082"),
        (1_111_111_109, "081804"),
        (1_111_111_111, "050471"),
        (1_234_567_890, "005924"),
        (2_000_000_000, "279037"),
        (20_000_000_000, "353130"),
    ],
)
def test_a_code_is_that_of_the_rfc(seconds: int, code: str) -> None:
    assert code_at(RFC_SECRET, step_at(datetime.fromtimestamp(seconds, UTC))) == code


# RFC 4226, appendix D.
@pytest.mark.parametrize(
    ("step", "code"),
    list(
        enumerate(["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"])
    ),
)
def test_a_code_by_its_count_is_that_of_the_rfc(step: int, code: str) -> None:
    assert code_at(RFC_SECRET, step) == code


@pytest.mark.clause("F22")
def test_a_code_of_the_step_before_or_after_is_taken_and_no_other() -> None:
    current = step_at(NOW)
    taken = {
        offset
        for offset in range(-3, 4)
        if matching_step(RFC_SECRET, code_at(RFC_SECRET, current + offset), last_step=0, now=NOW) == current + offset
    }

    assert taken == {-1, 0, 1}


@pytest.mark.clause("F22")
@pytest.mark.parametrize(("used", "left"), [(-2, [-1, 0, 1]), (-1, [0, 1]), (0, [1]), (1, []), (9, [])])
def test_a_step_that_was_used_and_those_before_it_are_no_match(used: int, left: list[int]) -> None:
    current = step_at(NOW)

    matching = [
        offset
        for offset in (-1, 0, 1)
        if matching_step(RFC_SECRET, code_at(RFC_SECRET, current + offset), last_step=current + used, now=NOW)
    ]

    assert matching == left


def test_a_step_begins_at_every_thirtieth_second() -> None:
    # 12:00 UTC is the first instant of a step.
    assert step_at(NOW) == int(NOW.timestamp()) // 30
    assert step_at(NOW - timedelta(milliseconds=1)) == step_at(NOW) - 1


def test_a_code_may_be_typed_in_the_two_groups_in_which_it_is_shown() -> None:
    code = code_at(RFC_SECRET, step_at(NOW))
    grouped = f"{code[:3]} {code[3:]}"

    assert is_code(grouped)
    assert matching_step(RFC_SECRET, grouped, last_step=0, now=NOW) == step_at(NOW)


@pytest.mark.parametrize("text", ["", "12345", "1234567", "12345x", "\u0661\u0662\u0663\u0664\u0665\u0666", "123456\n"])
def test_what_is_not_six_digits_is_no_code(text: str) -> None:
    assert not is_code(text)
    assert matching_step(RFC_SECRET, text, last_step=0, now=NOW) is None


def test_a_secret_is_written_as_authenticators_read_it() -> None:
    uri = otpauth_uri(RFC_SECRET, issuer="RedDog", account="ada")

    assert base64.b32decode(secret_text(RFC_SECRET)) == RFC_SECRET
    assert uri == (
        "otpauth://totp/RedDog:ada?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=RedDog"
        "&algorithm=SHA1&digits=6&period=30"
    )


@given(st.binary(min_size=ENTROPY_BYTES, max_size=ENTROPY_BYTES))
def test_a_recovery_code_is_the_same_however_it_is_typed_and_never_looks_like_a_code(entropy: bytes) -> None:
    code = code_of(entropy)

    assert len(code) == 19
    assert canonical_code(code) == canonical_code(code.upper().replace("-", " ")) == canonical_code(code[:4] + code[5:])
    assert not is_code(code)


# --- Sessions -----------------------------------------------------------------------------------------------


@pytest.mark.clause("F24")
def test_a_session_locks_at_thirty_minutes_and_not_a_second_before() -> None:
    require_unlocked(NOW, now=NOW + 30 * MINUTE - SECOND, rules=RULES)

    assert not is_locked(NOW, now=NOW + 30 * MINUTE - SECOND, rules=RULES)
    assert is_locked(NOW, now=NOW + 30 * MINUTE, rules=RULES)
    with pytest.raises(SessionLocked):
        require_unlocked(NOW, now=NOW + 30 * MINUTE, rules=RULES)


@pytest.mark.clause("F24")
def test_a_device_asks_for_everything_at_thirty_days_and_where_it_was_never_given() -> None:
    day = timedelta(days=1)

    assert not full_login_is_due(NOW, now=NOW + 30 * day - SECOND, rules=RULES)
    assert full_login_is_due(NOW, now=NOW + 30 * day, rules=RULES)
    assert full_login_is_due(None, now=NOW, rules=RULES)


def test_activity_is_written_down_at_most_once_a_minute() -> None:
    assert not activity_is_due(NOW, now=NOW + MINUTE)
    assert activity_is_due(NOW, now=NOW + MINUTE + SECOND)


# --- Lists of stolen passwords ------------------------------------------------------------------------------


@pytest.mark.clause("F22")
@given(
    st.sets(st.binary(min_size=20, max_size=20), max_size=40),
    st.sampled_from(("", ":1", ":123456789")),
    st.sampled_from(("\n", "\r\n")),
)
def test_every_digest_in_a_sorted_file_is_found_and_no_other(
    tmp_path_factory: pytest.TempPathFactory, digests: set[bytes], count: str, end: str
) -> None:
    listed = sorted(digest.hex().upper() for digest in digests)
    path: Path = tmp_path_factory.mktemp("breached") / "list"
    path.write_bytes("".join(f"{digest}{count}{end}" for digest in listed).encode())
    others = {f"{(int(digest, 16) + 1) % 2**160:040X}" for digest in listed} | {"0" * 40, "F" * 40}

    assert looks_sorted(path)
    with path.open("rb") as file:
        assert all(_contains(file, digest.encode()) for digest in listed)
        for other in others:
            place = bisect.bisect_left(listed, other)
            assert _contains(file, other.encode()) is (listed[place : place + 1] == [other])
