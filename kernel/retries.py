"""How long to wait between two attempts."""

from datetime import timedelta


def retry_delay(attempts: int) -> timedelta:
    """Return how long to wait after the n-th failure: one minute, doubled each time, an hour at most."""
    assert attempts >= 1, "nothing failed yet"
    return min(timedelta(minutes=2 ** min(attempts - 1, 10)), timedelta(hours=1))
