"""A limit that becomes stricter between a stake and the first card leaves the stake, and binds what comes after it."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

import pytest

from audit.operations.export import export_log
from audit.queries.events import events
from games.core.action import Action
from responsible_gaming.core.limits.in_force import Limits
from responsible_gaming.core.limits.wager import LimitExceeded
from tables.core.continuation import CroupierStep, Phase
from tables.operations.protect_seats import protect_seats
from tables.queries.table_states import table_state
from tests import house_table, live_tables, world
from tests.live_tables import BETTING, SECOND
from tests.operations.pot_tables import BET_MS, BUY_IN_MINOR, open_pot_table
from tests.world import DEMO, NOW, SESSIONS
from verifier.__main__ import main as verify

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from kernel.ids import ChainId
    from tests.world import SeatedPlayer

pytestmark = pytest.mark.django_db

STAKE_MINOR: Final = 1_000


def tighten(chain: ChainId, minor: int, *, now: datetime = NOW) -> None:
    """Limit the wagers of a day; tighter limits are in force at once."""
    limits = Limits(current={"wager_day": minor}, window_rule=DEMO.window_rule)
    world.set_limits(chain, limits, now=now + SECOND)


def hand_after_tightening() -> tuple[SeatedPlayer, ChainId, datetime]:
    """Let players stake, tighten the limit to less than the stake, and deal, until a hand asks for a decision.

    The instant is that of the deal. Each try comes after the one before, as records do.
    """
    now = NOW
    while True:
        player, table = (
            world.seat_player(f"player{secrets.token_hex(4)}", now=now),
            house_table.announced_table(now=now),
        )
        live_tables.stake(player, table, stake_minor=STAKE_MINOR, now=now)
        tighten(player.chain, STAKE_MINOR - 1, now=now)
        now += BETTING
        live_tables.deal(player, table=table, now=now)
        if table_state(table).phase is Phase.PLAYING:
            return player, table, now
        house_table.end_all_stakes(now=now)


@pytest.mark.clause("F26")
def test_the_stake_stays_in_the_hand_and_a_raise_is_held_to_the_new_limit(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    house_table.open_house_with_tables(monkeypatch)

    player, table, now = hand_after_tightening()

    with pytest.raises(LimitExceeded) as refused:
        live_tables.act(player, table, Action.RAISE, now=now)
    assert refused.value.members["limit"] == "wager_day"
    assert live_tables.act(player, table, Action.STAND, now=now).amount_minor == 0
    assert house_table.step(table, now=now) is CroupierStep.HAND_END
    assert house_table.end_all_stakes(now=now) >= 1
    world.set_limits(player.chain, Limits(current={"wager_day": STAKE_MINOR - 1, "stake_max": 1}), now=now)
    with pytest.raises(LimitExceeded):
        live_tables.stake(player, table, now=now)
    saved = events(subject=player.chain, before=None, limit=9, kinds=["bet-refused-by-limit"])
    assert [event.after["limit"] for event in reversed(saved)] == ["wager_day", "stake_max"]

    # Whoever judges the log by the limits that its records name agrees.
    world.run_sequencer(now=now)
    export_log(tmp_path / "log")
    assert verify([str(tmp_path / "log")]) == 0


@pytest.mark.clause("F28")
def test_around_a_pot_the_buy_in_stays_and_the_seat_is_away_from_the_first_card_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = open_pot_table(monkeypatch, (2, 5, 7))
    for seat, player in table.players.items():
        live_tables.stake(player, table.chain, seat, BUY_IN_MINOR, now=table.now)
    tighten(table.chain_of(5), BUY_IN_MINOR - 1)
    table.wait(BET_MS)
    assert table.step() is CroupierStep.SEATS
    world.run_sequencer(now=table.wait(1000))
    for player in table.players.values():
        live_tables.reveal(player, table.chain, now=table.now)
    assert table.step() is CroupierStep.OPEN

    assert [seated.stake.seat for seated in table.state.stakes] == [2, 5, 7]
    assert protect_seats(table.state, rules=SESSIONS, now=table.now)
    assert table.game.attendance.away == {5}
