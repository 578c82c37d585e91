"""Store a stake at a table, with all that goes with it, in one statement.

Of two stakes for one seat, and of two of one person, a unique row lets one through.

Source: docs/formats/tables.md, "Steps".
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction

from audit.chain_head import Head
from audit.core.player_signatures import PlayerSignature
from audit.core.records import Record
from audit.operations.append import advance_cte, execute_step, record_ctes
from audit.operations.save_event import NewEvent, save_event
from audit.queries.switches import all_on
from games.core.family import Bet
from kernel.cte import Condition, Cte
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind
from players.operations.save_activity import activity_ctes
from responsible_gaming.core.jurisdiction import Jurisdiction
from tables.core.epoch import TableEpoch
from tables.core.player_records import LateValue, StakeOrder
from tables.models import TableStatus
from tables.operations.shared_place import SeatWanted, lock_seats, require_places_apart
from tables.operations.stake_preconditions import StakeSnapshot
from tables.operations.table_step import rows_cte, wake
from tables.queries.table_switches import switches_of
from wallet.core.idempotency import IdempotentRequest
from wallet.operations.post_journals import NewJournal, journal_clauses
from wallet.queries.idempotency import key_unused


class SeatTaken(Refusal):
    """Another player has this seat."""

    code, kind = "seat-taken", RefusalKind.CONFLICT


class AlreadySeated(Refusal):
    """This person sits at the table already."""

    code, kind = "already-seated", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class StakeRequest:
    """A player's request for a seat."""

    session_id: UUID
    table: ChainId
    epoch: int
    """The epoch that `contribution` was computed for: a value opens it in no other."""
    seat: int
    bet: Bet
    """Around a pot the buy-in, without a side bet."""
    currency: str
    """The currency that the stake was given in."""
    contribution: bytes
    """32 bytes."""
    idempotency: IdempotentRequest
    """The request's key: a stake is placed once for each."""
    late: LateValue | None = None
    """The value that the player owes, or that it is lost; None where none is owed."""
    signature: PlayerSignature | None = None
    """The player's own; None in an account without player keys."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewStake:
    """A stake that was decided on, ready to be written."""

    order: StakeOrder
    record: Record
    journal: NewJournal
    head: Head
    """The head of the player's chain after the record."""


def save_stake(
    request: StakeRequest, snapshot: StakeSnapshot, stake: NewStake, *, jurisdiction: Jurisdiction, now: datetime
) -> bool:
    """Write the stake in one statement; False if the player's chain, the table, a switch or the key have changed meanwhile.

    Raises:
        SeatTaken, AlreadySeated: another stake was first.
        SharedPlace: somebody at the table plays from the same place.
    """
    session = snapshot.player.session
    ctes = [
        advance_cte(
            snapshot.player.head,
            stake.head,
            key_unused(request.idempotency.key),
            _still_announced(snapshot),
            all_on(*switches_of(snapshot.state.table)),
        ),
        *record_ctes([stake.record]),
        *journal_clauses([stake.journal]),
        _stake_cte(request, snapshot, stake),
        *_told_ctes(request, snapshot, stake),
        *activity_ctes(request.session_id, session.active_at, now=now),
    ]
    try:
        with transaction.atomic():
            event = _require_places_apart(request, snapshot, jurisdiction)
            written = execute_step(ctes)
            if written:
                wake(request.table)
            if written and event is not None:
                save_event(event, now=now)
    except IntegrityError as error:
        return _refuse_by(error, request)
    return written


def _require_places_apart(
    request: StakeRequest, snapshot: StakeSnapshot, jurisdiction: Jurisdiction
) -> NewEvent | None:
    """Refuse a player of a pot who shares a place with another one, or return the event that flags it.

    At a table for test accounts, whoever shares what with whom plays for nobody.
    """
    if not snapshot.definition.around_pot or snapshot.definition.test:
        return None
    wanted = SeatWanted(
        chain=snapshot.player.head.tip.chain,
        session_id=request.session_id,
        epoch=TableEpoch(request.table, request.epoch),
        seat=request.seat,
    )
    lock_seats(request.table)
    return require_places_apart(wanted, jurisdiction=jurisdiction)


def _refuse_by(error: IntegrityError, request: StakeRequest) -> bool:
    """Say which row was there first. False where the step shall read again."""
    constraint = getattr(getattr(error.__cause__, "diag", None), "constraint_name", None)
    match constraint:
        case "tables_stake_one_a_seat":
            raise SeatTaken("Nothing was taken. Another player has this seat. Choose a free one.", seat=request.seat)
        case "tables_stake_one_a_person":
            raise AlreadySeated("Nothing was taken. A person has one seat at a table, whatever the accounts.")
        case "wallet_journal_key_once":
            return False
        case _:
            raise error


def _still_announced(snapshot: StakeSnapshot) -> Condition:
    """Require that the table takes stakes, and still announces what the player's client saw."""
    state = snapshot.state
    return Condition(
        "EXISTS (SELECT FROM tables_table t JOIN audit_chain c ON c.chain = t.chain"
        " WHERE t.chain = %s AND t.status = %s AND c.leaf = %s)",
        (state.table.chain, TableStatus.OPEN.value, state.head.tip.leaf),
    )


def _stake_cte(request: StakeRequest, snapshot: StakeSnapshot, stake: NewStake) -> Cte:
    tip, digest = stake.record.tip, snapshot.account.person_digest
    row = (
        tip.chain,
        tip.seq,
        tip.leaf,
        request.table,
        request.epoch,
        request.seat,
        tip.chain.bytes if digest is None else bytes(digest),
        request.session_id,
        request.bet.stake_minor,
        request.bet.side_bet_minor,
        request.contribution,
        stake.order.room_minor,
        tip.time_ms,
        False,
    )
    return rows_cte("stake", "tables_stake", _STAKE_COLUMNS, [row])


_STAKE_COLUMNS: Final = (
    ("chain", "uuid"),
    ("seq", "bigint"),
    ("leaf", "bytea"),
    ("table", "uuid"),
    ("epoch", "integer"),
    ("seat", "smallint"),
    ("person", "bytea"),
    ("session", "uuid"),
    ("stake_minor", "bigint"),
    ("side_bet_minor", "bigint"),
    ("contribution", "bytea"),
    ("room_minor", "bigint"),
    ("placed_ms", "bigint"),
    ("unseated", "boolean"),
)


def _told_ctes(request: StakeRequest, snapshot: StakeSnapshot, stake: NewStake) -> list[Cte]:
    """Store that the owed value was told, or was told to be lost."""
    owed = snapshot.owed_row
    if owed is None or request.late is None:
        return []
    sql = (
        'UPDATE tables_owed o SET told_seq = %s, value = %s FROM head WHERE o.chain = head.chain AND o."table" = %s'
        " AND o.epoch = %s AND o.seat = %s"
    )
    return [Cte("told", sql, (stake.record.tip.seq, request.late.value, owed.table, owed.epoch, owed.seat))]
