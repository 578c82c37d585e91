"""Read what was voided in an interval, from the rows of rounds and stakes and the records that say why."""

from typing import Final, NamedTuple

from django.db import connection

from audit.queries.record_documents import documents_cte
from games.queries.voided_rounds import rounds_voided_between
from kernel.cte import Cte, with_statement
from kernel.ids import ChainId
from tables.queries.voided_stakes import stakes_voided_between


class VoidKey(NamedTuple):
    """The key of a void, in the order of the report."""

    time_ms: int
    """When the money was given back: epoch milliseconds."""

    chain: str
    """The account's chain, as a UUID in text."""

    seq: int
    """The number of the void's record in that chain."""


class VoidRow(NamedTuple):
    """A round, or a stake at a table, that was given back without a result."""

    time_ms: int
    chain: ChainId
    seq: int
    game: str
    round: str
    amount_minor: int
    cause: str
    """`void`, `no_reveal`, `not_covered` or `unseated`."""
    reason: str | None
    proposer: str | None
    """User name of the member of the staff who proposed it; None where nobody of the staff did."""
    approver: str | None


def voids_between(from_ms: int, to_ms: int, *, after: VoidKey | None, limit: int) -> list[VoidRow]:
    """Return up to `limit` voids of [from_ms, to_ms) in order of time, chain and number, from after this one."""
    # Each page begins at the last row's time, which the indexes find.
    since_ms = from_ms if after is None else after.time_ms
    last = after or VoidKey(from_ms, "00000000-0000-0000-0000-000000000000", -1)
    ctes = [
        rounds_voided_between(since_ms, to_ms),
        stakes_voided_between(since_ms, to_ms),
        Cte("voids", _VOIDS, (*last, limit)),
        Cte(
            "telling", "SELECT DISTINCT told_chain AS chain, told_seq AS seq FROM voids WHERE told_seq IS NOT NULL", ()
        ),
        documents_cte("telling"),
    ]
    sql, params = with_statement(ctes, answer=_ANSWER)
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return [VoidRow(*row) for row in cursor.fetchall()]


_VOIDS: Final = """
SELECT * FROM (SELECT * FROM voided_rounds UNION ALL SELECT * FROM voided_stakes) v
WHERE (v.time_ms, v.chain, v.seq) > (%s::bigint, %s::uuid, %s::bigint) ORDER BY v.time_ms, v.chain, v.seq LIMIT %s
"""

# A round's own `void` says why; of a stake at a table its `table_abort` does.
_ANSWER: Final = """
SELECT v.time_ms, v.chain, v.seq, v.game, v.round, v.amount_minor,
  CASE d.document ->> 'type' WHEN 'void' THEN 'void' WHEN 'table_abort' THEN d.document ->> 'reason' ELSE 'unseated' END,
  d.document ->> CASE d.document ->> 'type' WHEN 'void' THEN 'reason' ELSE 'text' END,
  d.document #>> '{by,0}', d.document #>> '{by,1}'
FROM voids v LEFT JOIN documents d ON d.chain = v.told_chain AND d.seq = v.told_seq
ORDER BY v.time_ms, v.chain, v.seq
"""
