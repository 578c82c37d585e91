"""The query of a request: which members an endpoint declares, what is wrong with one, and reading it."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from django.http import HttpRequest
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from rest.fields import UNKNOWN_MEMBER
from rest.json_duplicates import DuplicateMember

# The function that serves a method, if its name is not the method's.
_HANDLERS: Final = {"head": "get"}


@cache
def declared_members(view: Callable[[], APIView], method: str) -> frozenset[str]:
    """Return the query members that a view's `@extend_schema(parameters=...)` declares for a method.

    The declaration that makes the published schema is the only one: what it does not name is refused before any view
    runs (`rest/request_guard.py`), so no view can read a member that is not published.
    """
    extended = getattr(getattr(view, method), "kwargs", {}).get("schema")
    if extended is None:
        return frozenset()
    # The schema asks its view for the version of the interface, of which there is one.
    schema = extended()
    schema.view = view()
    schema.view.request, schema.view.kwargs = None, {}
    return frozenset(name for parameter in schema.get_override_parameters() for name in _names(parameter))


def query_error(request: HttpRequest, view: type[APIView] | None) -> Exception | None:
    """Return what is wrong with a query: a member that the view does not declare, or one that occurs twice."""
    method = (request.method or "").lower()
    method = _HANDLERS.get(method, method)
    # Pages outside the interface read their own query. A view itself refuses a method that it does not have.
    if view is None or not hasattr(view, method):
        return None
    unknown = request.GET.keys() - declared_members(view, method)  # type: ignore[arg-type]  # a class is hashable
    if unknown:
        return serializers.ValidationError({name: [UNKNOWN_MEMBER] for name in sorted(unknown)})
    for name, values in request.GET.lists():
        if len(values) > 1:
            return DuplicateMember(f"Nothing was done. Send `{name}` once.", member=name)
    return None


def read_query(query: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """Return the members of the request's query that a serializer has, validated. Paging is read beside it.

    Raises:
        ValidationError: a member is missing or wrong.
    """
    serializer = query(data=_members_of(query, request.query_params.dict()))
    serializer.is_valid(raise_exception=True)
    members: dict[str, Any] = serializer.validated_data
    return members


def _names(parameter: OpenApiParameter | type[serializers.Serializer[Any]]) -> tuple[str, ...]:
    if isinstance(parameter, OpenApiParameter):
        return (parameter.name,) if parameter.location == OpenApiParameter.QUERY else ()
    return tuple(map(str, parameter().fields))


def _members_of(query: type[serializers.Serializer[Any]], sent: Mapping[str, Any]) -> dict[str, Any]:
    return {name: sent[name] for name in map(str, query().fields) if name in sent}
