"""A player's program at a table: draws a value, takes a seat, verifies before it reveals, decides, and keeps receipts.

It asks by HTTP and trusts nothing but the log's key.

Source: docs/formats/tables.md, "Revealing"; docs/api.md, "Tables".
"""

import hashlib
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from reddog_platform.demo.client import Client, Refused
from reddog_platform.demo.log_proof import prove
from reddog_platform.demo.table_decisions import best_decision

Document = Mapping[str, Any]

_TURN_SECONDS: Final = 0.2
_PATIENCE_SECONDS: Final = 300.0


class TableCheated(Exception):  # noqa: N818  the accusation is the name
    """The table's records are not what the player has seen and sent."""


@dataclass(kw_only=True)
class SeatedStake:
    """A stake in the player's hands: what was sent, and the value that only the player knows."""

    epoch: int
    seat: int
    amount_minor: int
    leaf: str
    contribution: str
    commitment: str
    """Of the house's seed, as it was announced when the stake was placed."""
    value: bytes


@dataclass(kw_only=True)
class TablePlayer:
    """A player with a session, at one table."""

    client: Client
    table: str
    """The table's id."""
    owed: dict[str, bytes] = field(default_factory=dict)
    """Values of stakes whose hand was not dealt, by the leaf of the record that ended them."""

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

    def sit(self, seat: int, *, stake: Document | None = None, side_bet: Document | None = None) -> SeatedStake:
        """Place a stake in the epoch that is announced, the table's least one if none is given.

        Raises:
            Refused: the table does not take it.
        """
        shown = self.look()
        epoch, amount = shown["epoch"], shown["stake_min"] if stake is None else stake
        value = secrets.token_bytes(32)
        contributed = _contribution(self.table, epoch, seat, value)
        asked = {"epoch": epoch, "seat": seat, "stake": amount, "contribution": contributed}
        if side_bet is not None:
            asked["side_bet"] = side_bet
        placed = self._place(asked)
        self.client.receipts.extend(placed["receipts"])
        return SeatedStake(
            epoch=epoch,
            seat=seat,
            amount_minor=amount["amount"],
            leaf=placed["receipts"][0]["leaf"],
            contribution=contributed,
            commitment=shown["announcement"]["commitment"],
            value=value,
        )

    def _place(self, asked: dict[str, Any]) -> Document:
        path = f"/tables/{self.table}/stakes"
        try:
            placed: Document = self.client.ask("POST", path, asked, key=True)
        except Refused as refused:
            if refused.problem["code"] != "value-owed":
                raise
            placed = self.client.ask("POST", path, {**asked, "late": self._late(refused.problem)}, key=True)
        return placed

    def _late(self, problem: Document) -> Document:
        """Return the value that is owed, or say that it is lost."""
        value = self.owed.get(problem["abort"])
        told = {"abort": problem["abort"]}
        return told if value is None else {**told, "value": value.hex()}

    def play(self, stake: SeatedStake, *, vote_after_seconds: float | None = None) -> Document:
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

    def turn(self, stake: SeatedStake, *, voting: bool = False) -> Document | None:
        """Do what the table waits for from this stake, if anything; return the stake once it has ended.

        With `voting` a game around a pot is voted to an end.
        """
        shown = self.look()
        own = shown["own"]
        if shown["epoch"] != stake.epoch or own is None:
            return self._ended(stake)
        if shown["phase"] == "revealing" and shown["stakes_covered"] and not _seat_of(shown, stake)["revealed"]:
            self._reveal(stake)
        elif own["legal_actions"]:
            self._decide(shown)
        elif voting or _somebody_votes(shown):
            self._vote(shown, stake)
        return None

    def _vote(self, shown: Document, stake: SeatedStake) -> None:
        game = shown["pot_game"]
        if game is None or any(each["seat"] == stake.seat and each["voted"] for each in game["seats"]):
            return
        mark = {"epoch": stake.epoch, "mark": "vote"}
        self._tolerate({"mark-stands", "not-in-this-game", "no-game-runs", "decision-too-late"}, "/marks", mark)

    def _reveal(self, stake: SeatedStake) -> None:
        self._require_named(stake)
        reveal = {"epoch": stake.epoch, "value": stake.value.hex()}
        self._tolerate({"not-revealing", "no-stake"}, "/reveals", reveal)

    def _require_named(self, stake: SeatedStake) -> None:
        """Require what makes it safe to reveal: the stakes stand in the log as they were sent."""
        seats = next(event for event in self.events(stake.epoch) if event["type"] == "seats")
        leaf = hashlib.sha256(b"\x00" + seats["note"].encode()).digest()
        named = next((each for each in seats["record"]["seats"] if each["seat"] == stake.seat), None)
        sent = {"seat": stake.seat, "stake": stake.leaf, "contrib": stake.contribution}
        if named is None or not sent.items() <= named.items():
            raise TableCheated("`seats` does not have the stake as it was sent")
        if stake.amount_minor not in {named.get("ante"), named.get("buy_in")}:
            raise TableCheated("`seats` has another amount")
        if self._announced(stake.epoch) != stake.commitment:
            raise TableCheated("another seed was committed to since the stake")
        prove(self.client.text(f"/log/proof/{leaf.hex()}.tlog-proof"), leaf=leaf, log_key=self._log_key)

    def _announced(self, epoch: int) -> str:
        announcements = (
            event["record"]["commit"] if event["type"] == "commit" else event["record"]["next"]["commit"]
            for event in reversed(self.events(epoch - 1))
            if (event["type"], event["record"]["epoch"]) in {("commit", epoch), ("seats", epoch - 1)}
        )
        return str(next(announcements))

    def events(self, since_epoch: int) -> Sequence[Document]:
        """Return the table's events from an epoch on, oldest first."""
        events: list[Document] = []
        after = -1
        while True:
            page = self.client.ask("GET", f"/tables/{self.table}/events?after={after}&limit=200")
            events += [each for each in page["items"] if each["record"].get("epoch", -1) >= since_epoch]
            if page["next"] is None:
                return events
            after = page["next"]

    def _decide(self, shown: Document) -> None:
        action, amount_minor = best_decision(shown)
        asking = shown["hand"] if shown["pot_game"] is None else shown["pot_game"]["asked"]
        asked: dict[str, Any] = {"asked_seq": asking["seq"], "action": action}
        if amount_minor:
            asked["amount"] = {**shown["stake_min"], "amount": amount_minor}
        # Whoever was faster, the clock or this program's own repetition, has decided.
        self._tolerate(
            {"decision-too-late", "turn-over", "already-decided", "not-deciding", "no-game-runs"}, "/actions", asked
        )

    def _tolerate(self, codes: set[str], path: str, body: Document) -> None:
        try:
            answer = self.client.ask("POST", f"/tables/{self.table}{path}", body, key=True)
        except Refused as refused:
            if refused.problem["code"] not in codes:
                raise
        else:
            # A decision against the house is a record of the player's own chain.
            if answer.get("cash") is not None:
                self.client.receipts.append(answer["receipt"])

    def _ended(self, stake: SeatedStake) -> Document | None:
        """Return the stake as it ended, with its receipts; None while its end is not written yet."""
        stakes = self.client.ask("GET", "/me/stakes?limit=10")["items"]
        own = next(each for each in stakes if (each["table_id"], each["epoch"]) == (self.table, stake.epoch))
        if own["status"] == "open":
            return None
        self.client.receipts.extend(own["receipts"])
        if own["end_leaf"] is not None:
            self.owed[own["end_leaf"]] = stake.value
        ended: Document = own
        return ended


def _somebody_votes(shown: Document) -> bool:
    game = shown["pot_game"]
    return game is not None and any(each["voted"] for each in game["seats"])


def _seat_of(shown: Document, stake: SeatedStake) -> Document:
    seat: Document = next(each for each in shown["seats"] if each["seat"] == stake.seat)
    return seat


def _contribution(table: str, epoch: int, seat: int, value: bytes) -> str:
    place = bytes.fromhex(table) + epoch.to_bytes(4, "big") + bytes([seat])
    return hashlib.sha256(b"RDF1/contrib\0" + place + value).hexdigest()
