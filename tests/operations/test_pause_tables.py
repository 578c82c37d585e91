"""All tables are paused before an upgrade, drained, and opened again: those that were open, and no others."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from typing import TYPE_CHECKING, Final

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from audit.models import Event
from tables.models import Table, TableStatus
from tables.operations.set_table_status import TableStatusUnchanged, set_table_status
from tables.operations.stake_preconditions import TablePaused
from tests import house_table, live_tables, world
from tests.at_console import typed
from tests.live_tables import BETTING, SECOND
from tests.world import NOW

if TYPE_CHECKING:
    from kernel.ids import ChainId

pytestmark = pytest.mark.django_db

UPGRADE: Final = "an upgrade"


@pytest.fixture(autouse=True)
def _house(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    request.getfixturevalue("transactional_db" if "transactional_db" in request.fixturenames else "db")
    house_table.open_house_with_tables(monkeypatch)
    world.create_staff("olga")


def run(command: str, *options: str) -> str:
    said = StringIO()
    with typed():
        call_command(command, "--by", "olga", "--reason", UPGRADE, *options, stdout=said)
    return said.getvalue()


def set_status(table: ChainId, status: TableStatus) -> None:
    set_table_status(table, status, reason="a camera failed", actor="operator:pete", now=NOW)


def statuses(*tables: ChainId) -> list[str]:
    return [Table.objects.get(chain=table).status for table in tables]


def test_all_open_tables_are_paused_and_only_these_are_opened_again() -> None:
    first, second, broken, closed = (house_table.announced_table() for _ in range(4))
    set_status(broken, TableStatus.PAUSED)
    set_status(closed, TableStatus.CLOSED)

    assert run("pause_tables") == "2 tables were paused.\nDrained: no hand runs, and no stake is open.\n"

    assert statuses(first, second, broken, closed) == ["paused", "paused", "paused", "closed"]
    with pytest.raises(TablePaused):
        live_tables.stake(world.seat_player(), first)

    assert run("resume_tables") == "2 tables were opened.\n"
    assert statuses(first, second, broken, closed) == ["open", "open", "paused", "closed"]


def test_a_repeated_command_changes_nothing_and_leaves_no_event() -> None:
    house_table.announced_table()
    for command, done in (("pause_tables", "paused"), ("resume_tables", "opened")):
        assert run(command).startswith(f"1 tables were {done}.")
        events = Event.objects.filter(kind="table-status-set").count()
        assert run(command).startswith(f"0 tables were {done}.")
        assert Event.objects.filter(kind="table-status-set").count() == events


def test_every_change_is_an_event_with_the_operator_and_the_reason() -> None:
    table = house_table.announced_table()
    run("pause_tables")
    run("resume_tables")

    paused, resumed = Event.objects.filter(kind="table-status-set").order_by("id")

    assert (paused.actor, paused.reason) == ("operator:olga", UPGRADE)
    assert paused.before == {"table": table.hex, "status": "open", "with_all": False}
    assert paused.after == {"table": table.hex, "status": "paused", "with_all": True}
    assert (resumed.before["status"], resumed.after["status"]) == ("paused", "open")


def test_a_table_that_an_operator_pauses_meanwhile_stays_paused() -> None:
    table = house_table.announced_table()
    run("pause_tables")
    set_status(table, TableStatus.PAUSED)
    with pytest.raises(TableStatusUnchanged):
        set_status(table, TableStatus.PAUSED)

    assert run("resume_tables") == "0 tables were opened.\n"

    assert statuses(table) == ["paused"]


def test_a_table_that_an_operator_opened_and_paused_meanwhile_stays_paused() -> None:
    table = house_table.announced_table()
    run("pause_tables")
    set_status(table, TableStatus.OPEN)
    set_status(table, TableStatus.PAUSED)

    assert run("resume_tables") == "0 tables were opened.\n"
    assert statuses(table) == ["paused"]


def test_the_command_names_the_hands_and_stakes_that_are_not_over_and_fails() -> None:
    playing, betting, idle = (house_table.announced_table() for _ in range(3))
    player, waiting = world.seat_player("ada"), world.seat_player("bob")
    live_tables.stake(player, playing)
    live_tables.end_betting(playing, now=NOW + BETTING)
    live_tables.stake(waiting, betting)

    with pytest.raises(CommandError) as failed:
        run("pause_tables", "--wait", "0.1")

    said = str(failed.value)
    assert f"Table {playing} (red-dog-table): epoch 0 runs, 1 stakes have not ended." in said
    assert f"Table {betting} (red-dog-table): no hand runs, 1 stakes have not ended." in said
    assert str(idle) not in said
    assert statuses(playing, betting, idle) == ["paused"] * 3

    # The hand is finished, and the waiting stake is given back, although the tables are paused.
    live_tables.reveal(player, playing, now=NOW + BETTING)
    later = NOW + BETTING + SECOND
    for _ in range(2):
        house_table.step(playing, now=later)
        later += 60 * SECOND
    house_table.end_all_stakes(now=later)
    assert house_table.kinds(waiting.chain)[-1] == "void"
    assert "Drained" in run("pause_tables")


def test_the_command_names_the_tables_that_the_new_program_does_not_play(monkeypatch: pytest.MonkeyPatch) -> None:
    table = house_table.announced_table()
    run("pause_tables")
    assert "takes no stakes" not in run("resume_tables")
    run("pause_tables")
    # As after an upgrade: the rules of this table name the engine of the earlier version.
    monkeypatch.setattr("tables.queries.undrained_tables.engine_sha256", lambda: "0" * 64)

    said = run("resume_tables")

    assert f"Table {table} takes no stakes: its rules name another engine." in said


def test_nobody_but_an_operator_pauses_tables() -> None:
    table = house_table.announced_table()
    for command in ("pause_tables", "resume_tables"):
        with typed(), pytest.raises(CommandError, match="credentials are wrong"):
            call_command(command, "--by", "nobody", "--reason", UPGRADE)
    assert statuses(table) == ["open"]


@pytest.mark.usefixtures("transactional_db")
def test_the_command_waits_until_the_croupier_has_given_the_last_stake_back() -> None:
    table, player = house_table.announced_table(), world.seat_player()
    live_tables.stake(player, table)

    def pause() -> str:
        try:
            return run("pause_tables", "--wait", "60")
        finally:
            connection.close()

    with ThreadPoolExecutor(max_workers=1) as pool:
        paused = pool.submit(pause)
        while statuses(table) == ["open"]:
            assert not paused.done(), paused.result()
        assert house_table.end_all_stakes(now=NOW) == 1
        said = paused.result(timeout=60)

    assert said.endswith("Drained: no hand runs, and no stake is open.\n")
