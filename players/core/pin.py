"""The form of a PIN.

Source: regulation F23.
"""

import re
from itertools import pairwise
from typing import Final

from kernel.refusals import Refusal, RefusalKind

MAX_PIN_FAILURES: Final = 5
"""After so many wrong PINs in a row, only the password sets a new one."""

_PIN: Final = re.compile(r"[0-9]{4,8}")


class MalformedPin(Refusal):
    """The PIN cannot be used."""

    code, kind = "malformed-pin", RefusalKind.MALFORMED


def require_pin_form(pin: str) -> None:
    """Refuse a text that is no PIN, and a PIN that is easily guessed: one digit repeated, or digits in a row.

    Raises:
        MalformedPin: not 4 to 8 digits, or too easy to guess.
    """
    if not _PIN.fullmatch(pin):
        raise MalformedPin("The PIN was not changed. A PIN is 4 to 8 digits.")
    steps = {int(right) - int(left) for left, right in pairwise(pin)}
    if len(steps) == 1 and steps <= {-1, 0, 1}:
        raise MalformedPin("The PIN was not changed. This one is too easy to guess.")
