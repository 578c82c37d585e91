"""Decide at a table, against the house or around a pot.

Source: docs/formats/tables.md, `act` and `turn`.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from games.core.action import Action
from games.core.family import IllegalAction
from games.core.round_view import StoredEntry, entry_from_note
from kernel.ids import ChainId
from players.core.session_state import require_unlocked
from players.operations.save_activity import save_activity
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.rules.wager_cap import require_within_cap
from tables.core.definition import TableDefinition
from tables.core.epoch import TableEpoch
from tables.operations.act_against_house import DecisionRequest, act_against_house
from tables.operations.answered_requests import turn_before
from tables.operations.open_session import require_open_session
from tables.operations.play_turn import decide
from tables.operations.turn_requests import TakenTurn, TurnRequest
from tables.queries.table_states import known_table
from wallet.core.ledger import CurrencyMismatch


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenDecision:
    """A player's decision that is stored."""

    epoch: TableEpoch
    seat: int
    action: Action
    amount_minor: int
    """New money at stake; around a pot, chips of the seat."""
    currency: str
    at_ms: int
    cash_minor: int | None
    """The player's cash afterwards; None around a pot, where a decision moves chips alone."""
    chain: ChainId
    """The chain of the receipt: the player's against the house, the table's around a pot."""
    seq: int
    """The receipt's number there."""
    receipt: StoredEntry


def act_at_table(request: DecisionRequest, *, jurisdiction: Jurisdiction, now: datetime) -> TakenDecision:
    """Take a player's decision. `now` is the database's clock.

    A repeated request gets the same answer by its key, and around a pot with another key too by the record that it answers.

    Raises:
        TableNotFound: there is no such table.
        NotAuthenticated, SessionLocked: the session has ended, or needs the PIN.
        WagerAboveCap, CurrencyMismatch: the seat may decide otherwise.
        Refusal: as `act_against_house` and `play_turn.decide` say.
    """
    definition = known_table(request.table).definition
    if definition.around_pot:
        return _decide_around_pot(request, definition, jurisdiction, now)
    return _decide_against_house(request, definition, jurisdiction, now)


def _decide_against_house(
    request: DecisionRequest, definition: TableDefinition, jurisdiction: Jurisdiction, now: datetime
) -> TakenDecision:
    stake = act_against_house(request, jurisdiction=jurisdiction, now=now)
    assert stake.act is not None, "the decision is stored"
    seq, receipt = stake.receipts[-1]
    return TakenDecision(
        epoch=stake.epoch,
        seat=stake.seat,
        action=stake.act.action,
        amount_minor=stake.act.amount_minor,
        currency=definition.sheet.currency,
        at_ms=stake.act.at_ms,
        cash_minor=stake.cash_minor,
        chain=ChainId(UUID(hex=receipt.document["chain"])),
        seq=seq,
        receipt=receipt,
    )


def _decide_around_pot(
    request: DecisionRequest, definition: TableDefinition, jurisdiction: Jurisdiction, now: datetime
) -> TakenDecision:
    session, currency = require_open_session(request.session_id, now=now), definition.sheet.currency
    # What is done already is told to a session that is locked by now, too.
    before = turn_before(session.chain, request.table, request.idempotency)
    if before is not None:
        return _turn(request.table, before, currency)
    require_unlocked(session.active_at, now=now, rules=jurisdiction.sessions)
    if request.currency not in {None, currency}:
        raise CurrencyMismatch(f"Nothing was changed. The table's chips are in {currency}.", currency=currency)
    if request.action is Action.RAISE:
        if request.amount_minor is None:
            raise IllegalAction("Nothing was changed. Send the amount of the raise.")
        # Of the player's own limits, the room holds those on wagers, and the buy-in all others: no raise can lose more.
        require_within_cap(request.amount_minor, jurisdiction=jurisdiction, currency=currency)
    turn = decide(
        TurnRequest(
            table=request.table,
            chain=session.chain,
            action=request.action,
            amount_minor=request.amount_minor,
            asked_seq=request.asked_seq,
            idempotency=request.idempotency,
            signature=request.signature,
        ),
        rules=jurisdiction.sessions,
        now=now,
    )
    save_activity(request.session_id, now=now)
    return _turn(request.table, turn, currency)


def _turn(table: ChainId, turn: TakenTurn, currency: str) -> TakenDecision:
    receipt = entry_from_note(turn.entry)
    record = receipt.document
    return TakenDecision(
        epoch=TableEpoch(table, record["epoch"]),
        seat=record["seat"],
        action=Action(record["a"]),
        amount_minor=record["amt"],
        currency=currency,
        at_ms=record["time"],
        cash_minor=None,
        chain=table,
        seq=turn.seq,
        receipt=receipt,
    )
