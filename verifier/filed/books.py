"""Reads the log again for its money: each account's cash and money in play, and the events that changed them.

The audit has judged the records before, so nothing is judged here. Memory grows with the number of chains and not with
that of rounds, because only open rounds are kept. A stake at a table is a round of its player's chain.

Source: docs/formats/report.md, "What the figures are"; record.md.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from verifier.export import Export
from verifier.filed.contents import Interval
from verifier.filed.money_events import (
    UNSEATED,
    VOID,
    Account,
    Cause,
    Dealt,
    Event,
    Paid,
    Raised,
    Seat,
    Settled,
    Stake,
    Voided,
)
from verifier.schema import SYSTEM_CHAIN
from verifier.sheet_fields import Sheet
from verifier.tree import leaf_hash

PLAYERS, TEST = "players", "test"
MONEY_TYPES = frozenset(("deal", "sit", "act", "settle", "void", "leave", "wallet"))
"""The types of records in players' chains that move money."""


@dataclass(slots=True, kw_only=True)
class Release:
    """A version of a game: its sheet, and when it was first published."""

    sheet: Sheet
    since: int


@dataclass(slots=True, kw_only=True)
class Books:
    """The state of all accounts, the versions of all games, and each game's last version before the end (`offered`)."""

    interval: Interval
    accounts: dict[str, Account] = field(default_factory=dict)
    releases: dict[tuple[str, int], Release] = field(default_factory=dict)
    offered: dict[str, int] = field(default_factory=dict)
    _sheets: dict[str, Sheet] = field(default_factory=dict)
    _tables: dict[str, str] = field(default_factory=dict)
    """The chain of each table by the leaf of its first record."""
    _table_chains: set[str] = field(default_factory=set)
    _seated: dict[tuple[str, int], dict[int, Account]] = field(default_factory=dict)
    """Whose stakes are open in an epoch of a table, by seat."""

    def read(self, export: Export, *, promised: int, size: int) -> Iterator[Event]:
        """Read the first `size` entries of an export of `promised`, and yield the interval's events."""
        for bundle in export.bundles(size=promised):
            for entry in bundle.entries[: max(0, size - bundle.first)]:
                event = self._enter(entry)
                if event is not None:
                    yield event
            if bundle.first + len(bundle.entries) >= size:
                return

    def _enter(self, entry: bytes) -> Event | None:
        record = json.loads(entry[: entry.index(b"\n")])
        if record["chain"] == SYSTEM_CHAIN:
            if record["type"] == "rules":
                self._publish(record, leaf=leaf_hash(entry).hex())
            return None
        # No later record of the chain has an earlier time, so the account stays as it is now.
        if record["time"] >= self.interval.end:
            return None

        if record["type"] == "table":
            self._tables[leaf_hash(entry).hex()] = record["chain"]
            self._table_chains.add(record["chain"])
        if record["chain"] in self._table_chains:
            self._end_epoch(record)
            return None
        account = self.accounts.get(record["chain"])
        if account is None:
            account = self._open(record)
        event = self._post(account, record)
        if record["time"] >= self.interval.start:
            return event
        account.opening_minor, account.start = account.cash_minor, account.stake
        return None

    def _publish(self, record: dict[str, Any], *, leaf: str) -> None:
        sheet: Sheet = record["rules"]
        self._sheets[leaf] = sheet
        self.releases.setdefault((sheet["game"], sheet["ver"]), Release(sheet=sheet, since=record["time"]))
        if record["time"] < self.interval.end:
            self.offered[sheet["game"]] = sheet["ver"]

    def _open(self, record: dict[str, Any]) -> Account:
        """Open an account by its chain's first record, which is its `init`."""
        account = Account(
            chain=record["chain"],
            accounts=TEST if record["test"] else PLAYERS,
            currency=record["cur"],
            exponent=record["exp"],
        )
        self.accounts[account.chain] = account
        return account

    def _end_epoch(self, record: dict[str, Any]) -> None:
        """Keep what the end of a game around a pot owes to each of its seats, and why an epoch ended without a result."""
        seated = self._seated.get((record["chain"], record.get("epoch", -1)), {})
        if record["type"] == "table_abort":
            cause = Cause(record["reason"], record.get("text", ""), tuple(record.get("by", ())))
            for account in seated.values():
                self._change_stake(account, record["time"], aborted=cause)
        if record["type"] == "hand_end" and "why" in record:
            for result in record["results"]:
                owed = seated.get(result["seat"])
                # Nobody is there if the player's chain was erased.
                if owed is not None:
                    self._change_stake(owed, record["time"], due_minor=result["returned"] + result["rake"])

    def _change_stake(self, account: Account, at: int, **changes: Any) -> None:
        assert account.stake is not None, "whoever is seated has a stake"
        account.stake = replace(account.stake, **changes)
        if at < self.interval.start:
            account.start = account.stake

    def _post(self, account: Account, record: dict[str, Any]) -> Event | None:
        kind, at = record["type"], record["time"]
        if kind not in MONEY_TYPES:
            return None
        before, account.cash_minor = record["bal"]
        moved_minor = account.cash_minor - before
        if kind == "wallet":
            told = "returned" if record.get("cause") == "returned" else record["kind"]
            account.unreturned_minor -= moved_minor if told in {"withdrawal", "returned"} else 0
            return Paid(account, at, record["seq"], told, moved_minor)
        if kind in {"deal", "sit"}:
            stake = self._stake(record)
            account.stake = stake
            if stake.seat is not None:
                table, epoch, seat = stake.seat
                self._seated.setdefault((table, epoch), {})[seat] = account
            return Dealt(account, at, stake)

        played = account.stake
        assert played is not None, "the audit has found every round dealt before it ends"
        if kind == "act":
            account.stake = replace(played, placed_minor=played.placed_minor + record["amt"])
            return Raised(account, at, account.stake, record["amt"])
        account.stake = None
        if played.seat is not None:
            self._unseat(account, played.seat)
        if kind == "void" or (kind == "leave" and played.due_minor is None):
            return Voided(account, at, played, moved_minor, record["seq"], _cause(played, record))
        return _settled(account, played, record)

    def _unseat(self, account: Account, seat: Seat) -> None:
        table, epoch, number = seat
        seated = self._seated.get((table, epoch), {})
        # The seat of a stake that was withdrawn may be somebody else's by now.
        if seated.get(number) is account:
            del seated[number]
            if not seated:
                del self._seated[table, epoch]

    def _stake(self, record: dict[str, Any]) -> Stake:
        sheet, bonus_minor = self._sheets[record["rules"]], record.get("bonus", 0)
        session = record.get("sess", "")
        if "table" not in record:
            return Stake(
                sheet=sheet,
                placed_at=record["time"],
                round_id=f"{record['chain']}-{record['epoch']}-{record['nonce']}",
                placed_minor=record["ante"] + bonus_minor,
                bonus_minor=bonus_minor,
                session=session,
            )
        table: str = self._tables[record["table"]]
        stake_minor: int = record["buy_in"] if record["type"] == "sit" else record["ante"]
        return Stake(
            sheet=sheet,
            placed_at=record["time"],
            round_id=f"{table}-{record['epoch']}",
            placed_minor=stake_minor + bonus_minor,
            bonus_minor=bonus_minor,
            session=session,
            seat=(table, record["epoch"], record["seat"]),
        )


def _cause(played: Stake, record: dict[str, Any]) -> Cause:
    """Return why a stake is given back. Of a round of one seat its `void` says it, at a table what ended the epoch."""
    if played.seat is None:
        return Cause(VOID, record["reason"], tuple(record["by"]))
    if "end" not in record:
        return Cause(UNSEATED)
    assert played.aborted is not None, "the audit has found the epoch aborted"
    return played.aborted


def _settled(account: Account, played: Stake, record: dict[str, Any]) -> Settled:
    pay, side = record["pay"], record.get("bonus", {"returned": 0})
    staked_minor: int = pay["staked"] if played.due_minor is None else played.due_minor
    return Settled(account, record["time"], played, staked_minor, pay["returned"], side["returned"], pay["staked"])
