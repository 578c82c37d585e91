"""Who waits for a table is woken after the step is committed, and a step is not lost with the word of it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from tables.queries.stakes import open_stake
from tests import house_table, live_tables, world

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _house(monkeypatch: pytest.MonkeyPatch) -> None:
    house_table.open_house_with_tables(monkeypatch)


def test_the_word_goes_out_after_the_commit_so_that_no_other_commit_waits_for_it() -> None:
    player, table = world.seat_player(), house_table.announced_table()

    with CaptureQueriesContext(connection) as captured:
        live_tables.stake(player, table)

    said = [query["sql"] for query in captured.captured_queries]
    told = next(place for place, sql in enumerate(said) if "pg_notify" in sql)
    assert said[-2:] == ["COMMIT", said[told]]


def test_a_step_whose_word_is_lost_is_taken_and_the_trouble_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    player, table = world.seat_player(), house_table.announced_table()

    def break_notify(execute: Callable[..., Any], sql: str, params: object, many: object, context: object) -> object:
        if "pg_notify" in sql:
            raise OperationalError("the connection broke")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(break_notify), caplog.at_level(logging.ERROR, "django.db.backends.base"):
        placed = live_tables.stake(player, table)

    assert open_stake(player.chain) == placed
    assert "the connection broke" in caplog.text


def test_a_step_that_is_rolled_back_wakes_nobody() -> None:
    player, table = world.seat_player(), house_table.announced_table()
    live_tables.stake(player, table)

    with CaptureQueriesContext(connection) as captured, pytest.raises(Exception, match="seat"):
        live_tables.stake(world.seat_player("bob"), table)

    assert not any("pg_notify" in query["sql"] for query in captured.captured_queries)
