"""Who took a decision at a table.

Source: docs/formats/tables.md, "Clock".
"""

import enum


class DecidedBy(enum.StrEnum):
    """The seat itself, or the clock in its place."""

    PLAYER = "player"
    TIMEOUT = "timeout"
    AWAY = "away"
    """Around a pot: the seat is away, and nobody waits for it."""
