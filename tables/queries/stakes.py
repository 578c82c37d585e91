"""Stakes as their players see them: the answer to a request, the open one, a player's history."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.db import connection

from games.core.round_view import StoredEntry, entry_from_note
from kernel.ids import ChainId
from tables.core.epoch import TableEpoch
from tables.core.stake_view import StakeView, view_stake
from tables.models import PlacedStake, Reveal
from tables.queries.definitions import defined_table
from wallet.queries.journals import first_number_since


def stake_view(chain: ChainId, seq: int, *, until_seq: int | None = None) -> StakeView:
    """Return the stake whose `deal` or `sit` has this number; as it stood at the record `until_seq`, where that is given."""
    row = PlacedStake.objects.get(chain=chain, seq=seq)
    return _view(row, until_seq=until_seq)


def answer_to(chain: ChainId, *, journal_seq: int) -> StakeView:
    """Return the answer to the step of a stake, whatever it was, whose journal has this number."""
    # At most one stake of a chain is open, so the newest one before the step is the one that it concerns.
    row = PlacedStake.objects.filter(chain=chain, seq__lte=journal_seq).order_by("-seq")[:1].get()
    return _view(row, until_seq=journal_seq)


def open_stake(chain: ChainId) -> StakeView | None:
    """Return the stake of a player that has no end yet, None where there is none."""
    row = PlacedStake.objects.filter(chain=chain, end_seq=None).first()
    return None if row is None else _view(row)


def stakes(
    chain: ChainId, *, before_seq: int | None, limit: int, start_ms: int | None = None, end_ms: int | None = None
) -> list[StakeView]:
    """Return up to `limit` stakes of a player, newest first, before the one of this number (None: from the newest).

    They were placed in [start_ms, end_ms); None does not bound. The journals know at which number each bound is.
    """
    rows = PlacedStake.objects.filter(chain=chain)
    if before_seq is not None:
        rows = rows.filter(seq__lt=before_seq)
    if start_ms is not None:
        first = first_number_since(chain, start_ms)
        if first is None:
            return []
        rows = rows.filter(seq__gte=first)
    end = None if end_ms is None else first_number_since(chain, end_ms)
    if end is not None:
        rows = rows.filter(seq__lt=end)
    return _views(list(rows.order_by("-seq")[:limit]))


def stake_in_epoch(chain: ChainId, table: ChainId, epoch: int) -> PlacedStake | None:
    """Return a player's stake in an epoch, unless it was withdrawn or came too late."""
    rows = PlacedStake.objects.filter(chain=chain, table=table, epoch=epoch, unseated=False)
    return rows.order_by("-seq").first()


def stakes_in_hand(chain: ChainId, epoch: TableEpoch) -> list[StakeView]:
    """Return all stakes that a player placed in an epoch, in order, those that were given back included."""
    placed = PlacedStake.objects.filter(table=epoch.chain, epoch=epoch.number, chain=chain)
    # Each has an index of its own.
    rows = [*placed.filter(unseated=False), *placed.filter(unseated=True)]
    return _views(sorted(rows, key=lambda row: row.seq))


def player_of_stake(table: ChainId, epoch: int, *, session_id: UUID) -> ChainId | None:
    """Return the player whose stake in an epoch this session placed, in force or not; None for a stake that was withdrawn."""
    rows = PlacedStake.objects.filter(table=table, epoch=epoch, session=session_id, unseated=False)
    chain = rows.values_list("chain", flat=True).first()
    return None if chain is None else ChainId(chain)


def value_of(epoch: TableEpoch, *, seat: int) -> bytes | None:
    """Return the value that a seat revealed, None where it did not."""
    rows = Reveal.objects.filter(table=epoch.chain, epoch=epoch.number, seat=seat)
    value = rows.values_list("value", flat=True).first()
    return None if value is None else bytes(value)


def value_used(table: ChainId, value: bytes) -> bool:
    """Return whether a value was revealed at a table, in whatever epoch."""
    return Reveal.objects.filter(table=table, value=value).exists()


_RECORDS: Final = """
SELECT s.seq, r.entry FROM unnest(%s::bigint[], %s::bigint[]) AS s (seq, last_seq)
JOIN audit_record r ON r.chain = %s AND r.seq >= s.seq AND (s.last_seq IS NULL OR r.seq <= s.last_seq)
  AND r.type IN ('deal', 'sit', 'act', 'settle', 'void', 'leave')
ORDER BY r.seq
"""
"""Between a stake and its end, no other round or stake has records in the chain."""


def _view(row: PlacedStake, *, until_seq: int | None = None) -> StakeView:
    (view,) = _views([row], until_seq=until_seq)
    return view


def _views(rows: Sequence[PlacedStake], *, until_seq: int | None = None) -> list[StakeView]:
    """Return stakes of one player, in the order of `rows`, from one look at their records."""
    if not rows:
        return []
    records: dict[int, list[StoredEntry]] = {row.seq: [] for row in rows}
    last_seqs = [row.end_seq if until_seq is None else until_seq for row in rows]
    with connection.cursor() as cursor:
        cursor.execute(_RECORDS, (list(records), last_seqs, rows[0].chain))
        for seq, entry in cursor.fetchall():
            records[seq].append(entry_from_note(entry))
    return [_viewed(row, records[row.seq]) for row in rows]


def _viewed(row: PlacedStake, records: Sequence[StoredEntry]) -> StakeView:
    definition = defined_table(ChainId(row.table)).definition
    sheet = definition.sheet
    return view_stake(records, table=ChainId(row.table), game=sheet.game, currency=sheet.currency)
