"""Decide for a seat against the house: the player's `act`, which is the receipt, and the row that it counts by.

Of a player's decision and the default, a unique row lets one through.

Source: docs/formats/tables.md, "Clock" and `act`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction
from psycopg.errors import UniqueViolation

from audit.core.player_signatures import PlayerKey, PlayerSignature
from audit.core.records import Record
from audit.operations.append import MAX_ATTEMPTS, Busy, advance_cte, execute_step, record_ctes
from audit.queries.player_keys import player_key_source
from audit.signed_record import signed_record
from games.core.action import Action
from games.core.round_postings import stake_postings
from games.operations.act import amount_of_action
from kernel.cte import Condition
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal, RefusalKind
from players.core.session_state import require_unlocked
from players.operations.save_activity import activity_ctes
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.excluded import require_raise_while_not_excluded
from responsible_gaming.core.limits.in_force import require_raise_allowed
from responsible_gaming.core.limits.windows import window_starts_at
from responsible_gaming.operations.save_refused_bet import saves_refused_bets
from responsible_gaming.player_in_session import PlayerInSession, gather_player
from tables.core.continuation import Phase
from tables.core.epoch import TableEpoch
from tables.core.instants import record_time_ms, require_in_time
from tables.core.player_records import Movement, act_fields
from tables.core.signed_members import act_members
from tables.core.stake_view import StakeView
from tables.operations.reveal_value import NoStake
from tables.operations.signatures import signed_act
from tables.operations.table_step import rows_cte, wake
from tables.queries.dealt_epoch import house_hand
from tables.queries.stakes import answer_to
from tables.queries.table_states import SeatedStake, TableState, table_state
from wallet.core.idempotency import IdempotentRequest, require_same_request
from wallet.core.ledger import CurrencyMismatch, apply_postings
from wallet.operations.post_journals import NewJournal, journal_clauses
from wallet.queries.idempotency import idempotency_source, key_unused


class NotDeciding(Refusal):
    """The table does not wait for this decision."""

    code, kind = "not-deciding", RefusalKind.CONFLICT


class AlreadyDecided(Refusal):
    """The seat has decided."""

    code, kind = "already-decided", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRequest:
    """A player's decision at a table."""

    session_id: UUID
    table: ChainId
    asked_seq: int
    """The number, in the table's chain, of the record that is answered: `hand`, or around a pot the one whose `now`
    asks. So a request that comes late decides nothing else."""
    action: Action
    amount_minor: int | None
    """New money at stake; None for what the action costs, if it has a single cost."""
    idempotency: IdempotentRequest
    """The request's key: a decision is taken once for each."""
    currency: str | None = None
    """The currency that the amount was given in; None without an amount."""
    signature: PlayerSignature | None = None
    """The player's own; None in an account without player keys."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Decision:
    """The decided step, ready to be written."""

    seated: SeatedStake
    record: Record
    journal: NewJournal
    amount_minor: int


@saves_refused_bets
def act_against_house(request: DecisionRequest, *, jurisdiction: Jurisdiction, now: datetime) -> StakeView:
    """Take the decision of a player's seat. `now` is the database's clock.

    Raises:
        NotAuthenticated, SessionLocked: the session has ended, or needs the PIN.
        ReusedIdempotencyKey: the key belongs to another request.
        TableNotFound, NotDeciding, NoStake, AlreadyDecided: there is nothing for this player to decide.
        DecisionTooLate: with `until` and `at`; the default is taken.
        CurrencyMismatch, IllegalAction: the seat may decide otherwise.
        SignatureRequired, UnknownPlayerKey, PlayerKeyWaits, OutdatedSignature, WrongPlayerSignature: the account has
            player keys, and the decision is not signed as they ask.
        PlayerExcluded, LimitExceeded, OutdatedLimits, InsufficientFunds: the raise is refused; the seat may decide
            otherwise.
        Busy: lost the race for the player's chain three times.
    """
    read_ms, used_key = to_epoch_ms(now), idempotency_source(request.idempotency.key)
    key_source = None if request.signature is None else player_key_source(request.signature.kid)
    signer = () if key_source is None else (key_source,)
    for _ in range(MAX_ATTEMPTS):
        state = table_state(request.table)
        window_starts = window_starts_at(read_ms, jurisdiction.window_rule)
        player, gathered = gather_player(request.session_id, window_starts, used_key, *signer, now=now)
        if (used := gathered[used_key]) is not None:
            require_same_request(request.idempotency, used.request_digest)
            return answer_to(player.head.tip.chain, journal_seq=used.seq)
        # It cites the `hand`, which is the head of the table's chain as long as seats decide.
        read_ms = record_time_ms(to_epoch_ms(now), player.head.tip.time_ms, state.head.tip.time_ms)
        if not player.limit_snapshot.is_current_at(read_ms):
            continue
        key = None if key_source is None else gathered[key_source]
        decision = _decide(request, state, player, key, jurisdiction, at_ms=read_ms, now=now)
        if _save(request, state, player, decision, now):
            return answer_to(player.head.tip.chain, journal_seq=decision.journal.seq)
    raise Busy


def _decide(
    request: DecisionRequest,
    state: TableState,
    player: PlayerInSession,
    key: PlayerKey | None,
    jurisdiction: Jurisdiction,
    *,
    at_ms: int,
    now: datetime,
) -> _Decision:
    require_unlocked(player.session.active_at, now=now, rules=jurisdiction.sessions)
    seated = _require_asked(request, state, player.head.tip.chain)
    assert state.running is not None, "a hand runs"
    assert state.running.until_ms is not None, "and somebody is asked"
    require_in_time(at_ms=at_ms, until_ms=state.running.until_ms)
    if request.currency not in {None, player.money.currency}:
        currency = player.money.currency
        raise CurrencyMismatch(f"Nothing was changed. The account is in {currency}.", currency=currency)
    hand, seat = house_hand(state), seated.stake.seat
    amount_minor = amount_of_action(
        request.action,
        request.amount_minor,
        hand.decision_of(seat).legal_actions,
        currency=player.money.currency,
    )
    hand.require_legal(seat, request.action, amount_minor)
    if amount_minor:
        _require_limits(player, amount_minor, jurisdiction, at_ms=at_ms)
    assert state.running.hand_leaf is not None, "it was dealt"
    members = act_members(
        stake_leaf=seated.stake.leaf,
        hand_leaf=state.running.hand_leaf,
        action=request.action,
        amount_minor=amount_minor,
    )
    signed = signed_act(request.signature, key, head=player.head, members=members, at_ms=at_ms)
    return _compose(request, state, player, seated, amount_minor, signed=signed, at_ms=at_ms)


def _require_asked(request: DecisionRequest, state: TableState, chain: ChainId) -> SeatedStake:
    running = state.running
    if state.phase is not Phase.PLAYING or running is None or running.hand_seq != request.asked_seq:
        raise NotDeciding(
            "Nothing was changed. The hand that you answer is over, or was not dealt. Look at the table again."
        )
    seated = state.stake_of(chain)
    if seated is None:
        raise NoStake("Nothing was changed. You have no stake in this hand.")
    if seated.stake.seat in state.decisions:
        raise AlreadyDecided("Nothing was changed. Your seat has decided, and a decision stands.")
    return seated


def _require_limits(player: PlayerInSession, raise_minor: int, jurisdiction: Jurisdiction, *, at_ms: int) -> None:
    """Hold a raise to the player's limits. Who was excluded meanwhile stakes nothing more, in every jurisdiction."""
    limits = player.limit_snapshot.limits
    require_raise_while_not_excluded(limits.in_force(at_ms))
    require_raise_allowed(limits, raise_minor, player.limit_context(at_ms=at_ms, jurisdiction=jurisdiction))


