"""A step whose parts are statements of their own, as in a cell on Citus, does what the one statement does, or nothing.

After each test the books are compared, every round is replayed and the log is verified, as after all others. On a real
Citus: tests/journeys/test_cells_on_citus.py.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from django.db import DataError, connection

from audit.step_apart import write_apart
from kernel.cte import Cte
from tests import world
from tests.house_table import announced_table, play_hand, table_of
from wallet.core.idempotency import ReusedIdempotencyKey

if TYPE_CHECKING:
    from collections.abc import Sequence

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def steps(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Have every step written so, and return whether each was."""
    written: list[bool] = []

    def write(ctes: Sequence[Cte]) -> bool:
        written.append(write_apart(ctes))
        return written[-1]

    monkeypatch.setattr("audit.operations.append.is_written_apart", lambda: True)
    monkeypatch.setattr("audit.operations.append.write_apart", write)
    return written


def test_rounds_payments_limits_and_a_hand_are_the_same(steps: list[bool]) -> None:
    world.open_house()
    ada = world.seat_player("ada", 100_000)
    for _ in range(8):
        world.play_round(ada)
    world.make_deposit(ada.chain, 5_000)
    play_hand(announced_table(table_of(seats=1)), ada, now=world.NOW)

    assert len(steps) > 20
    assert all(steps)


def test_a_request_that_is_repeated_is_answered_as_before_and_takes_nothing(steps: list[bool]) -> None:
    world.open_house()
    ada = world.seat_player("ada", 100_000)
    asked = world.fresh_request()
    first = world.deal(ada, asked=asked)
    stored, taken = world.everything_stored(), len(steps)

    assert world.deal(ada, asked=asked) == first
    with pytest.raises(ReusedIdempotencyKey):
        world.deal(ada, asked=replace(world.fresh_request("another"), key=asked.key))
    assert world.everything_stored() == stored
    assert not any(steps[taken:])


def test_a_step_whose_chain_has_changed_writes_nothing_and_one_that_fails_half_way_neither() -> None:
    world.open_house()
    ada = world.seat_player("ada", 100_000)
    stored = world.everything_stored()
    lock = "UPDATE audit_chain SET version = version + 1 WHERE chain = %s AND version = %s RETURNING chain"

    assert write_apart([Cte("head", lock, (ada.chain, 10**6)), Cte("bad", "SELECT 1 / 0 FROM head", ())]) is False
    with connection.cursor() as cursor:
        cursor.execute("SELECT version FROM audit_chain WHERE chain = %s", [ada.chain])
        (version,) = cursor.fetchone()
    with pytest.raises(DataError):
        write_apart([Cte("head", lock, (ada.chain, version)), Cte("bad", "SELECT 1 / 0 FROM head", ())])

    assert world.everything_stored() == stored
