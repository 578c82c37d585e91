"""What a player has used of limits over days, weeks and months.

Source: regulation F26; docs/adr/0013-running-totals.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from responsible_gaming.core.limits.windows import LimitWindow
from wallet.core.ledger import NOTHING, Totals


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """A player's totals at an instant, and as they were when each span began."""

    totals: Totals
    earlier: Mapping[LimitWindow, Totals]

    def within(self, span: LimitWindow) -> Totals:
        """Return what was deposited, staked and returned since the span began."""
        return self.totals.since(self.earlier[span])


NO_USAGE = Usage(totals=NOTHING, earlier=dict.fromkeys(LimitWindow, NOTHING))
