"""Open an epoch: the player adds a seed to those that the platform committed to.

Source: docs/formats/record.md, "Epochs"; RDF/1, section 2.4.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from audit.chain_head import Head
from audit.core.note import leaf_hash
from audit.gather import gather_row
from audit.operations.announce_epoch import draw_epoch, epoch_cte, last_seed, opened_cte, unseal_replaced
from audit.operations.append import MAX_ATTEMPTS, Busy, advance_cte, execute_step, record_ctes
from audit.operations.signed_opening import (
    OpeningSigner,
    SignedOpening,
    SignerSources,
    covered_size,
    signed_fields,
)
from audit.queries.chains import head_source
from audit.queries.epochs import EPOCH_SOURCE, NEXT_EPOCH_SOURCE, EpochRow, NextEpochRow, client_seed_used
from audit.queries.records import record_entry
from audit.signed_record import signed_record
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind


class CommitmentNotCovered(Refusal):
    """The commitment to the next epoch's seeds is not in a signed checkpoint yet."""

    code, kind = "commitment-not-covered", RefusalKind.CONFLICT


class RoundStillOpen(Refusal):
    """A round is still open."""

    code, kind = "round-open", RefusalKind.CONFLICT


class StakeStillOpen(Refusal):
    """A stake at a table is still open."""

    code, kind = "stake-open", RefusalKind.CONFLICT


class ReusedClientSeed(Refusal):
    """This client seed was used before."""

    code, kind = "reused-client-seed", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedEpoch:
    """The opened epoch as the player sees it. All of it is public but `entry`, the player's receipt."""

    epoch: int
    rounds: int
    commitment: bytes
    client_seed: bytes
    opened_ms: int
    entry: str
    seq: int
    leaf: bytes


def open_epoch(
    chain: ChainId, *, client_seed: bytes, signed: SignedOpening | None = None, now: datetime
) -> OpenedEpoch:
    """Open the chain's announced epoch with the player's seed of 16 to 64 bytes, and announce the one after.

    The record reveals the seeds of hands that the epoch before leaves unplayed, and of commitments that were replaced.
    Nothing can be dealt from them afterwards: a deal that has read the epoch before finds that the chain has changed.

    A repeated request with the seed of the open epoch gets the first answer, as long as nothing was dealt from it.

    Raises:
        CommitmentNotCovered: the announcement is younger than the newest checkpoint; `retry_after` is 1 second.
        RoundStillOpen: with its `round_id`.
        StakeStillOpen: at a table.
        ReusedClientSeed: in this chain.
        WrongCheckpoint, SignatureRequired, UnknownPlayerKey, PlayerKeyWaits, ChainMoved, OutdatedSignature,
        WrongPlayerSignature: the chain has keys, and the request is not signed as they ask.
        Busy: lost the race for this chain three times.
    """
    for _ in range(MAX_ATTEMPTS):
        head, current, announced, signer = _gather(chain, signed)
        # The answer of a closed epoch is not repeated: it promises rounds that will never be dealt.
        if current is not None and current.client_seed == client_seed and current.closed_ms is None and head.nonce == 0:
            return _stored_answer(current, read_at=announced.announced_seq, chain=chain)
        _require_openable(chain, head, announced, client_seed, covered_size(signed, announced))
        at_ms = head.record_time_ms(now)
        fields = signed_fields(signed, signer, head=head, announced=announced, client_seed=client_seed, at_ms=at_ms)
        fields["size"] = covered_size(signed, announced)
        opened = _record(head, current, announced, client_seed, fields, at_ms)
        if opened is not None:
            return opened
    raise Busy


def _gather(chain: ChainId, signed: SignedOpening | None) -> tuple[Head, EpochRow | None, NextEpochRow, OpeningSigner]:
    head, signer = head_source("%s", chain), SignerSources(signed)
    gathered = gather_row(head, EPOCH_SOURCE, NEXT_EPOCH_SOURCE, *signer.sources())
    assert gathered is not None, "a chain has a head from its first record on"
    # An epoch is always announced one ahead.
    announced = gathered.required(NEXT_EPOCH_SOURCE)
    return gathered.required(head).head(), gathered[EPOCH_SOURCE], announced, signer.read(gathered)


def _require_openable(chain: ChainId, head: Head, announced: NextEpochRow, client_seed: bytes, size: int) -> None:
    if head.round_open:
        round_id = f"{chain.hex}-{head.epoch}-{head.nonce}"
        raise RoundStillOpen("No epoch was opened. Finish the open round first.", round_id=round_id)
    if head.stake_open:
        raise StakeStillOpen("No epoch was opened. Your stake at a table is open: finish that hand first.")
    if announced.log_index is None or announced.log_index >= size:
        raise CommitmentNotCovered(
            "No epoch was opened. The commitment is published within about a second; try again then.", retry_after=1
        )
    if client_seed_used(chain, client_seed):
        raise ReusedClientSeed("No epoch was opened. Draw a fresh client seed for each epoch.")


def _record(
    head: Head,
    current: EpochRow | None,
    announced: NextEpochRow,
    client_seed: bytes,
    covered: Mapping[str, object],
    at_ms: int,
) -> OpenedEpoch | None:
    chain = head.tip.chain
    next_epoch = draw_epoch(chain, announced.epoch + 1)
    fields = {
        "epoch": announced.epoch,
        "client": client_seed.hex(),
        "next": next_epoch.document(),
        **covered,
        **_revealed(head, current, announced),
    }
    record = signed_record(head.tip, "open", fields, now_ms=at_ms)
    after = head.advanced_by(record, epoch=announced.epoch, nonce=0)
    clauses = [
        advance_cte(head, after),
        *record_ctes([record]),
        epoch_cte(next_epoch, announced_seq=record.tip.seq),
        opened_cte(announced.epoch, client_seed, record),
    ]
    if not execute_step(clauses):
        return None
    return OpenedEpoch(
        epoch=announced.epoch,
        rounds=announced.rounds,
        commitment=announced.commitment,
        client_seed=client_seed,
        opened_ms=record.tip.time_ms,
        entry=record.entry,
        seq=record.tip.seq,
        leaf=record.tip.leaf,
    )


def _revealed(head: Head, current: EpochRow | None, announced: NextEpochRow) -> dict[str, object]:
    """Return the fields that reveal seeds from which nothing will be dealt."""
    chain, fields = head.tip.chain, dict[str, object]()
    if current is not None and head.nonce < current.rounds:
        left = last_seed(current.sealed_seeds, chain=chain, epoch=current.epoch)
        if left is not None:
            fields["left"] = left.hex()
    replaced = unseal_replaced(announced.replaced_seeds, chain=chain, epoch=announced.epoch)
    if replaced:
        fields["replaced"] = [seed.hex() for seed in replaced]
    return fields


def _stored_answer(current: EpochRow, *, read_at: int, chain: ChainId) -> OpenedEpoch:
    """Repeat the answer to the request that opened `current`: its record is the one that announced the next epoch."""
    entry = record_entry(chain, read_at)
    return OpenedEpoch(
        epoch=current.epoch,
        rounds=current.rounds,
        commitment=current.commitment,
        client_seed=current.client_seed,
        opened_ms=current.opened_ms,
        entry=entry,
        seq=read_at,
        leaf=leaf_hash(entry),
    )
