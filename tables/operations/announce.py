"""Commit to the seed of a table's first epoch; or to another one, where a seed may have been revealed.

Every later epoch is announced by the `seats` of the one before.

Source: docs/formats/tables.md, `commit`.
"""

from datetime import datetime

from django.db import transaction

from audit.operations.announce_epoch import draw_epoch, epoch_cte, replace_epoch_cte
from audit.operations.append import MAX_ATTEMPTS, Busy
from audit.operations.save_event import NewEvent, compose_event, leaf_hex, store_events
from kernel.cte import Cte
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal, RefusalKind
from tables.core.continuation import Phase
from tables.core.epoch import ROUNDS
from tables.core.instants import record_time_ms
from tables.core.stakes import Replaced, commit_fields
from tables.operations.table_step import TableStep
from tables.queries.table_states import TableState, table_state


class TableNotIdle(Refusal):
    """Something is at stake at the table."""

    code, kind = "table-not-idle", RefusalKind.CONFLICT


def announce_first_epoch(state: TableState, *, now: datetime) -> bool:
    """Announce epoch 0 of a new table. False if another croupier was faster.

    Raises:
        EntropyFailed: the operating system's entropy has failed its health tests in this process.
    """
    assert state.phase is Phase.UNANNOUNCED, "the first epoch is announced once"
    announced = draw_epoch(state.table.chain, 0, rounds=ROUNDS)
    step = TableStep(head=state.head, at_ms=record_time_ms(to_epoch_ms(now), state.head.tip.time_ms))
    record = step.write("commit", commit_fields(0, committed=announced.commitment))
    return step.save(epoch_cte(announced, announced_seq=record.tip.seq))


def renew_table_commitment(chain: ChainId, *, reason: str, now: datetime) -> None:
    """Replace the seed that a table's next epoch was announced with, as after a restored backup.

    A client that saw another commitment does not reveal: so nothing may be at stake. `reason` is published in the
    record. Tables take no stakes meanwhile: no web server runs until all commitments are renewed.

    Raises:
        TableNotFound: there is no such table.
        TableNotIdle: an epoch runs or a stake waits; the table was left as it is.
        Busy: lost the race for this chain three times.
    """
    for _ in range(MAX_ATTEMPTS):
        state = table_state(chain)
        if state.running is not None:
            raise TableNotIdle(
                f"Nothing was renewed. Epoch {state.epoch} runs: void it (`manage.py void_epoch`), or let it be played to"
                " its end."
            )
        if state.stakes:
            raise TableNotIdle(
                "Nothing was renewed. A stake waits: pause the table, and give it back (`manage.py croupier --once`)."
            )
        if state.phase is Phase.UNANNOUNCED:
            return
        event = compose_event(_event(state, reason), now=now)
        with transaction.atomic():
            if _replace(state, reason, leaf_hex(event), now):
                store_events([event])
                return
    raise Busy


def _event(state: TableState, reason: str) -> NewEvent:
    return NewEvent(
        kind="table-commitment-replaced",
        actor="platform",
        reason=reason,
        after={"table": state.table.chain.hex, "epoch": state.epoch},
    )


def _replace(state: TableState, reason: str, ev: str, now: datetime) -> bool:
    announced = draw_epoch(state.table.chain, state.epoch, rounds=ROUNDS)
    step = TableStep(head=state.head, at_ms=record_time_ms(to_epoch_ms(now), state.head.tip.time_ms))
    fields = commit_fields(state.epoch, committed=announced.commitment, replaced=Replaced(reason=reason, ev=ev))
    record = step.write("commit", fields)
    closed = Cte(
        "closed",
        "UPDATE audit_epoch e SET closed_ms = %s FROM head"
        " WHERE e.chain = head.chain AND e.epoch = %s AND e.closed_ms IS NULL",
        (record.tip.time_ms, state.epoch - 1),
    )
    return step.save(replace_epoch_cte(announced, announced_seq=record.tip.seq), closed)
