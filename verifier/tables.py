"""What every partition of an audit follows of all tables, so that a chain can be judged by what others say.

A partition judges its own chains. Of all others it follows the records that tables write: it applies what they say and
leaves their judgement to the partition whose chains they are. Nothing outlives the epoch that it belongs to but
sixteen bytes for each seed.

Source: docs/formats/tables.md.
"""

import enum
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from verifier.game import Bet, Game
from verifier.link import Position
from verifier.pot import Pot
from verifier.records import Act, Sheet
from verifier.system import System
from verifier.table_records import (
    AtTable,
    Clock,
    Hand,
    HandEnd,
    PlayerAct,
    SeatEnding,
    SeatResult,
    Seats,
    SeatStake,
    SeatTaken,
    TableAbort,
    TableOpened,
)

_TYPE_FIELD = b'"type":"'


class Phase(enum.Enum):
    """What a table waits for."""

    BETTING = enum.auto()
    REVEALING = enum.auto()
    OPENED = enum.auto()
    """The deck is fixed: the hand follows at once."""
    PLAYING = enum.auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A player's `act` against the house."""

    leaf: str
    act: Act


@dataclass(slots=True, kw_only=True)
class Stake:
    """A stake that is not yet settled, voided or left with; `amount_minor` is the ante or the buy-in."""

    leaf: str
    index: int
    chain: str
    seq: int
    kind: str
    table: "Table"
    epoch: int
    seat: int
    amount_minor: int
    bonus_minor: int
    contribution: str
    placed_at: int
    room_minor: int | None
    listed: bool = False
    decision: Decision | None = None

    @property
    def raised_minor(self) -> int:
        """Return the raise of the seat's `act`, 0 if there is none."""
        return 0 if self.decision is None else self.decision.act["amt"]

    @property
    def bet(self) -> Bet:
        """Return what was placed before the cards."""
        return Bet(ante_minor=self.amount_minor, bonus_minor=self.bonus_minor)

    @property
    def owed_minor(self) -> int:
        """Return what the table still holds for this stake, rake included."""
        end = self.table.ends.get(self.epoch) if self.listed else None
        if end is None or end.results is None or self.seat not in end.results:
            return self.amount_minor + self.bonus_minor + self.raised_minor
        result = end.results[self.seat]
        return result["returned"] + result.get("rake", 0) if self.table.pot else result["staked"]


