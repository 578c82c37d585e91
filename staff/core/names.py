"""The staff's user names: their form."""

import re
from typing import Final

from kernel.refusals import Refusal, RefusalKind

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9._-]{1,29}")


class MalformedStaffName(Refusal):
    """The user name cannot be used."""

    code, kind = "malformed-username", RefusalKind.MALFORMED


def staff_name(text: str) -> str:
    """Return the one form of a user name: lower case.

    Raises:
        MalformedStaffName: not 2 to 30 letters, digits, dots, dashes or underscores, the first a letter or digit.
    """
    name = text.lower()
    if not _NAME.fullmatch(name):
        raise MalformedStaffName(
            "Nothing was changed. A user name has 2 to 30 letters a-z, digits, dots, dashes or underscores."
        )
    return name
