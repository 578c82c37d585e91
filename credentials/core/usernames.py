"""The form of user names, which differs between players and staff only in the shortest length."""

import re
from typing import Final

from kernel.refusals import Refusal, RefusalKind

MAX_LENGTH: Final = 30

_USERNAME: Final = re.compile(r"[a-z0-9][a-z0-9._-]*")


class MalformedUsername(Refusal):
    """The user name cannot be used."""

    code, kind = "malformed-username", RefusalKind.MALFORMED


def canonical_username(text: str, *, min_length: int, nothing_done: str) -> str:
    """Return the one form of a user name: lower case. `nothing_done` begins the refusal's detail.

    Raises:
        MalformedUsername: not `min_length` to 30 letters, digits, dots, dashes or underscores, the first a letter or
            a digit.
    """
    username = text.lower()
    if not (min_length <= len(username) <= MAX_LENGTH and _USERNAME.fullmatch(username)):
        raise MalformedUsername(
            f"{nothing_done} A user name has {min_length} to {MAX_LENGTH} letters a-z, digits, dots, dashes or"
            " underscores."
        )
    return username
