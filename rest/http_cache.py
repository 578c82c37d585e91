"""Public answers that caches may keep, with an ETag by which a client asks whether they changed."""

import hashlib
from typing import Final

from django.http.response import HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from rest_framework.request import Request

from rest.renderers import json_response

IMMUTABLE: Final = "public, max-age=31536000, immutable"
"""For an answer that is the same for ever."""
ASK_FIRST: Final = "public, no-cache"
"""For an answer that may be kept, and is only used after asking whether it changed."""


def cacheable_response(request: Request, document: object, *, fresh_seconds: int) -> HttpResponseBase:
    """Answer with `document`, or with 304 where the caller has it already (`If-None-Match`).

    Private and shared caches may serve it for `fresh_seconds` without asking. The ETag is the digest of the bytes,
    so every server gives the same one.
    """
    response = json_response(document, status=200)
    return _conditional(request, response, cache_control=f"public, max-age={fresh_seconds}")


def cacheable_file(request: Request, content: bytes, *, media_type: str, cache_control: str) -> HttpResponseBase:
    """Answer with the bytes of a file, or with 304 where the caller has them already."""
    return _conditional(request, HttpResponse(content, content_type=media_type), cache_control=cache_control)


def _conditional(request: Request, response: HttpResponse, *, cache_control: str) -> HttpResponseBase:
    etag = quote_etag(hashlib.sha256(response.content).hexdigest())
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = cache_control
    conditional = get_conditional_response(request._request, etag=etag, response=response)  # noqa: SLF001  Django's own
    assert conditional is not None, "Django returns the response that it was given, or a 304"
    return conditional
