"""Take a stake back before the betting has ended.

Of a withdrawal and a `seats` that names the stake, a unique row lets one through.

Source: docs/formats/tables.md, "Steps".
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction
from psycopg.errors import UniqueViolation

from audit.chain_head import Head
from audit.core.player_signatures import PlayerSignature
from audit.core.records import Record
from audit.gather import gather_row
from audit.operations.append import MAX_ATTEMPTS, Busy, advance_cte, execute_step, record_ctes
from audit.queries.chains import head_source
from audit.signed_record import signed_record
from games.core.family import Bet
from kernel.cte import Cte, GatheredRow
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal, RefusalKind
from players.core.session_state import require_unlocked
from players.operations.save_activity import activity_ctes
from players.queries.sessions import SessionRow, session_cte
from players.tokens import NotAuthenticated
from responsible_gaming.core.jurisdiction import Jurisdiction
from tables.core.continuation import StakeEnd, end_of_stake
from tables.core.epoch import TableEpoch
from tables.core.player_records import Movement, leave_fields, refund_postings, void_fields
from tables.core.stake_view import StakeView
from tables.models import StakeFate
from tables.operations.reveal_value import NoStake
from tables.operations.table_step import wake
from tables.queries.definitions import defined_table
from tables.queries.players_at_tables import OPEN_STAKE_SOURCE, OpenStakeRow
from tables.queries.stakes import answer_to, stake_view
from wallet.core.idempotency import IdempotentRequest, require_same_request
from wallet.core.ledger import Balance, apply_postings
from wallet.operations.post_journals import NewJournal, journal_clauses
from wallet.queries.balances import BALANCE_SOURCE
from wallet.queries.idempotency import idempotency_source, key_unused


class StakeNamed(Refusal):
    """The stake is part of a hand."""

    code, kind = "stake-named", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawalRequest:
    """A player's request to take the open stake at a table back."""

    session_id: UUID
    table: ChainId
    epoch: int
    """The epoch of the stake: so a request that comes late takes no other one back."""
    idempotency: IdempotentRequest
    """The request's key: a stake is given back once for each."""
    signature: PlayerSignature | None = None
    """The player's own over the mark `away`, where the player gets up from a game with a signed stake. A stake that is
    given back needs none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _OpenStake:
    """A stake that may be withdrawn, as of one version of its player's chain."""

    session: SessionRow
    head: Head
    before: Balance
    row: OpenStakeRow

    @property
    def epoch(self) -> TableEpoch:
        return TableEpoch(ChainId(self.row.table), self.row.epoch)


def withdraw_stake(request: WithdrawalRequest, *, jurisdiction: Jurisdiction, now: datetime) -> StakeView:
    """Give a stake back that no `seats` names yet. `now` is the database's clock.

    Raises:
        NotAuthenticated, SessionLocked: the session has ended, or needs the PIN.
        ReusedIdempotencyKey: the key belongs to another request.
        NoStake: the player has no open stake in this epoch.
        StakeNamed: the betting has ended.
        Busy: lost the race for this chain three times.
    """
    used_key = idempotency_source(request.idempotency.key)
    session, head = session_cte(request.session_id, now=now), head_source("(SELECT chain FROM session)")
    for _ in range(MAX_ATTEMPTS):
        gathered = gather_row(session, head, BALANCE_SOURCE, used_key, OPEN_STAKE_SOURCE)
        if gathered is None:
            raise NotAuthenticated("Nothing was changed. The session has ended; log in again.")
        chain = ChainId(gathered.required(session).chain)
        if (used := gathered[used_key]) is not None:
            require_same_request(request.idempotency, used.request_digest)
            return answer_to(chain, journal_seq=used.seq)
        require_unlocked(gathered.required(session).active_at, now=now, rules=jurisdiction.sessions)
        stake = _OpenStake(
            session=gathered.required(session),
            head=gathered.required(head).head(),
            before=gathered.required(BALANCE_SOURCE).balance(),
            row=_require_unnamed(gathered, TableEpoch(request.table, request.epoch)),
        )
        record = _give_back(request, stake, now)
        if record is not None:
            return stake_view(chain, stake.row.seq)
    raise Busy


def _require_unnamed(gathered: GatheredRow, epoch: TableEpoch) -> OpenStakeRow:
    row = gathered[OPEN_STAKE_SOURCE]
    if row is None or TableEpoch(ChainId(row.table), row.epoch) != epoch:
        raise NoStake("Nothing was changed. You have no open stake in this epoch of the table.")
    if row.fate == StakeFate.NAMED:
        raise StakeNamed(
            "Nothing was changed. The betting has ended, and your stake is part of the hand. It ends with the hand."
        )
    return row


def _give_back(request: WithdrawalRequest, stake: _OpenStake, now: datetime) -> Record | None:
    """Write the end of the stake; None if its chain, its fate or the key have changed: nothing was written."""
    record, journal = _compose(request, stake, now)
    ctes = [
        advance_cte(stake.head, stake.head.advanced_by(record, stake_open=False), key_unused(request.idempotency.key)),
        *record_ctes([record]),
        *journal_clauses([journal]),
        *_row_ctes(stake, record),
        *activity_ctes(request.session_id, stake.session.active_at, now=now),
    ]
    try:
        with transaction.atomic():
            written = execute_step(ctes)
            if written:
                wake(request.table)
    except IntegrityError as error:
        if not isinstance(error.__cause__, UniqueViolation):
            raise
        # `seats` has named it, or the same request was faster.
        return None
    return record if written else None


def _compose(request: WithdrawalRequest, stake: _OpenStake, now: datetime) -> tuple[Record, NewJournal]:
    table, row = defined_table(request.table).definition, stake.row
    bet = Bet(row.stake_minor, row.side_bet_minor)
    postings = refund_postings(table, bet.total_minor)
    after = apply_postings(stake.before, postings)
    movement = Movement(postings=postings, before=stake.before, after=after)
    end, leaf = end_of_stake(table, end_type=None), bytes(row.leaf)
    if end is StakeEnd.LEAVE:
        fields = leave_fields(
            stake_leaf=leaf,
            end_leaf=None,
            buy_in_minor=bet.stake_minor,
            returned_minor=bet.stake_minor,
            movement=movement,
        )
    else:
        fields = void_fields(stake_leaf=leaf, end_leaf=None, movement=movement)
    record = signed_record(stake.head.tip, end.value, fields, now_ms=to_epoch_ms(now))
    journal = NewJournal(
        seq=record.tip.seq,
        kind=record.type,
        time_ms=record.tip.time_ms,
        postings=postings,
        balance=after,
        reference=str(stake.epoch),
        actor="player",
        request=request.idempotency,
    )
    return record, journal


def _row_ctes(stake: _OpenStake, record: Record) -> list[Cte]:
    ended = (record.tip.seq, record.tip.time_ms, stake.row.seq)
    return [
        Cte("unseated", _UNSEATED, (stake.row.seq, StakeFate.UNSEATED.value)),
        Cte("stake_ended", _ENDED, ended),
    ]


_UNSEATED: Final = "INSERT INTO tables_fate (chain, seq, fate) SELECT head.chain, %s::bigint, %s::text FROM head"
_ENDED: Final = (
    "UPDATE tables_stake s SET end_seq = %s, ended_ms = %s, unseated = true, person = NULL FROM head"
    " WHERE s.chain = head.chain AND s.seq = %s"
)
