"""The ASGI application of the stream process: answers `GET /api/v1/tables/{table}/events` with Server-Sent Events.

Source: docs/api.md, "Events of a table"; docs/adr/0041-event-stream.md; https://asgi.readthedocs.io/en/stable/specs/.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import Any, Final

import structlog
from django.core.handlers.asgi import ASGIRequest
from django.db import Error as DatabaseError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from kernel.ids import ChainId
from kernel.refusals import Refusal
from rest.client_ip import address_of, forget_untrusted
from rest.throttling import require_token_allowed
from tables.queries.table_events import events_after
from tables.stream.asked_stream import ROUTE, asked_stream
from tables.stream.caller import SPECTATOR, caller_of, ended_sessions
from tables.stream.database_threads import DatabaseThreads
from tables.stream.frames import HEARTBEAT, MEDIA_TYPE, OPENING, end_frame, record_frame, snapshot_frame
from tables.stream.hub import Hub, Joined
from tables.stream.listening import listen
from tables.stream.stream_admission import StreamAdmission
from tables.stream.subscription import StreamEnd, Subscription
from telemetry import metrics
from telemetry.request_ids import HEADER, begin_request, working_on

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Handler = Callable[[HttpRequest], HttpResponseBase]

_PAGE: Final = 100
_PART_BYTES: Final = 64 * 1024
_OK: Final = 200
_LEAVING_EVERY_SECONDS: Final = 0.25

_log = structlog.get_logger("tables.stream")


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamTimes:
    """How long streams wait, in seconds."""

    heartbeat_seconds: float = 15
    """Without an event, a comment is sent this often."""
    look_seconds: float = 1
    """Without word of a change, tables are looked at this often."""
    session_seconds: float = 60
    """So often it is looked whether players' sessions are still in force."""
    send_seconds: float = 20
    """Who takes nothing of what is sent for so long is cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamLimits:
    """How much one process takes upon itself."""

    streams_max: int
    per_address_max: int
    database_threads: int = 4
    """Each has a session of PostgreSQL; one more listens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What the platform puts around the application."""

    middleware: Callable[[Handler], Handler]
    """What decides about every answer's head: hosts, TLS, headers, other sites."""
    answer_failure: Callable[[Exception, HttpRequest], HttpResponseBase]
    """Answers a refusal, trouble of the database or a defect with a problem."""
    problem: Callable[[Refusal, str], Mapping[str, Any]]
    """The members of a refusal's problem, of a request for this path."""
    is_leaving: Callable[[], bool] = bool
    """Whether this process is about to end."""


