"""The least return that a jurisdiction allows, and the games that return less.

A game of one seat is on offer once it is published, so a server with one below the least return does not start
(`games.checks`). A game of several seats is on offer where an operator opens a table of it, and is refused there.

Source: docs/jurisdictions.md; regulation F05.
"""

from fractions import Fraction

from games.core.sheet import RuleSheet
from kernel.decimals import percent
from kernel.refusals import Refusal, RefusalKind
from responsible_gaming.core.jurisdiction import Jurisdiction


class ReturnBelowMinimum(Refusal):
    """The game returns less than the jurisdiction allows."""

    code, kind = "return-below-minimum", RefusalKind.CONFLICT


def least_return(sheet: RuleSheet) -> Fraction:
    """Return the lowest of a game's returns: per unit of the first bet, of all staked, and of the side bet."""
    rtp = sheet.rtp
    return min(ratio for ratio in (rtp.first_bet, rtp.total_wagered, rtp.side_bet) if ratio is not None)


def require_return(sheet: RuleSheet, jurisdiction: Jurisdiction) -> None:
    """Refuse a table of a game that may not be played for money here.

    Raises:
        ReturnBelowMinimum: nothing was opened; it may be opened for test accounts.
    """
    lowest = least_return(sheet)
    if lowest < jurisdiction.rtp_min:
        raise ReturnBelowMinimum(
            f"Nothing was opened. {sheet.game} returns {percent(lowest, places=3)} %, and {jurisdiction.name} wants"
            f" {percent(jurisdiction.rtp_min, places=3)} % or more. A table for test accounts may be opened.",
            returned=str(lowest),
            minimum=str(jurisdiction.rtp_min),
        )
