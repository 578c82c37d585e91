"""Requests that no view can do anything with are refused before any view sees them."""

from collections.abc import Callable

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest
from django.http.response import HttpResponseBase

Handler = Callable[[HttpRequest], HttpResponseBase]


def readable(get_response: Handler) -> Handler:
    """Refuse a request to a host that is not ours, and one whose address has a NUL, which PostgreSQL cannot keep."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        request.get_host()
        if "\0" in request.path or "%00" in request.META["QUERY_STRING"]:
            raise SuspiciousOperation("NUL in the address")
        return get_response(request)

    return answer
