"""Opening an epoch: the player's seed meets the platform's commitment.

Source: docs/formats/record.md, "Epochs"; RDF/1, section 2.4.
"""

import os
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import connection

from audit import keys
from audit.core.note import leaf_hash
from audit.core.records import SALT_BYTES, Record, write
from audit.models import Epoch
from audit.operations.announce_epoch import draw_epoch, epoch_clause
from audit.operations.append import TRIES, Busy, Head, advance_clause, record_clauses, run
from audit.queries import (
    EPOCH_SOURCE,
    NEXT_EPOCH_SOURCE,
    EpochRow,
    HeadRow,
    NextEpochRow,
    head_source,
    record_entry,
)
from kernel.cte import Columns, Cte, gather
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal, RefusalKind


class CommitmentNotCovered(Refusal):
    """The commitment to the next epoch's seeds is not in a signed checkpoint yet."""

    code, kind = "commitment-not-covered", RefusalKind.CONFLICT


class RoundStillOpen(Refusal):
    """A round is still open."""

    code, kind = "round-open", RefusalKind.CONFLICT


class ReusedClientSeed(Refusal):
    """This client seed was used before."""

    code, kind = "reused-client-seed", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedEpoch:
    """What the player is told: everything here is public but the `entry`, which is the player's receipt."""

    epoch: int
    rounds: int
    commitment: bytes
    client: bytes
    opened_ms: int
    entry: str
    seq: int
    leaf: bytes


def open_epoch(chain: ChainId, *, client: bytes, now: datetime) -> OpenedEpoch:
    """Open the chain's announced epoch with the player's seed of 16 to 64 bytes, and announce the one after.

    Asking again with the seed of an open epoch in which nothing was dealt gives the first answer again.

    Raises:
        CommitmentNotCovered: the announcement is younger than the newest checkpoint; `retry_after` is 1 second.
        RoundStillOpen: with its `round_id`.
        ReusedClientSeed: in this chain.
        Busy: three times somebody else was faster.
    """
    for _ in range(TRIES):
        head, current, announced = _gather(chain)
        # A closed epoch's answer is not repeated: it promises rounds that are never dealt.
        if current is not None and current.client == client and current.closed_ms is None and head.nonce == 0:
            return _stored_answer(current, read_at=announced.announced_seq, chain=chain)
        _require_openable(chain, head, announced, client)
        opened = _record(head, announced, client, now)
        if opened is not None:
            return opened
    raise Busy


def _gather(chain: ChainId) -> tuple[Head, EpochRow | None, NextEpochRow]:
    sql, params = gather(head_source("%s", chain), EPOCH_SOURCE, NEXT_EPOCH_SOURCE)
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        columns = Columns(cursor.fetchone())
    head, current, announced = columns.take(HeadRow), columns.take(EpochRow), columns.take(NextEpochRow)
    assert head is not None, "a chain has a head from its first record on"
    assert announced is not None, "an epoch is always announced one ahead"
    return head.head(), current, announced


def _require_openable(chain: ChainId, head: Head, announced: NextEpochRow, client: bytes) -> None:
    if head.in_round:
        round_id = f"{chain.hex}-{head.epoch}-{head.nonce}"
        raise RoundStillOpen("No epoch was opened. Finish the open round first.", round_id=round_id)
    if announced.log_index is None or announced.log_index >= announced.checkpoint_size:
        raise CommitmentNotCovered(
            "No epoch was opened. The commitment is published within about a second; try again then.", retry_after=1
        )
    if Epoch.objects.filter(chain=chain, client=client).exists():
        raise ReusedClientSeed("No epoch was opened. Draw a fresh client seed for each epoch.")


def _record(head: Head, announced: NextEpochRow, client: bytes, now: datetime) -> OpenedEpoch | None:
    chain = head.tip.chain
    following = draw_epoch(chain, announced.epoch + 1)
    fields = {
        "epoch": announced.epoch,
        "client": client.hex(),
        "next": following.document(),
        "size": announced.checkpoint_size,
    }
    record = write(
        head.tip, "open", fields, now_ms=to_epoch_ms(now), salt=os.urandom(SALT_BYTES), signer=keys.signer("rounds")
    )
    after = replace(head.after(record), epoch=announced.epoch, nonce=0)
    clauses = [
        advance_clause(head, after),
        *record_clauses([record]),
        epoch_clause(following, announced_seq=record.tip.seq),
        _opened_clause(announced.epoch, client, record),
    ]
    if not run(clauses):
        return None
    return OpenedEpoch(
        epoch=announced.epoch,
        rounds=announced.rounds,
        commitment=announced.commitment,
        client=client,
        opened_ms=record.tip.time_ms,
        entry=record.entry,
        seq=record.tip.seq,
        leaf=record.tip.leaf,
    )


def _stored_answer(current: EpochRow, *, read_at: int, chain: ChainId) -> OpenedEpoch:
    """Repeat the answer to the request that opened `current`: its record is the one that announced the next epoch."""
    entry = record_entry(chain, read_at)
    return OpenedEpoch(
        epoch=current.epoch,
        rounds=current.rounds,
        commitment=current.commitment,
        client=current.client,
        opened_ms=current.opened_ms,
        entry=entry,
        seq=read_at,
        leaf=leaf_hash(entry),
    )


def _opened_clause(epoch: int, client: bytes, record: Record) -> Cte:
    return Cte(
        "opened",
        "UPDATE audit_epoch e SET client = %s, opened_ms = %s FROM head WHERE e.chain = head.chain AND e.epoch = %s",
        (client, record.tip.time_ms, epoch),
    )
