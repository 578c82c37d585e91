"""Players at tables, for tests: each request as a player's client sends it, through the platform's own operations."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from games.core.family import Bet
from tables.core.attendance import Mark
from tables.core.continuation import CroupierStep, Phase
from tables.core.epoch import TableEpoch, contribution
from tables.operations.act_against_house import DecisionRequest
from tables.operations.act_at_table import TakenDecision, act_at_table
from tables.operations.leave_table import LeftTable, leave_table
from tables.operations.mark_at_table import PlayerMarkRequest, mark_at_table
from tables.operations.place_stake import place_stake
from tables.operations.play_turn import asked_seq
from tables.operations.reveal_value import RevealedValue, RevealRequest, reveal_value
from tables.operations.save_stake import StakeRequest
from tables.operations.withdraw_stake import WithdrawalRequest, withdraw_stake
from tables.queries.dealt_epoch import game_records, running_game
from tables.queries.table_states import table_state
from tests import house_table, world
from tests.world import NOW, SeatedPlayer

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from games.core.action import Action
    from kernel.ids import ChainId
    from responsible_gaming.core.jurisdiction import Jurisdiction
    from tables.core.player_records import LateValue
    from tables.core.stake_view import StakeView
    from tables.operations.turn_requests import TakenTurn
    from wallet.core.idempotency import IdempotentRequest

SECOND: Final = timedelta(seconds=1)
BETTING: Final = timedelta(milliseconds=house_table.BET_MS)
"""How long the betting lasts after the stake that made an epoch playable."""


def value_of(player: SeatedPlayer, table: ChainId, epoch: int) -> bytes:
    """Return the value that a player's client draws for an epoch."""
    return hashlib.sha256(f"{player.chain} {table} {epoch}".encode()).digest()


def stake(  # noqa: PLR0913  all that a stake may be
    player: SeatedPlayer,
    table: ChainId,
    seat: int = 0,
    stake_minor: int = 1_000,
    *,
    side_bet_minor: int = 0,
    epoch: int | None = None,
    late: LateValue | None = None,
    value: bytes | None = None,
    currency: str | None = None,
    asked: IdempotentRequest | None = None,
    jurisdiction: Jurisdiction | None = None,
    now: datetime = NOW,
) -> StakeView:
    """Place a stake, for the epoch that the table takes stakes for unless one is named."""
    number = table_state(table).epoch if epoch is None else epoch
    drawn = value_of(player, table, number) if value is None else value
    request = StakeRequest(
        session_id=player.session_id,
        table=table,
        epoch=number,
        seat=seat,
        bet=Bet(stake_minor, side_bet_minor),
        currency=currency or player.currency,
        contribution=contribution(TableEpoch(table, number), seat=seat, value=drawn),
        idempotency=asked or world.fresh_request(),
        late=late,
    )
    return place_stake(request, jurisdiction=jurisdiction or player.jurisdiction, now=now)


def reveal(
    player: SeatedPlayer, table: ChainId, *, epoch: int | None = None, value: bytes | None = None, now: datetime = NOW
) -> RevealedValue:
    """Reveal the value of a player's stake, or another one."""
    number = table_state(table).epoch if epoch is None else epoch
    sent = value_of(player, table, number) if value is None else value
    request = RevealRequest(session_id=player.session_id, table=table, epoch=number, value=sent)
    return reveal_value(request, now=now)


def withdraw(
    player: SeatedPlayer, table: ChainId, *, asked: IdempotentRequest | None = None, now: datetime = NOW
) -> StakeView:
    """Take the open stake back."""
    return withdraw_stake(_withdrawal(player, table, asked), jurisdiction=player.jurisdiction, now=now)


def leave(
    player: SeatedPlayer, table: ChainId, *, asked: IdempotentRequest | None = None, now: datetime = NOW
) -> LeftTable:
    """Get up."""
    return leave_table(_withdrawal(player, table, asked), jurisdiction=player.jurisdiction, now=now)


