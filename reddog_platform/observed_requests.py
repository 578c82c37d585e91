"""The outermost middleware: a request's id, its time, and its span in a trace."""

import time
from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from telemetry.metrics import OTHER, observe_request
from telemetry.request_ids import HEADER, begin_request, working_on
from telemetry.traces import end_request_span, request_span

Handler = Callable[[HttpRequest], HttpResponseBase]


class ObservedRequests:
    """Name each request, and time it by the pattern of its path."""

    def __init__(self, get_response: Handler) -> None:
        """Store the handler of requests."""
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request, with its id in the header."""
        begun, method = begin_request(request.META), request.method or OTHER
        with working_on(begun.id), request_span(request.META, method) as span:
            response = self._get_response(request)
            match = request.resolver_match
            route = OTHER if match is None else f"/{match.route}"
            end_request_span(span, route, response.status_code)
        response[HEADER] = begun.id
        observe_request(route, method, response.status_code, time.perf_counter() - begun.started_seconds)
        return response
