"""A table around a pot with players at it, for tests: from its opening to the first card and after the last."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final
from uuid import uuid4

from audit import keys
from audit.chain_head import first_head
from audit.core.records import SALT_BYTES, build_record, new_chain, parse_entry
from audit.operations.announce_epoch import draw_epoch, epoch_cte
from audit.operations.append import advance_cte, create_cte, execute_step, record_ctes
from audit.operations.write_system_record import write_system_record
from audit.queries.chains import load_head
from audit.queries.records import entries
from games.core.action import Action
from games.core.family import Bet
from games.core.sheet import RuleSheet
from games.core.variants import pot_red_dog
from games.engine import engine_sha256
from games.models import PublishedSheet
from kernel.cte import Cte
from kernel.ids import ChainId
from kernel.instants import from_epoch_ms, to_epoch_ms
from tables.core.definition import Admission, TableClock, TableDefinition
from tables.core.epoch import ROUNDS, TableEpoch, contribution
from tables.core.epoch_cards import EpochCards
from tables.core.opening import open_epoch
from tables.core.player_records import Movement, StakeOrder, stake_fields, stake_postings
from tables.core.pot_game import TableGame, start_game
from tables.core.stakes import commit_fields, order_from_dealers_left, seats_fields
from tables.models import StakeFate
from tables.operations.play_turn import TakenTurn, TurnRequest, decide, write_hand_end
from tables.operations.table_step import TableStep, rows_cte
from tables.queries.dealt_epoch import epoch_seed, running_game
from tables.queries.table_states import TableState, table_state
from tests import world
from wallet.core.ledger import apply_postings
from wallet.operations.post_journals import NewJournal, journal_clauses
from wallet.queries.balances import balance

BUY_IN_MINOR: Final = 2000
SMALL_POT: Final = replace(pot_red_dog.SHEET, game="pot-red-dog-small", stake_min_minor=500)
"""Pot Red Dog for whoever brings few chips, so that a game is short."""


@dataclass(kw_only=True)
class PotTable:
    """A table around a pot, its players by seat, and the clock that everybody reads."""

    chain: ChainId
    definition: TableDefinition
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
        return decide(request, now=self.now)


def publish(sheet: RuleSheet) -> bytes:
    """Log a rule sheet, as `publish_rules` does, and return its leaf."""
    document = sheet.document(engine_sha256())
    record = write_system_record("rules", {"rules": document}, signed_by="rounds", now=world.NOW)
    PublishedSheet.objects.create(
        leaf=record.tip.leaf,
        game=sheet.game,
        engine_sha256=engine_sha256(),
        document=document,
        published_seq=record.tip.seq,
    )
    return record.tip.leaf


def open_pot_table(seats: tuple[int, ...] = (2, 5, 7), *, game_ms: int = 1_200_000) -> PotTable:
    """Open a table whose first epoch is announced, and a house if there is none, and let players log in."""
    world.open_house()
    rules_leaf = publish(SMALL_POT)
    definition = TableDefinition(
        sheet=SMALL_POT,
        rules_leaf=rules_leaf,
        exponent=2,
        seats=SMALL_POT.seats,
        stake_min_minor=SMALL_POT.stake_min_minor,
        stake_max_minor=SMALL_POT.stake_max_minor,
        admission=Admission.PUBLIC,
        clock=TableClock(bet_ms=8000, reveal_ms=10_000, game_ms=game_ms),
        test=False,
    )
    chain = ChainId(uuid4())
    _write_table(chain, definition)
    players = {seat: world.seat_player(f"player{seat}") for seat in seats}
    table = PotTable(chain=chain, definition=definition, players=players)
    announced = draw_epoch(chain, 0, rounds=ROUNDS)
    step = _step(table)
    commit = step.write("commit", commit_fields(0, committed=announced.commitment))
    assert step.save(epoch_cte(announced, announced_seq=commit.tip.seq))
    return table


def begin_game(
    table: PotTable, *, rooms_minor: Mapping[int, int] | None = None, buy_in_minor: int = BUY_IN_MINOR
) -> TableGame:
    """Let every player sit and reveal, and deal until somebody decides; or until the game is over."""
    values = {seat: os.urandom(32) for seat in table.players}
    for seat, value in values.items():
        _sit(table, seat, value, room_minor=(rooms_minor or {}).get(seat), buy_in_minor=buy_in_minor)
    _write_seats(table)
    world.run_sequencer(now=table.now)
    state = table.state
    assert state.running is not None
    assert state.running.covered
    opening = open_epoch(
        TableEpoch(table.chain, state.epoch),
        [seated.stake for seated in state.stakes],
        values,
        covered_size=state.published_size,
    )
    step = _step(table)
    step.write("open", opening.fields)
    epoch = TableEpoch(table.chain, state.epoch)
    cards = EpochCards(epoch=epoch, seed=epoch_seed(epoch), client=opening.client)
    order = order_from_dealers_left(sorted(table.players), began_last=None)
    started = start_game(
        table.definition, [seated.stake for seated in state.stakes], cards, order=order, at_ms=step.at_ms
    )
    hand = step.write("hand", started.fields)
    if started.game.end is not None:
        write_hand_end(step, started.game, hand_leaf=hand.tip.leaf)
    assert step.save()
    return started.game


def _step(table: PotTable) -> TableStep:
    head = table.state.head
    return TableStep(head=head, at_ms=head.record_time_ms(table.now))


def _write_table(chain: ChainId, definition: TableDefinition) -> None:
    record = build_record(
        new_chain(chain),
        "table",
        definition.fields(),
        now_ms=to_epoch_ms(world.NOW),
        salt=os.urandom(SALT_BYTES),
        signer=keys.signer("rounds"),
    )
    head = first_head(record.tip, limits_leaf=None)
    row = Cte(
        "table_row",
        "INSERT INTO tables_table (chain, leaf, game, rules_leaf, test, status, opened_ms)"
        " SELECT head.chain, %s::bytea, %s::text, %s::bytea, false, 'open', %s::bigint FROM head",
        (record.tip.leaf, definition.sheet.game, definition.rules_leaf, record.tip.time_ms),
    )
    assert execute_step([create_cte(head), *record_ctes([record]), row])


def _sit(table: PotTable, seat: int, value: bytes, *, room_minor: int | None, buy_in_minor: int) -> None:
    player, state, bet = table.players[seat], table.state, Bet(buy_in_minor)
    head, before = load_head(player.chain), replace(balance(player.chain), currency="USD")
    postings = stake_postings(table.definition, bet)
    after = apply_postings(before, postings)
    epoch = TableEpoch(table.chain, state.epoch)
    contributed = contribution(epoch, seat=seat, value=value)
    order = StakeOrder(
        table_leaf=state.table.leaf,
        epoch=epoch.number,
        seat=seat,
        bet=bet,
        contribution=contributed,
        room_minor=room_minor,
    )
    assert head.limits_leaf is not None
    movement = Movement(postings=postings, before=before, after=after)
    fields = stake_fields(table.definition, order, movement, limits_leaf=head.limits_leaf)
    record = build_record(
        head.tip,
        "sit",
        fields,
        now_ms=to_epoch_ms(table.now),
        salt=os.urandom(SALT_BYTES),
        signer=keys.signer("rounds"),
    )
    journal = NewJournal(
        seq=record.tip.seq,
        kind="sit",
        time_ms=record.tip.time_ms,
        postings=postings,
        balance=after,
        reference=f"{table.chain.hex}-{epoch.number}",
        actor="player",
    )
    row = Cte(
        "stake_row",
        'INSERT INTO tables_stake (chain, seq, leaf, "table", epoch, seat, person, session, stake_minor,'
        " side_bet_minor, contribution, room_minor, placed_ms, unseated) SELECT head.chain, %s::bigint, %s::bytea,"
        " %s::uuid, %s::int, %s::smallint, %s::bytea, %s::uuid, %s::bigint, 0, %s::bytea, %s::bigint, %s::bigint, false"
        " FROM head",
        (
            record.tip.seq,
            record.tip.leaf,
            table.chain,
            epoch.number,
            seat,
            player.chain.bytes,
            player.session_id,
            buy_in_minor,
            contributed,
            room_minor,
            record.tip.time_ms,
        ),
    )
    after_head = head.advanced_by(record, stake_open=True)
    assert execute_step([advance_cte(head, after_head), *record_ctes([record]), *journal_clauses([journal]), row])


def _write_seats(table: PotTable) -> None:
    state = table.state
    following = draw_epoch(table.chain, state.epoch + 1, rounds=ROUNDS)
    stakes = [seated.stake for seated in state.stakes]
    step = _step(table)
    fields = seats_fields(table.definition, state.epoch, stakes, next_commitment=following.commitment)
    seats = step.write("seats", fields)
    columns = (("chain", "uuid"), ("seq", "bigint"), ("fate", "text"))
    fates = [(seated.chain, seated.seq, StakeFate.NAMED.value) for seated in state.stakes]
    assert step.save(
        rows_cte("fates", "tables_fate", columns, fates), epoch_cte(following, announced_seq=seats.tip.seq)
    )
