"""The way of a request that is a step of a round: DRF's, by the shortest path through it."""

from typing import Any

from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.request import Request
from rest_framework.views import APIView

from rest.bare import bare
from rest.renderers import JsonBody, read_json


class StepView(APIView):
    """A view on the hot path: DRF's, less what the two steps of a round have no use for.

    There is one version of the interface, one form of an answer and no throttle on play (regulation limits are the
    operations' affair), so nothing is negotiated. Who calls is asked as everywhere.
    """

    def initial(self, request: Request, *_: Any, **__: Any) -> None:
        """Refuse a caller without a token of ours."""
        self.perform_authentication(request)
        self.check_permissions(request)


def document_of(request: Request) -> Any:
    """Return the JSON document that was sent, an empty object where nothing was.

    Raises:
        UnsupportedMediaType: something else than JSON was sent.
        ParseError: not JSON.
        DuplicateMember: an object has a member twice.
    """
    asked = bare(request)
    if not asked.body:
        return {}
    if asked.content_type != JsonBody.media_type:
        raise UnsupportedMediaType(asked.content_type or "")
    return read_json(asked.body)
