"""Play the game around a pot that runs at a table: decisions, marks, defaults and the end.

Every step is one statement that writes the table's chain alone: a `turn`, and where the game is over `hand_end` with it.
Of two steps at the same instant one is stored first; the other one reads again, and is judged by what it then finds.

Source: docs/formats/tables.md, "Clock" and "Steps".
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import takewhile
from typing import Any, Final, cast

from audit.core.note import leaf_hash
from audit.core.records import Record, parse_entry
from audit.operations.append import Busy
from audit.queries.records import entries
from games.core.family import IllegalAction
from games.core.pot.terms import SEATS_MAX
from kernel.cte import Cte
from kernel.ids import ChainId
from kernel.money import amount_document
from kernel.refusals import Refusal, RefusalKind
from players.core.session_rules import SessionRules
from responsible_gaming.core.protection import Protection, require_unprotected
from tables.core.attendance import Mark, MarkedBy
from tables.core.continuation import Phase
from tables.core.decisions import DecidedBy
from tables.core.pot_game import (
    GameStep,
    NotInThisGame,
    TableGame,
    end_by_time,
    hand_end_fields,
    mark_seat,
    take_decision,
    take_default,
)
from tables.core.signed_members import mark_members, turn_members
from tables.operations.answered_requests import turn_before, turn_cte
from tables.operations.signatures import signed_turn
from tables.operations.table_step import TableStep
from tables.operations.turn_requests import MarkRequest, TakenTurn, TurnRequest
from tables.queries.dealt_epoch import game_records, replayed_game, running_game
from tables.queries.protections import protections
from tables.queries.seats import seat_in_epoch
from tables.queries.table_states import SeatedStake, TableState, table_state

ATTEMPTS: Final = SEATS_MAX + 2
"""How often a step reads and decides: all seats and the croupier may write at the same instant, and each time one does."""

_BACK_MAX: Final = 3
"""How often a seat comes back between two of its turns. Every mark is a record, and each step replays all of a game."""

_LOOK_BACK: Final = 100
"""How many records after the one that asked are searched for a decision that was sent before."""


class NoGameRuns(Refusal):
    """No game around a pot runs at this table."""

    code, kind = "no-game-runs", RefusalKind.CONFLICT


class BackTooOften(Refusal):
    """The seat has come back too often."""

    code, kind = "back-too-often", RefusalKind.CONFLICT


class TurnOver(Refusal):
    """The turn was decided already."""

    code, kind = "turn-over", RefusalKind.CONFLICT


def decide(request: TurnRequest, *, rules: SessionRules, now: datetime) -> TakenTurn:
    """Take a player's decision; `now` is the database's clock.

    Raises:
        TableNotFound: there is no such table.
        NoGameRuns, NotInThisGame, NotYourTurn, TurnOver: there is nothing for this player to decide.
        SeatProtected: something protects the player from play, also where the seat is not marked yet.
        ReusedIdempotencyKey: the key belongs to another request.
        SignatureRequired, UnknownPlayerKey, PlayerKeyWaits, OutdatedSignature, WrongPlayerSignature: the stake is
            signed, and the decision is not.
        DecisionTooLate, SeatIsAway, RaiseBeyondRoom, IllegalAction: as `take_decision` says.
        Busy: other steps were faster, time after time.
    """
    for _ in range(ATTEMPTS):
        state = table_state(request.table)
        if (before := turn_before(request.chain, request.table, request.idempotency)) is not None:
            return before
        records = game_records(state) if _runs_game(state) else []
        if request.asked_seq not in {None, asked_seq(records)}:
            return _taken_before(request, state)
        seated = _seated(state, request.chain)
        seat = seated.stake.seat
        require_unprotected(_protection(state, seat, rules, now))
        game = replayed_game(state, records)
        at_ms = state.head.record_time_ms(now)
        step = take_decision(
            game,
            seat=seat,
            action=request.action,
            amount_minor=_amount_minor(request, game, seat),
            by=DecidedBy.PLAYER,
            at_ms=at_ms,
        )
        members = turn_members(
            stake_leaf=seated.stake.leaf,
            asked_leaf=_asked_leaf(state, records),
            action=request.action,
            amount_minor=cast("int", step.fields["amt"]),
        )
        step = step.with_fields(signed_turn(request.signature, state, seated, members, at_ms=at_ms))
        if (written := save_turns(state, [step], at_ms=at_ms, request=request)) is not None:
            return _taken(written)
    raise Busy


def mark(request: MarkRequest, *, rules: SessionRules, now: datetime) -> TakenTurn:
    """Set a mark that a player wants for the own seat; `now` is the database's clock.

    Raises:
        TableNotFound: there is no such table.
        SeatProtected: the player wants the seat back, and something protects the player from play.
        NoGameRuns, NotInThisGame: there is no game of this player's, or the seat has no chips left.
        BackTooOften: the seat stays away until its next turn has passed.
        ReusedIdempotencyKey: the key belongs to another request.
        SignatureRequired, UnknownPlayerKey, PlayerKeyWaits, ChainMoved, OutdatedSignature, WrongPlayerSignature: the
            stake is signed, and the mark is not.
        DecisionTooLate, MarkStands: as `mark_seat` says.
        Busy: other steps were faster, time after time.
    """
    for _ in range(ATTEMPTS):
        state = table_state(request.table)
        if (before := turn_before(request.chain, request.table, request.idempotency)) is not None:
            return before
        if request.epoch not in {None, state.epoch}:
            raise NoGameRuns(f"Nothing was changed. The game of epoch {request.epoch} is over.")
        seated = _seated(state, request.chain)
        seat = seated.stake.seat
        if request.mark is Mark.BACK:
            require_unprotected(_protection(state, seat, rules, now))
        records = game_records(state)
        if request.mark is Mark.BACK:
            _require_back_allowed(records, seat)
        at_ms = state.head.record_time_ms(now)
        step = mark_seat(replayed_game(state, records), seat=seat, mark=request.mark, by=MarkedBy.PLAYER, at_ms=at_ms)
        members = mark_members(stake_leaf=seated.stake.leaf, prev=state.head.tip.leaf, mark=request.mark)
        step = step.with_fields(signed_turn(request.signature, state, seated, members, at_ms=at_ms))
        if (written := save_turns(state, [step], at_ms=at_ms, request=request)) is not None:
            return _taken(written)
    raise Busy


def take_default_turn(state: TableState, *, now: datetime) -> bool:
    """Take the default of the seat that decides, if it is away or its time is over; `now` is the database's clock.

    False if neither is so, if the table's time is over, or if another step was faster: then nothing was written.
    """
    game, at_ms = running_game(state), state.head.record_time_ms(now)
    if at_ms >= game.ends_ms or game.default_by(at_ms=at_ms) is None:
        return False
    return save_turns(state, [take_default(game, at_ms=at_ms)], at_ms=at_ms) is not None


def end_game_by_time(state: TableState, *, now: datetime) -> bool:
    """Divide the pot and end the game, if the table's time is over; `now` is the database's clock.

    False if it is not, or if another step was faster: then nothing was written.
    """
    game, at_ms = running_game(state), state.head.record_time_ms(now)
    if at_ms < game.ends_ms:
        return False
    step = TableStep(head=state.head, at_ms=at_ms)
    return _save(state, step, end_by_time(game, at_ms=at_ms))


def save_turns(
    state: TableState, steps: Sequence[GameStep], *, at_ms: int, request: TurnRequest | MarkRequest | None = None
) -> Record | None:
    """Store the `turn` records of these steps of one instant, and `hand_end` where the last one ends the game.

    The key of `request` is kept with them. Return the last `turn`, None if the chain has changed since it was read: then nothing was written.
    """
    assert all(step.game.end is None for step in steps[:-1]), "nothing follows the end of a game"
    step = TableStep(head=state.head, at_ms=at_ms)
    turns = [step.write("turn", turn.fields) for turn in steps]
    kept: list[Cte] = []
    if request is not None and request.idempotency is not None:
        kept = [turn_cte(request.chain, request.table, request.idempotency, seq=turns[-1].tip.seq)]
    return turns[-1] if _save(state, step, steps[-1].game, *kept) else None


def write_hand_end(step: TableStep, game: TableGame, *, hand_leaf: bytes) -> Record:
    """Add the `hand_end` of a game that is over to a step; `hand_leaf` is that of its `hand`."""
    return step.write("hand_end", hand_end_fields(game, hand_leaf=hand_leaf))


def asked_seq(records: Sequence[Mapping[str, Any]]) -> int | None:
    """Return the number of the record that asks for the decision that a game waits for; None without records."""
    return next((record["seq"] for record in reversed(records) if "now" in record), None)


def _save(state: TableState, step: TableStep, game: TableGame, *kept: Cte) -> bool:
    if game.end is None:
        return step.save(*kept)
    assert state.running is not None, "a game runs"
    assert state.running.hand_leaf is not None, "it was dealt"
    write_hand_end(step, game, hand_leaf=state.running.hand_leaf)
    return step.save(*kept)


def _runs_game(state: TableState) -> bool:
    return state.phase is Phase.PLAYING and state.table.definition.around_pot


def _asked_leaf(state: TableState, records: Sequence[Mapping[str, Any]]) -> str:
    """Return the leaf (hex) of the record that asks for the decision that the game waits for."""
    number = max(at for at, record in enumerate(records) if "now" in record)
    leaf: str = records[number + 1]["prev"] if number + 1 < len(records) else state.head.tip.leaf.hex()
    return leaf


def _seated(state: TableState, chain: ChainId) -> SeatedStake:
    if not _runs_game(state):
        raise NoGameRuns("Nothing was changed. No game around a pot runs at this table now.")
    seated = state.stake_of(chain)
    if seated is None:
        raise NotInThisGame("Nothing was changed. You take no part in this game.")
    return seated


def _protection(state: TableState, seat: int, rules: SessionRules, now: datetime) -> Protection | None:
    seated = [each for each in state.stakes if each.stake.seat == seat]
    return protections(seated, rules=rules, now=now).get(seat)


def _require_back_allowed(records: Sequence[Mapping[str, Any]], seat: int) -> None:
    """Refuse a seat that goes and comes without end: nobody else's step would ever find the chain unchanged."""
    since_turn = takewhile(lambda record: record.get("seat") != seat or "amt" not in record, reversed(records))
    if sum((record.get("seat"), record.get("a")) == (seat, Mark.BACK) for record in since_turn) >= _BACK_MAX:
        raise BackTooOften(
            "Nothing was changed. Your seat has gone and come back again and again. The defaults are taken for it until"
            " its next turn has passed; then it may come back.",
        )