def _compose(
    request: DecisionRequest,
    state: TableState,
    player: PlayerInSession,
    seated: SeatedStake,
    amount_minor: int,
    *,
    signed: Mapping[str, object],
    at_ms: int,
) -> _Decision:
    """Sign the player's record.

    Raises:
        InsufficientFunds: the raise cannot be paid.
    """
    assert state.running is not None, "a hand runs"
    assert state.running.hand_leaf is not None, "it was dealt"
    before = player.money.balance()
    postings = stake_postings(amount_minor)
    after = apply_postings(before, postings)
    fields = act_fields(
        stake_leaf=seated.stake.leaf,
        hand_leaf=state.running.hand_leaf,
        action=request.action,
        amount_minor=amount_minor,
        movement=Movement(postings=postings, before=before, after=after),
    )
    record = signed_record(player.head.tip, "act", {**fields, **signed}, now_ms=at_ms)
    journal = NewJournal(
        seq=record.tip.seq,
        kind="act",
        time_ms=record.tip.time_ms,
        postings=postings,
        balance=after,
        reference=str(TableEpoch(request.table, state.epoch)),
        actor="player",
        request=request.idempotency,
    )
    return _Decision(seated=seated, record=record, journal=journal, amount_minor=amount_minor)


def _save(
    request: DecisionRequest, state: TableState, player: PlayerInSession, decision: _Decision, now: datetime
) -> bool:
    """Write the decision in one statement; False if the chain, the hand or the key have changed: nothing was written."""
    tip = decision.record.tip
    row = (
        request.table,
        state.epoch,
        decision.seated.stake.seat,
        request.action.value,
        decision.amount_minor,
        tip.time_ms,
        tip.leaf,
    )
    ctes = [
        advance_cte(
            player.head,
            player.head.advanced_by(decision.record, play=player.head.play.until(tip.time_ms)),
            key_unused(request.idempotency.key),
            _hand_runs(state),
        ),
        *record_ctes([decision.record]),
        *journal_clauses([decision.journal]),
        rows_cte("decided", "tables_decision", _DECISION_COLUMNS, [row]),
        *activity_ctes(request.session_id, player.session.active_at, now=now),
    ]
    try:
        with transaction.atomic():
            written = execute_step(ctes)
            if written:
                wake(request.table)
    except IntegrityError as error:
        if not isinstance(error.__cause__, UniqueViolation):
            raise
        # The default was taken, or the same request was faster.
        return False
    return written


def _hand_runs(state: TableState) -> Condition:
    sql = 'EXISTS (SELECT FROM tables_epoch e WHERE e."table" = %s AND e.epoch = %s AND e.end_seq IS NULL)'
    return Condition(sql, (state.table.chain, state.epoch))


_DECISION_COLUMNS: Final = (
    ("table", "uuid"),
    ("epoch", "integer"),
    ("seat", "smallint"),
    ("action", "text"),
    ("amount_minor", "bigint"),
    ("at_ms", "bigint"),
    ("act_leaf", "bytea"),
)
