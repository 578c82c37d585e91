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
    "rtp": {"first_bet": [16052, 16575], "total_wagered": [19052, 19575]},
    "seats": 1,
    "shuffle": "every-round",
    "source": ["rules.txt"],
    "stake_max": 30_000,
    "stake_min": 500,
    "timeout_action": "stand",
    "timeout_ms": 24 * HOUR_MS,
    "ver": 1,
}
SHOE: Document = {
    **SHEET,
    "game": "red-dog-shoe",
    "decks": 6,
    "raise_mode": "up_to",
    "rtp": {"first_bet": [609132, 626665], "total_wagered": [720732, 738265]},
    "stake_min": 100,
}
MONTANA: Document = {
    **{name: SHEET[name] for name in ("ace", "cur", "decks", "engine_sha256", "mmd_ms", "raise_mode", "seats")},
    "authority": "Washington State Gambling Commission",
    "bonus": {"max": 30_000, "min": 100, "pay": [2, 4, 6, 8, 15, 50, 200, 500], "scale": "A"},
    "family": "montana",
    "game": "montana-red-dog",
    "hand": 5,
    "labels": {"play": "PLAY", "raise": "RAISE", "surrender": "SURRENDER"},
    "rtp": {"bonus": [2434171, 2544815], "first_bet": [4504597, 4698120], "total_wagered": [6064057, 6257580]},
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
    "rtp": {"first_bet": [27907, 41650], "total_wagered": [10217, 14798]},
}

RED_DOG_TABLE: Document = {**SHEET, "game": "red-dog-table", "seats": 7, "stake_min": 100, "timeout_ms": 20_000}
MONTANA_TABLE: Document = {**MONTANA, "game": "montana-red-dog-table", "seats": 6, "timeout_ms": 20_000}
MONTANA_3_TABLE: Document = {**MONTANA_3, "game": "montana-red-dog-3-card-table", "seats": 7, "timeout_ms": 20_000}
POT: Document = {
    **{name: SHEET[name] for name in ("cur", "decks", "engine_sha256", "mmd_ms", "shuffle", "source", "ver")},
    "ace": "low",
    "ante": 1000,
    "authority": "House rules",
    "chip": 100,
    "consecutive": "draw",
    "down": 500,
    "family": "pot",
    "game": "pot-red-dog",
    "labels": {"call": "CALL", "down": "DOWN", "raise": "RAISE", "take": "TAKE"},
    "pair": "take_or_call",
    "pay": {"spread": [10, 5, 2, 1, 1, 1, 1, 1, 1, 1, 1]},
    "raise_min": 1000,
    "rake_basis_points": 0,
    "refill": 500,
    "refill_empty": 1000,
    "rtp": {"first_bet": [1, 1], "total_wagered": [1, 1]},
    "seats": 10,
    "second_pack_from": 6,
    "stake_max": 20_000,
    "stake_min": 20_000,
    "take": 1000,
    "timeout_action": "down",
    "timeout_ms": 20_000,
    "unit": 500,
}
INSERT: Document = {
    **POT,
    **dict.fromkeys(("chip", "down", "raise_min", "refill", "refill_empty", "take", "unit", "ante"), 0),
    "consecutive": "redraw",
    "game": "insert",
    "pair": "take_and_redraw",
    "pay": {"spread": []},
    "second_pack_from": 0,
}
