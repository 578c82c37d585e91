"""What the worker's last look at the installation found, kept where web processes read it.

A web process may not look itself: it has no right to ask the workers, and a look takes seconds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import redis
from django.core.cache import cache

from kernel.instants import rfc3339, to_epoch_ms

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from reddog_platform.diagnostic import Diagnostic

_KEY: Final = "diagnostics"


def store_diagnostics(found: Iterable[Diagnostic], *, now: datetime) -> dict[str, Any]:
    """Keep what a look found, in place of what the one before it found, and return it."""
    items = [
        {"subject": each.subject, "healthy": each.healthy, "finding": each.state, "repair": each.repair}
        for each in found
    ]
    document = {"looked_at": rfc3339(to_epoch_ms(now)), "items": items, "next": None}
    cache.set(_KEY, document, timeout=None)
    return document


def stored_diagnostics() -> dict[str, Any]:
    """Return what the last look found: `looked_at` is None where nobody has looked, or Redis does not answer."""
    nothing: dict[str, Any] = {"looked_at": None, "items": [], "next": None}
    try:
        stored = cache.get(_KEY)
    except redis.RedisError:
        return nothing
    return nothing if stored is None else dict(stored)
