"""What the profile in force says of money that comes in otherwise than by deposits.

Source: docs/formats/adjustments.md, "Terms".
"""

from dataclasses import dataclass

from verifier.system import System


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyTerms:
    """Terms that a profile sets. Where there is no profile they are None, and nothing is refused by them."""

    play_money: bool | None = None
    """Whether all money is play money, and not that of test accounts alone."""
    bonus_free_month_minor: int | None = None
    """What a player may be given as bonuses in a calendar month before they count as deposits."""
    zone: str = "UTC"
    """The zone of that month."""


def terms_in_force(system: System, *, at: int) -> MoneyTerms:
    """Return the terms of the profile that holds at the millisecond `at`; none where the log has no profile."""
    profile = system.profiles.at(at)
    if profile is None:
        return MoneyTerms()
    return MoneyTerms(
        # What a profile leaves out it does not allow.
        play_money=profile.get("play_money", False),
        bonus_free_month_minor=profile.get("bonus_free_month", 0),
        zone=profile["zone"],
    )
