"""The evidence about what is disputed: everything that is stored of it, with what proves it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from audit import keys
from audit.core.note import leaf_hash
from audit.queries.chains import load_head
from audit.queries.log import published_size
from audit.queries.records import placed_entries
from casework.queries.disputes import DisputeView
from games.core.round_view import RoundView
from games.queries.rounds import round_view
from kernel.ids import ChainId
from tables.core.epoch import TableEpoch
from tables.core.stake_view import StakeView
from tables.queries.hand_records import hand_records
from tables.queries.stakes import stakes_in_hand
from wallet.queries.balances import currency_of
from wallet.queries.journals import StatementLine, statement

_AROUND: Final = 10
"""How many of the player's records before and after those of the round or stake the evidence has, with their journals."""


class ProvenRecord(NamedTuple):
    """A signed record, and its place in the log."""

    seq: int
    leaf: bytes
    note: str
    log_index: int | None
    """None until the sequencer has given one."""
    published: bool
    """Whether a published checkpoint covers it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEvidence:
    """What is stored of a hand at a table: nothing that was not published to all, but for the player's own stakes."""

    epoch: TableEpoch
    stakes: Sequence[StakeView]
    """The player's own, in order."""
    records: Sequence[ProvenRecord]
    """The table's: what the hand rests on, then its own, in order. Cards that nobody was shown are sealed in them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeEvidence:
    """The evidence about a round or a hand, as it stands now. One of `round` and `hand` is None."""

    round: RoundView | None
    hand: HandEvidence | None
    records: Sequence[ProvenRecord]
    """The player's."""
    statement: Sequence[StatementLine]
    currency: str
    replay: str
    """The command that replays it from an export of the log in the folder `DIR`."""
    trust: Mapping[str, Any]


def evidence_of(dispute: DisputeView) -> DisputeEvidence:
    """Return the evidence about a dispute: the records of what is disputed and around it, each with its place in the log."""
    chain, about, size = dispute.chain, dispute.about, published_size()
    view, hand = None, None
    if isinstance(about, TableEpoch):
        hand = _hand(chain, about, size=size)
        receipts = [stake.receipts for stake in hand.stakes]
    else:
        view = round_view(chain, about)
        receipts = [view.receipts]
    ranges = _ranges_around((own[0][0], own[-1][0]) for own in receipts)
    return DisputeEvidence(
        round=view,
        hand=hand,
        records=_proven(chain, ranges, size=size),
        statement=[line for first, to in reversed(ranges) for line in _journals(chain, first, to)],
        currency=currency_of(chain),
        replay=f"python -m verifier replay {about} DIR",
        trust=keys.trust_document(),
    )


def _hand(chain: ChainId, epoch: TableEpoch, *, size: int) -> HandEvidence:
    stakes = stakes_in_hand(chain, epoch)
    assert stakes, "nobody disputes a hand without a stake in it"
    where = hand_records(epoch)
    to_seq = where.to_seq if where.to_seq is not None else load_head(epoch.chain).tip.seq + 1
    ranges = [*((seq, seq + 1) for seq in where.apart), (where.from_seq, to_seq)]
    return HandEvidence(epoch=epoch, stakes=stakes, records=_proven(epoch.chain, ranges, size=size))


def _ranges_around(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the half-open ranges of numbers within `_AROUND` of these closed spans, ascending, none twice."""
    ranges: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        from_seq, to_seq = max(0, first - _AROUND), last + _AROUND + 1
        if ranges and from_seq <= ranges[-1][1]:
            from_seq = ranges.pop()[0]
        ranges.append((from_seq, to_seq))
    return ranges


def _proven(chain: ChainId, ranges: Iterable[tuple[int, int]], *, size: int) -> list[ProvenRecord]:
    """Return a chain's records in these half-open ranges; a published checkpoint covers the log's first `size` entries."""
    return [
        ProvenRecord(
            row.seq,
            leaf_hash(row.entry),
            row.entry,
            row.log_index,
            row.log_index is not None and row.log_index < size,
        )
        for from_seq, to_seq in ranges
        for row in placed_entries(chain, from_seq=from_seq, to_seq=to_seq)
    ]


def _journals(chain: ChainId, from_seq: int, to_seq: int) -> list[StatementLine]:
    lines = statement(chain, before_seq=to_seq, limit=to_seq - from_seq)
    return [line for line in lines if line.seq >= from_seq]
