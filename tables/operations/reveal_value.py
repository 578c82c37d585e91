"""Store the value that a player's client reveals, once a published checkpoint covers the stakes.

Of a value and a `table_abort` that names its seat as missing, a unique row lets one through.

Source: docs/formats/tables.md, "Revealing".
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import IntegrityError, connection, transaction

from audit.operations.append import MAX_ATTEMPTS, Busy
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal, RefusalKind
from tables.core.continuation import Phase
from tables.core.epoch import TableEpoch, require_opens
from tables.operations.open_session import require_open_session
from tables.operations.table_step import wake
from tables.queries.stakes import player_of_stake, stake_in_epoch, value_of, value_used
from tables.queries.table_states import TableState, table_state


class NoStake(Refusal):
    """The player has no stake in this epoch."""

    code, kind = "no-stake", RefusalKind.CONFLICT


class NotRevealing(Refusal):
    """The epoch takes no values now."""

    code, kind = "not-revealing", RefusalKind.CONFLICT


class SeatsNotCovered(Refusal):
    """No published checkpoint covers the stakes yet."""

    code, kind = "seats-not-covered", RefusalKind.CONFLICT


class ReusedValue(Refusal):
    """This value was used before at this table."""

    code, kind = "reused-value", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealRequest:
    """A player's value for an epoch."""

    session_id: UUID
    table: ChainId
    epoch: int
    value: bytes
    """32 bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealedValue:
    """A value that is stored."""

    epoch: TableEpoch
    seat: int


def reveal_value(request: RevealRequest, *, now: datetime) -> RevealedValue:
    """Store the value of a player's stake; sent again, it gets the same answer. `now` is the database's clock.

    It costs nothing, others wait for it, and nobody else can know it. So it needs no session that is in force: one that
    needs its PIN may reveal, and the one that placed the stake also after its end.

    Raises:
        NotAuthenticated: the session has ended, and did not place the stake.
        TableNotFound, NoStake: nothing was stored.
        NotRevealing: too early, with `retry_after` in seconds, or too late.
        SeatsNotCovered: with `retry_after` in seconds.
        ContributionMismatch: it is not the value that the stake committed to.
        ReusedValue: by whomever. Who copies a value lets others know it.
        Busy: the table changed three times meanwhile.
    """
    chain = _player_of(request, now)
    for _ in range(MAX_ATTEMPTS):
        state = table_state(request.table)
        if state.phase is not Phase.REVEALING or state.epoch != request.epoch:
            return _answer_again(request, state, chain)
        seated = state.stake_of(chain)
        if seated is None:
            raise NoStake("Nothing was stored. You have no stake in this epoch.")
        seat, epoch = seated.stake.seat, TableEpoch(request.table, request.epoch)
        require_opens(epoch, seat=seat, contributed=seated.stake.contribution, value=request.value)
        _require_covered(state)
        # A value that is stored and opens the contribution is this one.
        if seat in state.values:
            return RevealedValue(epoch=epoch, seat=seat)
        _require_fresh(request)
        if _store(request, seat, at_ms=to_epoch_ms(now)):
            return RevealedValue(epoch=epoch, seat=seat)
    raise Busy


def _player_of(request: RevealRequest, now: datetime) -> ChainId:
    """Return the player whose session it is, or was when it placed the stake of this epoch."""
    seated = player_of_stake(request.table, request.epoch, session_id=request.session_id)
    return require_open_session(request.session_id, now=now).chain if seated is None else seated


def _answer_again(request: RevealRequest, state: TableState, chain: ChainId) -> RevealedValue:
    """Answer a value that was stored before; refuse any other."""
    stake = stake_in_epoch(chain, request.table, request.epoch)
    if stake is None:
        raise NoStake("Nothing was stored. You have no stake in this epoch.")
    epoch = TableEpoch(request.table, request.epoch)
    if value_of(epoch, seat=stake.seat) == request.value:
        return RevealedValue(epoch=epoch, seat=stake.seat)
    if state.phase is Phase.BETTING and state.epoch == request.epoch:
        raise NotRevealing(
            "Nothing was stored. The betting is open. Reveal when a checkpoint covers the stakes, not before.",
            retry_after=1,
        )
    raise NotRevealing("Nothing was stored. The epoch takes no more values: its cards are dealt, or it was aborted.")


def _require_covered(state: TableState) -> None:
    assert state.running is not None, "seats have ended the betting"
    if not state.running.covered:
        raise SeatsNotCovered(
            "Nothing was stored. No published checkpoint covers the stakes yet. It does within about a second; verify"
            " it, and reveal then.",
            retry_after=1,
        )


def _require_fresh(request: RevealRequest) -> None:
    if value_used(request.table, request.value):
        raise ReusedValue(
            "Nothing was stored. This value was used at this table before, and auditors accept none twice. The hand is"
            " not dealt, and all stakes go back. Draw 32 fresh random bytes for each stake."
        )


def _store(request: RevealRequest, seat: int, *, at_ms: int) -> bool:
    """Insert the value; False if the epoch has gone on meanwhile, or the value was stored by another request."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_STORE, (seat, request.value, at_ms, request.table, request.epoch))
            if not cursor.rowcount:
                return False
            wake(request.table)
    except IntegrityError:
        # The same value by another request, or by another seat, or `table_abort`, which names the seat as missing.
        return False
    return True


_STORE: Final = (
    'INSERT INTO tables_reveal ("table", epoch, seat, value, at_ms)'
    ' SELECT e."table", e.epoch, %s::smallint, %s::bytea, %s::bigint FROM tables_epoch e'
    ' WHERE e."table" = %s AND e.epoch = %s AND e.hand_seq IS NULL AND e.end_seq IS NULL'
)
