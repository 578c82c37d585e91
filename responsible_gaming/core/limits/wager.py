"""What a limit looks at."""

from dataclasses import dataclass

from kernel.refusals import Kind, Refusal


class LimitExceeded(Refusal):
    """A limit of the player's account forbids this wager."""

    code, kind = "limit-exceeded", Kind.FORBIDDEN


@dataclass(frozen=True, slots=True, kw_only=True)
class Wager:
    """What is to be put at stake, in minor units: the first bet and the side bet beside it, or a raise."""

    stake_minor: int = 0
    side_bet_minor: int = 0
    raise_minor: int = 0

    @property
    def total_minor(self) -> int:
        """All that is put down at once."""
        return self.stake_minor + self.side_bet_minor + self.raise_minor
