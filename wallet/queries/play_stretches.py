"""The time of play of every chain, counted anew from the ledger.

This states docs/rules/sessions.md, SE-9, a second time, over all bets at once instead of one after the other.
"""

from typing import Final

from django.db import connection

from kernel.ids import ChainId
from kernel.play_time import PlayTime


def newest_stretches(*, pause_duration_ms: int, zone: str) -> dict[ChainId, PlayTime]:
    """Return the time of play of each chain that has bet, by this pause and the days of a time zone; for `fsck`.

    Reads each chain's newest stretch, which lasts for days where nobody attended a table, and those of the two days before
    it: they hold the day, in whatever zone, on which it began.
    """
    with connection.cursor() as cursor:
        cursor.execute(_NEWEST_STRETCHES, {"pause_ms": pause_duration_ms, "zone": zone})
        return {ChainId(chain): PlayTime(*play) for chain, *play in cursor.fetchall()}


# A time-out and what is given back are nobody's play.
_COUNTS: Final = (
    "({0}.kind IN ('deal', 'sit', 'act') OR {0}.kind = 'settle' AND {0}.actor IN ('player', 'platform')"
    " OR {0}.kind = 'leave' AND {0}.actor = 'platform')"
)
# A decision at a table, and the end of a hand or a game there, come while its stake is open: they begin no stretch.
_BEGINS: Final = f"""
{_COUNTS.format("w")} AND NOT (w.kind = 'act' OR w.kind IN ('settle', 'leave') AND w.actor = 'platform') AND COALESCE((
  SELECT w.time_ms - before.time_ms >= %(pause_ms)s FROM wallet_journal before
  WHERE before.chain = w.chain AND before.seq < w.seq AND {_COUNTS.format("before")} ORDER BY before.seq DESC LIMIT 1
), true)
"""

_NEWEST_STRETCHES: Final = f"""
WITH bets AS (
  SELECT w.chain, w.seq, w.time_ms, {_BEGINS} AS begins
  FROM wallet_accounts a
  CROSS JOIN LATERAL (
    SELECT w.time_ms FROM wallet_journal w WHERE w.chain = a.chain AND {_BEGINS} ORDER BY w.seq DESC LIMIT 1
  ) newest
  LEFT JOIN LATERAL (
    SELECT w.seq FROM wallet_journal w
    WHERE w.chain = a.chain AND w.time_ms <= newest.time_ms - 2 * 86400000 AND {_BEGINS} ORDER BY w.seq DESC LIMIT 1
  ) earlier ON true
  JOIN wallet_journal w ON w.chain = a.chain AND w.seq >= COALESCE(earlier.seq, 0) AND {_COUNTS.format("w")}
), numbered AS (
  SELECT chain, time_ms, count(*) FILTER (WHERE begins) OVER (PARTITION BY chain ORDER BY seq) AS stretch
  FROM bets
), stretches AS (
  SELECT chain, stretch, min(time_ms) AS began_ms, max(time_ms) AS last_ms FROM numbered GROUP BY chain, stretch
), newest AS (
  SELECT DISTINCT ON (chain) chain, stretch, began_ms, last_ms, (extract(epoch FROM
    date_trunc('day', to_timestamp(began_ms / 1000.0) AT TIME ZONE %(zone)s) AT TIME ZONE %(zone)s) * 1000)::bigint AS day_ms
  FROM stretches ORDER BY chain, stretch DESC
)
SELECT n.chain, n.began_ms, n.last_ms,
  COALESCE(sum(greatest(0, s.last_ms - greatest(s.began_ms, n.day_ms))), 0)::bigint
FROM newest n LEFT JOIN stretches s ON s.chain = n.chain AND s.stretch < n.stretch
GROUP BY n.chain, n.began_ms, n.last_ms
"""
