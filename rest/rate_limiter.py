"""Limits on rates that one process keeps by itself, in bounded memory."""

import threading
import time
from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

_KEYS_MAX: Final = 16_384
"""So many callers are remembered. Of more, those that were heard of least lately begin anew."""


class RateLimiter:
    """Let each key pass `count` times at once, and then as often as that in every `window_seconds`.

    Generic cell rate algorithm: of a key only the instant is kept at which it would have used up what it did at its
    steady rate. Source: ITU-T I.371, annex A.
    """

    def __init__(self, count: int, window_seconds: float) -> None:
        """Begin without keys."""
        self._interval_seconds = window_seconds / count
        self._tolerance_seconds = window_seconds - self._interval_seconds
        self._used_up_at: OrderedDict[Hashable, float] = OrderedDict()
        self._lock = threading.Lock()

    def wait_seconds(self, key: Hashable) -> float:
        """Count a request, and return 0; or return how long to wait, and count nothing."""
        now = time.monotonic()
        with self._lock:
            used_up_at = max(self._used_up_at.get(key, now), now)
            early_seconds = used_up_at - now - self._tolerance_seconds
            # A sum of intervals may be off by its last digit.
            if early_seconds > 1e-9:  # noqa: PLR2004  far below what a clock tells apart
                return early_seconds
            self._used_up_at[key] = used_up_at + self._interval_seconds
            self._used_up_at.move_to_end(key)
            if len(self._used_up_at) > _KEYS_MAX:
                self._used_up_at.popitem(last=False)
            return 0.0
