"""A table whose croupier forgets everything between two steps: it has the records, a few rows, and the seeds.

Every step reads the table's position from what is stored, asks what comes next, and writes one chain.
"""

import hashlib
import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from games.core.action import Action
from games.core.family import Bet, SeatResult
from games.core.round_postings import result_postings, stake_postings as raise_postings
from games.core.sheet import RuleSheet
from kernel import canonical_json
from tables.core.attendance import Mark, MarkedBy
from tables.core.continuation import (
    PHASE_AFTER,
    Betting,
    CroupierStep,
    DecidingAgainstHouse,
    Due,
    Phase,
    Position,
    Revealing,
    StakeEnd,
    Unannounced,
    end_of_stake,
    next_step,
    position_in_game,
)
from tables.core.decisions import DecidedBy
from tables.core.epoch import TableEpoch, commitment, contribution
from tables.core.epoch_cards import EpochCards
from tables.core.house_hand import HouseHand, SeatDecision, deal_hand
from tables.core.opening import abort_fields, open_epoch
from tables.core.player_records import leave_postings, refund_postings, stake_postings
from tables.core.pot_game import (
    TableGame,
    end_by_time,
    hand_end_fields,
    mark_seat,
    start_game,
    take_decision,
    take_default,
)
from tables.core.replay import replay_game
from tables.core.stakes import Stake, commit_fields, order_from_dealers_left, seats_fields, stakes_from_record
from tests.core.tables.seated import BEGIN_MS, CHAIN, seed_of, table, value_of
from wallet.core.ledger import Account, Posting, net_moves

Record = Mapping[str, Any]
PLAYERS: Final = 5
COVERED_AFTER_MS: Final = 600


@dataclass(kw_only=True)
class PlacedStake:
    """The row of a stake, from its record in the player's chain to the one that ends it."""

    player: int
    stake: Stake
    epoch: int
    placed_ms: int
    act: SeatDecision | None = None
    withdrawn: bool = False
    end: StakeEnd | None = None

    @property
    def held_minor(self) -> int:
        return self.stake.bet.total_minor + (self.act.amount_minor if self.act else 0)


