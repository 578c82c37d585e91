"""What locks a login or a session, and the codes of a second factor."""

import base64
import bisect
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, strategies as st

from credentials.core.lockout import (
    Counts,
    Origin,
    counts_after_failure,
    counts_after_success,
    network_of,
    origin_of,
)
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

HOME = origin_of(None, address="192.0.2.7")
PHONE = origin_of("5f", address="192.0.2.7")


def failed(origin: Origin, *instants: datetime) -> Counts:
    counts = Counts()
    for at in instants:
        counts = counts_after_failure(counts, origin, now=at)
    return counts


def elsewhere(counts: Counts) -> Counts:
    """Return what counts at an origin from which nothing has come."""
    return replace(counts, here=(), locked_at=None)


def from_networks(failures: int, *, every: timedelta = SECOND) -> Counts:
    """Return the counts after failures from as many networks."""
    counts = Counts()
    for number in range(failures):
        counts = counts_after_failure(elsewhere(counts), HOME, now=NOW + number * every)
    return elsewhere(counts)


@pytest.mark.clause("F22")
@pytest.mark.parametrize(
    ("minutes_ago", "locks"),
    [([], False), ([5], False), ([10, 5], True), ([29.99, 29.98], True), ([30, 5], False), ([31, 30], False)],
)
@pytest.mark.parametrize("origin", [HOME, PHONE])
def test_the_third_failure_within_thirty_minutes_locks(
    minutes_ago: list[float], origin: Origin, *, locks: bool
) -> None:
    counts = failed(origin, *(NOW - timedelta(minutes=ago) for ago in minutes_ago), NOW)

    assert counts.refuses(origin, factor_right=False) is locks
    # A second factor does not open what is locked: the unlock does.
    assert counts.refuses(origin, factor_right=True) is locks


@pytest.mark.clause("F22")
@given(st.lists(st.integers(0, 7200), max_size=12))
def test_a_log_in_is_locked_as_soon_as_three_failures_lie_within_thirty_minutes(at_seconds: list[int]) -> None:
    counts = Counts()
    for number, at in enumerate(sorted(at_seconds)):
        if counts.locked_at is not None:
            break
        counts = counts_after_failure(elsewhere_guarded(counts), PHONE, now=NOW + at * SECOND)
        in_the_window = [other for other in sorted(at_seconds)[: number + 1] if other > at - 1800]
        assert (counts.locked_at is not None) is (len(in_the_window) >= 3)


def elsewhere_guarded(counts: Counts) -> Counts:
    return replace(counts, guarded_at=NOW)


@pytest.mark.clause("F22")
def test_a_lock_is_for_its_origin_alone() -> None:
    counts = elsewhere(failed(HOME, NOW, NOW, NOW))

    assert not counts.refuses(origin_of(None, address="198.51.100.1"), factor_right=False)
    assert not counts.refuses(PHONE, factor_right=False)


@pytest.mark.clause("F22")
def test_nine_failures_in_a_day_from_many_networks_ask_networks_for_a_second_factor_and_known_devices_for_nothing() -> (
    None
):
    assert not from_networks(8).refuses(HOME, factor_right=False)

    guarded = from_networks(9)

    assert guarded.refuses(HOME, factor_right=False)
    assert not guarded.refuses(HOME, factor_right=True)
    assert not guarded.refuses(PHONE, factor_right=False)
    # What is refused without being tried counts no more, so the columns stay as long as they are.
    assert counts_after_failure(guarded, HOME, now=NOW) is guarded


@pytest.mark.parametrize(("every", "guarded"), [(timedelta(hours=3), False), (timedelta(hours=3) - SECOND, True)])
def test_failures_of_networks_count_for_a_day(every: timedelta, *, guarded: bool) -> None:
    # Nine failures have eight pauses: 24 hours, which is exactly too old, or eight seconds less.
    assert (from_networks(9, every=every).guarded_at is not None) is guarded


def test_failures_on_a_known_device_count_for_no_network() -> None:
    assert failed(PHONE, NOW, NOW).networks == ()


def test_a_log_in_forgets_the_failures_of_its_own_origin_and_no_others() -> None:
    others = failed(HOME, NOW)
    counts = counts_after_failure(elsewhere(others), HOME, now=NOW + SECOND)

    forgotten = counts_after_success(counts)

    assert (list(forgotten.here), list(forgotten.networks)) == ([], [NOW])


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.0/24"),
        ("192.0.2.255", "192.0.2.0/24"),
        ("::ffff:192.0.2.7", "192.0.2.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("", "unknown"),
        ("unix:", "unknown"),
    ],
)
def test_an_address_belongs_to_a_network_of_about_one_household(address: str, network: str) -> None:
    assert network_of(address) == network


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

    # Six groups of four and five dashes, each letter or digit of five bits. OWASP ASVS 6.5.2 asks for 112 bits.
    assert len(code) == 29
    assert ENTROPY_BYTES * 8 == 6 * 4 * 5 >= 112
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
