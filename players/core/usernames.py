"""Players' user names: three to thirty characters."""

from typing import Final

from credentials.core.usernames import canonical_username

_MIN_LENGTH: Final = 3


def player_username(text: str) -> str:
    """Return the one form of a player's user name: lower case.

    Raises:
        MalformedUsername: not 3 to 30 letters, digits, dots, dashes or underscores, the first a letter or a digit.
    """
    return canonical_username(text, min_length=_MIN_LENGTH, nothing_done="No account was opened.")
