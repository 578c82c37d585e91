"""What the rules of cases look at: one player's gaming day, and what came before it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class DayFacts:
    """A gaming day of a player. Amounts are minor units of the account's currency.

    The window is the jurisdiction's `unplayed_window_days` gaming days, of which this day is the last.
    """

    deposited_minor: int
    """The deposits that settled on the day."""
    withdrawn_minor: int
    """The withdrawals that settled on the day, requested whenever."""
    window_deposited_minor: int
    window_withdrawn_minor: int
    window_staked_minor: int
    """Everything staked in the window."""
    ever_deposited_minor: int
    """All deposits up to the day's end."""
    adjusted_alone_minor: int
    """What single people of the staff gave and took on the day, each time alone, both added up."""
    acts_alone: int
    """How many acts that restrict the account single people of the staff did on the day."""
    seat_reports: int
    """How often other players reported a seat of the player at a table on the day."""
    over: bool
    """Whether the day is over, and nothing of it is stored any more."""
    opened_ms: int
    """When the account was opened."""
    closed_ms: int | None
    """When the account was closed, if that was on the day."""
