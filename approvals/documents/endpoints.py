"""The endpoints below /api/v1 with who is answered, read from the URL table and the views' permissions."""

from collections.abc import Iterator
from typing import Final

from django.urls import URLPattern, get_resolver
from rest_framework.views import APIView

from approvals.documents.endpoints_table import Endpoint
from rest.permissions import callers_of

_PREFIX: Final = "api/v1/"
_METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE")


def endpoints() -> Iterator[Endpoint]:
    """Yield every method of every path."""
    for entry in get_resolver().url_patterns:
        path = str(entry.pattern)
        if isinstance(entry, URLPattern) and path.startswith(_PREFIX):
            view = getattr(entry.callback, "view_class", None)
            assert isinstance(view, type), f"{path} has a class"
            assert issubclass(view, APIView), f"{path} is a view of the interface"
            yield from _of_view(path.removeprefix(_PREFIX), view)


def _of_view(path: str, view: type[APIView]) -> Iterator[Endpoint]:
    for method in _METHODS:
        if hasattr(view, method.lower()):
            callers, by_act = callers_of(view, method), getattr(view, "by_act", False)
            yield Endpoint(method=method, path=path, callers=callers, by_act=by_act)
