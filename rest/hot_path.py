"""The view of the two requests that play a round, without the parts of DRF that they do not need."""

from typing import Any

from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.request import Request
from rest_framework.views import APIView

from rest.django_request import django_request
from rest.renderers import JsonParser, read_json


class HotPathView(APIView):
    """A view for deal and act: it authenticates and checks permissions, and negotiates and throttles nothing.

    The interface has one version and one media type, and play has no throttle: the limits of responsible gaming are
    checked by the operations.
    """

    def initial(self, request: Request, *_: Any, **__: Any) -> None:
        """Refuse a caller who is not a player."""
        self.perform_authentication(request)
        self.check_permissions(request)


def json_body(request: Request) -> Any:
    """Return the JSON document in the body, and an empty object where the body is empty.

    Raises:
        UnsupportedMediaType: the body is not sent as JSON.
        ParseError: not JSON.
        DuplicateMember: an object has a member twice.
    """
    raw = django_request(request)
    if not raw.body:
        return {}
    if raw.content_type != JsonParser.media_type:
        raise UnsupportedMediaType(raw.content_type or "")
    return read_json(raw.body)
