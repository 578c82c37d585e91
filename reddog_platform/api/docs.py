"""GET /api/docs: the interface's description as a page."""

from typing import Any, Final

from drf_spectacular.utils import OpenApiParameter, extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response

# The page's scripts come from this host alone. Styles may be inline: the page has some, and so do its pictures.
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class DocsView(SpectacularSwaggerSplitView):
    """Swagger's page. Its script is a request of its own, so that the page needs no inline script."""

    permission_classes = ()
    http_method_names = ("get", "head")
    url = "/api/v1/openapi.json"

    @extend_schema(exclude=True, parameters=[OpenApiParameter("script", str)])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Return the page, or with `script` in the query its script."""
        response: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]  # no types there
        response["Content-Security-Policy"] = _POLICY
        return response
