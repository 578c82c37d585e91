"""A game around a pot at its table: turns, marks, deadlines and the end. A value for each record.

Every step is a function of the game before it and of what was decided, at the instant of its record. So a game is never
stored: it follows from its records and the seed (`replay.py`).

Source: docs/formats/tables.md, "Clock" and `turn`.
"""

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from games.core.action import Action
from games.core.family import DecisionNeeded, LegalAction, RoundOver, SeatResult
from games.core.play import default_act
from games.core.pot.rules import PotRedDog
from kernel.instants import rfc3339
from kernel.refusals import Refusal, RefusalKind
from tables.core.attendance import Attendance, Mark, MarkedBy
from tables.core.decisions import DecidedBy
from tables.core.definition import TableDefinition
from tables.core.epoch_cards import EpochCards
from tables.core.instants import DecisionTooLate, decision_ends_ms, require_in_time
from tables.core.pot_course import Course, DealtGame, deal_game, play_turn
from tables.core.room import require_room, within_room
from tables.core.stakes import Stake, in_order

RULES: Final = PotRedDog()


class NotInThisGame(Refusal):
    """The seat takes no part in this game."""

    code, kind = "not-in-this-game", RefusalKind.CONFLICT


class NotYourTurn(Refusal):
    """Another seat has the turn."""

    code, kind = "not-your-turn", RefusalKind.CONFLICT


class GameEnd(enum.StrEnum):
    """Why a game is over, as `hand_end` says it."""

    ALL_OUT = "all_out"
    LAST_ONE = "last_one"
    AGREED = "agreed"
    TIME = "time"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableGame:
    """A game after some of its records."""

    table: TableDefinition
    stakes: tuple[Stake, ...]
    """In the order of play."""
    dealt: DealtGame
    attendance: Attendance
    turns: int
    """How many `turn` records it has, marks included."""
    ends_ms: int
    """From this instant on the table's time is over."""
    decision_ends_ms: int
    """The deadline of the seat that decides; without meaning once the game is over."""
    end: GameEnd | None
    """Why the game is over; then `hand_end` belongs into the transaction that ended it."""

    @property
    def deciding_seat(self) -> int | None:
        """The seat that decides; None when the game is over."""
        return None if self.end is not None else self.dealt.order[self.dealt.game.seat]

    @property
    def legal_actions(self) -> tuple[LegalAction, ...]:
        """What the deciding seat may do, within the rules and its room; empty when the game is over."""
        if self.end is not None:
            return ()
        return within_room(self.decision_needed.legal_actions, self.room_left_minor(self.dealt.game.seat))

    def raised_minor(self, place: int) -> int:
        """Return the sum of the raises of a place of the order."""
        return sum(
            turn.staked_minor for turn in self.dealt.game.turns if turn.seat == place and turn.action is Action.RAISE
        )

    def room_left_minor(self, place: int) -> int | None:
        """Return what a place may still raise; None where no limit on wagers binds it."""
        room_minor = self.stakes[place].room_minor
        return None if room_minor is None else room_minor - self.raised_minor(place)

    def default_by(self, *, at_ms: int) -> DecidedBy | None:
        """Return how the deciding seat's default may be taken at this instant; None while the seat has time."""
        if self.deciding_seat in self.attendance.away:
            return DecidedBy.AWAY
        return DecidedBy.TIMEOUT if at_ms >= self.decision_ends_ms else None

    @property
    def decision_needed(self) -> DecisionNeeded:
        """What the rules leave to the deciding seat, its room aside."""
        need = RULES.need(self.dealt.game)
        assert isinstance(need, DecisionNeeded), "a game that is not over waits for a decision"
        return need


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStep:
    """A game after one more record, and the members of that record."""

    game: TableGame
    fields: Mapping[str, object]
    """The `hand` or `turn` record. Where the game is over, `hand_end` follows in the same transaction."""

    def with_fields(self, more: Mapping[str, object]) -> "GameStep":
        """Return the step with more members in its record."""
        return replace(self, fields={**self.fields, **more})


def start_game(
    table: TableDefinition, stakes: Sequence[Stake], cards: EpochCards, *, order: Sequence[int], at_ms: int
) -> GameStep:
    """Begin a game with the `hand` record of time `at_ms`; `order` has the seats from the dealer's left.

    Raises:
        SeatsOutOfLimits, StakeOutOfLimits, StakeNotInUnits: as `PotRedDog.start` says.
    """
    assert table.clock.game_ms is not None, "a table around a pot has a time for its games"
    seated = in_order(stakes, order)
    buy_ins_minor = [stake.bet.stake_minor for stake in seated]
    course = deal_game(table.sheet, cards, order=order, buy_ins_minor=buy_ins_minor)
    game = TableGame(
        table=table,
        stakes=seated,
        dealt=course.dealt,
        attendance=Attendance(),
        turns=0,
        ends_ms=at_ms + table.clock.game_ms,
        decision_ends_ms=decision_ends_ms(table.sheet, at_ms),
        end=_end_by_rules(course),
    )
    fields = {"epoch": cards.epoch.number, "order": list(order), "until": game.ends_ms}
    return GameStep(game=game, fields={**fields, **course.fields(decision_ends_ms=game.decision_ends_ms)})


