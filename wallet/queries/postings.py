"""CTEs over the journals and postings of many chains, for reports.

The first CTE of a statement selects the journals; the others read it by its name.
"""

from collections.abc import Iterable
from typing import Final

from kernel.cte import Cte
from kernel.ids import ChainId

JOURNALS_LOGGED: Final = Cte(
    "journals",
    "SELECT l.index, j.chain, j.seq, j.kind, j.time_ms, j.reference, j.key IS NOT NULL AS asked"
    " FROM logged l JOIN wallet_journal j ON j.chain = l.chain AND j.seq = l.seq",
    (),
)
"""The journals of the records in the CTE `logged`; `asked` tells whether a request of a client or of the staff made one."""


def journals_between(from_ms: int, to_ms: int) -> Cte:
    """Return the CTE of the journals in [from_ms, to_ms), whether they are in the log or not. Their `index` is 0."""
    sql = (
        "SELECT 0::bigint AS index, j.chain, j.seq, j.kind, j.time_ms, j.reference, j.key IS NOT NULL AS asked"
        " FROM wallet_journal j"
        " WHERE j.time_ms >= %s AND j.time_ms < %s"
    )
    return Cte("journals", sql, (from_ms, to_ms))


def journals_of(chains: Iterable[ChainId], from_ms: int, to_ms: int) -> Cte:
    """Return the same CTE, of these chains' journals alone."""
    every = journals_between(from_ms, to_ms)
    return Cte(every.name, f"{every.sql} AND j.chain = ANY(%s::uuid[])", (*every.params, list(chains)))


def newest_before(time_ms: int) -> Cte:
    """Return the CTE of every chain's newest journal before an instant, with the balances after it.

    One look-up for each chain, however much was played.
    """
    sql = (
        "SELECT a.chain, n.seq, n.cash_minor, n.in_play_minor FROM wallet_accounts a, LATERAL ("
        " SELECT seq, cash_minor, in_play_minor FROM wallet_journal w WHERE w.chain = a.chain AND w.time_ms < %s"
        " ORDER BY w.time_ms DESC, w.seq DESC LIMIT 1) n"
    )
    return Cte("newest", sql, (time_ms,))


ALL_CHAINS: Final = Cte("chains", "SELECT chain FROM wallet_accounts", ())
"""Every chain that has accounts."""

CURRENCIES: Final = Cte(
    "currencies", "SELECT a.chain, a.currency FROM chains c JOIN wallet_accounts a ON a.chain = c.chain", ()
)
"""The currency of each chain in the CTE `chains`."""

_MOVED: Final = (
    "SELECT j.index, j.chain, j.seq, j.kind, j.time_ms, j.asked, p.source, p.target, p.amount_minor"
    " FROM journals j {join} wallet_posting p ON p.chain = j.chain AND p.seq = j.seq"
)

MOVED: Final = Cte("moved", _MOVED.format(join="JOIN"), ())
"""The postings of the journals in the CTE `journals`."""

MOVED_OR_NOT: Final = Cte("moved_or_not", _MOVED.format(join="LEFT JOIN"), ())
"""The same, and a row without source, target and amount for each journal that moves nothing."""

SUMS: Final = {
    "deposited_minor": "source = 'deposit' AND target = 'cash'",
    "withdrawn_minor": "source = 'cash' AND target = 'withdrawal'",
    # The platform alone gives a withdrawal back; every other adjustment is somebody's request.
    "given_back_minor": "source = 'adjustment' AND target = 'cash' AND NOT asked",
    "bonus_minor": "source = 'bonus' AND target = 'cash'",
    "staked_minor": "source = 'cash' AND target IN ('in_play', 'table')",
    "returned_minor": "source IN ('in_play', 'house', 'table') AND target = 'cash'",
    "lost_minor": "source IN ('in_play', 'table') AND target = 'house'",
    "won_minor": "source = 'house' AND target = 'cash'",
}
"""The SQL condition of the postings that each sum adds up; chips at a pot are in play. The sum with two signs is `ADJUSTED`."""

ADJUSTED: Final = (
    "sum(CASE WHEN source = 'adjustment' AND target = 'cash' AND asked THEN amount_minor"
    " WHEN source = 'cash' AND target = 'adjustment' THEN -amount_minor ELSE 0 END)"
)
