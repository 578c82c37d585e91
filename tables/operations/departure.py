"""What getting up from a table leads to."""

import enum


class Departure(enum.StrEnum):
    """What became of the stake of a player who got up."""

    WITHDRAWN = "withdrawn"
    """It was given back."""
    AWAY = "away"
    """The game goes on by the defaults, and what is left of the chips comes back with its end."""
    FINISHES = "finishes"
    """The hand is finished without the player: what is not decided, the defaults decide."""
