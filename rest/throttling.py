"""Throttles against guessing and flooding, by account and by address. They decide nothing about money.

The steps of a round are counted by each process for itself, in a microsecond (`require_step_allowed`). All else is
counted in Redis, which costs one round trip a request and holds for all processes together. While Redis is down, each
process counts for itself: then a limit holds as often as there are processes.

A view counts a request after it has looked up the token. So that tokens which are none cost no unlimited number of
look-ups, requests with a token are counted before that, too (`require_token_allowed`).
"""

import time
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import UUID

import redis
import structlog
from django.conf import settings
from rest_framework.exceptions import Throttled
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from kernel.serving import own_cell
from rest.caller import account_of
from rest.client_ip import address_of, client_ip
from rest.rate_limiter import RateLimiter
from rest.trusted_proxies import caller_keys

if TYPE_CHECKING:
    # Views import their default throttle, which is this one.
    from rest_framework.views import APIView

_WITHOUT_REDIS_SECONDS: Final = 5.0
"""So long Redis is not asked after it did not answer: no request waits for it meanwhile."""

_PLAY: Final = "play"
_BEARER: Final = "token"
_log = structlog.get_logger("rest.throttling")

_Limit = tuple[int, int]
"""A count, and a window in seconds."""


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
        counts = _address_counts(scope, limits["address"], client_ip(request)) if "address" in limits else ()
        account = account_of(request)
        own = [_Count(scope, "account", account, *limits["account"])] if account and "account" in limits else []
        # Only what passed counts for the network: an address that floods takes nothing from its neighbours.
        self._wait_seconds = _wait_seconds([*own, *counts[:1]]) or _wait_seconds(counts[1:])
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
    wait = _limiter(_PLAY, "account", limits["account"]).wait_seconds(session_id) or _address_wait_seconds(
        _PLAY, limits["address"], address_of(meta)
    )
    if wait:
        raise Throttled(wait)


def require_token_allowed(meta: Mapping[str, Any]) -> None:
    """Refuse a request with a token, valid or not, if its address sends too many. Each process counts for itself.

    Raises:
        Throttled: nothing was done.
    """
    limits = settings.REDDOG_THROTTLES.get(_BEARER)
    if limits is None or "HTTP_AUTHORIZATION" not in meta:
        return
    wait = _address_wait_seconds(_BEARER, limits["address"], address_of(meta))
    if wait:
        raise Throttled(wait)


# Every step asks.
@lru_cache(maxsize=4096)
def _address_counts(scope: str, limit: _Limit, address: str) -> tuple[_Count, ...]:
    """Return what is counted of an address, the narrowest first."""
    count_max, window_seconds = limit
    return tuple(
        _Count(scope, "address", key, count_max * addresses, window_seconds) for key, addresses in caller_keys(address)
    )


def _address_wait_seconds(scope: str, limit: _Limit, address: str) -> float:
    """Count a request by its address in this process; return how long to wait, and 0 within the limits."""
    for count in _address_counts(scope, limit, address):
        if wait := _limiter_of(count).wait_seconds(count.key):
            return wait
    return 0.0


def _wait_seconds(counts: Sequence[_Count]) -> float:
    """Count in Redis, or in this process while it is away; return how long to wait, and 0 within the limits."""
    if counts and time.monotonic() >= _RedisState.away_until:
        try:
            return _wait_ms(counts) / 1000
        except redis.RedisError as error:
            _log.warning("throttles-count-in-this-process", reason=str(error))
            _RedisState.away_until = time.monotonic() + _WITHOUT_REDIS_SECONDS
    return max(
        (_limiter_of(count).wait_seconds(count.key) for count in counts),
        default=0.0,
    )


def _wait_ms(counts: Sequence[_Count]) -> int:
    """Count in Redis, in one round trip; return the longest time to wait in milliseconds, and 0 within the limits.

    A value that is no count of ours, or that never expires, is removed, and its window begins anew. There is no script:
    the role of web processes in Redis may run none (deploy/redis-users.acl).
    """
    try:
        counted = _transaction(counts)
    except redis.ResponseError:
        counted = []
    if not counted or any(left_ms < 0 for _, left_ms in counted):
        _log.warning("throttle-value-refused", scope=counts[0].scope)
        _client().delete(*map(_redis_key, counts))
        counted = _transaction(counts)
    return max(
        (max(left_ms, 1) for count, (taken, left_ms) in zip(counts, counted, strict=True) if taken > count.count_max),
        default=0,
    )


def _transaction(counts: Sequence[_Count]) -> list[tuple[int, int]]:
    """Count one request for each; return how many there are in its window, and how many milliseconds are left of it."""
    with _client().pipeline(transaction=True) as together:
        for count in counts:
            # A window begins with its first request.
            together.set(_redis_key(count), 0, px=count.window_seconds * 1000, nx=True)
            together.incr(_redis_key(count))
            together.pttl(_redis_key(count))
        answers = together.execute()
    return list(zip(answers[1::3], answers[2::3], strict=True))


def _redis_key(count: _Count) -> str:
    # Counted over all cells that a web server serves: else each cell would be more guesses, and whose limit is spent would tell
    # in which cell a user name is. An account is of one cell.
    return f"{own_cell().redis_prefix}throttle:{count.scope}:{count.by}:{count.key}"


def _limiter_of(count: _Count) -> RateLimiter:
    return _limiter(count.scope, count.by, (count.count_max, count.window_seconds))


@cache
def _limiter(scope: str, by: str, limit: _Limit) -> RateLimiter:  # noqa: ARG001  a limiter for each
    return RateLimiter(*limit)


@cache
def _client() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=0.5, socket_connect_timeout=0.5)
