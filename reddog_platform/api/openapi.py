"""GET /openapi.json: the interface's description, made beforehand.

Building it takes a third of a second, so a few clients that ask for it could keep a server busy.
"""

from typing import Any, Final

from django.http import HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.utils.http import parse_etags
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from reddog_platform.published_schema import published_schema

_CACHE: Final = "public, max-age=300"


@extend_schema(exclude=True)
class OpenApiView(APIView):
    """Answer everybody."""

    authentication_classes = ()
    permission_classes = ()

    def get(self, request: Request, **_: Any) -> HttpResponseBase:
        """Return the document, or that the client has it already."""
        schema = published_schema()
        known = parse_etags(request.headers.get("If-None-Match", ""))
        response: HttpResponse
        if schema.etag in {etag.removeprefix("W/") for etag in known} or known == ["*"]:
            response = HttpResponseNotModified()
        else:
            response = HttpResponse(schema.document, content_type="application/vnd.oai.openapi+json")
        response["ETag"], response["Cache-Control"] = schema.etag, _CACHE
        return response
