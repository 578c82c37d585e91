"""A table around a pot with players at it, for tests: from its opening to the first card and after the last."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import pytest

from audit.core.records import parse_entry
from audit.queries.records import entries
from games.core.action import Action
from kernel.ids import ChainId
from kernel.instants import from_epoch_ms, to_epoch_ms
from tables.core.continuation import CroupierStep
from tables.core.definition import Admission, TableClock
from tables.core.pot_game import TableGame
from tables.operations.open_table import NewTable
from tables.operations.play_turn import decide
from tables.operations.take_step import take_step
from tables.operations.turn_requests import TakenTurn, TurnRequest
from tables.queries.dealt_epoch import running_game
from tables.queries.table_states import TableState, table_state
from tests import house_table, live_tables, world
from tests.core.tables.seated import POT

BUY_IN_MINOR: Final = 2000
BET_MS: Final = 8_000
REVEAL_MS: Final = 10_000


@dataclass(kw_only=True)
class PotTable:
    """A table around a pot, its players by seat, and the clock that everybody reads."""

    chain: ChainId
    players: Mapping[int, world.SeatedPlayer]
    now: datetime = world.NOW

    @property
    def state(self) -> TableState:
        return table_state(self.chain)

    @property
    def game(self) -> TableGame:
        return running_game(self.state)

    @property
    def records(self) -> list[Mapping[str, Any]]:
        return [parse_entry(entry) for entry in entries(self.chain, from_seq=0, to_seq=2**31)]

    def wait(self, duration_ms: int) -> datetime:
        """Let time pass, and return the instant after it."""
        self.now = from_epoch_ms(to_epoch_ms(self.now) + duration_ms)
        return self.now

    def step(self) -> CroupierStep | None:
        """Take what is due, as the croupier does, and return what it was."""
        taken = take_step(self.chain, now=self.now)
        return None if taken is None else taken.step

    def chain_of(self, seat: int) -> ChainId:
        return self.players[seat].chain

    def deciding(self) -> tuple[int, ChainId]:
        """Return the seat that decides, and its player's chain."""
        seat = self.game.deciding_seat
        assert seat is not None
        return seat, self.chain_of(seat)

    def down_or_take(self, *, asked_seq: int | None = None) -> TakenTurn:
        """Take the cheapest decision for the seat whose turn it is."""
        _, chain = self.deciding()
        action = next(legal.action for legal in self.game.legal_actions if legal.action in {Action.DOWN, Action.TAKE})
        request = TurnRequest(table=self.chain, chain=chain, action=action, amount_minor=None, asked_seq=asked_seq)
        return decide(request, rules=world.SESSIONS, now=self.now)


def open_pot_table(
    monkeypatch: pytest.MonkeyPatch, seats: tuple[int, ...] = (2, 5, 7), *, game_ms: int = 1_200_000
) -> PotTable:
    """Open the house and a table whose first epoch is announced, and log players in for these seats."""
    house_table.open_house_with_tables(monkeypatch)
    asked = NewTable(
        game=POT.game,
        seats=POT.seats,
        currency="USD",
        stake_min_minor=POT.stake_min_minor,
        stake_max_minor=POT.stake_max_minor,
        admission=Admission.PUBLIC,
        clock=TableClock(bet_ms=BET_MS, reveal_ms=REVEAL_MS, game_ms=game_ms),
        test=False,
        reason="a test",
    )
    table = PotTable(
        chain=house_table.announced_table(asked),
        players={seat: world.seat_player(f"player{seat}") for seat in seats},
    )
    assert table.state.epoch == 0
    return table


def begin_game(table: PotTable, *, buy_in_minor: int = BUY_IN_MINOR) -> None:
    """Let every player sit and reveal, and deal until somebody decides."""
    for seat, player in table.players.items():
        live_tables.stake(player, table.chain, seat, buy_in_minor, now=table.now)
    table.wait(BET_MS)
    assert table.step() is CroupierStep.SEATS
    world.run_sequencer(now=table.wait(1000))
    for player in table.players.values():
        live_tables.reveal(player, table.chain, now=table.now)
    assert table.step() is CroupierStep.OPEN
