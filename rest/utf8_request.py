"""A request that is read as UTF-8, whatever charset its Content-Type names."""

from collections.abc import MutableMapping
from typing import Any

from django.core.handlers.wsgi import WSGIRequest
from django.utils.http import parse_header_parameters


class Utf8Request(WSGIRequest):
    """Django's request, which lets no client choose the codec of its query.

    Django decodes the query by the charset of the body, while it makes the request and before any middleware runs. A
    codec that is none for text would fail there. One that writes characters in other bytes would pass a NUL by the
    guard. The interface is JSON in UTF-8, and so is its query.

    A handler takes it as its `request_class`.
    """

    def _set_content_type_params(self, meta: MutableMapping[str, Any]) -> None:
        """Read the Content-Type without setting `encoding`. A header that cannot be read is none."""
        try:
            self.content_type, self.content_params = parse_header_parameters(meta.get("CONTENT_TYPE", ""))
        except ValueError:
            # DRF reads the header once more, and would fail in the same way.
            meta["CONTENT_TYPE"] = ""
            self.content_type, self.content_params = "", {}
