"""A gaming day as an argument of a command."""

from argparse import ArgumentTypeError
from datetime import date


def gaming_day(text: str) -> date:
    """Return the day that a text such as 2026-11-01 means.

    Raises:
        ArgumentTypeError: it is no such text.
    """
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a day, such as 2026-11-01") from None
