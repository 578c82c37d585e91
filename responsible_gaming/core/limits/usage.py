"""What a player has used of limits over a day, a week and a month.

Source: regulation F26; docs/adr/0013-running-totals.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from responsible_gaming.core.limits.windows import LimitWindow
from wallet.core.ledger import NOTHING, Totals


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """A player's totals at an instant and at the start of each window."""

    totals: Totals
    """The totals at the instant."""

    earlier: Mapping[LimitWindow, Totals]
    """The totals when each window began."""

    def within(self, window: LimitWindow) -> Totals:
        """Return what was deposited, staked and returned since the window began."""
        return self.totals.since(self.earlier[window])


NO_USAGE: Final = Usage(totals=NOTHING, earlier=dict.fromkeys(LimitWindow, NOTHING))
