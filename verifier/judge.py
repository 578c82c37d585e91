"""Judge the records of one share's chains, in log order.

Source: docs/formats/verdicts.md, which fixes the order of the checks within a record.
"""

import enum
from typing import TYPE_CHECKING, cast

from verifier import (
    accounts,
    canonical,
    deals,
    epochs,
    event_claims,
    event_list,
    lost_seeds,
    note,
    player_signatures,
    protection,
    schema,
    settlements,
    table_judge,
    versions,
)
from verifier.event_list import Citation
from verifier.link import Position
from verifier.player import AuditContext, PlayerChain
from verifier.receipts import ReceiptPlace
from verifier.records import Deal, PlayerRecord, Record, SystemRecord
from verifier.shape import TABLES_VERSION
from verifier.table_chain import TableChain
from verifier.table_records import TableRecord
from verifier.table_writers import at_table, of_table
from verifier.tally import SheetPlay, Tally
from verifier.verdict import Code, Failure, Fault, Place

if TYPE_CHECKING:
    from verifier.seat_records import AtTable, SeatRecord


# The records that take a player's stake; at tables and alone they name their rules in the same field.
_STAKES = ("deal", "sit")


class Depth(enum.Enum):
    """How much of each record is checked."""

    FULL = "full"
    TREE = "tree"


