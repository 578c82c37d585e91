"""A player at a table: takes a seat, tells the value when that is safe, decides, and deals the cards again at the end.

Source: docs/formats/tables.md, "Revealing"; docs/formats/player-keys.md, "At tables"; docs/api.md, "At tables".
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from . import table_values
from .errors import ClientError, Reason, RefusedError, VerificationError
from .player import Player, decision_of
from .public_keys import Use
from .records import Record
from .signing import Signed
from .statements import Announcement, Place, Statement
from .table_chain import TableChain
from .table_checks import require_fair_end, require_named, require_own_turns, require_question
from .table_order import place_stake
from .table_stake import Dealing, TableStake

_TABLE: Final = re.compile(r"[0-9a-f]{32}")
_NO_WORD: Final = 500
_ENDS: Final = frozenset(("settle", "void", "leave"))

Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedStake:
    """A stake that has ended, by a record of the player's chain and one of the table's; None where it was withdrawn."""

    stake: TableStake
    record: Record
    end: Record | None

    @property
    def outcome(self) -> str:
        """Return how it went, in a word."""
        if self.end is None:
            return "withdrawn"
        if self.end.kind == "table_abort":
            return "burnt"
        results = (each["result"] for each in self.end.fields["results"] if each["seat"] == self.stake.seat)
        return str(next(results))


class TablePlayer:
    """A player at one table. What the table shows is followed record by record from the announcement of the hand on."""

    def __init__(self, player: Player, table: str) -> None:
        if not _TABLE.fullmatch(table):
            raise ClientError(f"{table!a} is no id of a table")
        self.player = player
        self.table = table
        self._kept = player.account.table_receipts(table)
        self._chain: TableChain | None = None

    def open_stake(self) -> TableStake | None:
        """Return the stake that is open at this table; None if there is none.

        The program may have ended before it had read the answer to the stake: then the chain has it.
        """
        account, open_stake = self.player.account, self.player.chain.stake
        if open_stake is None:
            return None
        kept = next((stake for stake in account.state.stakes if stake.leaf == open_stake.leaf), None)
        if kept is None:
            record = next(each for each in account.receipts.read() if each["leaf"] == open_stake.leaf)
            fields = Record.parse(record).fields
            kept = next((stake for stake in account.state.stakes if stake.contribution == fields["contrib"]), None)
            if kept is not None:
                kept = account.keep_stake(replace(kept, leaf=open_stake.leaf, signed="psig" in fields))
        return kept if kept is not None and kept.table == self.table else None

    def look(self) -> Document:
        """Return the table as the platform shows it. What matters is compared with the records."""
        return self.player.api.get(f"/tables/{self.table}")

    def sit(self, seat: int, *, amount: int | None = None, side_bet: int = 0) -> TableStake:
        """Take a seat in the hand that is announced, with the table's least stake if no amount is given.

        1. The table's definition and the record that announced the commitment are in the log.
        2. Only then the value is drawn, and kept.
        3. The stake is signed, with the value's hash.

        Raises:
            VerificationError: 1 does not hold, or the answer is another stake. In the first case no value was drawn.
            RefusedError: nothing was staked.
        """
        self.player.account.require_no_doubt()
        shown = self.look()
        if shown["announcement"] is None:
            raise ClientError(f"table {self.table} has announced no hand")
        # (1)
        table, game = self._proved_game(shown)
        announced_seq, announced = self._proved_announcement(int(shown["epoch"]), int(shown["announcement"]["seq"]))
        # (2)
        value = table_values.draw()
        drawn = TableStake(
            table=self.table,
            epoch=announced.epoch,
            seat=seat,
            amount=int(shown["stake_min"]["amount"]) if amount is None else amount,
            side_bet=side_bet,
            value=value,
            contribution=table_values.contribution(table=self.table, epoch=announced.epoch, seat=seat, value=value),
            announced=announced,
            announced_seq=announced_seq,
            dealing=Dealing.parse(game["sheet"]),
        )
        self.player.account.keep_stake(drawn)
        # (3)
        try:
            stake = place_stake(self.player, drawn, table, least=shown["stake_min"])
        except RefusedError as refused:
            # What is no word of the platform itself does not say that nothing was staked.
            if refused.problem.get("status", _NO_WORD) < _NO_WORD:
                self.player.account.forget_stake(drawn)
            raise
        if self._followed(stake).announced(stake.epoch) != (announced_seq, announced):
            # Before the stake stood another seed may be announced: this hand is not the one that was looked at.
            self.withdraw(stake)
            raise ClientError("another seed was announced before the stake stood: it was withdrawn, look again")
        return stake

    def reveal(self, stake: TableStake) -> TableStake:
        """Tell the value, once `seats` has the stake as it was sent and a checkpoint covers it.

        Raises:
            VerificationError: it has another stake, another seed was announced, or the log does not have it. Nothing was
                told.
            RefusedError: the value was not taken.
        """
        self.player.account.require_no_doubt()
        chain = self._followed(stake)
        with self.player.account.evidence_kept():
            seats = require_named(stake, chain)
        self.player.log.prove(seats.leaf)
        self.player.api.post(f"/tables/{self.table}/reveals", {"epoch": stake.epoch, "value": stake.value})
        return self.player.account.keep_stake(replace(stake, revealed=True))

    def act(self, stake: TableStake, shown: Document, action: str, amount: int | None = None) -> None:
        """Decide, having seen `shown`, whose cards must be those of the table's records.

        Raises:
            ClientError: the action is not legal.
            TooLateError: it is another seat's turn by now.
            VerificationError: the cards are others, or the answer is another decision.
            RefusedError: nothing was decided, perhaps because the time is over.
        """
        chain = self._followed(stake)
        with self.player.account.evidence_kept():
            question, seal = require_question(stake, chain, shown)
        if not stake.dealing.around_pot and seal:
            self.player.account.keep_stake(replace(stake, seal=seal))
        act, decision = decision_of(shown["own"], action, amount or None)
        if act.amount:
            decision["amount"] = {**shown["stake_min"], "amount": act.amount}

        def state(place: Place) -> Statement:
            if stake.dealing.around_pot:
                return place.turn(sit=stake.leaf, question=question.leaf, act=act)
            return place.act(deal=stake.leaf, hand=question.leaf, act=act)

        body = {**decision, "asked_seq": question.seq}
        answer, signed = self._sent(stake, state, "actions", body)
        said = {"a": act.action, "amt": act.amount}
        if stake.dealing.around_pot:
            self._require_turn(stake, chain, answer, signed, **said, epoch=stake.epoch, seat=stake.seat, by="player")
        else:
            self.player.kept([answer["receipt"]], "act", signed, deal=stake.leaf, hand=question.leaf, **said)

    def mark(self, stake: TableStake, mark: str) -> None:
        """Around a pot: `vote` for the end, be `away`, or come `back`.

        Raises:
            VerificationError: the answer is another mark.
            RefusedError: nothing was changed.
        """
        chain = self._followed(stake)

        def state(place: Place) -> Statement:
            chain.follow()
            return place.mark(sit=stake.leaf, prev=chain.newest.leaf, mark=mark)

        answer, signed = self._sent(stake, state, "marks", {"epoch": stake.epoch, "mark": mark})
        self._require_turn(stake, chain, answer, signed, a=mark, epoch=stake.epoch, seat=stake.seat, by="player")

    def withdraw(self, stake: TableStake) -> EndedStake:
        """Take the stake back before the betting ends.

        Raises:
            RefusedError: it is named already.
        """
        self.player.api.post(f"/tables/{self.table}/withdrawals", {"epoch": stake.epoch}, once=True)
        ended = self.ended(stake)
        if ended is None:
            raise VerificationError(Reason.OTHER_RECORD, "the stake is said to be withdrawn, and it is open")
        return ended

    def ended(self, stake: TableStake) -> EndedStake | None:
        """Return the stake with its end, whose cards were dealt again; None while it is open.

        Raises:
            VerificationError: the end is not what the seed, the values of all seats and the player's records give.
        """
        self.player.follow()
        if self.player.chain.stake is not None and self.player.chain.stake.leaf == stake.leaf:
            return None
        chain, table = self._followed(stake), self._proved_table()
        with self.player.account.evidence_kept():
            own = [Record.parse(receipt) for receipt in self.player.account.receipts.read()]
            own = [each for each in own if stake.leaf in (each.fields.get("deal"), each.fields.get("sit"))]
            record = next((each for each in own if each.kind in _ENDS), None)
            if record is None:
                raise ClientError("the chain has no such stake")
            keys = [key.public for key in self.player.chain.keys if key.use == Use.PLAY]
            require_own_turns(stake, chain, keys, self.player.signing.place())
            act = next((each for each in own if each.kind == "act"), None)
            require_fair_end(stake, chain, record, table=table, act=act)
        end = next((each for each in chain.records if each.leaf == record.fields.get("end")), None)
        if end is not None and stake.seat in end.fields.get("missing", ()):
            self.player.account.keep_stake(replace(stake, abort=end.leaf))
        else:
            self.player.account.forget_stake(stake)
        return EndedStake(stake=stake, record=record, end=end)

    def _proved_game(self, shown: Document) -> tuple[Record, Document]:
        """Return the table's first record, which is in the log, and the rules that it names."""
        table = self._proved_table()
        game = self.player.game(str(shown["game"]))
        with self.player.account.evidence_kept():
            table.require(rules=game["rules"])
        return table, game

    def _proved_table(self) -> Record:
        """Return the table's first record, which is in the log and is the one that was seen before."""
        with self.player.account.evidence_kept():
            (event, *_) = self.player.api.get(f"/tables/{self.table}/events", after=-1, limit=1)["items"]
            table = Record.parse(event)
            self._kept.keep(table)
            table.require(type="table", chain=self.table)
        self.player.log.prove(table.leaf)
        return table

    def _proved_announcement(self, epoch: int, seq: int) -> tuple[int, Announcement]:
        """Return what is announced of an epoch, by a record that is in the log, with that record's number."""
        self._chain = TableChain(self.player.api, self.table, first=seq, kept=self._kept)
        with self.player.account.evidence_kept():
            self._chain.follow()
            found = self._chain.announced(epoch)
            if found is None:
                raise VerificationError(Reason.OTHER_RECORD, f"record {seq} of the table does not announce {epoch}")
        self.player.log.prove(found[1].leaf)
        return found

    def _followed(self, stake: TableStake) -> TableChain:
        """Return the table's records from the announcement of a stake's hand on, up to the newest."""
        if self._chain is None or not self._chain.records or self._chain.records[0].seq > stake.announced_seq:
            self._chain = TableChain(self.player.api, self.table, first=stake.announced_seq, kept=self._kept)
        with self.player.account.evidence_kept():
            self._chain.follow()
        return self._chain

    def _sent(self, stake: TableStake, state: Any, path: str, body: Document) -> tuple[Document, Signed | None]:
        """Send an order of play at the table, signed where the stake asks for it."""

        def send(psig: Mapping[str, object]) -> Document:
            return self.player.api.post(f"/tables/{self.table}/{path}", {**body, **psig}, once=True)

        if stake.signed or not stake.dealing.around_pot:
            return self.player.signing.sent(state, send)
        self.player.account.require_no_doubt()
        return send({}), None

    def _require_turn(
        self, stake: TableStake, chain: TableChain, answer: Document, signed: Signed | None, **wanted: object
    ) -> None:
        """Refuse an answer that is not the next record of the table, with what was asked for and its signature."""
        self._followed(stake)
        with self.player.account.evidence_kept():
            receipt = Record.parse(answer["receipt"])
            if not any(each.leaf == receipt.leaf for each in chain.records):
                raise VerificationError(Reason.BROKEN_CHAIN, "the answer is no record of the table", receipt.note)
            receipt.require(type="turn", **wanted)
            if signed is not None:
                signed.require_in(receipt)
