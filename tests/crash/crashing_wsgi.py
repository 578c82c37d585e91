"""The platform's web application with a fuse: a request with an X-Crash header dies where the header says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import connection

from reddog_platform.postgresql import time_limits
from reddog_platform.wsgi import application as platform
from tests.crash.fuse import Fuse, die

if TYPE_CHECKING:
    from collections.abc import Iterable

# A statement that waits for a lock shall still wait when its web process was killed, however long that takes, and its
# record shall not have become too old meanwhile.
time_limits.choose(time_limits.COMMANDS)

ANSWER = "answer"


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    place = environ.get("HTTP_X_CRASH")
    if place is None:
        return platform(environ, start_response)
    if place == ANSWER:
        platform(environ, start_response)
        die()
    with connection.execute_wrapper(Fuse(place)):
        return platform(environ, start_response)
