"""What a jurisdiction lays down, as data.

Source: regulation F53; docs/rules/bet-limit.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """A jurisdiction's rules, and the highest stake that any of its tables takes (minor units).

    `zone` is the IANA name of the time zone on whose wall its gaming week turns. With `extra_tightening` a player may tighten the own bet limit as often as wanted; without, that too is the one
    modification of the gaming week.
    """

    name: str
    zone: str
    extra_tightening: bool
    table_maximum_minor: int


PROFILES: Final[Mapping[str, Profile]] = MappingProxyType(
    {
        profile.name: profile
        for profile in (
            Profile(name="demo", zone="America/New_York", extra_tightening=False, table_maximum_minor=50_000),
            Profile(name="new-jersey", zone="America/New_York", extra_tightening=True, table_maximum_minor=50_000),
        )
    }
)
"""By name, as `REDDOG_PROFILE` says it. `demo` follows the rules of the game as InterCasino and Safari dealt it."""
