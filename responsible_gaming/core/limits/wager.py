"""A wager as limits check it."""

from dataclasses import dataclass

from kernel.refusals import Refusal, RefusalKind


class LimitExceeded(Refusal):
    """A limit of the player's account forbids this wager."""

    code, kind = "limit-exceeded", RefusalKind.FORBIDDEN


@dataclass(frozen=True, slots=True, kw_only=True)
class Wager:
    """What one decision puts at stake, in minor units: a stake with a side bet beside it, or a raise."""

    stake_minor: int = 0
    """The stake of the bet."""

    side_bet_minor: int = 0
    """The side bet of the bet."""

    raise_minor: int = 0
    """The raise. A raise is a wager by itself: then the other two are 0."""

    @property
    def total_minor(self) -> int:
        """All that is put down at once."""
        return self.stake_minor + self.side_bet_minor + self.raise_minor
