"""A throttle against guessing and flooding. It costs one Redis round trip a request, and decides nothing about money.

While Redis is down every request passes, with a warning in the log: play must go on.
"""

from functools import cache
from typing import Final

import redis
import structlog
from django.conf import settings
from redis.commands.core import Script
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

# Counts a request in the current window; the window begins with its first request.
_COUNT: Final = """
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}
"""
_log = structlog.get_logger("rest.throttling")


class AddressThrottle(BaseThrottle):
    """At most so many requests of a view's `throttle_scope` from one address in a window.

    `settings.REDDOG_THROTTLES` gives each scope its count and its window in seconds; a scope that it does not name
    is not throttled.
    """

    def __init__(self) -> None:
        """Begin without a time to wait."""
        self._wait_seconds: float | None = None

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count the request, and return whether it is within the limit."""
        scope = view.throttle_scope  # type: ignore[attr-defined]  # views that name this class have one
        limit = settings.REDDOG_THROTTLES.get(scope)
        if limit is None:
            return True
        count_max, window_seconds = limit
        try:
            count, left_ms = _script()(
                keys=[f"throttle:{scope}:{self.get_ident(request)}"], args=[window_seconds * 1000]
            )
        except redis.RedisError as error:
            _log.warning("throttle-let-pass", scope=scope, reason=str(error))
            return True
        self._wait_seconds = left_ms / 1000
        return int(count) <= count_max

    def wait(self) -> float | None:
        """Return how many seconds are left of the window."""
        return self._wait_seconds


@cache
def _script() -> Script:
    client = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=0.5, socket_connect_timeout=0.5)
    return client.register_script(_COUNT)
