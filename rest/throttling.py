"""Throttles against guessing and flooding, by account and by address. They decide nothing about money.

The steps of a round are counted by each process for itself, in a microsecond (`require_step_allowed`). All else is
counted in Redis, which costs one round trip a request and holds for all processes together. While Redis is down, each
process counts for itself: then a limit holds as often as there are processes.
"""

import time
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import UUID

import redis
import structlog
from django.conf import settings
from redis.commands.core import Script
from rest_framework.exceptions import Throttled
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from rest.caller import account_of
from rest.client_ip import address_of, client_ip
from rest.rate_limiter import RateLimiter
from rest.trusted_proxies import caller_key

if TYPE_CHECKING:
    # Views import their default throttle, which is this one.
    from rest_framework.views import APIView

# Counts a request in the current window of each key; a window begins with its first request. Returns the longest time to
# wait, in milliseconds, and 0 where every count is within its limit.
_COUNT: Final = """
local wait = 0
for number, key in ipairs(KEYS) do
  local count = redis.call('INCR', key)
  if count == 1 then redis.call('PEXPIRE', key, ARGV[2 * number]) end
  if count > tonumber(ARGV[2 * number - 1]) then wait = math.max(wait, redis.call('PTTL', key), 1) end
end
return wait
"""

_WITHOUT_REDIS_SECONDS: Final = 5.0
"""So long Redis is not asked after it did not answer: no request waits for it meanwhile."""

_PLAY: Final = "play"
_log = structlog.get_logger("rest.throttling")


class _Count(NamedTuple):
    """What is counted of a request, and its limit."""

    scope: str
    by: str
    """`account` or `address`."""
    key: str
    count_max: int
    window_seconds: int


class _RedisState:
    """Until when Redis is not asked, on the clock of `time.monotonic`."""

    away_until = 0.0


class Throttle(BaseThrottle):
    """At most so many requests of a view's `throttle_scope` from one account, and from one address, in a window.

    A view without that attribute is of the scope `read` for methods that change nothing, else of `change`.
    `settings.REDDOG_THROTTLES` gives each scope its limits: `account` and `address`, each a count and a window in
    seconds. What it does not name is not throttled.
    """

    def __init__(self) -> None:
        """Begin without a time to wait."""
        self._wait_seconds = 0.0

    def allow_request(self, request: Request, view: "APIView") -> bool:
        """Count the request, and return whether it is within the limits."""
        scope = getattr(view, "throttle_scope", None) or ("read" if request.method in SAFE_METHODS else "change")
        limits = settings.REDDOG_THROTTLES.get(scope)
        if limits is None:
            return True
        callers = {"account": account_of(request), "address": caller_key(client_ip(request))}
        keys = [(by, callers[by], limit) for by, limit in limits.items()]
        self._wait_seconds = _wait_seconds(
            [_Count(scope, by, key, *limit) for by, key, limit in keys if key is not None]
        )
        return self._wait_seconds == 0

    def wait(self) -> float | None:
        """Return how many seconds are left of the window."""
        return self._wait_seconds


def require_step_allowed(meta: Mapping[str, Any], session_id: UUID) -> None:
    """Refuse a step of a round if its session, or its address, takes too many. Each process counts for itself.

    Raises:
        Throttled: nothing was done.
    """
    limits = settings.REDDOG_THROTTLES.get(_PLAY)
    if limits is None:
        return
    wait = _limiter(_PLAY, "account", limits["account"]).wait_seconds(session_id) or _limiter(
        _PLAY, "address", limits["address"]
    ).wait_seconds(caller_key(address_of(meta)))
    if wait:
        raise Throttled(wait)


def _wait_seconds(counts: Sequence[_Count]) -> float:
    """Count in Redis, or in this process while it is away; return how long to wait, and 0 within the limits."""
    if time.monotonic() >= _RedisState.away_until:
        keys = [f"throttle:{count.scope}:{count.by}:{count.key}" for count in counts]
        limits = [number for count in counts for number in (count.count_max, count.window_seconds * 1000)]
        try:
            return int(_script()(keys=keys, args=limits)) / 1000
        except redis.RedisError as error:
            _log.warning("throttles-count-in-this-process", reason=str(error))
            _RedisState.away_until = time.monotonic() + _WITHOUT_REDIS_SECONDS
    return max(
        (
            _limiter(count.scope, count.by, (count.count_max, count.window_seconds)).wait_seconds(count.key)
            for count in counts
        ),
        default=0.0,
    )


@cache
def _limiter(scope: str, by: str, limit: tuple[int, int]) -> RateLimiter:  # noqa: ARG001  a limiter for each
    return RateLimiter(*limit)


@cache
def _script() -> Script:
    client = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=0.5, socket_connect_timeout=0.5)
    return client.register_script(_COUNT)
