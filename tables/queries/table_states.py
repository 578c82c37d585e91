"""A table as it stands: all that decides what happens next, read by one statement.

Source: docs/formats/tables.md, "Steps".
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db import connection

from audit.chain_head import Head
from audit.core.records import ChainTip
from games.core.family import Bet
from games.engine import engine_sha256
from games.queries.sheets import engine_by_leaf
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind
from tables.core.continuation import Betting, DecidingAgainstHouse, Phase, Revealing, Unannounced
from tables.core.house_hand import SeatDecision
from tables.core.stakes import Stake
from tables.models import Table, TableStatus
from tables.queries.decision_rows import decision_of_row
from tables.queries.definitions import DefinedTable, defined_table
from tables.queries.table_switches import TABLE_IS_OFF


class TableNotFound(Refusal):
    """There is no such table."""

    code, kind = "table-not-found", RefusalKind.NOT_FOUND


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedStake:
    """A stake of the table's epoch, with whose it is."""

    chain: ChainId
    """The player's."""
    seq: int
    """The number of its record in the player's chain."""
    session_id: UUID
    placed_ms: int
    waits_since_ms: int
    """By when the clock of the betting counts it: `placed_ms`, or where its player took earlier ones back meanwhile, since
    the first of them, but no more than the length of the betting earlier."""
    stake: Stake


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningEpoch:
    """An epoch that has `seats` and no end. Its columns are those of `tables.models.BegunEpoch`."""

    seats_seq: int
    seats_ms: int
    covered: bool
    """Whether a published checkpoint covers `seats`."""
    covered_ms: int
    """When that checkpoint was signed; 0 without one."""
    in_log: bool
    """Whether `seats` has its place in the log."""
    hand_seq: int | None
    hand_leaf: bytes | None
    until_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """A table as of one version of its chain."""

    table: DefinedTable
    status: TableStatus
    switched_off: bool
    """Whether a switch stops the table."""
    head: Head
    epoch: int
    """The epoch that runs, or takes stakes; 0 before it is announced."""
    phase: Phase
    running: RunningEpoch | None
    """The epoch, once `seats` has ended its betting."""
    stakes: tuple[SeatedStake, ...]
    """In seat order: in the betting those that were placed and not withdrawn, afterwards those that `seats` names."""
    values: Mapping[int, bytes]
    """The values that are stored, by seat."""
    decisions: Mapping[int, SeatDecision]
    """The decisions against the house that are stored, by seat."""
    published_size: int
    """How many entries the published checkpoint covers."""

    def stake_of(self, chain: ChainId) -> SeatedStake | None:
        """Return a player's stake in the epoch, None where there is none."""
        return next((seated for seated in self.stakes if seated.chain == chain), None)

    @property
    def takes_stakes(self) -> bool:
        """Whether betting goes on: the table is open, nothing is switched off, and this is the engine of its rules."""
        return self.status is TableStatus.OPEN and not self.switched_off and self.has_this_engine

    @property
    def has_this_engine(self) -> bool:
        """Whether this program is the engine that the table's rules name."""
        return engine_by_leaf(self.table.definition.rules_leaf) == engine_sha256()

    @property
    def waiting_since_ms(self) -> tuple[int, ...]:
        """By when the clock of the betting counts the stakes."""
        return tuple(seated.waits_since_ms for seated in self.stakes)

    @property
    def position(self) -> Unannounced | Betting | Revealing | DecidingAgainstHouse:
        """Where the table stands between two records; a game around a pot that runs is replayed instead."""
        seats = frozenset(seated.stake.seat for seated in self.stakes)
        if self.phase is Phase.UNANNOUNCED:
            return Unannounced()
        if self.phase is Phase.BETTING:
            return Betting(placed_ms=self.waiting_since_ms)
        running = self.running
        assert running is not None, "seats have ended the betting"
        if self.phase is Phase.REVEALING:
            return Revealing(
                seats_ms=running.seats_ms,
                seats=seats,
                revealed=frozenset(self.values),
                covered=running.covered,
                covered_ms=running.covered_ms,
                in_log=running.in_log,
            )
        assert running.until_ms is not None, "a hand that asks nobody ends with its first record"
        return DecidingAgainstHouse(until_ms=running.until_ms, seats=seats, decided=frozenset(self.decisions))


