"""User names and PINs: their form.

Source: regulation F23 for the PIN's length.
"""

import re
from itertools import pairwise
from typing import Final

from kernel.refusals import Refusal, RefusalKind

_USERNAME: Final = re.compile(r"[a-z0-9][a-z0-9._-]{2,29}")
_PIN: Final = re.compile(r"[0-9]{4,8}")


class MalformedUsername(Refusal):
    """The user name cannot be used."""

    code, kind = "malformed-username", RefusalKind.MALFORMED


class MalformedPin(Refusal):
    """The PIN cannot be used."""

    code, kind = "malformed-pin", RefusalKind.MALFORMED


def username_of(text: str) -> str:
    """Return the one form of a user name: lower case.

    Raises:
        MalformedUsername: not 3 to 30 letters, digits, dots, dashes or underscores, the first a letter or digit.
    """
    name = text.lower()
    if not _USERNAME.fullmatch(name):
        raise MalformedUsername(
            "No account was opened. A user name has 3 to 30 letters a-z, digits, dots, dashes or underscores."
        )
    return name


def require_pin_form(pin: str) -> None:
    """Refuse what is no PIN, and those that everybody guesses first: one digit repeated, or digits in a row.

    Raises:
        MalformedPin: not 4 to 8 digits, or too easy.
    """
    if not _PIN.fullmatch(pin):
        raise MalformedPin("The PIN was not changed. A PIN is 4 to 8 digits.")
    steps = {int(right) - int(left) for left, right in pairwise(pin)}
    if len(steps) == 1 and steps <= {-1, 0, 1}:
        raise MalformedPin("The PIN was not changed. This one is too easy to guess.")
