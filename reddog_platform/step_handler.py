"""Django's WSGI handler, with a short way in for the two steps of a round.

A request for a step goes through middlewares that decide the same for all of them: whether host and scheme are ours,
and which headers an answer has. So Django answers the first such request of a process, and its headers are kept; the
next ones that name the same host and scheme go to the view at once. All else is Django's to answer, and so is whatever
a step raises: its middlewares and its log see each refusal and each defect as if they had called the view.

Source: docs/adr/0026-steps-without-detours.md.
"""

import re
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import Error as DatabaseError, connection
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import resolve

from audit.clock import require_right_clock
from kernel.refusals import Refusal
from kernel.serving import own_cell
from reddog_platform.cell_connections import serve_cell
from reddog_platform.cell_router import CellRouter
from reddog_platform.health import answer_health
from reddog_platform.postgresql.held_rows import HeldRows
from reddog_platform.postgresql.trouble import LOCK_WAIT, READING_METHODS, DatabaseUnavailable
from rest.client_ip import forget_untrusted
from rest.refusal_response import refusal_response
from rest.utf8_request import Utf8Request
from telemetry.metrics import observe_request
from telemetry.request_ids import CURRENT, HEADER, begin_request
from telemetry.traces import end_request_span, request_span

if TYPE_CHECKING:
    # Views can be imported only once Django is set up; whoever serves imports this file to set it up.
    from games.api.step_view import StepView

Environ = dict[str, Any]
Headers = list[tuple[str, str]]

_STEP: Final = re.compile(r"/api/v1/(?:games/(?P<game>[a-z0-9-]+)/rounds|rounds/(?P<round_id>[0-9a-f-]+)/actions)")
_EXAMPLES: Final = {"game": "/api/v1/games/a/rounds", "round_id": "/api/v1/rounds/0/actions"}
"""A path of each kind of step, to find its view by."""

_JSON: Final = "application/json"
_LENGTH: Final = re.compile(r"[1-9][0-9]{0,4}")
_CREATED: Final = 201
_OF_ONE_ANSWER: Final = frozenset({"Content-Length", HEADER})
"""Headers that no other answer has."""

_FAILURE: Final = "reddog.failure"
_MAX_ADDRESSES: Final = 64
"""Hosts and schemes that headers are kept for. An installation has a few. A client can write one in many ways."""


