"""Tables with players at them, for tests of the house's side: stakes and values as their clients would send them."""

import os
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import pytest

from audit.core.records import parse_entry
from audit.operations.append import advance_cte, execute_step, record_ctes
from audit.queries.chains import load_head
from audit.queries.records import entries
from audit.signed_record import signed_record
from games.core.action import Action
from games.core.family import Bet
from games.core.round_postings import stake_postings as raise_postings
from games.core.variants import OFFERED
from games.operations import publish_rules as publishing
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from players.queries.sessions import open_session
from responsible_gaming.core.limits.windows import window_starts_at
from tables.core.continuation import CroupierStep
from tables.core.definition import Admission, TableClock
from tables.core.epoch import TableEpoch, contribution
from tables.core.player_records import Movement, StakeOrder, act_fields, stake_fields, stake_postings
from tables.models import Decision, PlacedStake, Reveal
from tables.operations.end_stake import end_stake
from tables.operations.open_table import NewTable, open_table
from tables.operations.take_step import take_step
from tables.queries.stakes_to_end import due_stakes
from tables.queries.table_states import table_state
from tests import world
from tests.core.tables.seated import POT, RED_DOG
from tests.world import NOW, SeatedPlayer
from wallet.core.ledger import Balance, apply_postings
from wallet.operations.post_journals import NewJournal, journal_clauses
from wallet.queries.balances import balance, currency_of

BET_MS: Final = 8_000
REVEAL_MS: Final = 10_000
GAME_MS: Final = 600_000

