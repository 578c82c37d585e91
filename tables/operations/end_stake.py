"""End a stake in its player's chain, by what its table's chain says of it: `settle`, `void` or `leave`, once.

Source: docs/formats/tables.md, "Records of players' chains".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from psycopg.errors import UniqueViolation

from audit.chain_head import Head
from audit.core.records import Record, parse_entry
from audit.gather import gather_row
from audit.operations.append import MAX_ATTEMPTS, Busy, advance_cte, execute_step, record_ctes
from audit.operations.save_event import NewEvent, save_events
from audit.queries.chains import head_source
from audit.queries.records import record_entry
from audit.signed_record import signed_record
from games.core.family import SeatResult
from games.core.round_postings import result_postings
from games.operations.large_rounds import LargeAmounts, large_amounts
from kernel.cte import Cte
from kernel.ids import ChainId
from kernel.instants import from_epoch_ms, to_epoch_ms
from kernel.serving import cached_by_cell
from tables.core.continuation import StakeEnd, end_of_stake
from tables.core.definition import TableDefinition
from tables.core.epoch import TableEpoch
from tables.core.instants import record_time_ms
from tables.core.player_records import (
    Movement,
    leave_fields,
    leave_postings,
    refund_postings,
    settle_fields,
    void_fields,
)
from tables.core.room import totals_of_leaving
from tables.models import StakeFate
from tables.operations.tell_of_stake import given_back_events
from tables.queries.definitions import defined_table
from tables.queries.stakes_to_end import StakeToEndRow, stake_to_end_source
from wallet.core.ledger import Balance, Posting, apply_postings
from wallet.operations.post_journals import NewJournal, journal_clauses
from wallet.queries.balances import BALANCE_SOURCE


@dataclass(frozen=True, slots=True, kw_only=True)
class _OpenStake:
    """A stake that ends, as of one version of its player's chain."""

    seq: int
    row: StakeToEndRow
    head: Head
    before: Balance
    table: TableDefinition

    @property
    def epoch(self) -> TableEpoch:
        return TableEpoch(ChainId(self.row.table), self.row.epoch)

    @property
    def end_leaf(self) -> bytes | None:
        """The leaf of what ended the epoch; None where no `seats` names the stake."""
        return None if self.row.unnamed or self.row.end_leaf is None else bytes(self.row.end_leaf)

    @property
    def result(self) -> Mapping[str, Any] | None:
        """The seat's member of the `hand_end`; None where the epoch had none."""
        if self.row.unnamed or self.row.end_type != "hand_end":
            return None
        assert self.row.end_seq is not None, "what ended the epoch is stored"
        return _results(self.epoch.chain, self.row.end_seq)[self.row.seat]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ending:
    """How a stake ends: the record that says so, and its money."""

    kind: StakeEnd
    fields: Mapping[str, object]
    movement: Movement
    totals_minor: tuple[int, int] | None = None
    """What was staked and what was returned, where the stake was played for."""


def end_stake(chain: ChainId, seq: int, *, now: datetime, kept_out: bool = False) -> bool:
    """End the stake with number `seq` of a player's chain. False if its end is not due, or it has ended.

    With `kept_out` the player must not play: then a stake that no `seats` names yet is given back, too.

    Raises:
        Busy: the player's chain changed three times meanwhile.
    """
    for _ in range(MAX_ATTEMPTS):
        stake = _gather(chain, seq, kept_out=kept_out)
        if stake is None:
            return False
        if _record(stake, _decide(stake), now):
            return True
    raise Busy


def _gather(chain: ChainId, seq: int, *, kept_out: bool) -> _OpenStake | None:
    head, source = head_source("%s", chain), stake_to_end_source(seq)
    gathered = gather_row(head, BALANCE_SOURCE, source)
    assert gathered is not None, "a chain has a head from its first record on"
    row = gathered[source]
    if row is not None and kept_out:
        # For this player the table takes no stakes.
        row = row._replace(idle=True)
    if row is None or not row.due:
        return None
    return _OpenStake(
        seq=seq,
        row=row,
        head=gathered.required(head).head(),
        before=gathered.required(BALANCE_SOURCE).balance(),
        table=defined_table(ChainId(row.table)).definition,
    )


def _decide(stake: _OpenStake) -> _Ending:
    end_type = None if stake.row.unnamed else stake.row.end_type
    match end_of_stake(stake.table, end_type=end_type):
        case StakeEnd.SETTLE:
            return _settled(stake)
        case StakeEnd.VOID:
            return _voided(stake)
        case StakeEnd.LEAVE:
            return _left(stake)


def _settled(stake: _OpenStake) -> _Ending:
    member, end_leaf = stake.result, stake.end_leaf
    assert member is not None, "a hand has results"
    assert end_leaf is not None, "and a record of them"
    result = SeatResult(outcome=member["result"], staked_minor=member["staked"], returned_minor=member["returned"])
    movement = _movement(stake, result_postings(result))
    fields = settle_fields(stake_leaf=bytes(stake.row.leaf), end_leaf=end_leaf, result=member, movement=movement)
    totals_minor = (result.staked_minor, result.returned_minor)
    return _Ending(kind=StakeEnd.SETTLE, fields=fields, movement=movement, totals_minor=totals_minor)