class Judge:
    """Applies records to the state of their chains, and counts failures.

    `watched` names a table's chain and an epoch: its records are kept, with their log indexes, as far as they can be read.

    A record that fails is reported once: its chain then goes on from what the record says.
    """

    def __init__(
        self,
        context: AuditContext,
        *,
        depth: Depth,
        receipt_places: frozenset[ReceiptPlace] = frozenset(),
        watched: tuple[str, int] | None = None,
    ) -> None:
        self.context = context
        self._depth = depth
        self._chains: dict[str, PlayerChain] = {}
        self._tables: dict[str, TableChain] = {}
        self.versions = versions.Versions()
        self._unread = Tally()
        self.receipt_places = receipt_places
        self.places_found: set[ReceiptPlace] = set()
        self._watched = watched
        self.watched: list[tuple[int, Record]] = []
        self.citations: list[Citation] = []

    def judge(self, entry: bytes, *, index: int, leaf: str, chain: str, counted: bool) -> None:
        """Judge one entry.

        `chain` is the chain that the reader found in the entry. With `counted` false the audit's tally leaves the
        entry out, because another share counts it.
        """
        tally = self.context.tally if counted else self._unread
        tally.entries += 1
        document: object = None
        try:
            parsed = note.split(entry)
            text = note.line_of(parsed)
            document = canonical.parse(text)
            record = schema.read(document, text, chain=chain)
            self.versions.see(record, index=index)
            if self.receipt_places and (place := (record["chain"], record["seq"])) in self.receipt_places:
                self.places_found.add(place)
            if self._watched is not None and (record["chain"], record.get("epoch")) == self._watched:
                self.watched.append((index, record))
            milder = self._take(record, parsed, Position(index=index, leaf=leaf))
            self._cite(record, index=index, counted=counted)
            self.context.claims.ahead.see(record, index=index, context=self.context)
        except Fault as fault:
            tally.fail(_failure(fault, schema.claimed_place(document, index=index)))
            return

        events = self.context.system.events
        if counted and chain != schema.SYSTEM_CHAIN:
            events.pass_record(record)
        tally.records[record["type"]] += 1
        if record["type"] in _STAKES:
            self._count_stake(tally, cast("Deal", record))
        tally.time_latest = max(tally.time_latest, record["time"])
        for mild in milder:
            tally.fail(_failure(mild, schema.claimed_place(document, index=index)))
        for silence in (events.silence(record), self.context.system.checkpoints.silence(record)):
            if silence is not None:
                tally.fail(_failure(silence, schema.claimed_place(document, index=index)))

    def concerns(self, entry: bytes, chain: str) -> bool:
        """Tell, without parsing it, whether an entry of another share's chain must be followed."""
        return self.context.tables.concerns(entry, chain)

    def follow(self, entry: bytes, *, position: Position, chain: str) -> None:
        """Apply a record that a table or a player at one wrote, and whose judgement is another share's."""
        try:
            text = note.line_of(note.split(entry))
            document = canonical.parse(text)
            record = schema.read(document, text, chain=chain)
        except Fault:
            return
        if of_table(record) or at_table(record):
            self.context.tables.apply(cast("AtTable", record), position)

    def close(self) -> list[tuple[int, Failure]]:
        """Add the chains' money at the end of the log to the tally, and return the rounds that are still open.

        With each round comes the last millisecond at which it is not late, and the failure that it is after that.
        Only the whole log, and not one share, knows the latest time.
        """
        tally, unsettled = self.context.tally, []
        for chain in self._chains.values():
            lost_seeds.give_up(chain, context=self.context)
            if self.context.statistics is not None:
                self.context.statistics.take_chain(chain.name, chain.revealed, begins=chain.begins)
            money = tally.money_totals(chain.currency, chain.exponent, test_account=chain.test_account)
            money.cash += chain.balance_minor
            money.on_tables += chain.held["table"]
            money.held_in_play += chain.held["in_play"]
            tally.chains_with_keys += bool(chain.keys)
            self.context.claims.turns.lives += player_signatures.lives(chain)
            if chain.open_stake:
                unsettled += table_judge.unsettled_stake(chain, context=self.context)
            if (played := chain.open_round) is None:
                continue
            tally.open_rounds += 1
            money.in_play += played.bet.placed_minor
            place = Place(index=played.deal.index, chain=chain.name, seq=played.seq, kind="deal")
            sentence = "the round was still open at the end of the log, past its time-out and the grace"
            unsettled.append((played.late_after, Failure(code=Code.E_UNSETTLED, sentence=sentence, place=place)))
        tally.chains += len(self._chains)
        tally.table_chains += len(self._tables)
        for table_chain in self._tables.values():
            unsettled += table_judge.unsettled_table(table_chain, context=self.context)
        return unsettled

    def _take(self, record: Record, parsed: note.Note, position: Position) -> list[Fault]:
        system = self.context.system
        if record["type"] in schema.SYSTEM_TYPES:
            # In tree mode, too, nobody but the root says who signs checkpoints.
            if self._depth is Depth.FULL or system.names_successor(cast("SystemRecord", record)):
                system.require_signature(parsed, record, kind=record["type"], index=position.index)
            system.accept(cast("SystemRecord", record), leaf=position.leaf, index=position.index)
            return []

        chain = self._chains.get(record["chain"])
        if chain is None:
            if self._is_table(record):
                return self._take_table(cast("TableRecord", record), parsed, position)
            chain = self._chains[record["chain"]] = PlayerChain(name=record["chain"], begins=position.index)
        record, seated = cast("PlayerRecord", record), at_table(record)
        # Most players have no keys, and most records then say nothing of any.
        signing = bool(chain.keys) or record["type"] in player_signatures.KEY_TYPES
        try:
            if self._depth is Depth.FULL:
                system.require_signature(parsed, record, kind=record["type"], index=position.index)
            milder = self._check(chain, record, position, seated=seated, signing=signing)
            if signing:
                player_signatures.claim(record, index=position.index, context=self.context)
            return milder
        finally:
            self._apply(chain, record, position, seated=seated)
            if seated:
                self.context.tables.apply(cast("AtTable", record), position)
            if signing:
                player_signatures.apply(chain, record, context=self.context)

    def _count_stake(self, tally: Tally, record: Deal) -> None:
        play = tally.played.get(record["rules"])
        if play is None:
            play = tally.played[record["rules"]] = SheetPlay()
        play.rounds += 1
        play.in_second_version |= record["v"] == TABLES_VERSION
        profile = self.context.system.profiles.at(record["time"])
        if profile is not None and not self._chains[record["chain"]].test_account:
            play.floors.add((profile["payout_floor"][0], profile["payout_floor"][1]))

    def _cite(self, record: Record, *, index: int, counted: bool) -> None:
        """Note the event that a record names; one that another share counts is noted there."""
        leaf = event_list.cited_leaf(record)
        if leaf is not None and counted:
            place = schema.claimed_place(record, index=index)
            claim = event_claims.claim_of(record)
            self.citations.append(Citation(leaf=leaf, place=place, time=record["time"], claim=claim))

    def _is_table(self, record: Record) -> bool:
        """Tell whether a record belongs to a table's chain: one that begins with a `table`."""
        chain = record["chain"]
        if chain in self._tables:
            return True
        return table_judge.opens(record) and chain not in self._chains

    def _take_table(self, record: TableRecord, parsed: note.Note, position: Position) -> list[Fault]:
        chain = self._tables.get(record["chain"])
        if chain is None:
            chain = self._tables[record["chain"]] = TableChain(name=record["chain"])
        try:
            if self._depth is Depth.FULL:
                self.context.system.require_signature(parsed, record, kind=record["type"], index=position.index)
            chain.link.require(record)
            if not of_table(record):
                raise Fault(Code.E_CHAIN, "a record of a player stands in a table's chain")
            verified = self._depth is Depth.FULL
            return table_judge.check(chain, record, position=position, context=self.context, verified=verified)
        finally:
            if of_table(record):
                table_judge.apply(chain, record, position=position, context=self.context)
            else:
                chain.link.advance(record, leaf=position.leaf)

    def _check(
        self, chain: PlayerChain, record: PlayerRecord, position: Position, *, seated: bool, signing: bool
    ) -> list[Fault]:
        chain.link.require_place(record)
        verified, warned = self._depth is Depth.FULL, list[Fault]()
        if signing or "psig" in record or "root" in record:
            warned = player_signatures.check(chain, record, context=self.context, verified=verified)
        chain.link.require_time(record)
        if (record["type"] == "init") is not (record["seq"] == 0):
            raise Fault(Code.E_CHAIN, "a player's chain begins with init, and only there it stands")
        if record["type"] in _STAKES:
            protection.require_profile(self.context, record["v"], at=record["time"])
        return warned + self._check_content(chain, record, position, seated=seated)

    def _check_content(
        self, chain: PlayerChain, record: PlayerRecord, position: Position, *, seated: bool
    ) -> list[Fault]:
        if seated:
            return table_judge.check_seat(chain, cast("SeatRecord", record), context=self.context)
        if record["type"] == "settle":
            return settlements.check_settle(chain, record, context=self.context)
        if record["type"] == "void":
            return settlements.check_void(chain, record, position=position, context=self.context)
        if record["type"] == "deal":
            deals.check_deal(chain, record, context=self.context)
        elif record["type"] == "open":
            epochs.check_open(chain, record, position=position, context=self.context)
        elif record["type"] == "commit":
            epochs.check_commit(chain, record)
        elif record["type"] == "wallet":
            accounts.check_wallet(chain, record, context=self.context)
        elif record["type"] == "limits":
            protection.check(chain, record, context=self.context)
        return []

    def _apply(self, chain: PlayerChain, record: PlayerRecord, position: Position, *, seated: bool) -> None:
        chain.advance(record, leaf=position.leaf)
        if seated:
            table_judge.apply_seat(chain, cast("SeatRecord", record), leaf=position.leaf, context=self.context)
        elif record["type"] == "settle":
            settlements.apply_settle(chain, record)
        elif record["type"] == "void":
            settlements.apply_void(chain, record)
        elif record["type"] == "deal":
            deals.apply_deal(chain, record, position=position, context=self.context)
        elif record["type"] == "open":
            epochs.apply_open(chain, record, position=position, context=self.context)
        elif record["type"] == "commit":
            epochs.apply_commit(chain, record, position=position, context=self.context)
        elif record["type"] == "wallet":
            accounts.apply_wallet(chain, record, position=position, context=self.context)
        elif record["type"] == "limits":
            protection.apply(chain, record, context=self.context)
            accounts.apply_limits(chain, record, leaf=position.leaf)
        elif record["type"] == "init":
            accounts.apply_init(chain, record, position=position, context=self.context)


def _failure(fault: Fault, place: Place) -> Failure:
    return Failure(code=fault.code, sentence=fault.sentence, place=place)
