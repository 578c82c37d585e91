"""Disputes about rounds and hands at tables: what they are about, how they end, and until when they are answered.

Source: docs/casework.md; regulation F60 (GLI-19 A.4.4).
"""

import enum
from typing import Final

_DAY_MS: Final = 24 * 60 * 60 * 1000


class DisputeAbout(enum.StrEnum):
    """What is disputed."""

    ROUND = "round"
    """A round that the player played alone."""
    HAND = "hand"
    """A hand or a game at a table in which the player had a stake."""


class DisputeOutcome(enum.StrEnum):
    """What the staff answered."""

    UPHELD = "upheld"
    """The player was right."""
    REJECTED = "rejected"
    """The round or hand was as the rules say."""


def answer_due_ms(opened_ms: int, *, answer_days: int) -> int:
    """Return the instant (ms) from which a dispute without an answer is overdue."""
    return opened_ms + answer_days * _DAY_MS