def _voided(stake: _OpenStake) -> _Ending:
    row = stake.row
    movement = _movement(stake, refund_postings(stake.table, row.stake_minor + row.side_bet_minor + row.raised_minor))
    fields = void_fields(stake_leaf=bytes(row.leaf), end_leaf=stake.end_leaf, movement=movement)
    return _Ending(kind=StakeEnd.VOID, fields=fields, movement=movement)


def _left(stake: _OpenStake) -> _Ending:
    buy_in_minor, result = stake.row.stake_minor, stake.result
    if result is None:
        returned_minor, beyond_minor = buy_in_minor, 0
        postings = refund_postings(stake.table, buy_in_minor)
    else:
        returned_minor = result["returned"]
        postings = leave_postings(returned_minor=returned_minor, rake_minor=result["rake"])
        totals = totals_of_leaving(
            buy_in_minor=buy_in_minor, raised_minor=result["raised"], returned_minor=returned_minor
        )
        beyond_minor = totals.staked_minor
    movement = _movement(stake, postings, beyond_minor=beyond_minor)
    fields = leave_fields(
        stake_leaf=bytes(stake.row.leaf),
        end_leaf=stake.end_leaf,
        buy_in_minor=buy_in_minor,
        returned_minor=returned_minor,
        movement=movement,
    )
    totals_minor = None if result is None else (buy_in_minor, returned_minor)
    return _Ending(kind=StakeEnd.LEAVE, fields=fields, movement=movement, totals_minor=totals_minor)


def _movement(stake: _OpenStake, postings: list[Posting], *, beyond_minor: int = 0) -> Movement:
    after = apply_postings(stake.before, postings).with_bets_again(beyond_minor)
    return Movement(postings=postings, before=stake.before, after=after)


def _record(stake: _OpenStake, ending: _Ending, now: datetime) -> bool:
    """Write the end; False if the player's chain has changed, or the stake's fate: nothing was written."""
    at_ms = record_time_ms(to_epoch_ms(now), stake.head.tip.time_ms, stake.row.ended_ms or 0)
    record = signed_record(stake.head.tip, ending.kind.value, ending.fields, now_ms=at_ms)
    journal = NewJournal(
        seq=record.tip.seq,
        kind=record.type,
        time_ms=record.tip.time_ms,
        postings=ending.movement.postings,
        balance=ending.movement.after,
        reference=str(stake.epoch),
        actor="platform",
    )
    # The player played until the hand or the game ended, however far apart its decisions were. One that was called off
    # may have stood for hours.
    play = None if ending.kind is StakeEnd.VOID else stake.head.play.until(at_ms)
    ctes = [
        advance_cte(stake.head, stake.head.advanced_by(record, stake_open=False, play=play)),
        *record_ctes([record]),
        *journal_clauses([journal]),
        *_row_ctes(stake, record),
    ]
    try:
        with transaction.atomic():
            written = execute_step(ctes)
            if written:
                news = [*_large_events(stake, ending), *given_back_events(record.tip.chain, stake.row)]
                save_events(news, now=from_epoch_ms(record.tip.time_ms))
            return written
    except IntegrityError as error:
        if not isinstance(error.__cause__, UniqueViolation):
            raise
        # At a table that was reopened meanwhile, `seats` has just named it.
        return False


def _large_events(stake: _OpenStake, ending: _Ending) -> list[NewEvent]:
    """Return the events of a large wager or win, mostly none."""
    large = None if ending.totals_minor is None else large_amounts(*ending.totals_minor, stake.table.sheet.currency)
    if large is None:
        return []
    return [
        *([] if large.wager_minor is None else [_event("table-large-wager", stake, large.wager_minor, large)]),
        *([] if large.win_minor is None else [_event("table-large-win", stake, large.win_minor, large)]),
    ]


def _event(kind: str, stake: _OpenStake, amount_minor: int, large: LargeAmounts) -> NewEvent:
    after = {
        "table": stake.epoch.chain.hex,
        "epoch": stake.row.epoch,
        "amount_minor": amount_minor,
        "threshold_minor": large.threshold_minor,
    }
    return NewEvent(kind=kind, actor="platform", subject=stake.head.tip.chain, after=after)


def _row_ctes(stake: _OpenStake, record: Record) -> list[Cte]:
    ended = Cte(
        "stake_ended",
        "UPDATE tables_stake s SET end_seq = %s, ended_ms = %s, unseated = %s, person = NULL FROM head"
        " WHERE s.chain = head.chain AND s.seq = %s",
        (record.tip.seq, record.tip.time_ms, stake.row.unnamed, stake.seq),
    )
    if stake.row.fate is not None:
        return [ended]
    sql = "INSERT INTO tables_fate (chain, seq, fate) SELECT head.chain, %s::bigint, %s::text FROM head"
    return [ended, Cte("unseated", sql, (stake.seq, StakeFate.UNSEATED.value))]


@cached_by_cell(64)
def _results(table: ChainId, end_seq: int) -> Mapping[int, Mapping[str, Any]]:
    """Return the results of a `hand_end` by seat. It never changes, and every seat of its table asks for it."""
    results: Any = parse_entry(record_entry(table, end_seq))["results"]
    return {result["seat"]: result for result in results}
