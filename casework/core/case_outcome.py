"""How a case ends."""

import enum


class CaseOutcome(enum.StrEnum):
    """What became of a case."""

    REPORTED = "reported"
    """It was reported to the authority."""
    UNFOUNDED = "unfounded"
    """There was an innocent explanation."""
