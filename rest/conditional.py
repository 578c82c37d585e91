"""Public answers that anybody may keep for a while, and ask about again without being sent them again."""

import hashlib

from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from rest_framework.request import Request

from rest.renderers import answer


def public_answer(request: Request, document: object, *, fresh_seconds: int) -> HttpResponseBase:
    """Answer with `document`, or with 304 where the caller has it already (`If-None-Match`).

    Caches, shared ones too, may show it for `fresh_seconds` without asking. Its ETag is the digest of its bytes, so
    that it is the same on every server.
    """
    response = answer(document, status=200)
    etag = quote_etag(hashlib.sha256(response.content).hexdigest())
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = f"public, max-age={fresh_seconds}"
    conditional = get_conditional_response(request._request, etag=etag, response=response)  # noqa: SLF001  Django's own
    assert conditional is not None, "an answer was given"
    return conditional