def table_state(chain: ChainId) -> TableState:
    """Return a table as it stands.

    Raises:
        TableNotFound: there is none of this chain.
    """
    state = next(table_states([chain]), None)
    if state is None:
        raise TableNotFound(_NOT_FOUND)
    return state


def known_table(chain: ChainId) -> DefinedTable:
    """Return what a table is.

    Raises:
        TableNotFound: there is none of this chain.
    """
    if not Table.objects.filter(chain=chain).exists():
        raise TableNotFound(_NOT_FOUND)
    return defined_table(chain)


_NOT_FOUND: Final = "Nothing was changed. There is no table of this id. Tables are listed at /api/v1/tables."


def table_states(chains: Collection[ChainId]) -> Iterator[TableState]:
    """Yield the tables of these chains as they stand, all read in one snapshot."""
    with connection.cursor() as cursor:
        cursor.execute(_STATES, (list(chains),))
        rows = cursor.fetchall()
    return (_state(*row) for row in rows)


_STATES: Final = f"""
SELECT t.chain, t.status, {TABLE_IS_OFF}, h.seq, h.leaf, h.time_ms, h.version, h.epoch, h.nonce,
  EXISTS (SELECT FROM audit_epoch a WHERE a.chain = t.chain),
  e.epoch, e.seats_seq, e.seats_ms, e.index, e.hand_seq, e.hand_leaf, e.until_ms, e.end_seq, log.published_size,
  (SELECT (extract(epoch FROM c.signed_at) * 1000)::bigint FROM audit_checkpoint c
   WHERE e.index < log.published_size AND c.size > e.index ORDER BY c.size LIMIT 1),
  (SELECT json_agg(json_build_array(s.seat, s.chain, s.seq, s.session, s.placed_ms, encode(s.leaf, 'hex'),
     s.stake_minor, s.side_bet_minor, encode(s.contribution, 'hex'), s.room_minor,
     (SELECT min(u.placed_ms) FROM tables_stake u WHERE u."table" = t.chain AND u.epoch = current.epoch AND u.unseated
        AND u.chain = s.chain AND u.ended_ms > waiting.since_ms)) ORDER BY s.seat)
   FROM tables_stake s LEFT JOIN tables_fate f ON f.chain = s.chain AND f.seq = s.seq
   WHERE s."table" = t.chain AND s.epoch = current.epoch AND NOT s.unseated
     AND (e.end_seq IS NOT NULL OR e.epoch IS NULL OR f.fate = 'named')),
  (SELECT json_agg(json_build_array(r.seat, encode(r.value, 'hex'))) FROM tables_reveal r
   WHERE r."table" = t.chain AND r.epoch = current.epoch AND r.value IS NOT NULL),
  (SELECT json_agg(json_build_array(d.seat, d.action, d.amount_minor, d.at_ms, encode(d.act_leaf, 'hex')))
   FROM tables_decision d WHERE d."table" = t.chain AND d.epoch = current.epoch)
FROM tables_table t
LEFT JOIN games_sheet g ON g.leaf = t.rules_leaf
JOIN audit_chain h ON h.chain = t.chain
JOIN audit_log log ON true
LEFT JOIN LATERAL (
  SELECT e.*, l.index FROM tables_epoch e LEFT JOIN audit_leaf l ON l.chain = e."table" AND l.seq = e.seats_seq
  WHERE e."table" = t.chain ORDER BY e.epoch DESC LIMIT 1
) e ON true
CROSS JOIN LATERAL (
  SELECT CASE WHEN e.epoch IS NULL THEN 0 WHEN e.end_seq IS NULL THEN e.epoch ELSE e.epoch + 1 END AS epoch
) current
LEFT JOIN LATERAL (
  SELECT min(s.placed_ms) AS since_ms FROM tables_stake s
  WHERE s."table" = t.chain AND s.epoch = current.epoch AND NOT s.unseated
) waiting ON true
WHERE t.chain = ANY(%s::uuid[])
"""
"""A withdrawn stake counts for the clock only if it stood beside the oldest one that stands: `waiting.since_ms`."""


