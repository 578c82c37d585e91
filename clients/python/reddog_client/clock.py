"""The clock of this device: the one place that reads it."""

import time


def now_ms() -> int:
    """Return the milliseconds since 1970-01-01 UTC."""
    return time.time_ns() // 1_000_000
