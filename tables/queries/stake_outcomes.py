"""Outcomes of many stakes at tables at once, for reports.

Around a pot, a seat is counted with what it took out of the game: what came back to it, and the rake that was kept of
its wins. Over all seats of a game these are the buy-ins, because chips are conserved. So every sum agrees with the
ledger, also where a game ends at midnight and some of its seats are left with a moment later.

Source: docs/formats/report.md, "What the figures are".
"""

from collections.abc import Iterable
from typing import Final, NamedTuple
from uuid import UUID

from django.db import connection

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


_RESULT: Final = """LEFT JOIN LATERAL (
  SELECT result FROM audit_record a, jsonb_array_elements(split_part(a.entry, E'\\n', 1)::jsonb -> 'results') result
  WHERE a.chain = s."table" AND a.seq = e.end_seq AND e.ended_by = 'hand_end' AND NOT s.unseated
    AND (result ->> 'seat')::integer = s.seat AND {at}
) r ON true"""
"""What the `hand_end` of the epoch `e` says of the seat of the stake `s`."""


def own_raise(*, before: str) -> str:
    """Return the SQL expression of what a seat's own decision against the house added to the stake `s`.

    `before` is the SQL condition on the decision `d`.
    """
    return (
        'COALESCE((SELECT d.amount_minor FROM tables_decision d WHERE d."table" = s."table" AND d.epoch = s.epoch'
        f" AND d.seat = s.seat AND NOT s.unseated AND d.act_leaf IS NOT NULL AND {before}), 0)"
    )


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
SELECT j.index, j.chain, step.kind, j.time_ms, s.seq AS stake_seq, s.placed_ms AS stake_ms, t.rules_leaf, s.stake_minor, s.side_bet_minor,
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
  FROM tables_stake o WHERE o."table" = s."table" AND o.epoch = s.epoch AND (NOT o.unseated OR (o.chain, o.seq) = (s.chain, s.seq))
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


def stakes_ended_between(from_ms: int, to_ms: int) -> Cte:
    """Select the stakes that ended in [from_ms, to_ms), from the rows of stakes and the tables' own records."""
    sql = f"""
SELECT s.chain, s.unseated OR e.ended_by IS DISTINCT FROM 'hand_end' AS voided,
  s.stake_minor + s.side_bet_minor + {own_raise(before="true")} AS placed_minor,
  COALESCE((r.result ->> 'returned')::bigint + (r.result ->> 'rake')::bigint, (r.result ->> 'staked')::bigint)
    AS staked_minor,
  (r.result ->> 'returned')::bigint AS returned_minor
FROM tables_stake s
LEFT JOIN tables_epoch e ON e."table" = s."table" AND e.epoch = s.epoch
{_RESULT.format(at="true")}
WHERE s.ended_ms >= %s AND s.ended_ms < %s
"""
    return Cte("ended_at_tables", sql, (from_ms, to_ms))


def placed_between(from_ms: int, to_ms: int) -> Cte:
    """Select what was staked at tables in [from_ms, to_ms), raises against the house included, from rows.

    Such a stake has ended since, or is open: by that an index finds it.
    """
    sql = """
SELECT s.chain, CASE WHEN s.placed_ms >= %s AND s.placed_ms < %s THEN s.stake_minor + s.side_bet_minor ELSE 0 END
  + COALESCE((SELECT d.amount_minor FROM tables_decision d WHERE d."table" = s."table" AND d.epoch = s.epoch
      AND d.seat = s.seat AND NOT s.unseated AND d.act_leaf IS NOT NULL AND d.at_ms >= %s AND d.at_ms < %s), 0)
  AS staked_minor
FROM tables_stake s WHERE (s.ended_ms >= %s OR s.end_seq IS NULL) AND s.placed_ms < %s
"""
    return Cte("placed_at_tables", sql, (from_ms, to_ms, from_ms, to_ms, from_ms, to_ms))


