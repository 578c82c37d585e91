"""What a limit looks at."""

from dataclasses import dataclass

from kernel.refusals import Kind, Refusal


class LimitExceeded(Refusal):
    """A limit of the player's account forbids this wager."""

    code, kind = "limit-exceeded", Kind.FORBIDDEN


@dataclass(frozen=True, slots=True, kw_only=True)
class Wager:
    """A bet that is asked for: the first bet, in minor units."""

    ante_minor: int
