"""Why money was given or taken outside games and payments.

Source: docs/formats/adjustments.md.
"""

import enum


class AdjustmentCause(enum.StrEnum):
    """The cause of an adjustment, as its record says it."""

    RETURNED = "returned"
    """A withdrawal that was not paid out goes back to its player."""
    CORRECTION = "correction"
    """A settlement, a void or a movement of money was wrong."""
    PLAY_MONEY = "play_money"
    """Money that is worth nothing outside the games."""
    OTHER = "other"
    """Anything else. What it gives counts as a deposit."""
