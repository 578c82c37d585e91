"""Celery's way to Redis, on which a worker drops what it cannot take from a queue and goes on with the next message.

Whoever can write to Redis can put anything into a queue. kombu's own transport raises what that causes out of the
worker's loop, and the worker ends: for text that is not JSON, and for JSON that is no message. Celery would let a
message say how long its task may run, and a worker stops working at limits that are no numbers.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

import kombu.transport.redis as redis_transport
import structlog
from celery.worker.request import Request
from redis import RedisError

_log = structlog.get_logger("reddog_platform.task_queues")

_NOT_JSON: Final = (ValueError, TypeError, ArithmeticError, RecursionError)
"""What reading text as JSON raises, in which kombu marks dates and decimals."""


class TolerantChannel(redis_transport.Channel):
    """A channel that drops lines which are not JSON."""

    def _brpop_read(self, **options: Any) -> Any:
        try:
            return super()._brpop_read(**options)  # type: ignore[misc]  # the stubs lack it
        except _NOT_JSON as error:
            # Redis has given it away already. Not the line: it is a stranger's, and of any length.
            _log.warning("message-refused", reason=type(error).__name__)
            return True


class TolerantTransport(redis_transport.Transport):
    """A transport that drops messages which nobody can take."""

    Channel = TolerantChannel

    def _deliver(self, message: Any, queue: str | None) -> None:
        try:
            super()._deliver(message, queue)
        except (OSError, RedisError):
            # Redis has gone. Celery connects anew.
            raise
        except Exception as error:  # noqa: BLE001  whatever a message causes that somebody has made up
            _log.warning("message-refused", queue=queue, reason=type(error).__name__)
            self._forget(message)

    def _forget(self, message: Any) -> None:
        """Take a message off the list of those that are worked on: it would count as one that the worker has."""
        for channel in self.channels or ():
            # It may not even have a tag, and at most one channel has taken it.
            with suppress(KeyError, TypeError):
                channel.qos.get(tag := message["properties"]["delivery_tag"])
                channel.basic_reject(tag, requeue=False)


class LimitedRequest(Request):
    """A task that a worker has taken from a queue. What its message says of time limits is not read: ours hold."""

    def __init__(self, message: Any, **options: Any) -> None:
        """Read a message."""
        super().__init__(message, **options)
        self.request_dict.pop("timelimit", None)
        # Those of CELERY_TASK_TIME_LIMIT.
        self.time_limits = (None, None)
