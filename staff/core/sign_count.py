"""Whether a passkey is the one that was enrolled, or a copy of it.

Source: Web Authentication level 3, section 6.1.1.
"""


def moved_on(stored: int, told: int) -> bool:
    """Tell whether a passkey's counter went up; one that does not count tells 0 each time."""
    return told > stored or told == stored == 0
