"""Replace the seeds of a chain that may have been revealed, so that no card is dealt that somebody could know.

A restored database needs this. Rounds that were settled in the lost history revealed seeds. The restored database still
holds those seeds for rounds to come: of the open epoch, and of an announced one that was opened later.

Source: docs/formats/record.md, "Epochs"; docs/runbooks/restoring-a-backup.md.
"""

from datetime import datetime

from django.db import transaction

from audit.chain_head import Head
from audit.core.epoch_seeds import ROUNDS_PER_EPOCH
from audit.core.records import Record
from audit.operations.announce_epoch import (
    NewEpoch,
    draw_epoch,
    last_seed,
    replace_epoch_cte,
    seal_replaced,
    unseal_replaced,
)
from audit.operations.append import MAX_ATTEMPTS, Busy, advance_cte, execute_step, record_ctes
from audit.operations.open_epoch import RoundStillOpen
from audit.operations.save_event import NewEvent, compose_event, leaf_hex, store_events
from audit.queries.chains import load_head
from audit.queries.epochs import announced_seeds
from audit.signed_record import signed_record
from kernel.cte import Cte
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms


def renew_commitment(chain: ChainId, *, reason: str, now: datetime, rounds: int = ROUNDS_PER_EPOCH) -> None:
    """Close the chain's open epoch, if any, and replace the announced one's seeds by fresh ones, in one step.

    `reason` is published in the record. The player opens the announced epoch as always, once its new commitment is
    covered; that reveals the replaced seeds. Not this step: who knows them could choose a client seed by them. A table's
    epochs have one round; who renews them sees to it that no stake for the announced one is open.

    Raises:
        RoundStillOpen: with its `round_id`; the chain was left as it is.
        Busy: lost the race for this chain three times.
    """
    for _ in range(MAX_ATTEMPTS):
        head = load_head(chain)
        if head.round_open:
            round_id = f"{chain.hex}-{head.epoch}-{head.nonce}"
            raise RoundStillOpen("Nothing was renewed. Void the open round first.", round_id=round_id)
        event = compose_event(_event(head, reason), now=now)
        with transaction.atomic():
            if _record(head, draw_epoch(chain, head.epoch + 1, rounds=rounds), reason, leaf_hex(event), now):
                store_events([event])
                return
    raise Busy


def _event(head: Head, reason: str) -> NewEvent:
    return NewEvent(
        kind="commitment-replaced",
        subject=head.tip.chain,
        actor="platform",
        reason=reason,
        after={"epoch": head.epoch + 1},
    )


def _record(head: Head, announced: NewEpoch, reason: str, ev: str, now: datetime) -> bool:
    fields = {"epoch": announced.epoch, **announced.document(), "reason": reason, "ev": ev}
    record = signed_record(head.tip, "commit", fields, now_ms=to_epoch_ms(now))
    replaced_seeds = _with_replaced(head.tip.chain, announced.epoch)
    return execute_step(
        [
            advance_cte(head, head.advanced_by(record)),
            *record_ctes([record]),
            _closed_clause(head.epoch, record),
            replace_epoch_cte(announced, announced_seq=record.tip.seq, replaced_seeds=replaced_seeds),
        ]
    )


def _with_replaced(chain: ChainId, epoch: int) -> bytes | None:
    """Return the seeds that the announced commitment has replaced, and its own last one.

    They are read after the head: if another step replaces them in between, this one is not written.
    """
    sealed, replaced = announced_seeds(chain, epoch)
    own = last_seed(sealed, chain=chain, epoch=epoch)
    seeds = unseal_replaced(replaced, chain=chain, epoch=epoch) + ([] if own is None else [own])
    return seal_replaced(seeds, chain=chain, epoch=epoch)


def _closed_clause(epoch: int, record: Record) -> Cte:
    return Cte(
        "closed",
        "UPDATE audit_epoch e SET closed_ms = %s FROM head"
        " WHERE e.chain = head.chain AND e.epoch = %s AND e.closed_ms IS NULL",
        (record.tip.time_ms, epoch),
    )
