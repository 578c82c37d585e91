"""A log that falls behind stops new wagers, in every process and by itself, and nothing else."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from audit import clock
from reddog_platform import merge_delay
from tests import house_table, world
from tests.api.caller import Caller, Player, now, problem
from wallet.queries.balances import balance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django.fixtures import Settings

pytestmark = [pytest.mark.django_db, pytest.mark.clause("F12")]


@pytest.fixture(autouse=True)
def _begin_as_a_new_process() -> Iterator[None]:
    clock.forget()
    yield
    clock.forget()


@pytest.fixture
def player(settings: Settings) -> Player:
    settings.REDDOG_MERGE_DELAY_STOP_SECONDS = 60
    world.open_house(now=now())
    found = Player()
    world.run_sequencer(now=now())
    return found


def leave_waiting(*, seconds: int) -> None:
    """Have a record that has waited for the log so long, as after the end of the sequencer."""
    world.sign_up(f"waiting-{seconds}", now=now() - timedelta(seconds=seconds))
    clock.forget()


def refused(answer: Any) -> dict[str, Any]:
    return problem(answer, 503, "log-behind")


def test_new_bets_are_refused_while_records_wait_too_long_and_taken_when_they_have_their_place(player: Player) -> None:
    leave_waiting(seconds=50)
    assert player.closed_round()["status"] == "settled"
    world.run_sequencer(now=now())

    leave_waiting(seconds=70)
    before = balance(player.seat.chain)
    told = refused(player.bet())
    assert told["seconds"] >= 70
    assert told["retry_after"] == 10
    assert balance(player.seat.chain) == before
    refused(player.bet())

    world.run_sequencer(now=now())
    clock.forget()
    assert player.bet().status_code == 201


def test_an_open_round_is_finished_while_the_log_is_behind(player: Player) -> None:
    opened = player.open_round_of()
    leave_waiting(seconds=600)

    answer = player.post(f"/rounds/{opened['id']}/actions", {"action": "stand"})

    assert (answer.status_code, json.loads(answer.content)["status"]) == (201, "settled")
    refused(player.bet())


def test_no_stake_is_taken_at_a_table_while_the_log_is_behind(player: Player) -> None:
    table = house_table.announced_table(house_table.table_of(seats=1), now=now())
    world.run_sequencer(now=now())
    leave_waiting(seconds=70)

    stake = {"epoch": 0, "seat": 0, "stake": {"amount": 500, "currency": "USD"}, "contribution": "0" * 64}

    refused(player.post(f"/tables/{table.hex}/stakes", stake))


def test_a_reading_holds_for_seconds_and_costs_no_statement(
    player: Player, django_assert_num_queries: Any, settings: Settings
) -> None:
    leave_waiting(seconds=70)
    refused(player.bet())
    with django_assert_num_queries(0):
        assert clock.merge_delay_ms() >= 70_000

    settings.REDDOG_MERGE_DELAY_STOP_SECONDS = 0
    assert player.bet().status_code == 201, "an installation may leave it out"
    assert Caller().get("/log/checkpoint").status_code == 200


@pytest.mark.parametrize("seconds", [1, 14, -1])
def test_a_limit_below_what_the_log_allows_is_refused(seconds: int) -> None:
    with pytest.raises(ImproperlyConfigured, match="at least 15"):
        merge_delay.merge_delay_stop(seconds)
    assert [merge_delay.merge_delay_stop(each) for each in (0, 15, 60)] == [0, 15, 60]