def _amount_minor(request: TurnRequest, game: TableGame, seat: int) -> int:
    """Return the new money of a decision: the amount that it names, or the single cost of its action."""
    if request.amount_minor is not None or seat != game.deciding_seat:
        return request.amount_minor or 0
    for legal in game.legal_actions:
        if legal.action is request.action:
            if legal.cost_min_minor == legal.cost_max_minor:
                return legal.cost_min_minor
            currency = game.table.sheet.currency
            raise IllegalAction(
                "Nothing was changed. This action has no single cost: send the amount.",
                minimum=amount_document(legal.cost_min_minor, currency),
                maximum=amount_document(legal.cost_max_minor, currency),
            )
    return 0


def _taken_before(request: TurnRequest, state: TableState) -> TakenTurn:
    """Return the turn that this request took when it was sent before.

    Raises:
        TurnOver: what was asked there was not decided in this way by this player.
    """
    assert request.asked_seq is not None, "a repetition says what it answers"
    end_seq = min(request.asked_seq + _LOOK_BACK, state.head.tip.seq + 1)
    stored = entries(state.table.chain, from_seq=request.asked_seq, to_seq=end_seq)
    question, *later = [parse_entry(entry) for entry in stored] or [{}]
    number = next((number for number, record in enumerate(later, 1) if "amt" in record), None)
    if "now" in question and number is not None:
        turn: Mapping[str, Any] = later[number - 1]
        seat = seat_in_epoch(state.table.chain, turn["epoch"], request.chain)
        if (turn["seat"], turn["by"], turn["a"]) == (seat, DecidedBy.PLAYER, request.action) and (
            request.amount_minor in {None, turn["amt"]}
        ):
            return TakenTurn(seq=turn["seq"], leaf=leaf_hash(stored[number]), entry=stored[number])
    raise TurnOver("Nothing was changed. What you answered is not asked any more. Look at the table again.")


def _taken(record: Record) -> TakenTurn:
    return TakenTurn(seq=record.tip.seq, leaf=record.tip.leaf, entry=record.entry)
