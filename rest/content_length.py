"""A middleware that sets Content-Length."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

Handler = Callable[[HttpRequest], HttpResponseBase]


def content_length(get_response: Handler) -> Handler:
    """Set Content-Length on answers that have a body. Without it a web server sends each in chunks."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        content = getattr(response, "content", None)
        if content and not response.has_header("Content-Length"):
            response["Content-Length"] = str(len(content))
        return response

    return answer
