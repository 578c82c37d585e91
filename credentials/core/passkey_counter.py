"""Whether a passkey's counter shows that it is the enrolled passkey and not a copy.

Source: Web Authentication level 3, section 6.1.1.
"""


def counter_increased(*, stored: int, received: int) -> bool:
    """Return whether the counter went up. A passkey that does not count sends 0 each time, which is accepted."""
    return received > stored or received == stored == 0
