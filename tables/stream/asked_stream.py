"""What a request for a stream asks for."""

import re
from dataclasses import dataclass
from typing import Final

from django.http import Http404, HttpRequest
from rest_framework.exceptions import MethodNotAllowed, ValidationError

from kernel.ids import ChainId, chain_id
from rest.fields import UNKNOWN_MEMBER
from tables.queries.table_events import BEFORE_FIRST

ROUTE: Final = "/api/v1/tables/<table>/events"
"""The path, as figures name it."""

_PATH: Final = re.compile(r"/api/v1/tables/([^/]+)/events")
_NUMBER: Final = re.compile(r"-1|0|[1-9][0-9]{0,17}")
_AFTER: Final = "after"
_METHODS: Final = frozenset({"GET", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class AskedStream:
    """A table's stream, from the beginning or from where a client left it."""

    table: ChainId
    after: int | None
    """The newest record that the client has, -1 for none; None for one that begins with the snapshot."""


def asked_stream(request: HttpRequest) -> AskedStream:
    """Read a request. A browser that comes again sends `Last-Event-ID`, which therefore counts before `?after=`.

    Raises:
        Http404: there is no such path.
        MethodNotAllowed: a stream is only read.
        ValidationError: the query has another member, or a number is none.
    """
    match = _PATH.fullmatch(request.path)
    table = chain_id(match[1]) if match else None
    if table is None:
        raise Http404
    if request.method not in _METHODS:
        raise MethodNotAllowed(request.method or "")
    unknown = sorted(request.GET.keys() - {_AFTER})
    if unknown:
        raise ValidationError({name: [UNKNOWN_MEMBER] for name in unknown})
    last = request.META.get("HTTP_LAST_EVENT_ID") or request.GET.get(_AFTER)
    if last is None:
        return AskedStream(table, None)
    if not _NUMBER.fullmatch(last):
        raise ValidationError(
            {_AFTER: [f"A whole number from {BEFORE_FIRST} on: the id of the newest event you have."]}
        )
    return AskedStream(table, int(last))