def at_stake_at(time_ms: int) -> Cte:
    """Select the stakes that are open at an instant (ms), with the numbers of their records.

    `staked_minor` is what is at stake by the rows, raises against the house included. `gap_minor` is what the end of a
    game owes the seat beyond its buy-in; 0 for all others.
    """
    sql = f"""
SELECT s.chain, s.seq, s.end_seq, s.stake_minor + s.side_bet_minor + {own_raise(before="d.at_ms < %s")}
  AS staked_minor,
  COALESCE((r.result ->> 'returned')::bigint + (r.result ->> 'rake')::bigint - s.stake_minor, 0) AS gap_minor
FROM tables_stake s
LEFT JOIN tables_epoch e ON e."table" = s."table" AND e.epoch = s.epoch
{_RESULT.format(at="e.ended_ms < %s")}
WHERE s.placed_ms < %s AND (s.ended_ms >= %s OR s.end_seq IS NULL)
"""
    return Cte("at_stake", sql, (time_ms, time_ms, time_ms, time_ms))


def acts_at_stake(time_ms: int) -> Cte:
    """Select the records `act` before an instant (ms) of the stakes in the CTE `at_stake`."""
    sql = f"""
SELECT a.chain, a.seq FROM at_stake s JOIN audit_record a ON a.chain = s.chain AND a.seq > s.seq
  AND (s.end_seq IS NULL OR a.seq < s.end_seq)
WHERE a.type = 'act' AND {record_member("a.chain", "a.seq", "time")} < %s
"""
    return Cte("acts", sql, (time_ms,))


def chips_at(time_ms: int) -> Cte:
    """Select what the accounts `table` hold at an instant (ms), by postings: of the games with a seat that is open then.

    All other games have been left by everybody, and add up to nothing.
    """
    sql = """
SELECT s.chain, sum(CASE WHEN p.target = 'table' THEN p.amount_minor ELSE -p.amount_minor END)::bigint AS held_minor
FROM (
  SELECT DISTINCT s."table", s.epoch FROM tables_stake s
  WHERE s.placed_ms < %s AND (s.ended_ms >= %s OR s.end_seq IS NULL)
) game
JOIN tables_stake s ON s."table" = game."table" AND s.epoch = game.epoch
JOIN wallet_posting p ON p.chain = s.chain AND 'table' IN (p.source, p.target)
  AND (p.seq = s.seq AND s.placed_ms < %s OR p.seq = s.end_seq AND s.ended_ms < %s)
GROUP BY s.chain
"""
    return Cte("chips", sql, (time_ms, time_ms, time_ms, time_ms))


def chips_of(chains: Iterable[ChainId], *, time_ms: int) -> dict[ChainId, int]:
    """Return what these accounts have at pots at an instant (minor units), without those that have nothing there."""
    at_stake = at_stake_at(time_ms)
    sql = (
        f"SELECT a.chain, a.staked_minor + a.gap_minor FROM ({at_stake.sql}) a"
        " JOIN audit_record r ON r.chain = a.chain AND r.seq = a.seq AND r.type = 'sit' WHERE a.chain = ANY(%s)"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, [*at_stake.params, list(chains)])
        return {ChainId(chain): int(minor) for chain, minor in cursor.fetchall()}


def large_stakes(from_ms: int, to_ms: int, *, minimum_minor: int) -> list[LargeStake]:
    """Return the stakes with a result that ended in [from_ms, to_ms), and a bet or a win of `minimum_minor` or more.

    They are in order of time. Around a pot the bet is the buy-in. A win is the returned money less the bet.
    """
    staked, returned = (record_member("s.chain", "s.end_seq", "pay", name) for name in ("staked", "returned"))
    sql = f"""
SELECT * FROM (
  SELECT s.ended_ms, s.chain, s."table", s.epoch, t.game, {staked} AS staked_minor, {returned} AS returned_minor
  FROM tables_stake s JOIN tables_table t ON t.chain = s."table"
  JOIN tables_epoch e ON e."table" = s."table" AND e.epoch = s.epoch
  WHERE s.ended_ms >= %s AND s.ended_ms < %s AND NOT s.unseated AND e.ended_by = 'hand_end'
) ended
WHERE staked_minor >= %s OR returned_minor - staked_minor >= %s ORDER BY ended_ms, chain
"""
    with connection.cursor() as cursor:
        cursor.execute(sql, (from_ms, to_ms, minimum_minor, minimum_minor))
        return [LargeStake(*row) for row in cursor.fetchall()]
