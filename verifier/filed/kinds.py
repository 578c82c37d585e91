"""The kinds of report whose figures follow from the log: one file and one line each.

Source: docs/formats/report.md, "What the figures are".
"""

from collections.abc import Mapping
from typing import Final

from verifier.filed import (
    account_adjustments,
    game_performance,
    large_transactions,
    operator_liability,
    patron_account_summary,
    player_sessions,
    session_games,
    taxable_revenue,
    voids,
    wagering_summary,
)
from verifier.filed.kind import Kind

KINDS: Final[Mapping[str, Kind]] = {
    "account-adjustments": account_adjustments.KIND,
    "game-performance": game_performance.KIND,
    "large-transactions": large_transactions.KIND,
    "operator-liability": operator_liability.KIND,
    "patron-account-summary": patron_account_summary.KIND,
    "player-sessions": player_sessions.KIND,
    "session-games": session_games.KIND,
    "taxable-revenue": taxable_revenue.KIND,
    "voids": voids.KIND,
    "wagering-summary": wagering_summary.KIND,
}
"""Each kind by its name, which a filing has in `report`, in its newest definition."""

_EARLIER: Final[Mapping[tuple[str, int], Kind]] = {
    ("large-transactions", 1): large_transactions.FIRST,
    ("taxable-revenue", 1): taxable_revenue.FIRST,
}
"""Earlier definitions, by which what was filed then is still judged."""


def kind_of(report: str, definition: int) -> Kind | None:
    """Return the kind of report; None if its figures do not follow from the log, or the definition is not known."""
    kind = KINDS.get(report)
    return kind if kind is not None and kind.definition == definition else _EARLIER.get((report, definition))
