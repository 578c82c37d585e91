"""What every share of an audit follows of all tables, so that a chain can be judged by what others say.

A share judges its own chains. Of all others it follows the records that tables write: it applies what they say and
leaves their judgement to the share whose chains they are. Nothing outlives the epoch that it belongs to but
sixteen bytes for each seed.

Source: docs/formats/tables.md.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from verifier.game import Game
from verifier.link import Position
from verifier.records import Act
from verifier.seat_records import AtTable, PlayerAct, SeatEnding, SeatStake
from verifier.system import System
from verifier.table_records import HandEnd, Seats, TableAbort, TableOpened
from verifier.table_state import Decision, End, HandDealt, Phase, Stake, Table

_TYPE_FIELD = b'"type":"'
_OF_TABLES = frozenset((b"commit", b"seats", b"hand", b"hand_end", b"table_abort"))
"""Types that a table writes in its chain, and of which others are judged; a `commit` stands in players' chains too."""


def may_concern(entry: bytes) -> bool:
    """Tell, without parsing it, whether an entry may concern tables, whichever chains are those of tables."""
    kind = _kind_of(entry)
    if kind == b"open":
        return b'"reveals":' in entry
    told = _told_by_field(entry, kind)
    return kind in _OF_TABLES if told is None else told


def _kind_of(entry: bytes) -> bytes:
    start = entry.rfind(_TYPE_FIELD) + len(_TYPE_FIELD)
    return entry[start : entry.find(b'"', start)]


def _told_by_field(entry: bytes, kind: bytes) -> bool | None:
    """Tell whether an entry is of a table by a field of its type; None if the chain alone decides."""
    if kind in (b"deal", b"sit"):
        return b'"table":"' in entry
    if kind == b"settle":
        return b'"end":"' in entry
    if kind == b"void":
        return b'"nonce":' not in entry
    if kind in (b"act", b"leave", b"table"):
        return True
    return False if kind == b"turn" else None


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
        told = _told_by_field(entry, _kind_of(entry))
        return chain in self.by_chain if told is None else told

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
            game=self._game(record),
            pot=self.system.pots.get(record["rules"]),
            source=record.get("beacon"),
        )
        self.by_chain[table.name] = self.by_leaf[table.leaf] = table

    def _game(self, record: TableOpened) -> Game | None:
        """Return the game in the table's currency, else in that of its sheet: that it is another one is told once."""
        rules = record["rules"]
        return self.system.game_in(rules, record["cur"]) or self.system.games.get(rules)

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
            signed="psig" in record,
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
