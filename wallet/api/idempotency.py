"""Reading the Idempotency-Key of a request."""

from django.http import HttpRequest
from drf_spectacular.utils import OpenApiParameter

from wallet.core.idempotency import IdempotentRequest, identify_request

KEY_PARAMETER = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": "^[!-~]{1,128}$"},
    OpenApiParameter.HEADER,
    required=True,
    description="Fresh for each new request, the same when repeating it. 1 to 128 printable ASCII characters.",
)


def read_request(asked: HttpRequest, *, body: bytes | None = None) -> IdempotentRequest:
    """Return the request's key and the hash of its words; `body` stands for its own where that holds a secret.

    Raises:
        IdempotencyKeyMissing, IdempotencyKeyMalformed: nothing was done.
    """
    # Not `headers`, which would be put together from all of META for this one.
    key = asked.META.get("HTTP_IDEMPOTENCY_KEY")
    return identify_request(key, method=asked.method or "", path=asked.path, body=asked.body if body is None else body)
