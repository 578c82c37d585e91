"""The interface, asked within this process: the same views, with the same guard, throttles, permissions and refusals.

A page sends what any program could send over HTTP, with the token of the member of the staff whose cookie it got. Nothing
else is passed on of the browser's request but where it came from: no cookie, and no header of its own choice.

Source: docs/adr/0062-pages.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

import orjson
from django.conf import settings
from django.core.handlers.exception import convert_exception_to_response
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import resolve
from django.utils import translation

from rest.request_guard import RequestGuard
from rest.utf8_request import Utf8Request

ROOT: Final = "/api/v1"
JSON: Final = "application/json"

_READING: Final = frozenset({"GET", "HEAD"})
_PASSED_ON: Final = frozenset(
    [
        *("REMOTE_ADDR", "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_HOST", "HTTP_USER_AGENT"),
        *("SERVER_NAME", "SERVER_PORT", "SERVER_PROTOCOL", "SCRIPT_NAME", "wsgi.url_scheme"),
    ]
)
"""What of a browser's request says where it came from, and to which of our names."""


class Answer(NamedTuple):
    """What the interface answered."""

    status: int
    media_type: str
    content: bytes
    headers: Mapping[str, str]

    @property
    def document(self) -> Any:
        """The JSON of the answer; None where there is no body."""
        return orjson.loads(self.content) if self.content else None


class ProblemAnswered(Exception):  # noqa: N818  a refusal of the interface is no error of ours
    """The interface refused: `document` is its problem (RFC 9457)."""

    def __init__(self, answer: Answer) -> None:
        """Keep the problem."""
        super().__init__(answer.document["code"])
        self.status = answer.status
        self.document: dict[str, Any] = answer.document

    @property
    def code(self) -> str:
        """The code of the refusal."""
        return str(self.document["code"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One request to the interface."""

    method: str
    path: str
    """Below `/api/v1`."""
    query: Mapping[str, str] | None = None
    body: Mapping[str, Any] | bytes | None = None
    media_type: str = JSON
    key: str | None = None
    """The idempotency key of what may be done once."""


class Interface:
    """The interface as the browser behind a request may use it."""

    def __init__(self, request: HttpRequest, *, authorization: str | None) -> None:
        """Ask with these credentials, from where the request came."""
        self._request = request
        self._authorization = authorization

    def get(self, path: str, **query: str) -> Any:
        """Return the document at a path.

        Raises:
            ProblemAnswered: the interface refused.
        """
        return self.send(Call(method="GET", path=path, query=query)).document

    def send(self, call: Call) -> Answer:
        """Send a request, and return what was answered. Only a browser's POST, which no other site can send, changes.

        Raises:
            ProblemAnswered: the interface refused.
        """
        assert call.method in _READING or self._request.method == "POST", "a page that is read changes nothing"
        return _whole(self._ask(call))

    def stream(self, path: str) -> StreamingHttpResponse:
        """Return a file at a path, whose bytes come piece by piece.

        Raises:
            ProblemAnswered: the interface refused.
        """
        response = self._ask(Call(method="GET", path=path))
        if isinstance(response, HttpResponse):
            _whole(response)
        assert isinstance(response, StreamingHttpResponse), "only a refusal is not"
        return response

    def _ask(self, call: Call) -> HttpResponse | StreamingHttpResponse:
        # The words of the interface are its own, whatever the page's language is.
        with translation.override(settings.LANGUAGE_CODE):
            response = _answered(self._environment_request(call))
        assert isinstance(response, HttpResponse | StreamingHttpResponse), "an answer of the interface is one of both"
        return response

    def _environment_request(self, call: Call) -> WSGIRequest:
        """Write the request as a web server would."""
        body = call.body if isinstance(call.body, bytes) else b"" if call.body is None else orjson.dumps(call.body)
        environ = {name: value for name, value in self._request.META.items() if name in _PASSED_ON}
        environ |= {
            "REQUEST_METHOD": call.method,
            "PATH_INFO": ROOT + call.path,
            "QUERY_STRING": urlencode(call.query or {}),
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": BytesIO(body),
        }
        if body:
            environ["CONTENT_TYPE"] = call.media_type
        if self._authorization is not None:
            environ["HTTP_AUTHORIZATION"] = self._authorization
        if call.key is not None:
            environ["HTTP_IDEMPOTENCY_KEY"] = call.key
        return Utf8Request(environ)


def _whole(response: HttpResponse | StreamingHttpResponse) -> Answer:
    """Return an answer whose body was read to its end; one that refuses is raised."""
    answer = Answer(
        response.status_code,
        response.headers.get("Content-Type", "").partition(";")[0],
        response.getvalue(),
        dict(response.headers),
    )
    if answer.status >= 400:  # noqa: PLR2004  from here on, an answer is a refusal
        raise ProblemAnswered(answer)
    return answer


def _viewed(request: HttpRequest) -> HttpResponseBase:
    """Answer by the view that the path names, past the guard, as Django's handler does."""
    match = request.resolver_match = resolve(request.path_info)
    refused = _GUARD.process_view(request, match.func, match.args, match.kwargs)
    if refused is not None:
        return refused
    response: HttpResponseBase = match.func(request, *match.args, **match.kwargs)
    render = getattr(response, "render", None)
    return response if render is None else render()


_GUARD: Final = RequestGuard(_viewed)
_answered: Final = convert_exception_to_response(_GUARD)
"""What a view raises becomes the same problem as over HTTP, and a defect the same event."""
