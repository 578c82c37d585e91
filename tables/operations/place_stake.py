"""Place a stake at a table: take the money, and store by what the player's client commits to its value.

A crash before the statement leaves nothing; after it, the whole stake, and the repeated request gets its answer. Of two
stakes for one seat, and of two of one person, a unique row lets one through.

Source: docs/formats/tables.md, "Records of players' chains"; regulation F02, F03.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction

from audit import keys
from audit.chain_head import Head
from audit.core.records import SALT_BYTES, Record, build_record
from audit.operations.append import MAX_ATTEMPTS, Busy, advance_cte, execute_step, record_ctes
from audit.operations.save_event import NewEvent, save_event
from games.core.family import Bet
from games.core.round_view import entry_from_record
from kernel.cte import Condition, Cte
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal, RefusalKind
from players.operations.save_activity import activity_ctes
from players.queries.accounts import ACCOUNT_SOURCE
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.in_force import require_bet_allowed
from responsible_gaming.core.limits.wager import Wager
from responsible_gaming.core.limits.windows import window_starts_at
from responsible_gaming.core.rules.wagers import left_minor
from responsible_gaming.player_in_session import gather_player
from tables.core.burnt import require_not_sitting_out, require_owed_given
from tables.core.epoch import TableEpoch
from tables.core.player_records import LateValue, Movement, StakeOrder, stake_fields, stake_postings
from tables.core.room import room_minor
from tables.core.stake_view import StakeView, view_stake
from tables.models import TableStatus
from tables.operations.shared_place import SeatWanted, lock_seats, require_places_apart
from tables.operations.stake_preconditions import StakeSnapshot, require_seatable
from tables.operations.table_step import rows_cte, wake
from tables.queries.players_at_tables import OWED_SOURCE, burnt_source, invitation_source
from tables.queries.stakes import answer_to
from tables.queries.table_states import table_state
from wallet.core.idempotency import IdempotentRequest, require_same_request
from wallet.core.ledger import apply_postings
from wallet.operations.post_journals import NewJournal, journal_clauses
from wallet.queries.idempotency import IdempotencyRow, idempotency_source, key_unused
from wallet.queries.journals import LAST_DEAL_SOURCE


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


@dataclass(frozen=True, slots=True, kw_only=True)
class _NewStake:
    """The decided step, ready to be written."""

    order: StakeOrder
    record: Record
    journal: NewJournal
    head: Head
    """The head of the player's chain after the record."""


def place_stake(request: StakeRequest, *, jurisdiction: Jurisdiction, now: datetime) -> StakeView:
    """Take a player's stake for the epoch that the table announced. `now` is the database's clock.

    Raises:
        NotAuthenticated, SessionLocked: the session has ended, or needs the PIN.
        ReusedIdempotencyKey: the key belongs to another request.
        TableNotFound, and all that `require_seatable` raises: nothing was taken.
        ValueOwed, ContributionMismatch: a value is owed and was not told, or not rightly.
        SittingOut: with `until`, milliseconds since 1970.
        LimitExceeded, OutdatedLimits, InsufficientFunds: nothing was taken.
        SeatTaken: with the `seat`.
        AlreadySeated: the person has a seat in this epoch, perhaps by another account.
        SharedPlace: around a pot, somebody at the table plays from the same device or address.
        Busy: lost the race for the player's chain or the table's three times.
    """
    read_ms = to_epoch_ms(now)
    for _ in range(MAX_ATTEMPTS):
        snapshot, used_key = _gather(request, jurisdiction, read_ms=read_ms, now=now)
        player = snapshot.player
        if used_key is not None:
            require_same_request(request.idempotency, used_key.request_digest)
            return answer_to(player.head.tip.chain, journal_seq=used_key.seq)
        read_ms = snapshot.record_time_ms(to_epoch_ms(now))
        if not player.limit_snapshot.is_current_at(read_ms):
            continue
        stake = _compose(request, snapshot, jurisdiction, at_ms=read_ms, now=now)
        if _save(request, snapshot, stake, jurisdiction, now):
            return _answer(snapshot, stake)
    raise Busy


def _gather(
    request: StakeRequest, jurisdiction: Jurisdiction, *, read_ms: int, now: datetime
) -> tuple[StakeSnapshot, IdempotencyRow | None]:
    """Read what the stake depends on, and the step that the request's key has taken before, if any."""
    state = table_state(request.table)
    used_key = idempotency_source(request.idempotency.key)
    invitation, burnt = invitation_source(request.table), burnt_source(read_ms)
    pace = (LAST_DEAL_SOURCE,) if jurisdiction.game_cycle_ms else ()
    player, gathered = gather_player(
        request.session_id,
        window_starts_at(read_ms, jurisdiction.window_rule),
        ACCOUNT_SOURCE,
        used_key,
        invitation,
        OWED_SOURCE,
        burnt,
        *pace,
        now=now,
    )
    last_deal = gathered[LAST_DEAL_SOURCE] if pace else None
    snapshot = StakeSnapshot(
        state=state,
        player=player,
        account=gathered.required(ACCOUNT_SOURCE),
        invitation=gathered[invitation],
        owed_row=gathered[OWED_SOURCE],
        burnt_ms=tuple(gathered.required(burnt).times_ms),
        last_deal_ms=None if last_deal is None else last_deal.dealt_ms,
    )
    return snapshot, gathered[used_key]