@dataclass(slots=True, kw_only=True)
class End:
    """How an epoch ended. `results` is None after a `table_abort`, whose `reason` it then has."""

    leaf: str
    at: int
    results: Mapping[int, SeatResult] | None = None
    reason: str = ""
    missing: frozenset[int] = frozenset()
    waiting: int = 0
    """How many of its stakes have not been settled, voided or left with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandDealt:
    """The hand against the house or the game around a pot that is being played, and its record."""

    leaf: str
    record: Hand

    @property
    def until(self) -> int | None:
        """Return the deadline; None if nobody is asked."""
        return self.record.get("until")


@dataclass(slots=True, kw_only=True)
class Table:
    """A table as its chain tells it."""

    name: str
    leaf: str
    seats_max: int
    stake_minor: tuple[int, int]
    rules: str
    currency: str
    exponent: int
    test: bool
    clock: Clock
    opened_at: int
    game: Game | None
    pot: Pot | None
    commitments: dict[int, str] = field(default_factory=dict)
    """The commitments to the current epoch and to the next one."""
    phase: Phase = Phase.BETTING
    epoch: int = -1
    """The newest epoch that has `seats`."""
    seats: list[SeatTaken] = field(default_factory=list)
    seats_at: int = 0
    seats_index: int = 0
    hand: HandDealt | None = None
    ends: dict[int, End] = field(default_factory=dict)
    waiting: int = 0
    """How many stakes of the current epoch are known."""

    @property
    def sheet(self) -> Sheet | None:
        """Return the rule sheet; None if the rules that the table names are not known."""
        if self.game is not None:
            return self.game.sheet
        return None if self.pot is None else self.pot.sheet

    @property
    def grace_ms(self) -> int:
        """Return how late something may be."""
        return 0 if self.sheet is None else self.sheet["mmd_ms"]

    @property
    def around_pot(self) -> bool:
        """Tell whether the seats play around a pot."""
        return self.pot is not None

    @property
    def reveal_until(self) -> int:
        """Return the deadline of the values."""
        return self.seats_at + self.clock["reveal"]


@dataclass(slots=True, kw_only=True)
class Tables:
    """All tables, and the stakes that are open at them, up to some log index."""

    system: System
    by_chain: dict[str, Table] = field(default_factory=dict)
    by_leaf: dict[str, Table] = field(default_factory=dict)
    stakes: dict[str, Stake] = field(default_factory=dict)
    _seeds: set[bytes] = field(default_factory=set)

    def concerns(self, entry: bytes, chain: str) -> bool:
        """Tell, without parsing it, whether an entry may be a record that a table writes."""
        start = entry.rfind(_TYPE_FIELD) + len(_TYPE_FIELD)
        kind = entry[start : entry.find(b'"', start)]
        if kind in (b"deal", b"sit"):
            return b'"table":"' in entry
        if kind == b"settle":
            return b'"end":"' in entry
        if kind == b"void":
            return b'"nonce":' not in entry
        return kind in (b"act", b"leave", b"table") or (kind != b"turn" and chain in self.by_chain)

    def apply(self, record: AtTable, position: Position) -> None:
        """Apply a record that a table or a player at one wrote, whether or not it holds."""
        table = self.by_chain.get(record["chain"])
        if record["type"] == "table":
            self._open_table(record, position)
        elif record["type"] in ("deal", "sit"):
            self._place(record, position)
        elif record["type"] == "act":
            self._decide(record, position)
        elif record["type"] in ("settle", "void", "leave"):
            self._finish(record)
        elif table is not None:
            self._advance(table, record, position)

    def seed_used(self, seed: str) -> bool:
        """Tell whether a table has revealed this seed before."""
        return fingerprint(seed) in self._seeds

    def open_stakes(self) -> Iterator[Stake]:
        """Yield the stakes that are open."""
        yield from self.stakes.values()

    def _open_table(self, record: TableOpened, position: Position) -> None:
        if record["seq"] or record["chain"] in self.by_chain:
            return
        table = Table(
            name=record["chain"],
            leaf=position.leaf,
            seats_max=record["seats"],
            stake_minor=record["stake"],
            rules=record["rules"],
            currency=record["cur"],
            exponent=record["exp"],
            test=record["test"],
            clock=record["clock"],
            opened_at=record["time"],
            game=self.system.games.get(record["rules"]),
            pot=self.system.pots.get(record["rules"]),
        )
        self.by_chain[table.name] = self.by_leaf[table.leaf] = table

    def _place(self, record: SeatStake, position: Position) -> None:
        table = self.by_leaf.get(record["table"])
        if table is None:
            return
        self.stakes[position.leaf] = Stake(
            leaf=position.leaf,
            index=position.index,
            chain=record["chain"],
            seq=record["seq"],
            kind=record["type"],
            table=table,
            epoch=record["epoch"],
            seat=record["seat"],
            amount_minor=record["buy_in"] if record["type"] == "sit" else record["ante"],
            bonus_minor=record.get("bonus", 0),
            contribution=record["contrib"],
            placed_at=record["time"],
            room_minor=record.get("room"),
        )

    def _decide(self, record: PlayerAct, position: Position) -> None:
        stake = self.stakes.get(record["deal"])
        if stake is not None and stake.chain == record["chain"] and stake.decision is None:
            act = Act(a=record["a"], amt=record["amt"], by="player", t=record["time"])
            stake.decision = Decision(leaf=position.leaf, act=act)

    def _finish(self, record: SeatEnding) -> None:
        leaf = record["sit"] if record["type"] == "leave" else record["deal"]
        stake = self.stakes.get(leaf)
        if stake is None or stake.chain != record["chain"]:
            return
        del self.stakes[leaf]
        end = stake.table.ends.get(stake.epoch)
        if stake.listed and end is not None:
            end.waiting -= 1
            if end.waiting <= 0:
                del stake.table.ends[stake.epoch]

    def _advance(self, table: Table, record: AtTable, position: Position) -> None:
        if record["type"] == "commit":
            table.commitments[record["epoch"]] = record["commit"]
        elif record["type"] == "seats":
            self._seat(table, record, position)
        elif record["type"] == "open":
            table.phase = Phase.OPENED
        elif record["type"] == "hand":
            table.phase, table.hand = Phase.PLAYING, HandDealt(leaf=position.leaf, record=record)
        elif record["type"] == "hand_end" or record["type"] == "table_abort":
            self._end(table, record, position)

    def _seat(self, table: Table, record: Seats, position: Position) -> None:
        table.waiting = 0
        for taken in record["seats"]:
            stake = self.stakes.get(taken["stake"])
            if stake is not None and stake.table is table and not stake.listed:
                stake.listed = True
                table.waiting += 1
        table.commitments = {
            record["epoch"]: table.commitments.get(record["epoch"], ""),
            record["epoch"] + 1: record["next"]["commit"],
        }
        table.phase, table.epoch, table.hand = Phase.REVEALING, record["epoch"], None
        table.seats, table.seats_at, table.seats_index = record["seats"], record["time"], position.index

    def _end(self, table: Table, record: HandEnd | TableAbort, position: Position) -> None:
        end = End(leaf=position.leaf, at=record["time"], waiting=table.waiting)
        if record["type"] == "hand_end":
            end.results = {result["seat"]: result for result in record["results"]}
        else:
            end.reason = record["reason"]
            end.missing = frozenset(record["missing"])
        if table.waiting:
            table.ends[record["epoch"]] = end
        table.phase, table.hand, table.waiting = Phase.BETTING, None, 0
        if "seed" in record:
            self._seeds.add(fingerprint(record["seed"]))


def fingerprint(hexadecimal: str) -> bytes:
    """Return sixteen bytes that stand for a value, so that a table can tell whether it was used before."""
    return hashlib.sha256(hexadecimal.encode()).digest()[:16]
