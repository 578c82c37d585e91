"""What an account of the staff may do, case by case."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from credentials.core.lockout import MAX_WRONG_FACTORS, locks_factor, wrong_factors_after
from credentials.core.passkey_counter import counter_increased
from credentials.core.usernames import MalformedUsername
from staff.core.roles import Role, RolesNotSeparate, require_separate
from staff.core.usernames import staff_username
from tests import totp_program

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


@pytest.mark.clause("F22")
def test_five_wrong_second_factors_lock_and_no_more_are_counted() -> None:
    counts = [0]
    for _ in range(6):
        counts.append(wrong_factors_after(counts[-1]))

    assert counts == [0, 1, 2, 3, 4, 5, 5]
    assert [count for count in counts if locks_factor(count)] == [MAX_WRONG_FACTORS] * 2


@pytest.mark.parametrize(
    ("stored", "received", "genuine"),
    [(0, 0, True), (0, 1, True), (7, 8, True), (7, 7, False), (8, 7, False), (7, 0, False)],
)
def test_a_counter_that_does_not_go_up_is_a_copys(stored: int, received: int, *, genuine: bool) -> None:
    assert counter_increased(stored=stored, received=received) is genuine


@pytest.mark.clause("F47")
@pytest.mark.parametrize("other", [Role.OPERATORS, Role.AUDITORS])
def test_an_administrator_has_no_other_role(other: Role) -> None:
    require_separate({Role.ADMINISTRATORS})
    require_separate({Role.OPERATORS, Role.AUDITORS})

    with pytest.raises(RolesNotSeparate):
        require_separate({Role.ADMINISTRATORS, other})


@pytest.mark.parametrize("name", ["", "a", "a" * 31, "a b", ".ann", "ann@example.com", "änn", "a/b"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(MalformedUsername):
        staff_username(name)


def test_a_name_has_one_form() -> None:
    assert staff_username("Ann.B-1") == "ann.b-1"


@pytest.mark.parametrize(
    ("seconds", "shown"), [(59, "287082"), (1111111109, "081804"), (1234567890, "005924"), (20000000000, "353130")]
)
def test_the_tests_own_program_shows_the_codes_of_rfc_6238(seconds: int, shown: str) -> None:
    # Appendix B gives eight digits; six are their end. Its secret is the ASCII of 12345678901234567890.
    assert totp_program.code("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", datetime.fromtimestamp(seconds, UTC)) == shown
