"""A round whose player has gone: settled by the sheet's default action after 24 hours, once."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import connections

from games.core.action import Action
from games.core.family import Bet
from games.core.round_view import RoundView
from games.operations.act import ActRequest, act_on_round
from games.operations.deal import DealRequest, deal_round
from games.operations.expire import expire_rounds
from games.operations.open_round import RoundClosed
from games.queries.rounds import open_round_id, round_view
from players.tokens import session_id_of
from tests.journeys.player import GAME
from tests.world import (
    LONG_SESSIONS,
    NOW,
    fresh_request,
    fund,
    log_in_player,
    open_house,
    open_next_epoch,
    sign_up,
)
from wallet.queries.journals import statement

if TYPE_CHECKING:
    from kernel.ids import ChainId, RoundId

_DAY = timedelta(hours=24)
_INSTANT = timedelta(milliseconds=1)


def round_left_open() -> RoundId:
    """Let ada bet until a round waits for her."""
    open_house()
    chain = sign_up("ada")
    fund(chain, 1_000_000)
    open_next_epoch(chain)
    return dealt_open(chain)


def dealt_open(chain: ChainId) -> RoundId:
    session_id = session_id_of(log_in_player().token)
    while (round_id := open_round_id(chain)) is None:
        asked = DealRequest(session_id=session_id, game=GAME, bet=Bet(500), currency="USD", idempotency=fresh_request())
        deal_round(asked, jurisdiction=LONG_SESSIONS, now=NOW)
    return round_id


@pytest.mark.django_db
def test_a_round_open_for_24_hours_stands_and_says_that_it_timed_out() -> None:
    round_id = round_left_open()

    assert expire_rounds(clock=lambda: NOW + _DAY) == 1

    settled = round_view(round_id.chain, round_id)
    assert settled.outcome is not None
    assert [(act["a"], act["by"], act["amt"]) for act in settled.acts] == [("stand", "timeout", 0)]
    assert settled.staked_minor == settled.bet.total_minor
    assert statement(round_id.chain, before_seq=None, limit=1)[0].actor == "timeout"


@pytest.mark.django_db
def test_a_round_waits_until_the_last_instant_of_its_24_hours() -> None:
    round_id = round_left_open()

    assert expire_rounds(clock=lambda: NOW + _DAY - _INSTANT) == 0
    assert open_round_id(round_id.chain) == round_id


@pytest.mark.django_db
def test_a_round_times_out_once_however_often_the_task_runs() -> None:
    round_left_open()

    assert [expire_rounds(clock=lambda: NOW + _DAY) for _ in range(3)] == [1, 0, 0]


@pytest.mark.django_db
def test_the_next_round_is_dealt_after_a_time_out() -> None:
    round_id = round_left_open()
    expire_rounds(clock=lambda: NOW + _DAY)

    assert dealt_open(round_id.chain) != round_id


@pytest.mark.django_db(transaction=True)
def test_of_a_decision_and_a_time_out_at_the_same_moment_one_wins() -> None:
    round_id = round_left_open()
    session_id = session_id_of(log_in_player("ada", now=NOW + timedelta(hours=23)).token)
    for _ in range(5):
        barrier = threading.Barrier(2)

        def decide(round_id: RoundId = round_id, barrier: threading.Barrier = barrier) -> bool:
            asked = ActRequest(
                session_id=session_id,
                round_id=round_id,
                action=Action.RAISE,
                amount_minor=None,
                idempotency=fresh_request(),
            )
            barrier.wait(10)
            try:
                return isinstance(act_on_round(asked, jurisdiction=LONG_SESSIONS, now=NOW + _DAY), RoundView)
            except RoundClosed:
                return False
            finally:
                connections.close_all()

        def time_out(barrier: threading.Barrier = barrier) -> bool:
            barrier.wait(10)
            try:
                return expire_rounds(clock=lambda: NOW + _DAY) == 1
            finally:
                connections.close_all()

        with ThreadPoolExecutor(2) as pool:
            deciding, timing_out = pool.submit(decide), pool.submit(time_out)
            decided, timed_out = deciding.result(), timing_out.result()

        assert decided != timed_out
        (act,) = round_view(round_id.chain, round_id).acts
        assert act["by"] == ("player" if decided else "timeout")
        round_id = dealt_open(round_id.chain)
