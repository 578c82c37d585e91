"""Void a table's running epoch: its stakes go back, its seed is revealed. Nothing is deleted.

The croupier gives the stakes back, as after every `table_abort`.

Source: docs/formats/tables.md, `table_abort`; regulation F19, F45.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from audit.operations.append import Busy
from audit.operations.save_event import NewEvent, compose_event, leaf_hex, store_events
from audit.queries.chains import head_for_update
from kernel.cte import Cte
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal, RefusalKind
from staff.core.approval import Approval
from tables.core.continuation import Phase
from tables.core.epoch import TableEpoch
from tables.core.instants import record_time_ms
from tables.core.opening import void_fields
from tables.operations.table_step import TableStep, rows_cte
from tables.queries.dealt_epoch import SeedUnreadable, epoch_seed
from tables.queries.table_states import TableState, table_state


class EpochNotRunning(Refusal):
    """This epoch does not run."""

    code, kind = "epoch-not-running", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidEpochRequest:
    """Which epoch of which table, and which two people decided it, and why."""

    table: ChainId
    epoch: int
    by: Approval
    seed_lost: bool = False
    """Whether the operators know that the seed is lost for good. A seed that can be read is revealed all the same."""


def running_epoch(table: ChainId, epoch: int) -> TableState:
    """Return a table whose epoch runs, with its chain locked until the transaction ends.

    Raises:
        TableNotFound, EpochNotRunning: there is nothing to void.
    """
    _require_running(table_state(table), epoch)
    head_for_update(table)
    state = table_state(table)
    _require_running(state, epoch)
    return state


def void_epoch(request: VoidEpochRequest, *, now: datetime) -> None:
    """End a running epoch, hand or game, without a result; `now` is the database's clock.

    Raises:
        TableNotFound: there is no such table.
        EpochNotRunning: it has ended, or its betting has not: then every stake can still be withdrawn.
        SeedUnreadable: the seed could not be read, and the request does not say that it is lost.
        Busy: more came in between than the hand's decisions, which are waited for.
    """
    state = table_state(request.table)
    _require_running(state, request.epoch)
    seed = _seed(TableEpoch(request.table, request.epoch), lost=request.seed_lost)
    # A void does not lose to players: each of a hand's decisions comes in between once, and then none is left.
    for _ in range(1 + len(state.stakes)):
        if _end(request, seed, now):
            return
    raise Busy


def _end(request: VoidEpochRequest, seed: bytes | None, now: datetime) -> bool:
    """Write the end and its event; False if a seat decided meanwhile: nothing was written."""
    with transaction.atomic():
        # A step of the table that comes at the same time waits, and is refused.
        head_for_update(request.table)
        state = table_state(request.table)
        _require_running(state, request.epoch)
        event = compose_event(_event(state, request, seed), now=now)
        written = _save(state, request, seed, leaf_hex(event), now)
        if written:
            store_events([event])
        return written


def _require_running(state: TableState, epoch: int) -> None:
    if state.running is None or state.epoch != epoch:
        raise EpochNotRunning(
            f"Nothing was changed. Epoch {epoch} does not run at this table. A stake whose betting has not ended is"
            " given back when the table is paused.",
            epoch=state.epoch,
        )


def _seed(epoch: TableEpoch, *, lost: bool) -> bytes | None:
    try:
        return epoch_seed(epoch)
    except SeedUnreadable as error:
        if lost:
            return None
        raise SeedUnreadable(
            "Nothing was changed. The key that sealed the seed is not here: put seal.key back. Only if it is lost for"
            " good, say so: auditors then report that the cards of this epoch cannot be judged."
        ) from error


def _save(state: TableState, request: VoidEpochRequest, seed: bytes | None, ev: str, now: datetime) -> bool:
    acted_ms = (decision.at_ms for decision in state.decisions.values())
    step = TableStep(head=state.head, at_ms=record_time_ms(to_epoch_ms(now), state.head.tip.time_ms, *acted_ms))
    epoch = TableEpoch(request.table, request.epoch)
    step.write("table_abort", void_fields(epoch, by=request.by.by, text=request.by.reason, ev=ev, seed=seed))
    return step.save(*_decided_ctes(state, at_ms=step.at_ms))


def _decided_ctes(state: TableState, *, at_ms: int) -> Sequence[Cte]:
    """Take the place of each decision that a hand still waits for, so that no player stakes more on it."""
    silent = [seated.stake.seat for seated in state.stakes if seated.stake.seat not in state.decisions]
    if state.phase is not Phase.PLAYING or state.table.definition.around_pot or not silent:
        return []
    columns = (
        ("table", "uuid"),
        ("epoch", "int"),
        ("seat", "smallint"),
        ("action", "text"),
        ("amount_minor", "bigint"),
        ("at_ms", "bigint"),
    )
    action = state.table.definition.sheet.timeout_action.value
    rows = [(state.table.chain, state.epoch, seat, action, 0, at_ms) for seat in silent]
    return [rows_cte("decided", "tables_decision", columns, rows)]


def _event(state: TableState, request: VoidEpochRequest, seed: bytes | None) -> NewEvent:
    stakes_minor = sum(seated.stake.bet.total_minor for seated in state.stakes)
    raised_minor = sum(decision.amount_minor for decision in state.decisions.values())
    currency = state.table.definition.sheet.currency
    epoch = {"table": request.table.hex, "epoch": request.epoch, "currency": currency}
    return NewEvent(
        kind="table-epoch-voided",
        actor=request.by.actor,
        reason=request.by.reason,
        before={**epoch, "phase": state.phase.value, "at_stake_minor": stakes_minor + raised_minor},
        after={**epoch, "owed_minor": stakes_minor + raised_minor, "seed_lost": seed is None},
    )
