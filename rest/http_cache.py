"""Public answers that caches may keep, with an ETag by which a client asks whether they changed."""

import hashlib

from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from rest_framework.request import Request

from rest.renderers import json_response


def cacheable_response(request: Request, document: object, *, fresh_seconds: int) -> HttpResponseBase:
    """Answer with `document`, or with 304 where the caller has it already (`If-None-Match`).

    Private and shared caches may serve it for `fresh_seconds` without asking. The ETag is the digest of the bytes,
    so every server gives the same one.
    """
    response = json_response(document, status=200)
    etag = quote_etag(hashlib.sha256(response.content).hexdigest())
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = f"public, max-age={fresh_seconds}"
    conditional = get_conditional_response(request._request, etag=etag, response=response)  # noqa: SLF001  Django's own
    assert conditional is not None, "Django returns the response that it was given, or a 304"
    return conditional
