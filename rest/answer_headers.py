"""A middleware that gives every answer the headers which keep it out of caches, frames and other sites.

It is the outermost one, so that refusals of the middlewares inside have them too. A view may set any of them itself.

Source: docs/security.md.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

Handler = Callable[[HttpRequest], HttpResponseBase]

_UNUSED_FEATURES: Final = (
    *("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer", "microphone", "midi"),
    *("payment", "usb", "xr-spatial-tracking"),
)

ANSWER_HEADERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        # Nearly all answers are personal. Those that everybody may keep say so themselves (rest/http_cache.py).
        "Cache-Control": "no-store",
        # The answers are data: a browser that shows one as a page may load and run nothing for it.
        "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": ", ".join(f"{feature}=()" for feature in _UNUSED_FEATURES),
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
    }
)


def answer_headers(get_response: Handler) -> Handler:
    """Add the headers that an answer does not have yet."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        for name, value in ANSWER_HEADERS.items():
            response.headers.setdefault(name, value)
        if settings.REDDOG_CELLS:
            # A token chooses the cell, so what everybody may keep is not the same for all (reddog_platform/cell_router.py).
            patch_vary_headers(response, ("Authorization",))
        return response

    return answer
