"""Check that each stake is stored as it was recorded, and ended as its epoch did."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from uuid import UUID

from audit.core.note import leaf_hash
from audit.core.records import moves_document
from audit.queries.records import record_entry
from games.core.family import SeatResult
from games.core.round_postings import result_postings
from kernel.ids import ChainId
from players.queries.sessions import session_references
from tables.core.continuation import end_of_stake
from tables.core.definition import TableDefinition
from tables.core.opening import AbortReason
from tables.core.player_records import leave_postings, refund_postings
from tables.models import BegunEpoch, Decision, EpochEnd, Fate, MissingValue, PlacedStake, StakeFate
from tables.queries.definitions import defined_table
from tables.queries.records_without_rows import stakes_with_late_values, stakes_without_rows
from tables.soundness.stored import Record, checked, number, record, result_of, stake_of
from wallet.core.ledger import Posting, net_moves


def faults() -> Iterator[str]:
    """Yield a sentence for each stake, and each value that is owed, that is not as its records say."""
    ends = {(row.table, row.epoch): row for row in BegunEpoch.objects.exclude(end_seq=None).iterator(chunk_size=2000)}
    fates = {(fate.chain, fate.seq): fate.fate for fate in Fate.objects.iterator(chunk_size=2000)}
    for row in PlacedStake.objects.order_by("chain", "seq").iterator(chunk_size=2000):
        fate, epoch = fates.pop((row.chain, row.seq), None), ends.get((row.table, row.epoch))
        yield from checked(f"Stake {row.seq} of chain {row.chain.hex}", _stake_faults(row, fate, epoch))
    yield from (f"Record {seq} of chain {chain.hex} has a fate and is no stake." for chain, seq in fates)
    for chain, seq in stakes_without_rows():
        yield f"Stake {seq} of chain {chain.hex} has no row."
    yield from checked("The values that are owed", _owed_faults(ends.values()))


def _stake_faults(row: PlacedStake, fate: str | None, epoch: BegunEpoch | None) -> Iterator[str]:
    if not _is_recorded(row) or row.unseated != (fate == StakeFate.UNSEATED):
        yield "it is not stored as it was recorded."
    elif row.end_seq is not None and not _ended_rightly(row, None if row.unseated else epoch):
        yield "it did not end as its epoch did."


def _is_recorded(row: PlacedStake) -> bool:
    document, table = record(row.chain, row.seq), defined_table(ChainId(row.table))
    sessions = session_references(ChainId(row.chain))
    recorded = (
        document["type"],
        document.get("table"),
        *(document.get(name) for name in ("epoch", "seat", "contrib", "room", "time")),
        document.get("buy_in" if table.definition.around_pot else "ante"),
        document.get("bonus", 0),
        # The sessions of an erased player are gone.
        document["sess"] if sessions else None,
    )
    stake = stake_of(row)
    stored = (
        "sit" if table.definition.around_pot else "deal",
        table.leaf.hex(),
        *(row.epoch, row.seat, stake.contribution.hex(), row.room_minor, row.placed_ms),
        row.stake_minor,
        row.side_bet_minor,
        sessions.get(row.session),
    )
    return recorded == stored and leaf_hash(record_entry(ChainId(row.chain), row.seq)) == stake.leaf


def _ended_rightly(row: PlacedStake, epoch: BegunEpoch | None) -> bool:
    """Say whether the record that ended a stake says what its epoch's end says, or gives it back where none named it."""
    if not row.unseated and epoch is None:
        return False
    table, end = defined_table(ChainId(row.table)).definition, record(row.chain, number(row.end_seq))
    ended_by = None if epoch is None else epoch.ended_by
    recorded = (end["type"], end.get("end"), end["time"], end.get("pay"), end["moves"])
    result = None if epoch is None or ended_by != EpochEnd.HAND_END else result_of(epoch, row.seat)
    pay, postings = _money(row, table, result)
    return recorded == (
        end_of_stake(table, end_type=ended_by).value,
        None if epoch is None else bytes(epoch.end_leaf or b"").hex(),
        row.ended_ms,
        pay,
        moves_document(net_moves(postings)),
    )


def _money(
    row: PlacedStake, table: TableDefinition, result: Record | None
) -> tuple[Mapping[str, int] | None, Sequence[Posting]]:
    """Return `pay` and the postings that end a stake; the result is None where it is given back."""
    if result is None:
        given_minor = row.stake_minor + row.side_bet_minor + _raised_minor(row)
        pay = {"staked": row.stake_minor, "returned": row.stake_minor} if table.around_pot else None
        return pay, refund_postings(table, given_minor)
    pay = {"staked": result["staked"], "returned": result["returned"]}
    if table.around_pot:
        return pay, leave_postings(returned_minor=result["returned"], rake_minor=result["rake"])
    seat = SeatResult(outcome=result["result"], staked_minor=pay["staked"], returned_minor=pay["returned"])
    return pay, result_postings(seat)


def _raised_minor(row: PlacedStake) -> int:
    """Return what the player's own decision against the house added to a stake that is given back."""
    if row.unseated:
        return 0
    acts = Decision.objects.filter(table=row.table, epoch=row.epoch, seat=row.seat).exclude(act_leaf=None)
    return sum(acts.values_list("amount_minor", flat=True))


# --- Values that are owed -----------------------------------------------------------------------------------


def _owed_faults(ends: Iterable[BegunEpoch]) -> Iterator[str]:
    """Compare the values that `table_abort` records name as missing with the rows, and what was told with the stakes."""
    owed = {(chain, abort): rest for chain, abort, *rest in _owed_by_aborts(ends)}
    recorded = dict(_told_with_stakes())
    for row in MissingValue.objects.order_by("table", "epoch", "seat"):
        key = (ChainId(row.chain), bytes(row.abort_leaf))
        value = None if row.value is None else bytes(row.value)
        stored = [row.table, row.epoch, row.seat, bytes(row.contribution), row.burnt_ms]
        if owed.pop(key, None) != stored or recorded.pop(key, (None, None)) != (row.told_seq, value):
            yield f"seat {row.seat} owes that of epoch {row.epoch} of table {row.table.hex} otherwise than it is recorded."
    for chain, abort in owed.keys() | recorded.keys():
        yield f"chain {chain.hex} owes one by the record {abort.hex()}, of which there is no row."


def _owed_by_aborts(ends: Iterable[BegunEpoch]) -> Iterator[tuple[ChainId, bytes, UUID, int, int, bytes, int | None]]:
    for row in ends:
        if row.ended_by != EpochEnd.TABLE_ABORT:
            continue
        end = record(row.table, number(row.end_seq))
        if end["reason"] != AbortReason.NO_REVEAL:
            continue
        seated = PlacedStake.objects.filter(table=row.table, epoch=row.epoch, unseated=False, seat__in=end["missing"])
        for stake in seated:
            leaf, contribution = bytes(row.end_leaf or b""), bytes(stake.contribution)
            yield ChainId(stake.chain), leaf, row.table, row.epoch, stake.seat, contribution, row.ended_ms


def _told_with_stakes() -> Iterator[tuple[tuple[ChainId, bytes], tuple[int, bytes | None]]]:
    """Yield chain and abort of each value that a stake told, with the stake's number and the value."""
    for chain, seq in stakes_with_late_values():
        late = record(chain, seq)["late"]
        yield (chain, bytes.fromhex(late["abort"])), (seq, bytes.fromhex(late["r"]) if "r" in late else None)
