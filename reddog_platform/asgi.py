"""What the stream's server serves, `python -m reddog_platform.stream_server`: the events of tables, and its health."""

import asyncio
import os
from collections.abc import Callable
from typing import cast

import django
import structlog
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.db.backends.signals import connection_created
from django.http import HttpRequest
from django.http.response import HttpResponseBase

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reddog_platform.settings")
django.setup(set_prefix=False)

from corsheaders.middleware import CorsMiddleware  # noqa: E402  it reads the settings
from django.middleware.security import SecurityMiddleware  # noqa: E402  the same

from audit import keys, release_watch  # noqa: E402  the same
from audit.key_uses import KeyHolder  # noqa: E402  the same
from reddog_platform import problems  # noqa: E402  the same
from reddog_platform.checks import refuse_to_start_unsound, refuse_without_secret  # noqa: E402  the same
from reddog_platform.health import ALIVE_PATH, READY_PATH, answer_health  # noqa: E402  the same
from reddog_platform.postgresql import time_limits  # noqa: E402  the same
from reddog_platform.postgresql.key_plans import prefer_keys  # noqa: E402  the same
from rest.answer_headers import answer_headers  # noqa: E402  the same
from tables.stream.application import (  # noqa: E402  the same
    Receive,
    Scope,
    Send,
    StreamApplication,
    StreamLimits,
    StreamTimes,
    Surroundings,
)

connection_created.connect(prefer_keys)
time_limits.choose(time_limits.WEB)
refuse_to_start_unsound()
refuse_without_secret()
keys.serve_as(KeyHolder.STREAM)
release_watch.look_at_start("stream")

Handler = Callable[[HttpRequest], HttpResponseBase]

_log = structlog.get_logger("reddog_platform.stream")


class StreamGateway:
    """Answers whoever asks after the health of the process, and lets everybody else to the streams."""

    def __init__(self, application: StreamApplication) -> None:
        """Serve `application`."""
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or follow the life of the server. ASGI's."""
        if scope["type"] == "http" and scope["path"] in {ALIVE_PATH, READY_PATH}:
            # Whether the process is ready, the database says: meanwhile streams go on.
            health = await asyncio.to_thread(answer_health, scope["method"], scope["path"])
            if health is not None:
                headers = [(name.lower().encode(), value.encode()) for name, value in health.headers]
                await send(
                    {"type": "http.response.start", "status": int(health.status.partition(" ")[0]), "headers": headers}
                )
                await send({"type": "http.response.body", "body": health.body, "more_body": False})
                return
        await self._application(scope, receive, send)


def make_application(*, times: StreamTimes, is_leaving: Callable[[], bool] = bool) -> StreamGateway:
    """Return the application of this process, with the limits that the settings name."""
    surroundings = Surroundings(
        middleware=_middleware,
        answer_failure=_answer_failure,
        problem=problems.refusal_document,
        is_leaving=is_leaving,
    )
    limits = StreamLimits(streams_max=settings.REDDOG_STREAMS_MAX, per_address_max=settings.REDDOG_STREAMS_PER_ADDRESS)
    return StreamGateway(StreamApplication(surroundings, times=times, limits=limits))


def _middleware(handler: Handler) -> Handler:
    """Return what stands around each answer, as in the web servers: hosts, TLS, other sites' pages, headers."""
    inner = cast(Handler, SecurityMiddleware(_of_our_host(handler)))
    # They answer at once what is answered at once: nothing is awaited.
    return answer_headers(cast(Handler, CorsMiddleware(inner)) if settings.CORS_ALLOWED_ORIGINS else inner)


def _of_our_host(handler: Handler) -> Handler:
    def answer(request: HttpRequest) -> HttpResponseBase:
        try:
            request.get_host()
        except SuspiciousOperation as refusal:
            return problems.bad_request(request, refusal)
        return handler(request)

    return answer


def _answer_failure(failure: Exception, request: HttpRequest) -> HttpResponseBase:
    answer = problems.handle(failure, {"request": request})
    if answer is None:
        _log.error("defect", exc_info=failure, path=request.path)
        answer = problems.server_error(request)
    return answer
