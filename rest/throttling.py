"""A throttle against guessing and flooding. It costs one Redis round trip a request, and decides nothing about money.

While Redis is down every request passes, with a warning in the log: play must go on.
"""

from functools import cache
from typing import Any

import redis
import structlog
from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

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
            count, left_ms = _count(f"throttle:{scope}:{self.get_ident(request)}", window_ms=window_seconds * 1000)
        except redis.RedisError as error:
            _log.warning("throttle-let-pass", scope=scope, reason=str(error))
            return True
        self._wait_seconds = left_ms / 1000
        return count <= count_max

    def wait(self) -> float | None:
        """Return how many seconds are left of the window."""
        return self._wait_seconds


def _count(key: str, *, window_ms: int) -> tuple[int, int]:
    """Count a request in the current window, which begins with its first request; return the count and the ms left.

    A value that is no count of ours, or that never expires, is removed, and the window begins anew. There is no script:
    the role of web processes in Redis may run none (deploy/redis-users.acl).
    """
    client = _client()
    try:
        _, count, left_ms = _transaction(client, key, window_ms)
    except redis.ResponseError:
        count, left_ms = 0, -1
    if left_ms < 0:
        _log.warning("throttle-value-refused", key=key)
        client.delete(key)
        _, count, left_ms = _transaction(client, key, window_ms)
    return int(count), int(left_ms)


def _transaction(client: redis.Redis, key: str, window_ms: int) -> list[Any]:
    with client.pipeline(transaction=True) as together:
        together.set(key, 0, px=window_ms, nx=True)
        together.incr(key)
        together.pttl(key)
        answers: list[Any] = together.execute()
    return answers


@cache
def _client() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=0.5, socket_connect_timeout=0.5)