@dataclass(kw_only=True)
class ForgetfulTable:
    """All that is stored of a table and its players, and the clock that everybody reads."""

    sheet: RuleSheet
    dice: random.Random
    now_ms: int = BEGIN_MS
    records: list[Record] = field(default_factory=list)
    stakes: list[PlacedStake] = field(default_factory=list)
    values: dict[tuple[int, int], bytes] = field(default_factory=dict)
    accounts: list[dict[str, int]] = field(default_factory=lambda: [{} for _ in range(PLAYERS)])

    def __post_init__(self) -> None:
        self.table = table(self.sheet, seats=4, game_ms=40_000)
        self.write("table", self.table.fields())

    # --- what is stored -------------------------------------------------------------------------------------

    def write(self, kind: str, fields: Mapping[str, object]) -> bytes:
        canonical_json.encode(dict(fields))
        self.records.append({"type": kind, "time": self.now_ms, **fields})
        return self.leaf(self.records[-1])

    def leaf(self, record: Record) -> bytes:
        return hashlib.sha256(canonical_json.encode({**record, "salt": str(self.records.index(record))})).digest()

    def newest(self, *kinds: str) -> Record | None:
        return next((record for record in reversed(self.records) if record["type"] in kinds), None)

    def of_epoch(self, *kinds: str) -> list[Record]:
        return [each for each in self.records if each["type"] in kinds and each["epoch"] == self.epoch]

    @property
    def phase(self) -> Phase:
        # Between two steps `open` is never the last; within the step that writes it, the hand is being dealt.
        return PHASE_AFTER.get(self.records[-1]["type"], Phase.PLAYING)

    @property
    def epoch(self) -> int:
        """The epoch that is announced, or the one that has begun."""
        seats = self.newest("seats")
        if seats is None:
            return 0
        return int(seats["epoch"]) + (self.phase is Phase.BETTING)

    def placed(self) -> list[PlacedStake]:
        return [each for each in self.stakes if each.epoch == self.epoch and not each.withdrawn]

    def listed(self) -> tuple[Stake, ...]:
        seats = self.newest("seats")
        assert seats is not None
        rooms = {each.stake.seat: each.stake.room_minor for each in self.stakes if each.epoch == seats["epoch"]}
        return stakes_from_record(self.table, seats, {seat: room for seat, room in rooms.items() if room is not None})

    def revealed(self) -> dict[int, bytes]:
        return {seat: value for (epoch, seat), value in self.values.items() if epoch == self.epoch}

    def cards(self) -> EpochCards:
        (opened,) = self.of_epoch("open")
        epoch = TableEpoch(CHAIN, self.epoch)
        return EpochCards(epoch=epoch, seed=seed_of(self.epoch), client=bytes.fromhex(opened["client"]))

    def hand(self) -> HouseHand:
        return deal_hand(self.sheet, self.listed(), self.cards())

    def game(self) -> TableGame:
        (hand,) = self.of_epoch("hand")
        return replay_game(self.table, self.listed(), self.cards(), hand, self.of_epoch("turn"))

    def covered(self) -> bool:
        seats = self.newest("seats")
        assert seats is not None
        return self.now_ms >= int(seats["time"]) + COVERED_AFTER_MS

    # --- the croupier ---------------------------------------------------------------------------------------

    def position(self) -> Position:
        if self.phase is Phase.UNANNOUNCED:
            return Unannounced()
        if self.phase is Phase.BETTING:
            return Betting(placed_ms=tuple(each.placed_ms for each in self.placed()))
        seats = frozenset(stake.seat for stake in self.listed())
        if self.phase is Phase.REVEALING:
            began = self.records[-1]["time"]
            return Revealing(seats_ms=began, seats=seats, revealed=frozenset(self.revealed()), covered=self.covered())
        if self.table.around_pot:
            return position_in_game(self.game())
        decided = frozenset(each.stake.seat for each in self.placed() if each.act)
        return DecidingAgainstHouse(until_ms=self.records[-1]["until"], seats=seats, decided=decided)

    def due(self) -> Due | None:
        return next_step(self.table, self.position(), now_ms=self.now_ms)

    def take_step(self, step: CroupierStep) -> None:
        match step:
            case CroupierStep.COMMIT:
                self.write("commit", commit_fields(0, committed=self._commitment(0)))
            case CroupierStep.SEATS:
                stakes = sorted((each.stake for each in self.placed()), key=lambda stake: stake.seat)
                announced = self._commitment(self.epoch + 1)
                self.write("seats", seats_fields(self.table, self.epoch, stakes, next_commitment=announced))
            case CroupierStep.OPEN:
                opened = open_epoch(self._epoch(), self.listed(), self.revealed(), covered_size=len(self.records))
                self.write("open", opened.fields)
                self._start_game() if self.table.around_pot else self._deal_hand()
            case CroupierStep.TABLE_ABORT:
                seed, covered = seed_of(self.epoch), self.covered()
                fields = abort_fields(self._epoch(), self.listed(), self.revealed(), seed=seed, covered=covered)
                self.write("table_abort", fields)
            case CroupierStep.DEFAULT:
                self._write_turn(take_default(self.game(), at_ms=self.now_ms))
            case CroupierStep.HAND_END:
                self._end_game(
                    end_by_time(self.game(), at_ms=self.now_ms)
                ) if self.table.around_pot else self._end_hand()

    def _epoch(self) -> TableEpoch:
        return TableEpoch(CHAIN, self.epoch)

    def _commitment(self, number: int) -> bytes:
        return commitment(TableEpoch(CHAIN, number), seed_of(number))

    def _deal_hand(self) -> None:
        hand = self.hand()
        self.write("hand", hand.fields(at_ms=self.now_ms))
        if not hand.needs_decisions:
            self._end_hand()

    def _end_hand(self) -> None:
        hand, (written,) = self.hand(), self.of_epoch("hand")
        acts = {each.stake.seat: each.act for each in self.placed()}
        seats = [stake.seat for stake in hand.stakes] if hand.needs_decisions else []
        decisions = [acts[seat] or hand.default_of(seat, at_ms=self.now_ms) for seat in seats]
        self.write("hand_end", hand.finish(decisions).fields(hand.cards, hand_leaf=self.leaf(written)))

    def _start_game(self) -> None:
        before = [each for each in self.records if each["type"] == "hand"]
        began_last = before[-1]["order"][0] if before else None
        order = order_from_dealers_left([stake.seat for stake in self.listed()], began_last=began_last)
        step = start_game(self.table, self.listed(), self.cards(), order=order, at_ms=self.now_ms)
        self.write("hand", step.fields)
        if step.game.end is not None:
            self._end_game(step.game)

    def _write_turn(self, step: Any) -> None:
        self.write("turn", step.fields)
        if step.game.end is not None:
            self._end_game(step.game)

    def _end_game(self, game: TableGame) -> None:
        (hand,) = self.of_epoch("hand")
        self.write("hand_end", hand_end_fields(game, hand_leaf=self.leaf(hand)))

    # --- the players ----------------------------------------------------------------------------------------

    def move(self, player: int, postings: Iterable[Posting]) -> None:
        for account, delta in net_moves([*postings]):
            self.accounts[player][account] = self.accounts[player].get(account, 0) + delta

    def place_stake(self, player: int, seat: int) -> None:
        minor = self.dice.randrange(500, 20_001, 500) if self.table.around_pot else self.dice.randrange(500, 5001, 2)
        bet = Bet(minor, self.dice.choice([0, 200]) if self.sheet.game == "montana-red-dog-table" else 0)
        value = value_of(seat, number=self.epoch)
        stake = Stake(
            seat=seat,
            leaf=hashlib.sha256(f"{player} {self.epoch} {seat} {len(self.stakes)}".encode()).digest(),
            bet=bet,
            contribution=contribution(self._epoch(), seat=seat, value=value),
            room_minor=self.dice.choice([None, 3000]) if self.table.around_pot else None,
        )
        self.stakes.append(PlacedStake(player=player, stake=stake, epoch=self.epoch, placed_ms=self.now_ms))
        self.move(player, stake_postings(self.table, bet))

    def reveal(self, seat: int) -> None:
        self.values[self.epoch, seat] = value_of(seat, number=self.epoch)

    def act(self, placed: PlacedStake) -> None:
        legal = self.dice.choice(self.hand().decision_of(placed.stake.seat).legal_actions)
        placed.act = SeatDecision(
            seat=placed.stake.seat,
            action=legal.action,
            amount_minor=legal.cost_max_minor,
            by=DecidedBy.PLAYER,
            at_ms=self.now_ms,
            act_leaf=hashlib.sha256(placed.stake.leaf).digest(),
        )
        self.move(placed.player, raise_postings(legal.cost_max_minor))

    def play_turn(self) -> None:
        game = self.game()
        seat = game.deciding_seat
        assert seat is not None
        if self.dice.random() < 0.15:
            marked = self.dice.choice(game.dealt.seats_in_play)
            mark = Mark.BACK if marked in game.attendance.away else self.dice.choice([Mark.AWAY, Mark.VOTE])
            if mark is Mark.VOTE and marked in game.attendance.votes:
                return
            self._write_turn(mark_seat(game, seat=marked, mark=mark, by=MarkedBy.PLAYER, at_ms=self.now_ms))
            return
        legal = self.dice.choice(game.legal_actions)
        steps = (legal.cost_max_minor - legal.cost_min_minor) // legal.step_minor
        amount_minor = legal.cost_min_minor + legal.step_minor * self.dice.randint(0, steps)
        self._write_turn(
            take_decision(
                game,
                seat=seat,
                action=Action(legal.action),
                amount_minor=amount_minor,
                by=DecidedBy.PLAYER,
                at_ms=self.now_ms,
            )
        )

    def end_stake(self, placed: PlacedStake, end: Record | None) -> None:
        """Write what the table's record says of a stake, once."""
        placed.end = end_of_stake(self.table, end_type=None if end is None else end["type"])
        if end is None or end["type"] == "table_abort":
            self.move(placed.player, refund_postings(self.table, placed.held_minor))
            return
        result = next(each for each in end["results"] if each["seat"] == placed.stake.seat)
        if placed.end is StakeEnd.LEAVE:
            self.move(placed.player, leave_postings(returned_minor=result["returned"], rake_minor=result["rake"]))
            return
        told = SeatResult(outcome=result["result"], staked_minor=result["staked"], returned_minor=result["returned"])
        self.move(placed.player, result_postings(told))

    def end_of(self, epoch: int) -> Record | None:
        ends = (each for each in self.records if each["type"] in {"hand_end", "table_abort"})
        return next((each for each in ends if each["epoch"] == epoch), None)

    def held_minor(self, account: Account) -> int:
        return sum(accounts.get(account.value, 0) for accounts in self.accounts)
