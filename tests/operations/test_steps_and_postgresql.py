"""What the two steps of a round are to PostgreSQL: one prepared statement for each text, and no table read whole."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import pytest
from django.db import DataError, connection, transaction

from audit.clock import READ_EVERY_SECONDS
from audit.prepared_statement import select_number
from games.operations import player_snapshot
from reddog_platform.postgresql.key_plans import prefer_keys
from tests import world

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.world import SeatedPlayer

# Committed, as in production: what is in a transaction goes through the driver.
pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS: Final = 200
GROWS: Final = ("audit_", "wallet_", "games_round", "players_", "responsible_gaming_")

# What is switched off: some rows at most. What waits for the log is read whole by a process's reading of the clock, every
# five seconds: no step reads it.
FEW: Final = ("audit_switch",)
READ_BY_THE_CLOCK: Final = "audit_queue"


@pytest.fixture
def new_connection() -> Iterator[None]:
    """Have a connection with no prepared statement, as a web server opens it."""
    connection.close()
    prefer_keys(connection=connection)
    yield
    connection.close()


@pytest.fixture
def player(new_connection: None) -> SeatedPlayer:  # noqa: ARG001  all that follows is on this connection
    """Seat a player in tables that were truncated before the test, and which the planner takes for empty."""
    now = datetime.now(UTC)
    world.open_house(now=now)
    return world.seat_player(now=now)


def play(player: SeatedPlayer, rounds: int) -> None:
    for number in range(rounds):
        if number % 10 == 0:
            # As if another process had taken the last step, so that the next one reads.
            player_snapshot._snapshots.clear()
        world.play_round(player, now=datetime.now(UTC))


def sequential_scans() -> dict[str, int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute("SELECT relname, seq_scan FROM pg_stat_user_tables")
        return {table: scans for table, scans in cursor.fetchall() if table.startswith(GROWS) and table not in FEW}


def test_no_step_reads_a_whole_table_that_grows_even_before_the_first_analyse(player: SeatedPlayer) -> None:
    before = sequential_scans()
    begun = time.monotonic()

    play(player, ROUNDS)

    readings = 1 + int((time.monotonic() - begun) / READ_EVERY_SECONDS)
    after = sequential_scans()
    scans = {table: after[table] - before[table] for table in after if after[table] > before[table]}
    assert scans.pop(READ_BY_THE_CLOCK, 0) <= readings
    assert scans == {}


def test_each_text_of_a_step_is_prepared_once(player: SeatedPlayer) -> None:
    play(player, 30)

    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements WHERE name LIKE 'step%'")
        texts = [text for (text,) in cursor.fetchall()]
    assert len(texts) == len(set(texts)) <= 12
    assert any("INSERT INTO games_round" in text for text in texts)


def roll_back_a_transaction() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        transaction.set_rollback(True)


def roll_back_a_savepoint() -> None:
    with transaction.atomic():
        roll_back_a_transaction()


def forget_everything() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DEALLOCATE ALL")


@pytest.mark.parametrize("lose", [roll_back_a_transaction, roll_back_a_savepoint, forget_everything])
def test_a_step_is_prepared_again_after_the_connection_has_forgotten_it(
    player: SeatedPlayer, lose: Callable[[], None]
) -> None:
    """When a transaction is rolled back, the driver deallocates all that was prepared."""
    for _ in range(3):
        play(player, 3)
        lose()

    play(player, 3)


def test_a_text_with_a_nul_is_refused_rather_than_cut() -> None:
    with pytest.raises(DataError):
        select_number("SELECT length(%s::text)", ["ab\0c"])


def test_a_percent_sign_that_the_driver_would_read_otherwise_is_a_defect() -> None:
    with pytest.raises(AssertionError):
        select_number("SELECT 5 %% %s", [3])


VALUES: Final = [0, 1, -1, 2**15, 2**31, 2**63 - 1]


@pytest.mark.parametrize("value", VALUES)
def test_an_integer_of_any_size_is_sent_as_the_same_statement(value: int) -> None:
    assert select_number("SELECT %s::bigint", [value]) == value


def test_every_kind_of_value_arrives_as_from_the_driver() -> None:
    now = datetime.now(UTC)
    chain = world.sign_up()
    sql = (
        "SELECT (%s::uuid = %s::uuid AND %s::bytea = decode('00ff5c', 'hex') AND %s::boolean AND NOT %s::boolean"
        " AND %s::text IS NULL AND %s::timestamptz = %s::timestamptz AND %s::text = %s)::int"
    )
    params = (chain, str(chain), b"\x00\xff\x5c", True, False, None, now, now.isoformat(), "é\\'", "é\\'")

    by_protocol = select_number(sql, params)
    with transaction.atomic():
        by_driver = select_number(sql, params)

    assert by_protocol == by_driver == 1
