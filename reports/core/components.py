"""Which part of the platform a significant event comes from.

By the first word of its kind. A kind whose first word is not here is the platform's own.

Source: GLI-19 2.9.5; regulation F34.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

PLATFORM: Final = "platform"

BY_FIRST_WORD: Final[Mapping[str, str]] = MappingProxyType(
    {
        "balance": "wallet",
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
        "staff": "staff",
        "vault": "players",
        "withdrawal": "cashier",
    }
)


def component_of(kind: str) -> str:
    """Name the part of the platform that an event of this kind comes from."""
    return BY_FIRST_WORD.get(kind.partition("-")[0], PLATFORM)
