"""Django's cache in Redis, with values as JSON. Whoever writes to Redis can change a value, and have nothing executed.

Django's own serializer unpickles, which runs whatever the value says.
"""

from __future__ import annotations

import json
from typing import Any, Final

import structlog
from django.core.cache.backends.redis import RedisCache, RedisCacheClient

from kernel.serving import served_cell

_log: Final = structlog.get_logger("reddog_platform.json_cache")


def key_of_the_cell(key: str, prefix: str, version: int) -> str:
    """Return the key in Redis of a cache's key. It begins with the cell that is served."""
    return f"{served_cell().redis_prefix}{prefix}:{version}:{key}"


class JsonSerializer:
    """Write values as JSON, and read nothing else."""

    def dumps(self, value: object) -> bytes:
        """Return a value as JSON.

        Raises:
            TypeError: JSON has no such value.
        """
        return json.dumps(value, allow_nan=False).encode()

    def loads(self, stored: bytes) -> Any:
        """Return the value in what is stored.

        Raises:
            ValueError: it is not JSON.
        """
        return json.loads(stored.decode())


class JsonCacheClient(RedisCacheClient):
    """Redis as a cache, in which a value that is not JSON is absent. It does not retry: by default, Redis's client does."""

    def __init__(self, servers: Any, **options: Any) -> None:
        """Load Redis's client, which takes a tenth of a second: a process that asks for no value does without it."""
        from redis.backoff import NoBackoff  # noqa: PLC0415  see above
        from redis.retry import Retry  # noqa: PLC0415  the same

        super().__init__(servers, retry=Retry(NoBackoff(), 0), **options)

    def get(self, key: Any, default: Any) -> Any:
        """Return the value of a key, `default` where there is none or where it is not JSON."""
        return self._value(key, self.get_client(key).get(key), default)

    def get_many(self, keys: Any) -> dict[Any, Any]:
        """Return the values of those keys that have one."""
        absent = object()
        found = zip(keys, self.get_client(None).mget(keys), strict=True)
        values = {key: self._value(key, stored, absent) for key, stored in found}
        return {key: value for key, value in values.items() if value is not absent}

    def _value(self, key: str, stored: Any, default: Any) -> Any:
        if stored is None:
            return default
        try:
            return self._serializer.loads(stored)  # type: ignore[attr-defined]  # the stubs lack it
        except (ValueError, RecursionError):
            # Not the value: it is a stranger's, and of any length.
            _log.warning("cache-value-refused", key=key, reason="not JSON")
            return default


class JsonCache(RedisCache):
    """The cache of the settings."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        """Take the serializer, which no setting can replace."""
        super().__init__(server, params)
        self._class = JsonCacheClient
        self._options["serializer"] = JsonSerializer  # type: ignore[attr-defined]  # the same
