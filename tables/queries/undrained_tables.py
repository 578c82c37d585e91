"""Tables at which something is still at stake, or that take no stakes since the program changed."""

from typing import Final, NamedTuple
from uuid import UUID

from django.db import connection

from games.engine import engine_sha256
from kernel.ids import ChainId


class UndrainedTable(NamedTuple):
    """A table with a hand or a game that runs, or with stakes that have not ended."""

    table: UUID
    game: str
    epoch: int | None
    """The epoch that runs, None where stakes alone wait for their end."""
    stakes: int
    """How many have not ended, of whatever epoch."""


def undrained_tables() -> list[UndrainedTable]:
    """Return the tables that are not drained, closed ones too, by id."""
    with connection.cursor() as cursor:
        cursor.execute(_UNDRAINED)
        return [UndrainedTable(*row) for row in cursor.fetchall()]


def tables_of_another_engine() -> list[ChainId]:
    """Return the open tables whose rules name another engine than this program: they take no stakes."""
    with connection.cursor() as cursor:
        cursor.execute(_OTHER_ENGINE, (engine_sha256(),))
        return [ChainId(chain) for (chain,) in cursor.fetchall()]


_UNDRAINED: Final = """
SELECT t.chain, t.game, e.epoch, s.stakes
FROM tables_table t
LEFT JOIN tables_epoch e ON e."table" = t.chain AND e.end_seq IS NULL
LEFT JOIN LATERAL (
  SELECT count(*)::integer AS stakes FROM tables_stake s WHERE s."table" = t.chain AND s.end_seq IS NULL
) s ON true
WHERE e.epoch IS NOT NULL OR s.stakes > 0
ORDER BY t.chain
"""

_OTHER_ENGINE: Final = (
    "SELECT t.chain FROM tables_table t JOIN games_sheet g ON g.leaf = t.rules_leaf"
    " WHERE t.status = 'open' AND g.engine_sha256 <> %s ORDER BY t.chain"
)
