"""The minimum age of players.

Source: regulation F21 (GLI-19 2.5.2).
"""

from datetime import date

from kernel.refusals import Refusal, RefusalKind


class Underage(Refusal):
    """Players must be of legal age."""

    code, kind = "underage", RefusalKind.FORBIDDEN


class ImpossibleBirthDate(Refusal):
    """Nobody was born on this day."""

    code, kind = "impossible-birth-date", RefusalKind.INVALID


def require_age(born: date, *, today: date, minimum_years: int) -> None:
    """Accept a person who has reached the minimum age. A person born on 29 February reaches it on 1 March.

    Raises:
        Underage: with `minimum_years`.
        ImpossibleBirthDate: the day is in the future, or more than 130 years ago.
    """
    had_birthday = (today.month, today.day) >= (born.month, born.day)
    years = today.year - born.year - (0 if had_birthday else 1)
    if not 0 <= years <= 130:  # noqa: PLR2004  nobody has lived longer
        raise ImpossibleBirthDate("No account was opened. Check the birth date.")
    if years < minimum_years:
        raise Underage(f"No account was opened. Players are {minimum_years} or older.", minimum_years=minimum_years)
