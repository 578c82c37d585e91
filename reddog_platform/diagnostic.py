"""The result of one check of an installation."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """What `manage.py doctor` says about one part of an installation."""

    subject: str
    """The part that was checked."""
    healthy: bool
    """Whether nothing needs repair."""
    state: str
    """What the check saw, in words."""
    repair: str
    """What to do if the part is not healthy."""
