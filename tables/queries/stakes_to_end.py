"""Stakes whose end is due: what ended them is stored, or they were never named.

Source: docs/formats/tables.md, "Steps".
"""

from typing import Final, NamedTuple
from uuid import UUID

from django.db import connection

from games.engine import engine_sha256
from kernel.cte import Cte, TypedCte
from kernel.ids import ChainId
from tables.models import StakeFate
from tables.queries.table_switches import TABLE_IS_OFF


class StakeToEndRow(NamedTuple):
    """An open stake of the chain in the CTE `head`, with what has happened to its epoch."""

    leaf: bytes
    table: UUID
    epoch: int
    seat: int
    stake_minor: int
    side_bet_minor: int
    raised_minor: int
    """What the player's own decision against the house added."""
    fate: str | None
    begun: bool
    """Whether the betting of its epoch has ended."""
    idle: bool
    """Whether the table takes no stakes now."""
    end_type: str | None
    end_seq: int | None
    end_leaf: bytes | None
    ended_ms: int | None

    @property
    def unnamed(self) -> bool:
        """Whether no `seats` names it, nor ever will once its fate is stored."""
        if self.fate is None:
            return self.begun or self.idle
        return self.fate == StakeFate.UNSEATED

    @property
    def due(self) -> bool:
        """Whether it ends now."""
        return self.unnamed or (self.fate == StakeFate.NAMED and self.end_type is not None)


def stake_to_end_source(seq: int) -> TypedCte[StakeToEndRow]:
    """Read the stake with this number of the chain in the CTE `head`; no row if it has ended."""
    columns = (
        's.leaf, s."table", s.epoch, s.seat, s.stake_minor, s.side_bet_minor,'
        " CASE WHEN d.act_leaf IS NULL THEN 0 ELSE d.amount_minor END AS raised_minor, f.fate,"
        f" e.epoch IS NOT NULL AS begun, {_IDLE} AS idle, e.ended_by, e.end_seq AS epoch_end_seq, e.end_leaf, e.ended_ms"
    )
    sql = (
        f"SELECT {columns} FROM head JOIN tables_stake s ON s.chain = head.chain AND s.seq = %s {_JOINED}"
        ' LEFT JOIN tables_decision d ON d."table" = s."table" AND d.epoch = s.epoch AND d.seat = s.seat'
        " WHERE s.end_seq IS NULL"
    )
    return TypedCte(Cte("stake", sql, (engine_sha256(), seq)), StakeToEndRow)


def due_stakes(table: ChainId | None = None) -> list[tuple[ChainId, int]]:
    """Return chain and number of each open stake whose end is due, of one table or of all. It reads those that are open."""
    of_table, params = ("", ()) if table is None else (' AND s."table" = %s', (table,))
    with connection.cursor() as cursor:
        cursor.execute(f"{_DUE}{of_table}", (engine_sha256(), *params))
        return [(ChainId(chain), seq) for chain, seq, *_ in cursor.fetchall()]


def tables_with_due_stakes() -> list[ChainId]:
    """Return the tables of the open stakes whose end is due. It reads the stakes that are open."""
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT DISTINCT due."table" FROM ({_DUE}) AS due', (engine_sha256(),))
        return [ChainId(table) for (table,) in cursor.fetchall()]


def count_due_stakes(*, since_ms: int) -> int:
    """Count the open stakes whose end has been due since that instant or longer, as far as a row tells the instant."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM ({_DUE}) AS due WHERE due.since_ms <= %s", (engine_sha256(), since_ms))
        return int(cursor.fetchone()[0])


_IDLE: Final = f"(t.status <> 'open' OR g.engine_sha256 <> %s OR {TABLE_IS_OFF})"
"""A table whose rules name another engine than this program takes no stakes (`TableState.takes_stakes`)."""

_JOINED: Final = """
  JOIN tables_table t ON t.chain = s."table"
  JOIN games_sheet g ON g.leaf = t.rules_leaf
  LEFT JOIN tables_fate f ON f.chain = s.chain AND f.seq = s.seq
  LEFT JOIN tables_epoch e ON e."table" = s."table" AND e.epoch = s.epoch
"""

_DUE: Final = f"""
SELECT s.chain, s.seq, s."table", GREATEST(s.placed_ms, COALESCE(e.ended_ms, e.seats_ms, 0)) AS since_ms
FROM tables_stake s {_JOINED}
WHERE s.end_seq IS NULL AND (
  f.fate IS NULL AND (e.epoch IS NOT NULL OR {_IDLE})
  OR f.fate = 'unseated' OR f.fate = 'named' AND e.ended_by IS NOT NULL)
"""
