"""From where a request came."""

from ipaddress import ip_address

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle


def address_of(request: Request) -> str:
    """Return the caller's address as throttling counts it, behind a proxy too; empty where it is none of the Internet's."""
    told = BaseThrottle().get_ident(request)
    try:
        return str(ip_address(told or ""))
    except ValueError:
        return ""