# Of a table's first epoch, whose first stake is placed at `NOW`.
BETTING_OVER: Final = NOW + timedelta(milliseconds=BET_MS)
REVEALING_OVER: Final = BETTING_OVER + timedelta(milliseconds=REVEAL_MS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A stake that a test placed, with the value that its client keeps."""

    player: SeatedPlayer
    table: ChainId
    epoch: int
    seat: int
    seq: int
    leaf: bytes
    value: bytes


def open_house_with_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open the house with the games of tables on offer."""
    offer_table_games(monkeypatch)
    world.open_house()


def offer_table_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the game around a pot published with smaller buy-ins, which put players out sooner."""
    monkeypatch.setattr(publishing, "OFFERED", tuple(POT if sheet.game == POT.game else sheet for sheet in OFFERED))


def table_of(
    game: str = RED_DOG.game, *, seats: int = 3, stakes: tuple[int, int] = (500, 20_000), currency: str = "USD"
) -> NewTable:
    """Return what an operator asks for."""
    return NewTable(
        game=game,
        seats=seats,
        currency=currency,
        stake_min_minor=stakes[0],
        stake_max_minor=stakes[1],
        admission=Admission.PUBLIC,
        clock=TableClock(bet_ms=BET_MS, reveal_ms=REVEAL_MS, game_ms=GAME_MS if game == POT.game else None),
        test=False,
        reason="a test",
    )


def announced_table(asked: NewTable | None = None, *, now: datetime = NOW) -> ChainId:
    """Open a table, and announce its first epoch as the croupier does."""
    chain = open_table(asked or table_of(), jurisdiction=world.DEMO, actor="operator:test", now=now)
    taken = take_step(chain, now=now)
    assert taken is not None
    assert taken.step is CroupierStep.COMMIT
    return chain


def place(
    player: SeatedPlayer,
    table: ChainId,
    seat: int,
    stake_minor: int = 1_000,
    *,
    side_bet_minor: int = 0,
    now: datetime = NOW,
) -> Placed:
    """Place a stake in the epoch that the table has announced."""
    state = table_state(table)
    definition, epoch = state.table.definition, TableEpoch(table, state.epoch)
    value, bet, head = os.urandom(32), Bet(stake_minor, side_bet_minor), load_head(player.chain)
    committed = contribution(epoch, seat=seat, value=value)
    postings = stake_postings(definition, bet)
    session = open_session(player.session_id, now=NOW)
    assert session is not None
    order = StakeOrder(
        table_leaf=state.table.leaf,
        epoch=epoch.number,
        seat=seat,
        bet=bet,
        contribution=committed,
        session_reference=session.reference,
    )
    before = _money(player.chain)
    movement = Movement(postings=postings, before=before, after=apply_postings(before, postings))
    assert head.limits_leaf is not None
    kind = "sit" if definition.around_pot else "deal"
    record = signed_record(
        head.tip,
        kind,
        stake_fields(definition, order, movement, limits_leaf=head.limits_leaf),
        now_ms=max(to_epoch_ms(now), state.head.tip.time_ms),
    )
    journal = NewJournal(
        seq=record.tip.seq,
        kind=kind,
        time_ms=record.tip.time_ms,
        postings=postings,
        balance=movement.after,
        reference=str(epoch),
        actor="player",
    )
    at_ms = record.tip.time_ms
    day_started_ms = window_starts_at(at_ms, world.DEMO.window_rule).day_started_ms
    play = head.play.after_bet(
        at_ms, pause_duration_ms=world.DEMO.sessions.pause_duration_ms, day_started_ms=day_started_ms
    )
    after = head.advanced_by(record, stake_open=True, play=play)
    assert execute_step([advance_cte(head, after), *record_ctes([record]), *journal_clauses([journal])])
    PlacedStake.objects.create(
        chain=player.chain,
        seq=record.tip.seq,
        leaf=record.tip.leaf,
        table=table,
        epoch=epoch.number,
        seat=seat,
        person=player.chain.bytes,
        session=player.session_id,
        stake_minor=stake_minor,
        side_bet_minor=side_bet_minor,
        contribution=committed,
        placed_ms=record.tip.time_ms,
    )
    return Placed(
        player=player,
        table=table,
        epoch=epoch.number,
        seat=seat,
        seq=record.tip.seq,
        leaf=record.tip.leaf,
        value=value,
    )


def reveal(*placed: Placed, now: datetime = NOW) -> None:
    """Store the values of these stakes."""
    for each in placed:
        Reveal.objects.create(
            table=each.table, epoch=each.epoch, seat=each.seat, value=each.value, at_ms=to_epoch_ms(now)
        )


def act(placed: Placed, action: Action, amount_minor: int, *, now: datetime) -> None:
    """Store a player's decision against the house."""
    running = table_state(placed.table).running
    assert running is not None
    assert running.hand_leaf is not None
    chain, head = placed.player.chain, load_head(placed.player.chain)
    postings, before = raise_postings(amount_minor), _money(placed.player.chain)
    movement = Movement(postings=postings, before=before, after=apply_postings(before, postings))
    fields = act_fields(
        stake_leaf=placed.leaf,
        hand_leaf=running.hand_leaf,
        action=action,
        amount_minor=amount_minor,
        movement=movement,
    )
    record = signed_record(head.tip, "act", fields, now_ms=to_epoch_ms(now))
    journal = NewJournal(
        seq=record.tip.seq,
        kind="act",
        time_ms=record.tip.time_ms,
        postings=postings,
        balance=movement.after,
        reference=str(TableEpoch(placed.table, placed.epoch)),
        actor="player",
    )
    assert execute_step(
        [
            advance_cte(head, head.advanced_by(record, play=head.play.until(record.tip.time_ms))),
            *record_ctes([record]),
            *journal_clauses([journal]),
        ]
    ), chain
    Decision.objects.create(
        table=placed.table,
        epoch=placed.epoch,
        seat=placed.seat,
        action=action.value,
        amount_minor=amount_minor,
        at_ms=record.tip.time_ms,
        act_leaf=record.tip.leaf,
    )


def begin_epoch(*placed: Placed, now: datetime) -> datetime:
    """End the betting of a table, cover it, store every value and deal; return the instant."""
    table = placed[0].table
    assert step(table, now=now) is CroupierStep.SEATS
    world.run_sequencer(now=now)
    reveal(*placed, now=now)
    later = now + timedelta(seconds=1)
    assert step(table, now=later) is CroupierStep.OPEN
    return later


def play_hand(table: ChainId, player: SeatedPlayer, *, now: datetime) -> None:
    """Play a whole hand of one player, who stands, at a table with one seat."""
    placed = place(player, table, 0, now=now)
    later = begin_epoch(placed, now=now)
    if table_state(table).running is not None:
        act(placed, Action.STAND, 0, now=later)
        assert step(table, now=later) is CroupierStep.HAND_END
    assert end_all_stakes(now=later) == 1


def step(table: ChainId, *, now: datetime) -> CroupierStep | None:
    """Take the table's next step, as the croupier does, and say which one it was."""
    taken = take_step(table, now=now)
    return None if taken is None else taken.step


def end_all_stakes(*, now: datetime) -> int:
    """End every stake whose end is due, as the croupier does, and return how many did."""
    return sum(end_stake(chain, seq, now=now) for chain, seq in due_stakes())


def records(chain: ChainId) -> list[dict[str, object]]:
    """Return all records of a chain."""
    return [dict(parse_entry(entry)) for entry in entries(chain, from_seq=0, to_seq=load_head(chain).tip.seq + 1)]


def kinds(chain: ChainId) -> list[object]:
    """Return the types of a chain's records."""
    return [record["type"] for record in records(chain)]


def _money(chain: ChainId) -> Balance:
    stored = balance(chain)
    return Balance(stored.cash_minor, stored.in_play_minor, stored.totals, currency_of(chain))
