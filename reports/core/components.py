"""Map significant events to components of the platform.

The first word of an event's kind decides. An unknown first word means the platform itself.

Source: GLI-19 2.9.5; regulation F34.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

PLATFORM: Final = "platform"

BY_FIRST_WORD: Final[Mapping[str, str]] = MappingProxyType(
    {
        "balance": "wallet",
        "commitment": "audit",
        "deposits": "cashier",
        "erasure": "players",
        "exclusion": "responsible-gaming",
        "failed": "players",
        "identity": "players",
        "keys": "audit",
        "limit": "responsible-gaming",
        "limits": "responsible-gaming",
        "log": "players",
        "password": "players",
        "payment": "cashier",
        "pin": "players",
        "player": "players",
        "profile": "players",
        "recovery": "players",
        "report": "reports",
        "reset": "players",
        "round": "games",
        "rules": "games",
        "second": "players",
        "self": PLATFORM,
        "sessions": "players",
        "shared": "tables",
        "staff": "staff",
        "table": "tables",
        "vault": "players",
        "withdrawal": "cashier",
    }
)


def component_of(kind: str) -> str:
    """Return the component in which an event of this kind happens."""
    return BY_FIRST_WORD.get(kind.partition("-")[0], PLATFORM)
