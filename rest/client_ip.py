"""The IP address that a request came from."""

from ipaddress import ip_address

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle


def client_ip(request: Request) -> str:
    """Return the caller's IP address, as throttling counts it, also behind a proxy; empty where there is none."""
    address = BaseThrottle().get_ident(request)
    try:
        return str(ip_address(address or ""))
    except ValueError:
        return ""
