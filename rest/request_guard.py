"""Refuse requests that no view can use, before a view sees them."""

from collections.abc import Callable, Sequence
from typing import Any

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from rest_framework.exceptions import Throttled

from rest.query import query_error
from rest.refusal_response import refusal_response
from rest.throttling import require_token_allowed

Handler = Callable[[HttpRequest], HttpResponseBase]


class RequestGuard:
    """Refuse a request to another host, with a NUL in its address, a query that its endpoint does not take, or too many.

    Too many are those with a token, by address, before the token is looked up.
    """

    def __init__(self, get_response: Handler) -> None:
        """Store the handler of the requests that pass."""
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Refuse a host that is not ours, and a NUL in the address, which PostgreSQL cannot keep."""
        request.get_host()
        if "\0" in request.path or "%00" in request.META["QUERY_STRING"]:
            raise SuspiciousOperation("NUL in the address")
        return self._get_response(request)

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponseBase],
        args: Sequence[Any],  # noqa: ARG002  Django's signature
        kwargs: dict[str, Any],  # noqa: ARG002  the same
    ) -> HttpResponseBase | None:
        """Refuse too many tokens of one address, query members that the endpoint does not declare, and repeated ones.

        If a misspelt filter were ignored, it would show everybody's rows in place of one player's.
        """
        try:
            require_token_allowed(request.META)
        except Throttled as refusal:
            return refusal_response(refusal, request)
        if not request.META["QUERY_STRING"]:
            return None
        error = query_error(request, getattr(view, "cls", None))
        return None if error is None else refusal_response(error, request)
