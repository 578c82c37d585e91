"""A value reaches the table also when the session of its player has ended: it moves no money, and others wait for it."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

import pytest
from django.test import Client

from players.core.status import Status
from players.operations.end_sessions import end_sessions_as_operator
from players.operations.log_in import log_out
from players.operations.set_status import set_status
from players.tokens import NotAuthenticated, session_id_of
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.operations.exclude import exclude
from tables.core.continuation import CroupierStep, Phase
from tables.queries.stakes import open_stake
from tables.queries.table_states import table_state
from tests import house_table, live_tables, world
from tests.live_tables import BETTING, SECOND
from tests.world import NOW
from wallet.queries.balances import balance

if TYPE_CHECKING:
    from collections.abc import Callable

    from kernel.ids import ChainId
    from tests.world import SeatedPlayer

pytestmark = pytest.mark.django_db

LATER: Final = NOW + BETTING


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> ChainId:
    house_table.open_house_with_tables(monkeypatch)
    return house_table.announced_table()


def logged_out(player: SeatedPlayer) -> None:
    log_out(player.session_id, now=LATER)


def cut_off(player: SeatedPlayer) -> None:
    end_sessions_as_operator(player.chain, reason="a test", actor="operator:ann", now=LATER)


def closed(player: SeatedPlayer) -> None:
    set_status(player.chain, Status.CLOSED, reason="a test", actor="operator:ann", now=LATER)
    cut_off(player)


def excluded(player: SeatedPlayer) -> None:
    exclude(player.chain, ExclusionKind.TIME_OUT, 1, rules=world.DEMO.exclusions, now=LATER)
    logged_out(player)


@pytest.mark.clause("F28")
@pytest.mark.parametrize("ended", [logged_out, cut_off, closed, excluded])
def test_whoever_is_out_after_the_betting_still_reveals_and_the_hand_is_finished_by_the_defaults(
    table: ChainId, ended: Callable[[SeatedPlayer], None]
) -> None:
    player = world.seat_player()
    live_tables.stake(player, table)
    live_tables.end_betting(table, now=LATER)
    ended(player)

    assert live_tables.reveal(player, table, now=LATER).seat == 0
    # Sent again, it has the same answer, also when the cards lie.
    assert house_table.step(table, now=LATER) is CroupierStep.OPEN
    assert live_tables.reveal(player, table, epoch=0, now=LATER).seat == 0

    over = LATER + 60 * SECOND
    if table_state(table).phase is Phase.PLAYING:
        assert house_table.step(table, now=over) is CroupierStep.HAND_END
    assert house_table.end_all_stakes(now=over) == 1
    assert open_stake(player.chain) is None
    assert house_table.kinds(player.chain)[-1] == "settle"
    assert balance(player.chain).in_play_minor == 0


def test_a_session_that_expired_in_the_hand_still_reveals(table: ChainId) -> None:
    player = world.seat_player()
    live_tables.stake(player, table)
    days_later = NOW + timedelta(days=2)
    live_tables.end_betting(table, now=days_later)

    assert live_tables.reveal(player, table, now=days_later).seat == 0


def test_whoever_logs_in_again_reveals_by_the_new_session(table: ChainId) -> None:
    player = world.seat_player()
    live_tables.stake(player, table)
    live_tables.end_betting(table, now=LATER)
    logged_out(player)
    again = replace(player, session_id=session_id_of(world.log_in_player("ada", now=LATER).token))

    assert live_tables.reveal(again, table, now=LATER).seat == 0


def test_an_ended_session_that_placed_no_stake_reveals_nothing(table: ChainId) -> None:
    player, other = world.seat_player(), world.seat_player("bob")
    live_tables.stake(player, table)
    live_tables.end_betting(table, now=LATER)
    earlier = replace(player, session_id=session_id_of(world.log_in_player("ada", now=LATER).token))
    for ended in (other, earlier):
        logged_out(ended)
        with pytest.raises(NotAuthenticated):
            live_tables.reveal(replace(player, session_id=ended.session_id), table, now=LATER)
    assert table_state(table).values == {}


def test_a_withdrawn_stake_opens_nothing_to_its_ended_session(table: ChainId) -> None:
    player, other = world.seat_player(), world.seat_player("bob")
    live_tables.stake(player, table)
    live_tables.withdraw(player, table)
    live_tables.stake(other, table)
    live_tables.end_betting(table, now=LATER)
    logged_out(player)

    with pytest.raises(NotAuthenticated):
        live_tables.reveal(player, table, now=LATER)


def test_over_http_a_token_whose_session_has_ended_reveals_and_does_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = datetime.now(UTC) - timedelta(seconds=30)
    house_table.offer_table_games(monkeypatch)
    world.open_house(now=now)
    table, player = house_table.announced_table(now=now), world.seat_player(now=now)
    live_tables.stake(player, table, now=now)
    live_tables.end_betting(table, now=now + BETTING)
    log_out(player.session_id, now=now + BETTING)

    def post(path: str, body: dict[str, object]) -> int:
        headers = {"Authorization": f"Bearer {player.token}", "Idempotency-Key": "a-key"}
        answer = Client().post(
            f"/api/v1/tables/{table.hex}/{path}", json.dumps(body), content_type="application/json", headers=headers
        )
        return answer.status_code

    assert post("departures", {"epoch": 0}) == 401
    assert post("reveals", {"epoch": 0, "value": live_tables.value_of(player, table, 0).hex()}) == 201
