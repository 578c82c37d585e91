"""The IP address that a request came from."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from rest_framework.request import Request

from rest.django_request import django_request
from rest.trusted_proxies import client_address


def client_ip(request: Request) -> str:
    """Return the caller's IP address, also behind a proxy; empty where there is none."""
    return address_of(django_request(request).META)


def address_of(meta: Mapping[str, Any]) -> str:
    """Return the same of a request's WSGI environment."""
    return client_address(
        settings.REDDOG_PROXIES, meta.get("REMOTE_ADDR") or "", meta.get("HTTP_X_FORWARDED_FOR") or ""
    )


def forget_untrusted(environ: dict[str, Any]) -> None:
    """Remove what only a proxy may tell from a request that comes from none: who called it, and how."""
    if "HTTP_X_FORWARDED_PROTO" not in environ and "HTTP_X_FORWARDED_FOR" not in environ:
        return
    if not settings.REDDOG_PROXIES.trusts(environ.get("REMOTE_ADDR") or ""):
        environ.pop("HTTP_X_FORWARDED_PROTO", None)
        environ.pop("HTTP_X_FORWARDED_FOR", None)
