"""Outcomes of many stakes at tables at once, for reports.

Around a pot, a seat is counted with what it took out of the game: what came back to it, and the rake that was kept of
its wins. Over all seats of a game these are the buy-ins, because chips are conserved. So every sum agrees with the
ledger, also where a game ends at midnight and some of its seats are left with a moment later.

Source: docs/formats/report.md, "What the figures are".
"""

from typing import Final, NamedTuple
from uuid import UUID

from audit.queries.record_documents import record_member
from kernel.cte import Cte
from kernel.ids import ChainId


class LargeStake(NamedTuple):
    """A stake with a result, and a large bet or win."""

    settled_ms: int
    chain: ChainId
    table: UUID
    epoch: int
    game: str
    staked_minor: int
    returned_minor: int


def ended_with_result(chain_sql: str, seq_sql: str) -> str:
    """Return the SQL condition that a `leave`, the chain's record of this number, follows a game's end.

    If it does not, the buy-in was given back. The chain's newest stake before it is the one that it ends.
    """
    return (
        'EXISTS (SELECT FROM (SELECT o."table", o.epoch, o.unseated FROM tables_stake o'
        f" WHERE o.chain = {chain_sql} AND o.seq < {seq_sql} ORDER BY o.seq DESC LIMIT 1) o"
        ' JOIN tables_epoch ended ON ended."table" = o."table" AND ended.epoch = o.epoch'
        " WHERE NOT o.unseated AND ended.ended_by = 'hand_end')"
    )


PLAYED_AT_TABLES: Final = Cte(
    "played_at_tables",
    f"""
SELECT j.index, j.chain, step.kind, j.time_ms, t.rules_leaf, s.stake_minor, s.side_bet_minor,
  moved.out_minor AS staked_minor, moved.to_cash_minor AS returned_minor,
  CASE WHEN s.side_bet_minor > 0 AND step.kind = 'settle'
    THEN {record_member("j.chain", "j.seq", "bonus", "returned")} ELSE 0 END AS side_returned_minor,
  moved.in_minor AS into_play_minor,
  s.stake_minor * hand.stake_minor AS stake_square, s.side_bet_minor * hand.side_bet_minor AS side_bet_square
FROM journals j
CROSS JOIN LATERAL (
  SELECT * FROM tables_stake o WHERE o.chain = j.chain AND o.seq <= j.seq ORDER BY o.seq DESC LIMIT 1
) s
JOIN tables_table t ON t.chain = s."table"
CROSS JOIN LATERAL (
  SELECT CASE j.kind WHEN 'sit' THEN 'deal' WHEN 'leave'
    THEN CASE WHEN {ended_with_result("j.chain", "j.seq")} THEN 'settle' ELSE 'void' END ELSE j.kind END AS kind
) step
CROSS JOIN LATERAL (
  SELECT COALESCE(sum(amount_minor) FILTER (WHERE p.source = 'cash'), 0)::bigint AS in_minor,
    COALESCE(sum(amount_minor) FILTER (WHERE p.source IN ('in_play', 'table')), 0)::bigint AS out_minor,
    COALESCE(sum(amount_minor) FILTER (WHERE p.target = 'cash'), 0)::bigint AS to_cash_minor
  FROM wallet_posting p WHERE p.chain = j.chain AND p.seq = j.seq
) moved
CROSS JOIN LATERAL (
  SELECT sum(o.stake_minor) AS stake_minor, sum(o.side_bet_minor) AS side_bet_minor
  FROM tables_stake o WHERE o."table" = s."table" AND o.epoch = s.epoch AND (NOT o.unseated OR o.seq = s.seq)
) hand
WHERE j.kind IN ('deal', 'sit', 'act', 'settle', 'void', 'leave')
  AND split_part(j.reference, '-', 1) <> replace(j.chain::text, '-', '')
""",
    (),
)
"""The steps of stakes at tables among the journals of the CTE `journals`, in the words and columns of rounds.

A square is the stake times the stakes of its whole hand: the seats share cards, and the sum over them is the square of
what the hand stakes together.
"""

_OPEN_AT: Final = "s.placed_ms < %s AND (s.ended_ms >= %s OR s.end_seq IS NULL)"

# What the end of its game owes a seat, less its buy-in; 0 where the game runs, or gives the buy-in back.
_GAP: Final = """
CASE WHEN e.ended_by = 'hand_end' AND e.ended_ms < %s AND NOT s.unseated AND t.clock_game THEN (
  SELECT (result ->> 'returned')::bigint + (result ->> 'rake')::bigint FROM audit_record r,
    jsonb_array_elements(split_part(r.entry, E'\\n', 1)::jsonb -> 'results') result
  WHERE r.chain = s."table" AND r.seq = e.end_seq AND (result ->> 'seat')::integer = s.seat) - s.stake_minor
ELSE 0 END
"""