def take_decision(
    game: TableGame, *, seat: int, action: Action, amount_minor: int, by: DecidedBy, at_ms: int
) -> GameStep:
    """Take the decision of the seat that has the turn, with the `turn` record of time `at_ms`.

    Raises:
        DecisionTooLate: after the seat's deadline, or when the table's time is over.
        NotInThisGame, NotYourTurn: the seat is not the one that decides.
        SeatIsAway: a player decides without coming back first.
        RaiseBeyondRoom: with `maximum`, an amount.
        IllegalAction: as `Family.act` says.
    """
    _require_running(game, seat, at_ms)
    if seat != game.deciding_seat:
        raise NotYourTurn(f"Nothing was changed. Seat {game.deciding_seat} has the turn.", seat=game.deciding_seat)
    attendance = game.attendance.decided(seat, by)
    if by is DecidedBy.PLAYER:
        require_in_time(at_ms=at_ms, until_ms=game.decision_ends_ms)
    if action is Action.RAISE:
        place = game.dealt.game.seat
        require_room(amount_minor, game.room_left_minor(place), currency=game.table.sheet.currency)
    course = play_turn(game.dealt, action, amount_minor)
    after = replace(
        game,
        dealt=course.dealt,
        attendance=attendance,
        turns=game.turns + 1,
        decision_ends_ms=decision_ends_ms(game.table.sheet, at_ms),
        end=_end_by_rules(course),
    )
    fields = {**_turn_fields(after, seat, action, by), "amt": amount_minor}
    fields |= course.fields(decision_ends_ms=after.decision_ends_ms)
    return GameStep(game=_end_if_agreed(after), fields=fields)


def take_default(game: TableGame, *, at_ms: int) -> GameStep:
    """Take the default of the deciding seat, whose time is over or who is away."""
    by, seat = game.default_by(at_ms=at_ms), game.deciding_seat
    assert by is not None, "a seat that has time is waited for"
    assert seat is not None, "the game is not over"
    act = default_act(game.decision_needed)
    return take_decision(game, seat=seat, action=act.action, amount_minor=act.amount_minor, by=by, at_ms=at_ms)


def mark_seat(game: TableGame, *, seat: int, mark: Mark, by: MarkedBy, at_ms: int) -> GameStep:
    """Set a seat's mark, with the `turn` record of time `at_ms`. Protection marks seats as away and nothing else.

    Raises:
        DecisionTooLate: the table's time is over.
        NotInThisGame: also for a seat that has no chips left.
        MarkStands: it is so already.
    """
    assert by is MarkedBy.PLAYER or mark is Mark.AWAY, "protection only takes a seat out of play"
    _require_running(game, seat, at_ms)
    if seat not in game.dealt.seats_in_play:
        raise NotInThisGame("Nothing was changed. Your seat has no chips left in this game.")
    after = replace(game, attendance=game.attendance.marked(seat, mark), turns=game.turns + 1)
    return GameStep(game=_end_if_agreed(after), fields=_turn_fields(after, seat, mark, by))


def end_by_time(game: TableGame, *, at_ms: int) -> TableGame:
    """Divide the pot because the table's time is over; no `turn` is written, `hand_end` has the time `at_ms`."""
    assert game.end is None, "a game ends once"
    assert at_ms >= game.ends_ms, "the table's time is over"
    return _divide(game, GameEnd.TIME)


def hand_end_fields(game: TableGame, *, hand_leaf: bytes) -> dict[str, object]:
    """Write the `hand_end` of a game that is over."""
    assert game.end is not None, "the game is over"
    cards = game.dealt.cards
    over = RULES.need(game.dealt.game)
    assert isinstance(over, RoundOver), "its rules say so too"
    members = [_result_member(game, place, result) for place, result in enumerate(over.results)]
    return {
        "epoch": cards.epoch.number,
        "hand": hand_leaf.hex(),
        "why": game.end.value,
        "hands": [hand.opened_member() for hand in game.dealt.hands],
        "results": sorted(members, key=lambda member: member["seat"]),
        "seed": cards.seed.hex(),
    }


def _require_running(game: TableGame, seat: int, at_ms: int) -> None:
    assert game.end is None, "nothing follows the end of a game"
    if seat not in game.dealt.order:
        raise NotInThisGame(f"Nothing was changed. Seat {seat} takes no part in this game.")
    if at_ms >= game.ends_ms:
        raise DecisionTooLate(
            "Nothing was changed. The table's time is over: the pot is divided, and the game ends.",
            ended_at=rfc3339(game.ends_ms),
        )


def _end_by_rules(course: Course) -> GameEnd | None:
    end = course.dealt.game.end
    return None if end is None else GameEnd(end.value)


def _end_if_agreed(game: TableGame) -> TableGame:
    agreed = game.end is None and game.attendance.agreed(game.dealt.seats_in_play)
    return _divide(game, GameEnd.AGREED) if agreed else game


def _divide(game: TableGame, end: GameEnd) -> TableGame:
    return replace(game, dealt=replace(game.dealt, game=RULES.split(game.dealt.game)), end=end)


def _turn_fields(game: TableGame, seat: int, action: Action | Mark, by: DecidedBy | MarkedBy) -> dict[str, object]:
    number = game.dealt.cards.epoch.number
    return {"epoch": number, "n": game.turns, "seat": seat, "a": action.value, "by": by.value}


def _result_member(game: TableGame, place: int, result: SeatResult) -> dict[str, Any]:
    return {
        "seat": game.stakes[place].seat,
        "result": result.outcome,
        "staked": result.staked_minor,
        "returned": result.returned_minor,
        "rake": sum(turn.rake_minor for turn in game.dealt.game.turns if turn.seat == place),
        "raised": game.raised_minor(place),
    }
