"""How many requests are taken: of one account, and of one address, by scope (rest/throttling.py).

Each limit is a number of requests and its window in seconds. A fast player takes four steps a second; many players may
share an address.
"""

from collections.abc import Mapping
from typing import Final

THROTTLES: Final[Mapping[str, Mapping[str, tuple[int, int]]]] = {
    # Counted by each process, the account by its session.
    "play": {"account": (100, 10), "address": (2000, 10)},
    # Counted by each process before the token is looked up: more than the other limits together allow.
    "token": {"address": (2000, 10)},
    "read": {"account": (600, 60), "address": (6000, 60)},
    "change": {"account": (120, 60), "address": (1200, 60)},
    "payments": {"account": (60, 60), "address": (300, 60)},
    "register": {"address": (60, 60)},
    "log-in": {"account": (30, 60), "address": (60, 60)},
    "personal-data": {"account": (10, 600), "address": (100, 600)},
    "seat-reports": {"account": (10, 600), "address": (100, 600)},
}
