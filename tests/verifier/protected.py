"""What protects players, as an honest operator writes it: the profile, and who did what to limits.

Nothing here is taken from the platform or from the verifier, as in `producer.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

Document = dict[str, Any]

DAY_MS = 86_400_000
COUNTING = ("windows", "zone")
REGISTERED: Document = {"do": "profile", "who": "platform"}
TERMS: Document = {
    "name": "example",
    "ver": 1,
    "windows": "rolling",
    "zone": "Europe/Paris",
    "loosen_ms": DAY_MS,
    "loosen_after_period": False,
    "stake_loosen_ms": 0,
    "confirm_ms": 7 * DAY_MS,
    "timeout_days": [1, 42],
    "exclude_days_min": 184,
    "exclude_terms": [],
    "cool_ms": DAY_MS,
    "cool_open_ms": DAY_MS,
    "key_wait_ms": 3 * DAY_MS,
    "payout_floor": [1, 100],
    "play_money": True,
}


def profile(begins: int, **other: Any) -> Document:
    """Return the fields of a `profile` record, in force from a millisecond on."""
    return {**TERMS, "from": begins, **other}


def tightened(now: Document) -> Iterator[Document]:
    """Yield the fields of the records by which a new player sets these limits, one after the other."""
    yield {"rg": {"now": {}}, "act": REGISTERED}
    in_force: Document = {}
    for name in sorted(now.keys() - {*COUNTING}):
        in_force[name] = now[name]
        counted = {kind: now[kind] for kind in COUNTING if any(is_counted(limit) for limit in in_force)}
        yield {
            "rg": {"now": {**in_force, **counted}},
            "act": {"do": "set", "who": "player", "name": name, "value": now[name]},
        }


def is_counted(name: str) -> bool:
    """Tell whether a limit adds up over a window."""
    return name.startswith(("deposit_", "loss_", "wager_"))


def set_by_player(name: str, value: int, **counted: str) -> Document:
    """Return the fields of a record by which a player without limits sets one."""
    return {
        "rg": {"now": {name: value, **counted}},
        "act": {"do": "set", "who": "player", "name": name, "value": value},
    }
