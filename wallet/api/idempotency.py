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


def read_request(request: HttpRequest, *, body: bytes | None = None) -> IdempotentRequest:
    """Return the request's key and hash. `body` replaces its own body if that holds a secret.

    Raises:
        MissingIdempotencyKey, MalformedIdempotencyKey: as `identify_request` says.
    """
    # `request.headers` would copy all of META to read one header.
    key = request.META.get("HTTP_IDEMPOTENCY_KEY")
    return identify_request(
        key, method=request.method or "", path=request.path, body=request.body if body is None else body
    )
