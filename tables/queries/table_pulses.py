"""Whether something changed at tables since one looked last: what many of them cost one statement to find out."""

from collections.abc import Collection
from typing import Final, NamedTuple

from django.db import connection

from kernel.ids import ChainId
from tables.queries.table_switches import TABLE_IS_OFF


class TablePulse(NamedTuple):
    """A table at an instant. Of two that are equal, nothing that a snapshot shows changed in between."""

    seq: int
    """The newest record of the table's chain."""
    status: str
    switched_off: bool
    covered: tuple[bool, bool, int | None]
    """Whether the published checkpoint covers the newest `seats`, and the epoch's announcement; whose log index."""
    rows: tuple[str, int, int]
    """Which stakes there are of this epoch and the one before it, and how many values and decisions are stored."""


def table_pulses(chains: Collection[ChainId]) -> dict[ChainId, TablePulse]:
    """Return the pulse of each of these chains that is a table's, all as of one snapshot."""
    with connection.cursor() as cursor:
        cursor.execute(_PULSES, (list(chains),))
        return {ChainId(chain): _pulse(*columns) for chain, *columns in cursor.fetchall()}


def _pulse(  # noqa: PLR0913, PLR0917  a row has as many columns as it has
    seq: int,
    status: str,
    switched_off: bool,  # noqa: FBT001  a column
    seats: int | None,
    announced: int | None,
    published_size: int,
    stakes: str,
    values: int,
    decisions: int,
) -> TablePulse:
    seats_covered, announced_covered = (index is not None and index < published_size for index in (seats, announced))
    return TablePulse(
        seq, status, switched_off, (seats_covered, announced_covered, announced), (stakes, values, decisions)
    )


_PULSES: Final = f"""
SELECT t.chain, h.seq, t.status, {TABLE_IS_OFF},
  (SELECT index FROM audit_leaf l WHERE l.chain = t.chain AND l.seq = e.seats_seq),
  (SELECT l.index FROM audit_epoch a JOIN audit_leaf l ON l.chain = a.chain AND l.seq = a.announced_seq
   WHERE a.chain = t.chain AND a.epoch = current.epoch),
  log.published_size,
  (SELECT COALESCE(md5(string_agg(s.leaf::text || COALESCE(s.end_seq::text, ''), '' ORDER BY s.epoch, s.seat)), '')
   FROM tables_stake s
   WHERE s."table" = t.chain AND s.epoch IN (current.epoch, current.epoch - 1) AND NOT s.unseated),
  (SELECT count(*) FROM tables_reveal r WHERE r."table" = t.chain AND r.epoch = current.epoch),
  (SELECT count(*) FROM tables_decision d WHERE d."table" = t.chain AND d.epoch = current.epoch)
FROM tables_table t
LEFT JOIN games_sheet g ON g.leaf = t.rules_leaf
JOIN audit_chain h ON h.chain = t.chain
JOIN audit_log log ON true
LEFT JOIN LATERAL (
  SELECT epoch, seats_seq, end_seq FROM tables_epoch WHERE "table" = t.chain ORDER BY epoch DESC LIMIT 1
) e ON true
CROSS JOIN LATERAL (
  SELECT CASE WHEN e.epoch IS NULL THEN 0 WHEN e.end_seq IS NULL THEN e.epoch ELSE e.epoch + 1 END AS epoch
) current
WHERE t.chain = ANY(%s::uuid[])
"""
