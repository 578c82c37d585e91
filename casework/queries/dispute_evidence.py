"""The evidence about a disputed round: everything that is stored of it, with what proves it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from audit import keys
from audit.core.note import leaf_hash
from audit.queries.log import published_size
from audit.queries.records import placed_entries
from casework.queries.disputes import DisputeView
from games.core.round_view import RoundView
from games.queries.rounds import round_view
from wallet.queries.balances import currency_of
from wallet.queries.journals import StatementLine, statement

_AROUND: Final = 10
"""How many records before and after the round's own the evidence has, with their journals."""


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
class DisputeEvidence:
    """The evidence about a round, as it stands now."""

    round: RoundView
    records: Sequence[ProvenRecord]
    statement: Sequence[StatementLine]
    currency: str
    trust: Mapping[str, Any]


def evidence_of(dispute: DisputeView) -> DisputeEvidence:
    """Return the evidence about a dispute's round: its records and those around it, each with its place in the log."""
    chain = dispute.chain
    view = round_view(chain, dispute.round_id)
    first, last = view.receipts[0][0], view.receipts[-1][0]
    from_seq, to_seq = max(0, first - _AROUND), last + _AROUND + 1
    size = published_size()
    records = [
        ProvenRecord(
            row.seq,
            leaf_hash(row.entry),
            row.entry,
            row.log_index,
            row.log_index is not None and row.log_index < size,
        )
        for row in placed_entries(chain, from_seq=from_seq, to_seq=to_seq)
    ]
    lines = statement(chain, before_seq=to_seq, limit=to_seq - from_seq)
    return DisputeEvidence(
        round=view,
        records=records,
        statement=[line for line in lines if line.seq >= from_seq],
        currency=currency_of(chain),
        trust=keys.trust_document(),
    )
