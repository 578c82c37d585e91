"""The view of the two requests that play a round: from Django's request to its answer, without DRF between them."""

from typing import Any, Final
from uuid import UUID

import orjson
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.exceptions import NotAuthenticated, UnsupportedMediaType
from rest_framework.views import APIView

from players.api.authentication import SignedTokenAuthentication, bearer_session_id
from rest.permissions import HasPlayersToken
from rest.refusal_response import refusal_response
from rest.renderers import JsonParser, JsonRenderer, read_json
from rest.throttling import require_step_allowed

_ALLOWED: Final = "POST, OPTIONS"


class StepView(APIView):
    """A view of POST alone, which a subclass's `post` answers to the bearer of a player's token.

    It negotiates nothing: the interface has one version and one media type. Its throttle counts in this process, so
    that a step makes no round trip for it. DRF describes the view in the schema, and answers all other methods. What it
    would answer to a POST is the same, byte by byte (tests/api/test_step_views.py).
    """

    authentication_classes = (SignedTokenAuthentication,)
    permission_classes = (HasPlayersToken,)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer a POST, or let DRF refuse the method."""
        if request.method != "POST":
            return super().dispatch(request, *args, **kwargs)
        try:
            response = HttpResponse(self.answer(request, **kwargs), status=201, content_type=JsonRenderer.media_type)
        except Exception as failure:  # noqa: BLE001  a defect is raised again
            return self.refusal(request, failure)
        response["Allow"] = _ALLOWED
        return response

    def answer(self, request: HttpRequest, **path: str) -> bytes:
        """Take the step, and return the body of the answer.

        Raises:
            Refusal, APIException: the step was not taken.
            django.db.Error: the database is in trouble.
        """
        session_id = bearer_session_id(request)
        if session_id is None:
            refusal = NotAuthenticated()
            refusal.auth_header = "Bearer"  # type: ignore[attr-defined]  # as DRF's own views set it
            raise refusal
        require_step_allowed(request.META, session_id)
        return orjson.dumps(self.post(request, session_id, **path))

    @staticmethod
    def refusal(request: HttpRequest, failure: Exception) -> HttpResponseBase:
        """Answer what `answer` raised; a defect is raised again."""
        response = refusal_response(failure, request)
        if response is None:
            raise failure
        response["Allow"] = _ALLOWED
        return response

    def post(self, request: HttpRequest, session_id: UUID, **path: str) -> dict[str, object]:
        """Take the step that the request asks for in this session, and return the answer's document."""
        raise NotImplementedError


def json_body(request: HttpRequest) -> Any:
    """Return the JSON document in the body, and an empty object where the body is empty.

    Raises:
        UnsupportedMediaType: the body is not sent as JSON.
        ParseError: not JSON.
        DuplicateMember: an object has a member twice.
    """
    if not request.body:
        return {}
    if request.content_type != JsonParser.media_type:
        raise UnsupportedMediaType(request.content_type or "")
    return read_json(request.body)
