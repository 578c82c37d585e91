"""A player's program at a table: draws a value, takes a seat, verifies before it reveals, decides, and keeps receipts.

It asks by HTTP and trusts nothing but the log's key.

Source: docs/formats/tables.md, "Revealing"; docs/api.md, "At tables".
"""

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from reddog_platform.demo.client import Client, Refused
from reddog_platform.demo.kept_stakes import KeptStake, KeptStakes
from reddog_platform.demo.log_proof import prove
from reddog_platform.demo.table_decisions import best_decision
from reddog_platform.demo.table_records import (
    TableRecord,
    contribution_of,
    read_records,
    require_fair_end,
    require_named,
    require_seal,
)

Document = Mapping[str, Any]

_TURN_SECONDS: Final = 0.2
_PATIENCE_SECONDS: Final = 300.0


@dataclass(kw_only=True)
class TablePlayer:
    """A player with a session, at one table."""

    client: Client
    table: str
    """The table's id."""
    kept: KeptStakes = field(default_factory=KeptStakes)
    """The player's stakes with their values, which outlive the program if they are in a file."""

    def __post_init__(self) -> None:
        """Learn which key signs the log."""
        self._log_key = str(self.client.ask("GET", "/log/trust")["log"])

    def look(self) -> Document:
        """Return the table as it stands, with the player's own part."""
        shown: Document = self.client.ask("GET", f"/tables/{self.table}")
        return shown

    def free_seat(self) -> int | None:
        """Return the lowest free seat of the epoch that takes stakes; None if there is none now."""
        shown = self.look()
        taken = {seat["seat"] for seat in shown["seats"]}
        free = [seat for seat in range(shown["seats_max"]) if seat not in taken]
        return free[0] if free and shown["phase"] == "betting" else None

    def await_seat(self) -> int:
        """Return the lowest free seat as soon as the table takes stakes.

        Raises:
            TimeoutError: no seat became free for five minutes.
        """
        begun = time.monotonic()
        while time.monotonic() < begun + _PATIENCE_SECONDS:
            seat = self.free_seat()
            if seat is not None:
                return seat
            time.sleep(_TURN_SECONDS)
        raise TimeoutError(f"Table {self.table} has no free seat.")

    def sit(self, seat: int, *, stake: Document | None = None, side_bet: Document | None = None) -> KeptStake:
        """Place a stake in the epoch that is announced, the table's least one if none is given.

        Raises:
            Refused: the table does not take it.
        """
        shown = self.look()
        amount = shown["stake_min"] if stake is None else stake
        value = secrets.token_bytes(32)
        drawn = KeptStake(
            table=self.table,
            epoch=shown["epoch"],
            seat=seat,
            amount_minor=amount["amount"],
            contribution=contribution_of(self.table, shown["epoch"], seat, value),
            commitment=shown["announcement"]["commitment"],
            announced_seq=shown["announcement"]["seq"],
            value=value,
        )
        # A value that is sent to nobody does no harm; a stake whose value is lost burns a hand.
        self.kept.keep(drawn)
        wanted = {"epoch": drawn.epoch, "seat": seat, "stake": amount, "contribution": drawn.contribution}
        try:
            placed = self._place(wanted if side_bet is None else {**wanted, "side_bet": side_bet})
        except Refused:
            self.kept.forget(drawn)
            raise
        self.client.receipts.extend(placed["receipts"])
        return self.kept.keep(replace(drawn, leaf=placed["receipts"][0]["leaf"]))

    def resume(self) -> KeptStake | None:
        """Return the stake that an earlier run of the program left open at this table; None if there is none."""
        for own in self._own_stakes():
            kept = self.kept.get(own["contribution"])
            if kept is not None and (own["status"], own["table_id"]) == ("open", self.table):
                return replace(kept, leaf=own["receipts"][0]["leaf"])
        return None

    def _place(self, wanted: dict[str, Any]) -> Document:
        path = f"/tables/{self.table}/stakes"
        try:
            placed: Document = self.client.ask("POST", path, wanted, key=True)
        except Refused as refused:
            if refused.problem["code"] != "value-owed":
                raise
            placed = self.client.ask("POST", path, {**wanted, "late": self._late(refused.problem)}, key=True)
        return placed

    def _late(self, problem: Document) -> Document:
        """Return the value that is owed, or say that it is lost."""
        late = {"abort": problem["abort"]}
        burnt = next((own for own in self._own_stakes() if own["end_leaf"] == problem["abort"]), None)
        kept = None if burnt is None else self.kept.get(burnt["contribution"])
        return late if kept is None else {**late, "value": kept.value.hex()}

    def _own_stakes(self) -> Sequence[Document]:
        """Return the player's newest stakes, at any table."""
        newest: Sequence[Document] = self.client.ask("GET", "/me/stakes?limit=20")["items"]
        return newest

    def play(self, stake: KeptStake, *, vote_after_seconds: float | None = None) -> Document:
        """Follow a stake until its hand has ended and return it: reveal when that is safe, and decide well.

        After `vote_after_seconds` a game around a pot is voted to an end; None plays on.

        Raises:
            TableCheated: the table's records are not what was sent.
            TimeoutError: nothing happened for five minutes.
        """
        begun = time.monotonic()
        while time.monotonic() < begun + _PATIENCE_SECONDS:
            voting = vote_after_seconds is not None and time.monotonic() > begun + vote_after_seconds
            ended = self.turn(stake, voting=voting)
            if ended is not None:
                return ended
            time.sleep(_TURN_SECONDS)
        raise TimeoutError(f"Epoch {stake.epoch} of table {self.table} did not end.")

    def turn(self, stake: KeptStake, *, voting: bool = False) -> Document | None:
        """Do what the table waits for from this stake, if anything; return the stake once it has ended.

        With `voting` a game around a pot is voted to an end.

        Raises:
            TableCheated: the table's records are not what was sent.
        """
        shown = self.look()
        own = shown["own"]
        if shown["epoch"] != stake.epoch or own is None:
            return self._ended(stake)
        if own["hand"] is not None:
            self._keep_seal(stake, own["hand"], around_pot=shown["pot_game"] is not None)
        if shown["phase"] == "revealing" and shown["stakes_covered"] and not _seat_of(shown, stake)["revealed"]:
            self._reveal(stake)
        elif own["legal_actions"]:
            self._decide(shown)
        elif voting or _somebody_votes(shown):
            self._vote(shown, stake)
        return None

    def _vote(self, shown: Document, stake: KeptStake) -> None:
        game = shown["pot_game"]
        if game is None or any(each["seat"] == stake.seat and each["voted"] for each in game["seats"]):
            return
        mark = {"epoch": stake.epoch, "mark": "vote"}
        self._tolerate({"mark-stands", "not-in-this-game", "no-game-runs", "decision-too-late"}, "/marks", mark)

    def _reveal(self, stake: KeptStake) -> None:
        seats = require_named(stake, self.records(stake))
        prove(self.client.text(f"/log/proof/{seats.leaf.hex()}.tlog-proof"), leaf=seats.leaf, log_key=self._log_key)
        reveal = {"epoch": stake.epoch, "value": stake.value.hex()}
        if self._tolerate({"not-revealing", "no-stake"}, "/reveals", reveal):
            self.kept.keep(replace(stake, revealed=True))

    def _keep_seal(self, stake: KeptStake, hand: Document, *, around_pot: bool) -> None:
        """Keep the seal of the hand that the player was shown. Around a pot a seat has one hand after another."""
        seal, kept = require_seal(hand), self.kept.get(stake.contribution) or stake
        if not around_pot and kept.seal != seal:
            self.kept.keep(replace(kept, seal=seal))

    def records(self, stake: KeptStake) -> Sequence[TableRecord]:
        """Return the table's records from the announcement of a stake's epoch on, oldest first.

        Raises:
            TableCheated: one was left out.
        """
        notes: list[str] = []
        after: int | str | None = stake.announced_seq - 1
        while after is not None:
            page = self.client.ask("GET", f"/tables/{self.table}/events?after={after}&limit=200")
            notes += [each["note"] for each in page["items"]]
            after = page["next"]
        return read_records(notes, table=self.table)

    def _defined(self) -> TableRecord:
        """Return the table's first record, which says what all its hands are dealt from, and is in the log."""
        page = self.client.ask("GET", f"/tables/{self.table}/events?after=-1&limit=1")
        (defined,) = read_records([each["note"] for each in page["items"]], table=self.table)
        prove(self.client.text(f"/log/proof/{defined.leaf.hex()}.tlog-proof"), leaf=defined.leaf, log_key=self._log_key)
        return defined

    def _decide(self, shown: Document) -> None:
        action, amount_minor = best_decision(shown)
        asking = shown["hand"] if shown["pot_game"] is None else shown["pot_game"]["turn"]
        decision: dict[str, Any] = {"asked_seq": asking["seq"], "action": action}
        if amount_minor:
            decision["amount"] = {**shown["stake_min"], "amount": amount_minor}
        # Whoever was faster, the clock or this program's own repetition, has decided.
        self._tolerate(
            {"decision-too-late", "turn-over", "already-decided", "not-deciding", "no-game-runs"}, "/actions", decision
        )

    def _tolerate(self, codes: set[str], path: str, body: Document) -> bool:
        """Send an order that may come too late, and return whether it was taken."""
        try:
            answer = self.client.ask("POST", f"/tables/{self.table}{path}", body, key=True)
        except Refused as refused:
            if refused.problem["code"] not in codes:
                raise
            return False
        # A decision against the house is a record of the player's own chain.
        if answer.get("cash") is not None:
            self.client.receipts.append(answer["receipt"])
        return True

    def _ended(self, stake: KeptStake) -> Document | None:
        """Return the stake as it ended, with its receipts; None while its end is not written yet."""
        own = next(each for each in self._own_stakes() if each["contribution"] == stake.contribution)
        if own["status"] == "open":
            return None
        self.client.receipts.extend(own["receipts"])
        if own["end_leaf"] is not None:
            kept = self.kept.get(stake.contribution) or stake
            records, returned_minor = self.records(stake), own["returned"]["amount"]
            require_fair_end(kept, records, table=self._defined(), returned_minor=returned_minor)
        # The value of a hand that was not dealt may be asked for with the next stake.
        if own["end_leaf"] is None or own["status"] != "voided":
            self.kept.forget(stake)
        return own


def _somebody_votes(shown: Document) -> bool:
    game = shown["pot_game"]
    return game is not None and any(each["voted"] for each in game["seats"])


def _seat_of(shown: Document, stake: KeptStake) -> Document:
    seat: Document = next(each for each in shown["seats"] if each["seat"] == stake.seat)
    return seat
