"""A croupier that dies at any statement of a hand leaves exactly one continuation, which the next one takes."""

from __future__ import annotations

import contextlib
import itertools
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection

from audit.operations.export import export_log
from audit.queries.chains import load_head
from games.core.action import Action
from tables.core.continuation import Phase
from tables.models import BegunEpoch, PlacedStake
from tables.operations.attend_table import attend_table
from tables.queries.stakes_to_end import due_stakes
from tables.queries.table_states import table_state
from tests import house_table, world
from tests.house_table import BET_MS, act, announced_table, place, records, reveal
from tests.world import NOW
from verifier.__main__ import main as verify

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

    from kernel.ids import ChainId
    from tests.world import SeatedPlayer

pytestmark = pytest.mark.django_db


class _Killed(BaseException):
    """What ends a process in its middle: no handler of ours may catch it."""


class _Fuse:
    """Ends the process just before or after the n-th statement; what frames a transaction is no statement of ours."""

    def __init__(self, moment: str, number: int) -> None:
        self._moment, self._left = moment, number
        self.blown = False

    def __call__(self, execute: Callable[..., Any], sql: str, *how: Any) -> Any:
        if sql.startswith(("SAVEPOINT", "RELEASE", "ROLLBACK")):
            return execute(sql, *how)
        self._left -= 1
        if self._left == 0 and self._moment == "before":
            self._blow()
        result = execute(sql, *how)
        if self._left == 0:
            self._blow()
        return result

    def _blow(self) -> None:
        self.blown = True
        raise _Killed


def attend(table: ChainId, fuse: _Fuse, *, now: datetime) -> None:
    """Attend a table until the fuse blows, and go on as the next croupier does."""
    with contextlib.suppress(_Killed), connection.execute_wrapper(fuse):
        attend_table(table, sessions=world.SESSIONS, clock=lambda: now)
    attend_table(table, sessions=world.SESSIONS, clock=lambda: now)


def play_hand(table: ChainId, players: list[SeatedPlayer], fuse: _Fuse, *, now: datetime) -> datetime:
    """Play a hand from the first stake to the last settlement, and return the instant of its end."""
    placed = [place(player, table, seat, now=now) for seat, player in enumerate(players)]
    now += timedelta(milliseconds=BET_MS)
    attend(table, fuse, now=now)
    world.run_sequencer(now=now)
    reveal(*placed, now=now)
    attend(table, fuse, now=now)
    if table_state(table).phase is Phase.PLAYING:
        act(placed[0], Action.STAND, 0, now=now)
        now += timedelta(seconds=20)
        attend(table, fuse, now=now)
    return now


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_croupier_killed_at_any_statement_of_a_hand_is_continued(
    moment: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    house_table.open_house_with_tables(monkeypatch)
    players = [world.seat_player(name) for name in ("ada", "bob")]
    table, now, whole = announced_table(), NOW, 0

    for number in itertools.count(1):
        fuse = _Fuse(moment, number)
        begun = len(records(table))
        now = play_hand(table, players, fuse, now=now)
        hand = [record["type"] for record in records(table)[begun:]]
        assert hand == ["seats", "open", "hand", "hand_end"]
        # A hand that asks nobody has fewer statements: it takes three whole ones to have seen all.
        whole += not fuse.blown
        if whole == 3:
            break

    assert number > 20
    assert BegunEpoch.objects.filter(ended_by="hand_end").count() == BegunEpoch.objects.count() == number
    for player in players:
        chain = [record["type"] for record in records(player.chain)]
        assert chain.count("settle") == chain.count("deal") == number
        assert not load_head(player.chain).stake_open
    assert not PlacedStake.objects.filter(end_seq__isnull=True).exists()
    assert due_stakes() == []
    world.run_sequencer(now=now)
    export_log(tmp_path / "log")
    assert verify([str(tmp_path / "log")]) == 0
