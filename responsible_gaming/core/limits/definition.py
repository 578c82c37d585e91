"""What a limit is: its name, its values, who may set it, and the window over which it adds up.

Source: docs/rules/limits.md, LI-1; docs/adding-a-limit.md.
"""

import enum
from dataclasses import dataclass
from typing import Final, NewType

from responsible_gaming.core.limits.limit_values import LimitUnit, LimitValues
from responsible_gaming.core.limits.windows import LimitWindow

LimitName = NewType("LimitName", str)
"""The name of a limit as records, rows and events have it, such as `loss_day` or `session_ms`."""


class LimitOwner(enum.StrEnum):
    """Who set a limit."""

    PLAYER = "player"
    OPERATOR = "operator"


EVERYBODY: Final = frozenset(LimitOwner)


class LimitedTotal(enum.StrEnum):
    """A total that limits bound over a day, a week and a month."""

    LOSS = "loss"
    WAGER = "wager"
    DEPOSIT = "deposit"


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitDefinition:
    """A limit that can be set. Its rule in `core/rules/` declares it and checks it."""

    name: LimitName
    """The name in records, rows and events: lower-case letters, digits and underscores. It never changes."""

    api_name: str
    """The name in the API. It differs from `name` only where that ends in a unit."""

    bounds: str
    """What the limit bounds, for people. The API's schema shows it."""

    values: LimitValues
    """The unit of its values and which values it may have."""

    window: LimitWindow | None = None
    """The window over which it adds up. A loosening may have to wait for the window's end. None: no window."""

    total: LimitedTotal | None = None
    """The total that it bounds over its window. None: it bounds no total of money."""

    counts_other_sessions: bool = False
    """Whether it bounds a time to which the player's other sessions add. They do so without a change of the chain, so
    what was read of them is current only at its own instant."""

    set_by: frozenset[LimitOwner] = EVERYBODY
    """Who may set it as docs/rules/limits.md says."""

    set_elsewhere: str = ""
    """What a player who may not set it here should do instead, as a sentence."""

    @property
    def unit(self) -> LimitUnit:
        """Money or duration."""
        return self.values.unit