def _compose(
    request: StakeRequest, snapshot: StakeSnapshot, jurisdiction: Jurisdiction, *, at_ms: int, now: datetime
) -> _NewStake:
    """Decide on the stake, and sign its record of time `at_ms`."""
    require_seatable(
        snapshot,
        epoch=request.epoch,
        seat=request.seat,
        bet=request.bet,
        currency=request.currency,
        jurisdiction=jurisdiction,
        now=now,
    )
    require_owed_given(snapshot.owed, request.late)
    require_not_sitting_out(snapshot.burnt_ms, at_ms=at_ms)
    order = StakeOrder(
        table_leaf=snapshot.state.table.leaf,
        epoch=request.epoch,
        seat=request.seat,
        bet=request.bet,
        contribution=request.contribution,
        late=request.late,
        room_minor=_require_limits(request, snapshot, jurisdiction, at_ms=at_ms),
    )
    return _take(request, snapshot, order, at_ms=at_ms)


def _require_limits(
    request: StakeRequest, snapshot: StakeSnapshot, jurisdiction: Jurisdiction, *, at_ms: int
) -> int | None:
    """Hold the stake to the player's limits; return the room that limits on wagers leave around a pot."""
    player = snapshot.player
    limits = player.limit_snapshot.limits
    context = player.limit_context(at_ms=at_ms, jurisdiction=jurisdiction, last_deal_ms=snapshot.last_deal_ms)
    wager = Wager(stake_minor=request.bet.stake_minor, side_bet_minor=request.bet.side_bet_minor)
    require_bet_allowed(limits, wager, context)
    if not snapshot.definition.around_pot:
        return None
    return room_minor(left_minor(limits.in_force(at_ms), context.usage))


def _take(request: StakeRequest, snapshot: StakeSnapshot, order: StakeOrder, *, at_ms: int) -> _NewStake:
    """Move the stake to the table, and sign its record.

    Raises:
        InsufficientFunds: the stake cannot be paid.
    """
    definition, head = snapshot.definition, snapshot.player.head
    before = snapshot.player.money.balance()
    assert head.limits_leaf is not None, "a player's chain has limits from its registration"
    postings = stake_postings(definition, order.bet)
    after = apply_postings(before, postings)
    fields = stake_fields(
        definition,
        order,
        Movement(postings=postings, before=before, after=after),
        limits_leaf=head.limits_leaf,
        request_digest=request.idempotency.digest,
    )
    kind = "sit" if definition.around_pot else "deal"
    record = _signed(head, kind, fields, at_ms=at_ms)
    journal = NewJournal(
        seq=record.tip.seq,
        kind=kind,
        time_ms=record.tip.time_ms,
        postings=postings,
        balance=after,
        reference=str(TableEpoch(request.table, request.epoch)),
        actor="player",
        request=request.idempotency,
    )
    return _NewStake(order=order, record=record, journal=journal, head=head.advanced_by(record, stake_open=True))


def _signed(head: Head, kind: str, fields: Mapping[str, object], *, at_ms: int) -> Record:
    salt = os.urandom(SALT_BYTES)
    return build_record(head.tip, kind, fields, now_ms=at_ms, salt=salt, signer=keys.signer("rounds"))


def _save(
    request: StakeRequest, snapshot: StakeSnapshot, stake: _NewStake, jurisdiction: Jurisdiction, now: datetime
) -> bool:
    """Write the stake in one statement; False if the player's chain, the table or the key have changed meanwhile.

    Raises:
        SeatTaken, AlreadySeated: another stake was first.
        SharedPlace: somebody at the table plays from the same place.
    """
    session = snapshot.player.session
    ctes = [
        advance_cte(snapshot.player.head, stake.head, key_unused(request.idempotency.key), _still_announced(snapshot)),
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


def _stake_cte(request: StakeRequest, snapshot: StakeSnapshot, stake: _NewStake) -> Cte:
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


def _told_ctes(request: StakeRequest, snapshot: StakeSnapshot, stake: _NewStake) -> list[Cte]:
    """Store that the owed value was told, or was told to be lost."""
    owed = snapshot.owed_row
    if owed is None or request.late is None:
        return []
    sql = (
        'UPDATE tables_owed o SET told_seq = %s, value = %s FROM head WHERE o.chain = head.chain AND o."table" = %s'
        " AND o.epoch = %s AND o.seat = %s"
    )
    return [Cte("told", sql, (stake.record.tip.seq, request.late.value, owed.table, owed.epoch, owed.seat))]


def _answer(snapshot: StakeSnapshot, stake: _NewStake) -> StakeView:
    sheet = snapshot.definition.sheet
    records = [entry_from_record(stake.record)]
    return view_stake(records, table=snapshot.state.table.chain, game=sheet.game, currency=sheet.currency)
