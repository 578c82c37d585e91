"""The rule sheets that the small operator publishes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.verifier.producer import HOUR_MS

if TYPE_CHECKING:
    from tests.verifier.producer import Document

SHEET: Document = {
    "ace": "high",
    "authority": "New Jersey Casino Control Commission",
    "cur": "USD",
    "decks": 1,
    "engine_sha256": "9f" * 32,
    "family": "red-dog",
    "game": "red-dog-atlantic-city",
    "labels": {"raise": "RAISE", "stand": "STAND"},
    "mmd_ms": 10_000,
    "pay": {"spread": [5, 4, 2, 1, 1, 1, 1, 1, 1, 1, 1], "trips": 11},
    "raise_mode": "equal",
    "rtp": {"first_bet": [96845, 100000], "total_wagered": [97328, 100000]},
    "seats": 1,
    "shuffle": "every-round",
    "source": ["rules.txt"],
    "stake_max": 30_000,
    "stake_min": 500,
    "timeout_action": "stand",
    "timeout_ms": 24 * HOUR_MS,
    "ver": 1,
}
SHOE: Document = {**SHEET, "game": "red-dog-shoe", "decks": 6, "raise_mode": "up_to", "stake_min": 100}
MONTANA: Document = {
    **{name: SHEET[name] for name in ("ace", "cur", "decks", "engine_sha256", "mmd_ms", "raise_mode", "seats")},
    "authority": "Washington State Gambling Commission",
    "bonus": {"max": 30_000, "min": 100, "pay": [2, 4, 6, 8, 15, 50, 200, 500], "scale": "A"},
    "family": "montana",
    "game": "montana-red-dog",
    "hand": 5,
    "labels": {"play": "PLAY", "raise": "RAISE", "surrender": "SURRENDER"},
    "rtp": {"bonus": [95652, 100000], "first_bet": [95881, 100000], "total_wagered": [96907, 100000]},
    "shuffle": "every-round",
    "source": ["rules.txt"],
    "stake_max": 30_000,
    "stake_min": 100,
    "surrender": [1, 2],
    "timeout_action": "play",
    "timeout_ms": 24 * HOUR_MS,
    "ver": 1,
}
MONTANA_3: Document = {
    **MONTANA,
    "bonus": {},
    "game": "montana-red-dog-3-card",
    "hand": 3,
    "rtp": {"first_bet": [67004, 100000], "total_wagered": [69043, 100000]},
}