def _state(  # noqa: PLR0913, PLR0917  a row has as many columns as it has
    chain: UUID,
    status: str,
    switched_off: bool,  # noqa: FBT001  a column
    seq: int,
    leaf: bytes,
    time_ms: int,
    version: int,
    head_epoch: int,
    nonce: int,
    announced: bool,  # noqa: FBT001  a column
    epoch: int | None,
    seats_seq: int,
    seats_ms: int,
    seats_index: int | None,
    hand_seq: int | None,
    hand_leaf: bytes | None,
    until_ms: int | None,
    end_seq: int | None,
    published_size: int,
    covered_ms: int | None,
    stakes: Sequence[Sequence[Any]] | None,
    values: Iterable[tuple[int, str]] | None,
    decisions: Iterable[Sequence[Any]] | None,
) -> TableState:
    running = None
    if epoch is not None and end_seq is None:
        running = RunningEpoch(
            seats_seq=seats_seq,
            seats_ms=seats_ms,
            covered=seats_index is not None and seats_index < published_size,
            covered_ms=covered_ms or 0,
            in_log=seats_index is not None,
            hand_seq=hand_seq,
            hand_leaf=None if hand_leaf is None else bytes(hand_leaf),
            until_ms=until_ms,
        )
    tip = ChainTip(ChainId(chain), seq, bytes(leaf), time_ms)
    table = defined_table(ChainId(chain))
    return TableState(
        table=table,
        status=TableStatus(status),
        switched_off=switched_off,
        head=Head(tip, version, head_epoch, nonce, round_open=running is not None, stake_open=False, limits_leaf=None),
        epoch=0 if epoch is None else epoch + (running is None),
        phase=_phase(running, announced=announced),
        running=running,
        stakes=tuple(_seated(table.definition.clock.bet_ms, *row) for row in stakes or ()),
        values={seat: bytes.fromhex(value) for seat, value in values or ()},
        decisions={
            seat: decision_of_row(seat, action, minor, at_ms, None if leaf is None else bytes.fromhex(leaf))
            for seat, action, minor, at_ms, leaf in decisions or ()
        },
        published_size=published_size,
    )


def _phase(running: RunningEpoch | None, *, announced: bool) -> Phase:
    if running is None:
        return Phase.BETTING if announced else Phase.UNANNOUNCED
    return Phase.REVEALING if running.hand_seq is None else Phase.PLAYING


def _seated(  # noqa: PLR0913, PLR0917  as above
    bet_ms: int,
    seat: int,
    chain: str,
    seq: int,
    session: str,
    placed_ms: int,
    leaf: str,
    stake_minor: int,
    side_bet_minor: int,
    contribution: str,
    room_minor: int | None,
    first_placed_ms: int | None,
) -> SeatedStake:
    stake = Stake(
        seat=seat,
        leaf=bytes.fromhex(leaf),
        bet=Bet(stake_minor, side_bet_minor),
        contribution=bytes.fromhex(contribution),
        room_minor=room_minor,
    )
    # Betting that a returning player makes playable again ends at once at the earliest, and not in the past.
    since_ms = placed_ms if first_placed_ms is None else max(first_placed_ms, placed_ms - bet_ms)
    return SeatedStake(
        chain=ChainId(UUID(chain)),
        seq=seq,
        session_id=UUID(session),
        placed_ms=placed_ms,
        waits_since_ms=since_ms,
        stake=stake,
    )