class StreamApplication:
    """Streams of all tables. `__call__` is ASGI's."""

    def __init__(self, surroundings: Surroundings, *, times: StreamTimes, limits: StreamLimits) -> None:
        """Ask the database nothing yet, and begin no task: the server's loop does not run."""
        self._around = surroundings
        self._times = times
        self._head = surroundings.middleware(_accept)
        self._admission = StreamAdmission(streams_max=limits.streams_max, per_address_max=limits.per_address_max)
        self._database = DatabaseThreads(limits.database_threads)
        self._hub = Hub(self._database, look_every_seconds=times.look_seconds)
        self._tasks: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or follow the life of the server."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            assert scope["type"] == "http", "the server speaks nothing else"
            await self._answer(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        parts = (self._hub.run, partial(listen, self._hub.wake), self._check_sessions, self._follow_leaving)
        self._tasks.update(asyncio.ensure_future(_kept_running(part)) for part in parts)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self._hub.end()
        for task in self._tasks:
            task.cancel()
        await send({"type": "lifespan.shutdown.complete"})

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = ASGIRequest({**scope, "headers": _plain(scope["headers"])}, BytesIO())
        forget_untrusted(request.META)
        begun = begin_request(request.META)
        with working_on(begun.id):
            head = self._head(request)
            head[HEADER] = begun.id
            status = head.status_code
            try:
                if status == _OK and request.method != "OPTIONS":
                    await self._stream(request, _Way(head, receive, send))
                else:
                    await _send_whole(head, head, send)
            except Exception as failure:  # noqa: BLE001  whatever it is, it is answered as the web servers do
                problem = self._around.answer_failure(failure, request)
                status = problem.status_code
                await _send_whole(problem, head, send)
            metrics.observe_request(ROUTE, request.method or "", status, time.perf_counter() - begun.started_seconds)

    async def _stream(self, request: HttpRequest, way: "_Way") -> None:
        wanted = asked_stream(request)
        require_token_allowed(request.META)
        with self._admission.admit(address_of(request.META)):
            caller = SPECTATOR
            if "HTTP_AUTHORIZATION" in request.META:
                caller = await self._database.ask(partial(caller_of, request))
            subscription = Subscription(table=wanted.table, viewer=caller.chain, session_id=caller.session_id)
            try:
                joined = await self._hub.join(subscription, after=wanted.after)
                await self._run(subscription, joined, way)
            finally:
                self._hub.leave(subscription)

    async def _run(self, subscription: Subscription, joined: Joined, way: "_Way") -> None:
        """Send until either side ends."""
        metrics.count_stream(player=subscription.viewer is not None)
        gone = asyncio.ensure_future(_wait_gone(way.receive, subscription))
        try:
            await way.begin()
            async for frames in self._frames(subscription, joined):
                for part in _parts(frames):
                    await asyncio.wait_for(way.send(part, more=True), self._times.send_seconds)
            if subscription.end is not StreamEnd.SLOW:
                await asyncio.wait_for(way.send(b"", more=False), self._times.send_seconds)
        except TimeoutError:
            subscription.finish(StreamEnd.SLOW)
        except DatabaseError:
            # What comes after the head cannot be answered. The client comes again.
            subscription.finish(StreamEnd.SERVER)
        except Exception:  # noqa: BLE001  a defect: it is logged, and the client comes again
            _log.error("stream-broken", exc_info=True)
            subscription.finish(StreamEnd.DEFECT)
        finally:
            gone.cancel()
            metrics.count_stream_end(subscription.end or StreamEnd.CLIENT)

    async def _frames(self, subscription: Subscription, joined: Joined) -> AsyncIterator[bytes]:
        yield OPENING + snapshot_frame(joined.snapshot)
        async for page in self._gap(subscription.table, *joined.gap):
            yield page
        if joined.kept:
            yield joined.kept
        while True:
            frames = await subscription.frames(timeout_seconds=self._times.heartbeat_seconds)
            if frames is None:
                return
            yield frames or HEARTBEAT

    async def _gap(self, table: ChainId, after: int, until: int) -> AsyncIterator[bytes]:
        """Yield the records (after, until], which only this client lacks, page by page as it takes them."""
        while after < until:
            limit = min(_PAGE, until - after)
            events = await self._database.ask(partial(events_after, table, after=after, limit=limit))
            yield b"".join(map(record_frame, events))
            after += limit

    async def _check_sessions(self) -> None:
        while True:
            await asyncio.sleep(self._times.session_seconds)
            players = [one for one in self._hub.subscriptions() if one.session_id is not None]
            session_ids = {one.session_id for one in players if one.session_id is not None}
            try:
                ended = await self._database.ask(partial(ended_sessions, session_ids)) if session_ids else {}
            except DatabaseError as error:
                # Nobody can act while the database is away; the next look comes.
                _log.warning("sessions-not-read", reason=str(error).strip())
                continue
            for one in players:
                refusal = ended.get(one.session_id) if one.session_id is not None else None
                if refusal is not None:
                    path = ROUTE.replace("<table>", one.table.hex)
                    one.finish(StreamEnd.SESSION, end_frame(self._around.problem(refusal, path)))

    async def _follow_leaving(self) -> None:
        while not self._around.is_leaving():  # noqa: ASYNC110  another process says so, in memory that both have
            await asyncio.sleep(_LEAVING_EVERY_SECONDS)
        self._hub.end()


@dataclass(slots=True)
class _Way:
    """The way to one client."""

    head: HttpResponseBase
    receive: Receive
    to_client: Send

    async def begin(self) -> None:
        await self.to_client({"type": "http.response.start", "status": _OK, "headers": _headers(self.head)})

    async def send(self, frames: bytes, *, more: bool) -> None:
        await self.to_client({"type": "http.response.body", "body": frames, "more_body": more})


def _accept(request: HttpRequest) -> HttpResponseBase:
    """Return the head of a stream, which the middlewares complete."""
    if request.method == "OPTIONS":
        return HttpResponse(status=204, headers={"Allow": "GET, OPTIONS"})
    # A proxy that keeps an answer back until it has some of it would hold up events.
    return HttpResponse(content_type=MEDIA_TYPE, headers={"X-Accel-Buffering": "no"})


def _parts(frames: bytes) -> Iterator[bytes]:
    """Yield frames in parts of a bounded size: the server keeps what it was given until the client takes it."""
    for start in range(0, len(frames), _PART_BYTES):
        yield frames[start : start + _PART_BYTES]


async def _send_whole(response: HttpResponseBase, head: HttpResponseBase, send: Send) -> None:
    """Send an answer that is no stream, with the headers that every answer has."""
    for name, value in head.items():
        if name not in {"Content-Type", "X-Accel-Buffering"}:
            response.headers.setdefault(name, value)
    assert isinstance(response, HttpResponse), "it is whole"
    response["Content-Length"] = str(len(response.content))
    await send({"type": "http.response.start", "status": response.status_code, "headers": _headers(response)})
    await send({"type": "http.response.body", "body": response.content, "more_body": False})


async def _wait_gone(receive: Receive, subscription: Subscription) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    subscription.finish(StreamEnd.CLIENT)


def _headers(response: HttpResponseBase) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in response.items()]


def _plain(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Return the headers without those whose names have `_`, which would pass for the same names with `-`."""
    return [(name, value) for name, value in headers if b"_" not in name]


async def _kept_running(part: Callable[[], Awaitable[None]]) -> None:
    """Run a part of this process, and run it again if a defect ends it: without it, streams would stand still."""
    while True:
        try:
            await part()
        except Exception:  # noqa: BLE001  a defect: it is logged, and the part runs on
            _log.error("part-ended", part=str(part), exc_info=True)
            await asyncio.sleep(1)
        else:
            return
