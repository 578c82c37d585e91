"""The croupier's looks at all tables: what one look takes, what keeps no other table waiting, and what is late."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import connection, transaction
from prometheus_client import REGISTRY

from audit.queries.chains import load_head
from kernel.instants import to_epoch_ms
from reddog_platform.croupier import attend_all, look_at_all
from reddog_platform.database_figures import table_figures
from reddog_platform.process_diagnostics import croupier
from tables.core.continuation import CroupierStep
from tables.models import Table, TableStatus
from tables.operations.attend_table import attend_table, due_tables
from tables.operations.set_table_status import set_table_status
from tables.operations.take_step import TakenStep, take_step
from tables.queries.croupier import TablesStatus, tables_status
from tables.queries.stakes_to_end import due_stakes
from tests import house_table, world
from tests.core.tables.seated import RED_DOG
from tests.house_table import (
    BETTING_OVER,
    REVEALING_OVER,
    announced_table,
    begin_epoch,
    end_all_stakes,
    kinds,
    place,
    step,
)
from tests.world import NOW

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager

    from tests.world import SeatedPlayer


pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _house(monkeypatch: pytest.MonkeyPatch) -> None:
    house_table.open_house_with_tables(monkeypatch)


@pytest.fixture
def players() -> list[SeatedPlayer]:
    return [world.seat_player(name) for name in ("ada", "bob")]


def test_all_tables_are_looked_at_by_as_many_statements_as_one(
    players: list[SeatedPlayer], django_assert_num_queries: Callable[..., AbstractContextManager[object]]
) -> None:
    idle, waiting, over = announced_table(), announced_table(), announced_table()
    place(players[0], waiting, 0)
    begin_epoch(place(players[1], over, 0), now=BETTING_OVER)
    now = BETTING_OVER + timedelta(minutes=1)
    step(over, now=now)
    due_tables(now=now)

    with django_assert_num_queries(3):
        due = due_tables(now=now)

    assert due == {waiting: to_epoch_ms(BETTING_OVER), over: 0}
    assert idle not in due
    attend_all()
    assert due_stakes() == []


def test_a_table_that_cannot_be_read_keeps_no_other_from_being_attended(players: list[SeatedPlayer]) -> None:
    table = announced_table()
    no_table = players[0].chain
    with transaction.atomic():
        Table.objects.create(
            chain=no_table, leaf=b"", game=RED_DOG.game, rules_leaf=b"", test=False, opened_ms=0, status="open"
        )

        assert look_at_all(now=NOW) == {table: 0, no_table: 0}
        with pytest.raises(ExceptionGroup, match="tables that cannot be attended") as raised:
            attend_all()

        transaction.set_rollback(True)
    assert [defect.__notes__ for defect in raised.value.exceptions] == [[f"Table {no_table.hex}."]]


def test_a_table_that_others_change_time_after_time_is_attended_again_at_once(players: list[SeatedPlayer]) -> None:
    table = announced_table()
    place(players[0], table, 0)

    def change_first(execute: Callable[..., object], sql: str, *how: object) -> object:
        if sql.startswith("WITH head AS (UPDATE audit_chain AS before"):
            with connection.cursor() as cursor:
                cursor.execute("UPDATE audit_chain SET version = version + 1 WHERE chain = %s", (table,))
        return execute(sql, *how)

    with connection.execute_wrapper(change_first):
        attended = attend_table(table, sessions=world.SESSIONS, clock=lambda: BETTING_OVER)

    assert (attended.taken, attended.due_ms) == ((), 0)
    assert kinds(table) == ["table", "commit"]
    attended = attend_table(table, sessions=world.SESSIONS, clock=lambda: BETTING_OVER)
    assert [taken.step for taken in attended.taken] == [CroupierStep.SEATS]
    assert attended.due_ms == to_epoch_ms(REVEALING_OVER)


def test_a_stake_that_cannot_be_ended_keeps_no_other_from_its_end(players: list[SeatedPlayer]) -> None:
    table = announced_table()
    first, second = (place(player, table, seat) for seat, player in enumerate(players))
    set_table_status(table, TableStatus.PAUSED, reason="a test", actor="operator:test", now=NOW)
    whole = load_head(first.player.chain)

    def fail_first(execute: Callable[..., object], sql: str, params: Sequence[object], *how: object) -> object:
        if "stake_ended" in sql and first.player.chain in params:
            raise ValueError("a defect")
        return execute(sql, params, *how)

    with connection.execute_wrapper(fail_first), pytest.raises(ExceptionGroup, match="stakes that cannot be ended"):
        attend_table(table, sessions=world.SESSIONS, clock=lambda: NOW)

    assert load_head(first.player.chain) == whole
    assert kinds(second.player.chain)[-1] == "void"
    assert end_all_stakes(now=NOW) == 1


def test_what_waits_for_the_croupier_is_counted_and_its_step_is_called_late(players: list[SeatedPlayer]) -> None:
    table = announced_table()
    aborted = ("reddog_table_ends_total", {"game": RED_DOG.game, "end": "not_covered"})
    before = REGISTRY.get_sample_value(*aborted) or 0
    place(players[0], table, 0)
    step(table, now=BETTING_OVER)

    # By the database's clock, which is days later.
    assert tables_status() == TablesStatus(croupier_alive=False, live=1, overdue=1, stakes_overdue=0)
    assert croupier().state == "does not run: all tables stand still; tables past their time: 1"
    late = take_step(table, now=REVEALING_OVER + timedelta(milliseconds=RED_DOG.mmd_ms + 7))

    assert late == TakenStep(game=RED_DOG.game, step=CroupierStep.TABLE_ABORT, late_ms=7)
    assert REGISTRY.get_sample_value(*aborted) == before + 1
    assert tables_status() == TablesStatus(croupier_alive=False, live=1, overdue=0, stakes_overdue=1)
    figures = {metric.name: metric.samples[0].value for metric in table_figures(NOW)}
    assert figures["reddog_table_stakes_overdue"] == 1
    end_all_stakes(now=REVEALING_OVER)
    set_table_status(table, TableStatus.CLOSED, reason="a test", actor="operator:test", now=NOW)
    assert croupier().healthy


def test_a_step_within_the_grace_is_not_late(players: list[SeatedPlayer]) -> None:
    table = announced_table()
    place(players[0], table, 0)

    taken = take_step(table, now=BETTING_OVER + timedelta(milliseconds=RED_DOG.mmd_ms))

    assert taken == TakenStep(game=RED_DOG.game, step=CroupierStep.SEATS, late_ms=0)
    step(table, now=REVEALING_OVER)
    end_all_stakes(now=REVEALING_OVER)
