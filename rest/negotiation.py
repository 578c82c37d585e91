"""Content negotiation that always answers with JSON, whatever `Accept` says."""

from collections.abc import Iterable

from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class OnlyJson(BaseContentNegotiation):
    """Take the first parser that fits the body, and the first renderer."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        """Return the JSON parser for a JSON body, or None."""
        media_type = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == media_type), None)

    def select_renderer(
        self,
        request: Request,  # noqa: ARG002  DRF's signature
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,  # noqa: ARG002  DRF's signature
    ) -> tuple[BaseRenderer, str]:
        """Return the JSON renderer."""
        first = next(iter(renderers))
        return first, first.media_type