def act(  # noqa: PLR0913  all that a decision may be
    player: SeatedPlayer,
    table: ChainId,
    action: Action,
    amount_minor: int | None = None,
    *,
    asked_at: int | None = None,
    asked: IdempotentRequest | None = None,
    currency: str | None = None,
    jurisdiction: Jurisdiction | None = None,
    now: datetime = NOW,
) -> TakenDecision:
    """Decide what the table asks now, or what the record number `asked_at` asked."""
    request = DecisionRequest(
        session_id=player.session_id,
        table=table,
        asked_seq=question(table) if asked_at is None else asked_at,
        action=action,
        amount_minor=amount_minor,
        idempotency=asked or world.fresh_request(),
        currency=currency,
    )
    return act_at_table(request, jurisdiction=jurisdiction or player.jurisdiction, now=now)


def mark(
    player: SeatedPlayer, table: ChainId, wanted: Mark, *, jurisdiction: Jurisdiction | None = None, now: datetime = NOW
) -> TakenTurn:
    """Set a mark for the player's seat."""
    number = table_state(table).epoch
    request = PlayerMarkRequest(session_id=player.session_id, table=table, epoch=number, mark=wanted)
    return mark_at_table(request, jurisdiction=jurisdiction or player.jurisdiction, now=now)


def question(table: ChainId) -> int:
    """Return the number of the record that asks for a decision."""
    state = table_state(table)
    assert state.phase is Phase.PLAYING
    assert state.running is not None
    seq = asked_seq(game_records(state)) if state.table.definition.around_pot else state.running.hand_seq
    assert seq is not None
    return seq


def end_betting(table: ChainId, *, now: datetime) -> None:
    """End the betting, which is due, and publish a checkpoint that covers it."""
    assert house_table.step(table, now=now) is CroupierStep.SEATS
    world.run_sequencer(now=now)


def deal(*players: SeatedPlayer, table: ChainId, now: datetime) -> None:
    """End the betting, let these players reveal, and deal."""
    end_betting(table, now=now)
    for player in players:
        reveal(player, table, now=now)
    assert house_table.step(table, now=now) is CroupierStep.OPEN


def play_boldly(players: Mapping[int, SeatedPlayer], table: ChainId, *, buy_in_minor: int, now: datetime) -> datetime:
    """Play a game around a pot that these seats begin, and return the instant at which it ended."""
    begun = begin_game(players, table, buy_in_minor=buy_in_minor, now=now)
    return end_boldly(players, table, buy_in_minor=buy_in_minor, now=begun)


def begin_game(players: Mapping[int, SeatedPlayer], table: ChainId, *, buy_in_minor: int, now: datetime) -> datetime:
    """Let these seats buy in and reveal, deal, and return the instant at which the game began."""
    for seat, player in players.items():
        stake(player, table, seat, buy_in_minor, now=now)
    now += BETTING
    deal(*players.values(), table=table, now=now)
    return now


def end_boldly(players: Mapping[int, SeatedPlayer], table: ChainId, *, buy_in_minor: int, now: datetime) -> datetime:
    """Play a game to its end, and return the instant of that.

    Everybody raises all that is allowed. Once somebody has raised more than the buy-in, all vote for a division.
    """
    while table_state(table).phase is Phase.PLAYING:
        now += SECOND
        game = running_game(table_state(table))
        if any(game.raised_minor(place) > buy_in_minor for place in range(len(players))):
            voting = next(seat for seat in game.dealt.seats_in_play if seat not in game.attendance.votes)
            mark(players[voting], table, Mark.VOTE, now=now)
            continue
        deciding = game.deciding_seat
        assert deciding is not None
        boldest = max(game.legal_actions, key=lambda legal: legal.cost_max_minor)
        act(players[deciding], table, boldest.action, boldest.cost_max_minor, now=now)
    return now


def _withdrawal(player: SeatedPlayer, table: ChainId, asked: IdempotentRequest | None) -> WithdrawalRequest:
    return WithdrawalRequest(
        session_id=player.session_id,
        table=table,
        epoch=table_state(table).epoch,
        idempotency=asked or world.fresh_request(),
    )
