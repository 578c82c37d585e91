"""Running totals of a chain, at an instant and by the hour."""

from typing import NamedTuple

from django.db import connection

from kernel.cte import Cte, TypedCte
from kernel.ids import ChainId
from wallet.core.ledger import NOTHING, Totals
from wallet.models import StoredJournal
from wallet.queries.balances import balance_of_journal


class TotalsBeforeRow(NamedTuple):
    """A chain's running totals just before three instants: the starts of a day, a week and a month."""

    day_deposited_minor: int
    day_staked_minor: int
    day_returned_minor: int
    week_deposited_minor: int
    week_staked_minor: int
    week_returned_minor: int
    month_deposited_minor: int
    month_staked_minor: int
    month_returned_minor: int

    def totals(self) -> tuple[Totals, Totals, Totals]:
        """Return them one by one."""
        return Totals(*self[:3]), Totals(*self[3:6]), Totals(*self[6:])


class HourRow(NamedTuple):
    """An hour of a chain's ledger, with what happened in it, in minor units."""

    starts_ms: int
    """The instant of its beginning."""
    bets: int
    """How many rounds were dealt and stakes placed at tables. A decision is none: it belongs to the bet that it is of."""
    deposited_minor: int
    staked_minor: int
    returned_minor: int


def totals_before_source(day_ms: int, week_ms: int, month_ms: int) -> TypedCte[TotalsBeforeRow]:
    """Return the CTE of the totals just before three instants, of the chain in the CTE `head`. Three look-ups."""
    columns = ("deposited_minor", "staked_minor", "returned_minor")
    wanted = ", ".join(f"COALESCE({span}.{column}, 0)" for span in ("day", "week", "month") for column in columns)
    joined = "".join(
        f" LEFT JOIN LATERAL (SELECT {', '.join(columns)} FROM wallet_journal w WHERE w.chain = head.chain"
        f" AND w.time_ms < %s ORDER BY w.time_ms DESC, w.seq DESC LIMIT 1) {span} ON true"
        for span in ("day", "week", "month")
    )
    clause = Cte("earlier", f"SELECT {wanted} FROM head{joined}", (day_ms, week_ms, month_ms))
    return TypedCte(clause, TotalsBeforeRow)


def totals_before(chain: ChainId, time_ms: int) -> Totals:
    """Return what had gone through the accounts before an instant (ms). One look-up, however long the history."""
    earlier = StoredJournal.objects.filter(chain=chain, time_ms__lt=time_ms)
    newest = earlier.order_by("-time_ms", "-seq").first()
    return NOTHING if newest is None else balance_of_journal(newest).totals


def hours(chain: ChainId, *, from_ms: int, to_ms: int) -> list[HourRow]:
    """Return the hours of [from_ms, to_ms) in which the ledger moved, in order, with what happened in each."""
    with connection.cursor() as cursor:
        cursor.execute(_HOURS, (chain, from_ms, chain, from_ms, to_ms))
        return [HourRow(*row) for row in cursor.fetchall()]


_HOURS = """
WITH before AS (
  SELECT deposited_minor, staked_minor, returned_minor FROM wallet_journal
  WHERE chain = %s AND time_ms < %s ORDER BY time_ms DESC, seq DESC LIMIT 1
), hourly AS (
  SELECT time_ms / 3600000 * 3600000 AS starts_ms, count(*) FILTER (WHERE kind IN ('deal', 'sit')) AS bets,
    max(deposited_minor) AS deposited, max(staked_minor) AS staked, max(returned_minor) AS returned
  FROM wallet_journal WHERE chain = %s AND time_ms >= %s AND time_ms < %s GROUP BY 1
)
SELECT starts_ms, bets,
  deposited - COALESCE(lag(deposited) OVER w, (SELECT deposited_minor FROM before), 0),
  staked - COALESCE(lag(staked) OVER w, (SELECT staked_minor FROM before), 0),
  returned - COALESCE(lag(returned) OVER w, (SELECT returned_minor FROM before), 0)
FROM hourly WINDOW w AS (ORDER BY starts_ms) ORDER BY starts_ms
"""
