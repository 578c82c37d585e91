"""All that players do at tables with their stakes, up to the auditor's word."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from audit.operations.export import export_log
from games.core.action import Action
from kernel.instants import from_epoch_ms
from responsible_gaming.core.limits.in_force import Limits
from responsible_gaming.core.rules.wagers import WAGER_DAY
from tables.core.attendance import Mark
from tables.core.continuation import CroupierStep, Phase
from tables.core.player_records import LateValue
from tables.models import MissingValue
from tables.queries.table_states import table_state
from tests import house_table, live_tables, world
from tests.live_tables import BETTING, SECOND
from tests.operations.test_table_stakes import pot_table
from tests.world import LONG_SESSIONS, NOW, SeatedPlayer
from verifier.__main__ import main as verify

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from kernel.ids import ChainId

pytestmark = [pytest.mark.django_db, pytest.mark.clause("F07")]


def test_the_auditor_accepts_what_players_do_with_their_stakes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    house_table.open_house_with_tables(monkeypatch)
    ada, bob = (world.seat_player(name, 1_000_000) for name in ("ada", "bob"))
    world.set_limits(ada.chain, Limits(current={WAGER_DAY.name: 200_000}), jurisdiction=LONG_SESSIONS)
    table = house_table.announced_table()

    now = _withdraw_and_come_back(ada, bob, table)
    now = _burn_and_tell(ada, table, now)
    now = _withdraw_what_told(ada, table, now)
    now = _play_alone(bob, now)
    now = _play_around_a_pot(ada, bob, now)

    world.run_sequencer(now=now)
    export_log(tmp_path / "log")
    assert verify([str(tmp_path / "log")]) == 0


def _withdraw_and_come_back(ada: SeatedPlayer, bob: SeatedPlayer, table: ChainId) -> datetime:
    live_tables.stake(ada, table, 0)
    live_tables.withdraw(ada, table)
    live_tables.stake(bob, table, 0)
    live_tables.stake(ada, table, 2)
    now = NOW + BETTING
    live_tables.deal(ada, bob, table=table, now=now)
    if table_state(table).phase is Phase.PLAYING:
        live_tables.act(bob, table, Action.RAISE, now=now + SECOND)
    return _finish(table, now)


def _finish(table: ChainId, now: datetime) -> datetime:
    """Let the clock finish a hand at its deadline, and end its stakes."""
    running = table_state(table).running
    if running is not None and running.until_ms is not None:
        now = from_epoch_ms(running.until_ms)
        assert house_table.step(table, now=now) is CroupierStep.HAND_END
    assert house_table.end_all_stakes(now=now)
    return now


def _burn_and_tell(ada: SeatedPlayer, table: ChainId, now: datetime) -> datetime:
    """Burn two epochs, tell the first value and lose the second."""
    for lost in (False, True):
        epoch = table_state(table).epoch
        live_tables.stake(ada, table, 1, now=now)
        now += BETTING
        live_tables.end_betting(table, now=now)
        now += timedelta(milliseconds=house_table.REVEAL_MS)
        assert house_table.step(table, now=now) is CroupierStep.TABLE_ABORT
        assert house_table.end_all_stakes(now=now) == 1
        owed = MissingValue.objects.get(chain=ada.chain, told_seq=None)
        value = None if lost else live_tables.value_of(ada, table, epoch)
        now += timedelta(minutes=11)
        late = LateValue(abort_leaf=bytes(owed.abort_leaf), value=value)
        live_tables.stake(ada, table, 0, late=late, now=now)
        if not lost:
            now += BETTING
            live_tables.deal(ada, table=table, now=now)
            now = _finish(table, now)
    return now


def _withdraw_what_told(ada: SeatedPlayer, table: ChainId, now: datetime) -> datetime:
    """Take back the stake that told of a lost value, and owe nothing for the next one."""
    live_tables.withdraw(ada, table, now=now)
    live_tables.stake(ada, table, 1, now=now)
    live_tables.withdraw(ada, table, now=now)
    return now


def _play_alone(bob: SeatedPlayer, now: datetime) -> datetime:
    """Play a round between two stakes: both are of one chain."""
    world.play_round(bob, now=now)
    return now + SECOND


def _play_around_a_pot(ada: SeatedPlayer, bob: SeatedPlayer, now: datetime) -> datetime:
    table = pot_table(now=now)
    assert live_tables.stake(ada, table, 0, 20_000, now=now).room_minor is not None
    live_tables.withdraw(ada, table, now=now)
    live_tables.stake(ada, table, 2, 20_000, now=now)
    live_tables.stake(bob, table, 1, 20_000, now=now)
    now += BETTING
    live_tables.deal(ada, bob, table=table, now=now)
    if table_state(table).phase is Phase.PLAYING:
        live_tables.mark(ada, table, Mark.VOTE, now=now + SECOND)
        live_tables.leave(bob, table, now=now + SECOND)
    assert table_state(table).phase is Phase.BETTING
    assert house_table.end_all_stakes(now=now + SECOND) == 2
    return now + SECOND