class StepHandler(WSGIHandler):
    """The WSGI application."""

    request_class = Utf8Request

    def __init__(self) -> None:
        """Load the middlewares and find the views. No headers are known yet."""
        super().__init__()
        self._views = {name: _view_at(path) for name, path in _EXAMPLES.items()}
        self._routes = {name: f"/{resolve(path).route}" for name, path in _EXAMPLES.items()}
        proxy_header, _ = settings.SECURE_PROXY_SSL_HEADER or (None, None)
        # What decides whether a request is for us and secure, and so the headers of its answer.
        self._address_members = ("HTTP_HOST", "wsgi.url_scheme", *([proxy_header] if proxy_header else []))
        self._held_rows = HeldRows()
        self._router = (
            CellRouter(settings.REDDOG_CELLS, origin=settings.REDDOG_ORIGIN) if settings.REDDOG_CELLS else None
        )
        # An answer names the caller's origin if it is one of these.
        self._origins = frozenset(settings.CORS_ALLOWED_ORIGINS)
        self._headers: dict[tuple[str | None, ...], Headers] = {}

    def __call__(  # type: ignore[override]  # the stubs say what Django's own returns, which is iterable
        self, environ: Environ, start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        """Answer a request. One that may change something is let in only at a right clock, and past no held row."""
        forget_untrusted(environ)
        health = answer_health(environ["REQUEST_METHOD"], environ["PATH_INFO"])
        if health is not None:
            start_response(health.status, health.headers)
            return [health.body]
        if self._router is not None:
            failure = _served_by(self._router, environ)
            if failure is not None:
                environ[_FAILURE] = None, failure
                return super().__call__(environ, start_response)
        if environ["REQUEST_METHOD"] in READING_METHODS:
            return super().__call__(environ, start_response)
        caller = environ.get("HTTP_AUTHORIZATION")
        try:
            _require_right_clock()
            self._held_rows.admit(caller)
        except Refusal as refusal:
            environ[_FAILURE] = None, refusal
            return super().__call__(environ, start_response)
        try:
            return self._answer(environ, start_response)
        finally:
            self._held_rows.leave(caller, waited_in_vain=LOCK_WAIT in environ)

    def _answer(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer a request that may change something: a step by its short way, all else by Django's."""
        step = _plain_step(environ)
        if step is None:
            return super().__call__(environ, start_response)
        address = tuple(environ.get(name) for name in self._address_members)
        if self._origins:
            origin = environ.get("HTTP_ORIGIN")
            address = (*address, origin if origin in self._origins else None)
        headers = self._headers.get(address)
        if headers is None:
            return super().__call__(environ, self._learning(address, start_response))
        name, part = step
        view, begun = self._views[name], begin_request(environ)
        token = CURRENT.set(begun.id)
        try:
            with request_span(environ, "POST") as span:
                try:
                    document = view.answer(_StepRequest(environ), **{name: part})
                except Exception as failure:  # noqa: BLE001  raised again below, where Django answers and logs it
                    environ[_FAILURE] = view, failure
                    return super().__call__(environ, start_response)
                end_request_span(span, self._routes[name], _CREATED)
        finally:
            CURRENT.reset(token)
        # As Django does at the end of a request: a broken or old connection is not kept.
        connection.close_if_unusable_or_obsolete()
        observe_request(self._routes[name], "POST", _CREATED, time.perf_counter() - begun.started_seconds)
        start_response("201 Created", [*headers, (HEADER, begun.id), ("Content-Length", str(len(document)))])
        # A list is sent at once; the server would send any other iterable piece by piece.
        return [document]

    def _get_response(self, request: HttpRequest) -> HttpResponseBase:
        """Answer what was raised before, or else call the view that the address names, as Django does."""
        if _FAILURE not in request.META:
            response: HttpResponseBase = super()._get_response(request)  # type: ignore[misc]  # the stubs lack it
            return response
        view: StepView | None
        view, failure = request.META.pop(_FAILURE)
        if view is not None:
            # As Django notes it before it calls a view.
            request.resolver_match = resolve(request.path)
            return view.refusal(request, failure)
        refusal = refusal_response(failure, request)
        if refusal is None:
            # A defect, which Django logs and answers as that of a view.
            raise failure
        return refusal

    def _learning(self, address: tuple[str | None, ...], start_response: Callable[..., Any]) -> Callable[..., Any]:
        """Return a `start_response` that keeps the headers of a step which was taken."""

        def start(status: str, headers: Headers, *error: Any) -> Any:
            if status == "201 Created":
                if len(self._headers) >= _MAX_ADDRESSES:
                    # Whatever was kept is learned again by its next step.
                    self._headers.clear()
                self._headers[address] = [header for header in headers if header[0] not in _OF_ONE_ANSWER]
            return start_response(status, headers, *error)

        return start


class _StepRequest(HttpRequest):
    """What a step reads of a request: no query, cookies, files or user."""

    def __init__(self, environ: Environ) -> None:
        """Read the body, as long as its announced length."""
        self.META = environ
        self.method = "POST"
        self.path = environ["PATH_INFO"]
        self.content_type = environ["CONTENT_TYPE"]
        self._body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))


def _served_by(router: CellRouter, environ: Environ) -> Exception | None:
    """Serve the cell of a request; return what kept it from being told, and then serve the process's own."""
    # What the last request left would answer this one, if nothing else were chosen.
    serve_cell(own_cell())
    try:
        serve_cell(router.choose(environ))
    except DatabaseError:
        serve_cell(own_cell())
        connection.close()
        return DatabaseUnavailable()
    except Exception as defect:  # noqa: BLE001  raised again where Django answers it
        serve_cell(own_cell())
        return defect
    return None


def _require_right_clock() -> None:
    try:
        require_right_clock()
    except DatabaseError as error:
        connection.close()
        raise DatabaseUnavailable from error


def _view_at(path: str) -> "StepView":
    view: StepView = resolve(path).func.view_class()  # type: ignore[attr-defined]  # as `as_view` leaves it
    return view


def _plain_step(environ: Environ) -> tuple[str, str] | None:
    """Return the name and the value of the path's part, by which views are known; None for an unusual request."""
    match = _STEP.fullmatch(environ["PATH_INFO"])
    if (
        match is None
        or environ["REQUEST_METHOD"] != "POST"
        or environ.get("QUERY_STRING")
        or environ.get("SCRIPT_NAME")
        or environ.get("CONTENT_TYPE") != _JSON
        or not _LENGTH.fullmatch(environ.get("CONTENT_LENGTH", ""))
        or int(environ["CONTENT_LENGTH"]) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    ):
        return None
    name = match.lastgroup
    assert name is not None, "one of the two groups matched"
    return name, match[name]
