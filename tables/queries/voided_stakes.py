"""Stakes at tables that were given back without a result, for reports."""

from kernel.cte import Cte
from tables.queries.stake_outcomes import own_raise


def stakes_voided_between(from_ms: int, to_ms: int) -> Cte:
    """Select the stakes that were given back in [from_ms, to_ms), from the rows of stakes.

    `round` is the table's chain and the epoch. `told_chain` and `told_seq` name the `table_abort` that says why; they are
    null where no `seats` named the stake.
    """
    sql = f"""
SELECT s.ended_ms AS time_ms, s.chain, s.end_seq AS seq, t.game,
  concat_ws('-', replace(s."table"::text, '-', ''), s.epoch) AS round,
  s.stake_minor + s.side_bet_minor + {own_raise(before="true")} AS amount_minor,
  e."table" AS told_chain, e.end_seq AS told_seq
FROM tables_stake s JOIN tables_table t ON t.chain = s."table"
LEFT JOIN tables_epoch e ON e."table" = s."table" AND e.epoch = s.epoch AND NOT s.unseated
WHERE s.ended_ms >= %s AND s.ended_ms < %s AND e.ended_by IS DISTINCT FROM 'hand_end'
"""
    return Cte("voided_stakes", sql, (from_ms, to_ms))
