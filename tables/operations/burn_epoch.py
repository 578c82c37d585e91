"""Abort an epoch in which a value is missing: the stakes go back, and who was silent owes the value.

Source: docs/formats/tables.md, `table_abort` and "Revealing".
"""

from datetime import datetime
from typing import Final

from django.db import connection, transaction

from audit.core.records import Record
from audit.operations.save_event import NewEvent, save_event
from audit.queries.log import index_of, keep_from_growing
from kernel.cte import Cte
from kernel.instants import to_epoch_ms
from kernel.serving import served_cell
from tables.core.continuation import Phase
from tables.core.epoch import TableEpoch
from tables.core.instants import record_time_ms
from tables.core.opening import abort_fields
from tables.operations.table_step import TableStep, rows_cte
from tables.queries.dealt_epoch import epoch_seed
from tables.queries.missing_values import MISSING_MAX, counted_game, game_counts, table_counts
from tables.queries.table_states import SeatedStake, TableState

_GAME_LOCK: Final = 0x5DFB
"""The first half of an advisory lock of a game, whose missing values one transaction counts at a time."""


def burn_epoch(state: TableState, *, now: datetime) -> bool:
    """Abort the epoch. False if somebody was faster, a value that came at the last moment included.

    An abort that says that no checkpoint covered `seats` comes into the log together with `seats`: no checkpoint lies
    between them, by which an auditor would find it untrue.
    """
    assert state.phase is Phase.REVEALING, "only an epoch whose values are awaited is burnt"
    assert state.running is not None, "seats have ended its betting"
    epoch, covered = TableEpoch(state.table.chain, state.epoch), state.running.covered
    stakes = [seated.stake for seated in state.stakes]
    step = TableStep(head=state.head, at_ms=record_time_ms(to_epoch_ms(now), state.head.tip.time_ms))
    fields = abort_fields(epoch, stakes, state.values, seed=epoch_seed(epoch), covered=covered)
    record = step.write("table_abort", fields)
    missing = [seated for seated in state.stakes if seated.stake.seat not in state.values]
    # Where no checkpoint covered `seats` nobody could reveal safely, and nobody owes anything.
    owed = [_owed_cte(epoch, missing, record)] if covered else []
    with transaction.atomic():
        if not covered:
            keep_from_growing()
            if index_of(epoch.chain, state.running.seats_seq) is not None:
                return False
        written = step.save(_missing_cte(epoch, missing, record), *owed)
        if written and owed:
            _raise_alarm(state, len(missing), now)
        return written


def _raise_alarm(state: TableState, missing: int, now: datetime) -> None:
    """Save an event if this epoch, in which `missing` values did not come, brings values above what accidents explain.

    The game's newest hands and the table's own are counted, each: in a busy game a table's misses are soon forgotten.
    While an alarm stands, a later epoch does not raise it again.
    """
    game, epoch = counted_game(state.table.definition), TableEpoch(state.table.chain, state.epoch)
    with connection.cursor() as cursor:
        # Of two tables that burn at once, neither would count the other's value, and the alarm would be lost.
        cursor.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", served_cell().lock_pair(_GAME_LOCK, game.game))
    of_game, of_table = game_counts([game])[game], table_counts([epoch.chain])[epoch.chain].missing
    # The epoch is its table's newest. Its game may have dealt more hands since its betting ended than are counted.
    table_rose = of_table.alarm and of_table.missing - missing <= MISSING_MAX
    game_rose = of_game.alarm and not game_counts([game], without=epoch)[game].alarm
    if table_rose or game_rose:
        after = {**game._asdict(), "table": epoch.chain.hex, "epoch": epoch.number}
        after |= {"of_game": of_game._asdict(), "of_table": of_table._asdict()}
        save_event(NewEvent(kind="table-values-missing", actor="platform", after=after), now=now)


def _missing_cte(epoch: TableEpoch, missing: list[SeatedStake], record: Record) -> Cte:
    """Keep the place of each value that did not come, so that none comes later."""
    columns = (("table", "uuid"), ("epoch", "int"), ("seat", "smallint"), ("at_ms", "bigint"))
    rows = [(epoch.chain, epoch.number, seated.stake.seat, record.tip.time_ms) for seated in missing]
    return rows_cte("missing", "tables_reveal", columns, rows)


def _owed_cte(epoch: TableEpoch, missing: list[SeatedStake], record: Record) -> Cte:
    columns = (
        ("table", "uuid"),
        ("epoch", "int"),
        ("seat", "smallint"),
        ("chain", "uuid"),
        ("abort_leaf", "bytea"),
        ("contribution", "bytea"),
        ("burnt_ms", "bigint"),
    )
    rows = [
        (
            epoch.chain,
            epoch.number,
            seated.stake.seat,
            seated.chain,
            record.tip.leaf,
            seated.stake.contribution,
            record.tip.time_ms,
        )
        for seated in missing
    ]
    return rows_cte("owed", "tables_owed", columns, rows)
