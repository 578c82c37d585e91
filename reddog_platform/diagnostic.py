"""What a look at an installation finds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One thing that was looked at."""

    subject: str
    healthy: bool
    found: str
    repair: str
    """What to do where it is not healthy."""
