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
class LoginPlace:
    """Where a session was begun. What is not known is None, and shared with nobody."""

    device: bytes | None
    """The digest that a device has for all its players."""
    line: str | None
    """What the addresses of one household have in common."""

    def shares_device(self, other: "LoginPlace") -> bool:
        """Say whether both are on one device."""
        return self.device is not None and self.device == other.device

    def shares_address(self, other: "LoginPlace") -> bool:
        """Say whether both are at one address."""
        return self.line is not None and self.line == other.line


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedPlaces:
    """The sessions, of those asked about, that share something with one of another player."""

    device: frozenset[UUID]
    address: frozenset[UUID]


def shared_places(session_id: UUID, others: Collection[UUID]) -> SharedPlaces:
    """Return which of the other sessions share a device or an address with this one. What is not known is not shared."""
    places = places_of([session_id, *others])
    own = places.pop(session_id, LoginPlace(device=None, line=None))
    return SharedPlaces(
        device=frozenset(other for other, place in places.items() if own.shares_device(place)),
        address=frozenset(other for other, place in places.items() if own.shares_address(place)),
    )


def places_of(session_ids: Collection[UUID]) -> dict[UUID, LoginPlace]:
    """Return where each of these sessions was begun."""
    rows = Session.objects.filter(id__in=session_ids).values_list("id", "device__common_digest", "address")
    return {
        session_id: LoginPlace(device=None if digest is None else bytes(digest), line=_line(address))
        for session_id, digest, address in rows
    }


def _line(address: str) -> str | None:
    """Return what the addresses of one household have in common; None where none is known."""
    if not address:
        return None
    parsed = ip_address(address)
    if isinstance(parsed, IPv6Address):
        mapped = parsed.ipv4_mapped
        return str(ip_network((parsed, _IPV6_PREFIX), strict=False)) if mapped is None else str(mapped)
    return str(parsed)
