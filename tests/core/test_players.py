"""Who may play, and which names and PINs can be used."""

from datetime import date, timedelta

import pytest
from hypothesis import given, strategies as st

from credentials.core.usernames import MalformedUsername
from players.core.age import ImpossibleBirthDate, Underage, require_age
from players.core.pin import MalformedPin, require_pin_form
from players.core.usernames import player_username


@pytest.mark.clause("F21")
@pytest.mark.parametrize(
    ("born", "today", "allowed"),
    [
        (date(2005, 11, 21), date(2026, 11, 20), False),  # 21 tomorrow
        (date(2005, 11, 21), date(2026, 11, 21), True),  # 21 today
        (date(2005, 11, 21), date(2026, 11, 22), True),
        (date(2004, 2, 29), date(2025, 2, 28), False),  # born on a leap day: 21 on 1 March
        (date(2004, 2, 29), date(2025, 3, 1), True),
        (date(2000, 2, 29), date(2024, 2, 29), True),
        (date(2005, 12, 31), date(2026, 12, 30), False),
        (date(2005, 1, 1), date(2025, 12, 31), False),
        (date(1896, 11, 22), date(2026, 11, 21), True),  # 129 and 364 days
    ],
)
def test_a_player_is_of_age_from_the_birthday_on(born: date, today: date, allowed: bool) -> None:  # noqa: FBT001  a column
    if allowed:
        require_age(born, today=today, minimum_years=21)
        return
    with pytest.raises(Underage) as refused:
        require_age(born, today=today, minimum_years=21)
    assert refused.value.members == {"minimum_years": 21}


@pytest.mark.parametrize("born", [date(2026, 11, 22), date(9999, 12, 31), date(1895, 11, 21), date(1, 1, 1)])
def test_nobody_was_born_tomorrow_or_131_years_ago(born: date) -> None:
    with pytest.raises(ImpossibleBirthDate):
        require_age(born, today=date(2026, 11, 21), minimum_years=21)


@given(st.dates(date(1900, 1, 1), date(2020, 1, 1)), st.dates(date(2020, 1, 1), date(2029, 1, 1)))
def test_nobody_becomes_too_young_by_waiting(born: date, today: date) -> None:
    try:
        require_age(born, today=today, minimum_years=21)
    except Underage:
        return
    require_age(born, today=today + timedelta(days=1), minimum_years=21)


@pytest.mark.parametrize(
    ("text", "name"), [("Ada", "ada"), ("a.b-c_9", "a.b-c_9"), ("007", "007"), ("x" * 30, "x" * 30)]
)
def test_a_user_name_has_one_form(text: str, name: str) -> None:
    assert player_username(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ab",
        "x" * 31,
        ".ada",
        "-ada",
        "_ada",
        "a da",
        "ada\n",
        "ada\0",
        "ädä",
        "ad\u0430",
        "ada@example.test",
        "İda",
    ],
)
def test_any_other_user_name_is_refused(text: str) -> None:
    with pytest.raises(MalformedUsername):
        player_username(text)


@pytest.mark.clause("F23")
@pytest.mark.parametrize("pin", ["2580", "1357", "0042", "13579246"])
def test_a_pin_of_4_to_8_digits_can_be_used(pin: str) -> None:
    require_pin_form(pin)


@pytest.mark.clause("F23")
@pytest.mark.parametrize(
    "pin",
    [
        "",
        "258",
        "258025802",
        "25 0",
        "abcd",
        "2580\n",
        "\u0662\u0665\u0668\u0660",
        "1111",
        "00000000",
        "1234",
        "4567",
        "98765432",
    ],
)
def test_a_pin_that_is_none_or_easily_guessed_is_refused(pin: str) -> None:
    with pytest.raises(MalformedPin):
        require_pin_form(pin)
