"""Which address a request came from, if proxies stand in front. Only a proxy that we trust is believed.

Each proxy appends to `X-Forwarded-For` the address that it was called from. So the list is read from its end: an entry
is believed while whoever wrote it is trusted. What a caller has put there itself stands before that, and is not read.
"""

from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, NamedTuple

PRIVATE_NETWORKS: Final = ("127.0.0.0/8", "::1/128", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")
"""Where a proxy stands that nobody named: on this machine or in its network, and nowhere on the internet."""

_IPV6_PREFIX: Final = 64
_IPV6_NETWORK_PREFIX: Final = 48
_IPV6_NETWORK_ADDRESSES: Final = 16


# Compared by identity: caches ask for its hash at every request.
@dataclass(frozen=True, eq=False, kw_only=True)
class TrustedProxies:
    """The proxies that are believed."""

    networks: tuple[IPv4Network | IPv6Network, ...]
    """Their addresses. Empty: no proxy stands in front."""
    hops_max: int | None
    """How many of them a request comes through at most; None for as many as are trusted."""

    def trusts(self, address: str) -> bool:
        """Return whether this is a trusted proxy's address."""
        return _is_trusted(self, address)


NO_PROXIES: Final = TrustedProxies(networks=(), hops_max=0)


def trusted_proxies(networks: tuple[str, ...], *, hops_max: int | None) -> TrustedProxies:
    """Return the proxies with addresses in these networks, in CIDR notation.

    Raises:
        ValueError: one is no network.
    """
    return TrustedProxies(networks=tuple(ip_network(network) for network in networks), hops_max=hops_max)


# Every request asks up to three times, mostly about one proxy. Reading an address takes some seven microseconds.
@lru_cache(maxsize=4096)
def _is_trusted(proxies: TrustedProxies, address: str) -> bool:
    parsed = _parsed(address)
    return parsed is not None and any(parsed in network for network in proxies.networks)


@lru_cache(maxsize=4096)
def client_address(proxies: TrustedProxies, peer: str, forwarded_for: str) -> str:
    """Return the IP address of a request's client, empty where there is none.

    `peer` is the address of the connection's other end, `forwarded_for` the header `X-Forwarded-For`.
    """
    address, hops = peer, 0
    entries = [entry.strip() for entry in forwarded_for.split(",")] if forwarded_for else []
    while entries and (proxies.hops_max is None or hops < proxies.hops_max) and proxies.trusts(address):
        address, hops = entries.pop(), hops + 1
    parsed = _parsed(address)
    return "" if parsed is None else str(parsed)


class CallerKey(NamedTuple):
    """By what throttles count an address."""

    key: str
    addresses: int
    """How many times the limit of one address it has."""


def caller_keys(address: str) -> tuple[CallerKey, ...]:
    """Return by what throttles count an address, the narrowest first.

    That is the address itself. Of IPv6, one caller has all of a /64, so that stands for the address. Many a customer is
    given a /48, which has 65,536 of them. A mobile network, on the other hand, gives each telephone a /64 of the same
    /48. So the /48 is counted, too, with the limits of 16 addresses.

    Source: RFC 6177, RFC 7934.
    """
    parsed = _parsed(address)
    if not isinstance(parsed, IPv6Address):
        return (CallerKey(address, 1),)
    return (
        CallerKey(str(ip_network((parsed, _IPV6_PREFIX), strict=False)), 1),
        CallerKey(str(ip_network((parsed, _IPV6_NETWORK_PREFIX), strict=False)), _IPV6_NETWORK_ADDRESSES),
    )


def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    try:
        parsed = ip_address(address)
    except ValueError:
        return None
    return parsed.ipv4_mapped or parsed if isinstance(parsed, IPv6Address) else parsed
