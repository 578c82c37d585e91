"""When failed attempts lock a login where they came from, and everywhere else, and when wrong codes lock a factor.

Failures are counted by account and *origin*: a device that the account is known to use, or else a network. Three lock
the login for that origin alone, so that a stranger locks out nobody but himself. Whoever guesses from many networks
reaches the second bound: after nine failures in a day, no network may try without a second factor. A known device may
always try.

Source: docs/authentication.md, docs/staff.md, docs/adr/0030-a-lock-that-is-no-weapon.md; regulation F22 (GLI-19 2.5.3,
B.2.3).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

MAX_FAILURES: Final = 3
"""Failures in a row, within the window, that lock a login for the origin that they came from."""

WINDOW: Final = timedelta(minutes=30)
"""How long a failure counts against its origin."""

MAX_NETWORK_FAILURES: Final = 9
"""Failures from all networks together, within a day, after which networks need a second factor."""

NETWORKS_WINDOW: Final = timedelta(hours=24)
"""How long a failure counts against all networks."""

UNKNOWN_NETWORK: Final = "unknown"
"""The network of a request without an IP address."""

_IPV4_PREFIX: Final = 24
_IPV6_PREFIX: Final = 64

MAX_WRONG_FACTORS: Final = 5
"""Wrong second factors in a row, each with the right password, that lock the second factor. No time makes them less."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where an attempt comes from."""

    name: str
    """`device:<id of its row>`, or the network in CIDR notation."""
    known: bool
    """Whether it is a device that the account is known to use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What counts against an attempt at one account from one origin."""

    here: Sequence[datetime] = ()
    """The origin's failures since its last success, oldest first."""
    locked_at: datetime | None = None
    """When they locked the login for this origin; None while it is open."""
    networks: Sequence[datetime] = ()
    """The failures from all networks, oldest first."""
    guarded_at: datetime | None = None
    """Since when networks need a second factor; None while they do not."""

    def refuses(self, origin: Origin, *, factor_right: bool) -> bool:
        """Return whether an attempt is refused whatever its password. Time alone does not change that.

        A right second factor opens what is only guarded, and not what is locked.
        """
        return self.locked_at is not None or (self.guarded_at is not None and not origin.known and not factor_right)


def network_of(address: str) -> str:
    """Return the network of an IP address: /24 of IPv4, /64 of IPv6, which are about one household or company."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return UNKNOWN_NETWORK
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
        parsed = parsed.ipv4_mapped
    prefix = _IPV6_PREFIX if isinstance(parsed, IPv6Address) else _IPV4_PREFIX
    return str(ip_network((parsed, prefix), strict=False))


def origin_of(known_device: str | None, *, address: str) -> Origin:
    """Return the origin of an attempt: the device of this id if it is known (not None), or the address's network."""
    if known_device is not None:
        return Origin(name=f"device:{known_device}", known=True)
    return Origin(name=network_of(address), known=False)


def counts_after_failure(counts: Counts, origin: Origin, *, now: datetime) -> Counts:
    """Return the counts after a failed attempt. What was refused without being tried counts no more."""
    if counts.refuses(origin, factor_right=False):
        return counts
    here = failures_after(counts.here, now=now)
    counts = replace(counts, here=here, locked_at=now if len(here) >= MAX_FAILURES else None)
    if origin.known:
        return counts
    networks = [*(at for at in counts.networks if at > now - NETWORKS_WINDOW), now]
    return replace(counts, networks=networks, guarded_at=now if len(networks) >= MAX_NETWORK_FAILURES else None)


def counts_after_success(counts: Counts) -> Counts:
    """Return the counts after a login from an origin that is open: its own failures are forgotten."""
    return replace(counts, here=(), networks=[at for at in counts.networks if at not in counts.here])


def failures_after(earlier: Sequence[datetime], *, now: datetime) -> list[datetime]:
    """Return an origin's failures that count after one more at `now`, oldest first.

    The window is half-open, (now - WINDOW, now]: a failure exactly that old no longer counts. `earlier` are the
    failures since the last success.
    """
    return [*(at for at in earlier if at > now - WINDOW), now]


def wrong_factors_after(earlier: int) -> int:
    """Return how many wrong second factors count after one more. `earlier` are those since the last right one.

    A right password alone does not end the row: whoever guesses at the factor has the password.
    """
    return min(earlier + 1, MAX_WRONG_FACTORS)


def locks_factor(wrong_factors: int) -> bool:
    """Return whether so many counting wrong second factors lock it.

    A player then proves the factor by a recovery code. An account of the staff is locked as a whole.
    """
    return wrong_factors >= MAX_WRONG_FACTORS
