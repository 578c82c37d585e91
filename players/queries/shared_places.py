"""Which sessions were begun on one device, or at one address."""

from collections.abc import Collection
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final
from uuid import UUID

from players.models import Session

_IPV6_PREFIX: Final = 64
"""The network that one household has; the rest of its addresses changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedPlaces:
    """The sessions, of those asked about, that share something with one of another player."""

    device: frozenset[UUID]
    address: frozenset[UUID]


def shared_places(session_id: UUID, others: Collection[UUID]) -> SharedPlaces:
    """Return which of the other sessions share a device or an address with this one. What is not known is not shared."""
    rows = Session.objects.filter(id__in=[session_id, *others])
    places = {row[0]: row[1:] for row in rows.values_list("id", "device__common_digest", "address")}
    device, address = places.pop(session_id, (None, ""))
    line = _line(address)
    return SharedPlaces(
        device=frozenset(other for other, place in places.items() if device is not None and place[0] == device),
        address=frozenset(other for other, place in places.items() if line is not None and _line(place[1]) == line),
    )


def _line(address: str) -> str | None:
    """Return what the addresses of one household have in common; None where none is known."""
    if not address:
        return None
    parsed = ip_address(address)
    if isinstance(parsed, IPv6Address):
        mapped = parsed.ipv4_mapped
        return str(ip_network((parsed, _IPV6_PREFIX), strict=False)) if mapped is None else str(mapped)
    return str(parsed)
