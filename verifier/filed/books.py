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
from verifier.schema import SYSTEM_CHAIN
from verifier.sheet_fields import Sheet
from verifier.tree import leaf_hash

PLAYERS, TEST = "players", "test"
MONEY_TYPES = frozenset(("deal", "sit", "act", "settle", "void", "leave", "wallet"))
"""The types of records in players' chains that move money."""

Seat = tuple[str, int, int]
"""A table's chain, an epoch, and a seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """What a deal or a `sit` put in play, and the `act` after it; `placed_minor` includes the side bet.

    `session` is the reference of the session that placed it, empty in the log's first version. `seat` is where it stands at
    a table: the table's chain, epoch and seat. `due_minor` is what the end of a game around
    a pot owes the seat, returned and rake; None while the game runs, and for all other rounds.
    """

    sheet: Sheet
    round_id: str
    placed_minor: int
    bonus_minor: int
    session: str
    seat: Seat | None = None
    due_minor: int | None = None

    @property
    def in_play_minor(self) -> int:
        """Return what is in play."""
        return self.placed_minor if self.due_minor is None else self.due_minor


@dataclass(slots=True, kw_only=True)
class Account:
    """A player's account after the newest record that was read.

    `opening_minor` and `start` are its cash and the stake of its open round as the interval began. `unreturned_minor` is
    what was withdrawn and did not come back: no log shows what of it was paid.
    """

    chain: str
    accounts: str
    currency: str
    exponent: int
    cash_minor: int = 0
    unreturned_minor: int = 0
    stake: Stake | None = None
    opening_minor: int = 0
    start: Stake | None = None

    @property
    def in_play_minor(self) -> int:
        """Return what the open round has in play, 0 if there is none."""
        return in_play_minor(self.stake)

    @property
    def start_in_play_minor(self) -> int:
        """Return what was in play as the interval began."""
        return in_play_minor(self.start)


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round was dealt."""

    account: Account
    at: int
    stake: Stake


@dataclass(frozen=True, slots=True)
class Raised:
    """A player at a table staked more against the house."""

    account: Account
    at: int
    stake: Stake
    raised_minor: int


@dataclass(frozen=True, slots=True)
class Settled:
    """A round was settled: everything staked and returned, and the side bet's part of what was returned.

    Around a pot `staked_minor` is what the seat took out of the game, returned and rake. Over all seats of a game that
    is what they bought. `bet_minor` is what the player staked, there the buy-in.
    """

    account: Account
    at: int
    stake: Stake
    staked_minor: int
    returned_minor: int
    side_returned_minor: int
    bet_minor: int

    @property
    def raised_minor(self) -> int:
        """Return what the settlement itself put at stake: a raise in a round of one seat."""
        return self.bet_minor - self.stake.placed_minor

    @property
    def rake_minor(self) -> int:
        """Return what the house kept, of a game around a pot; 0 for all others."""
        return self.staked_minor - self.returned_minor if self.stake.sheet["family"] == "pot" else 0


@dataclass(frozen=True, slots=True)
class Voided:
    """A round was voided."""

    account: Account
    at: int
    stake: Stake
    given_back_minor: int


@dataclass(frozen=True, slots=True)
class Paid:
    """A wallet record: `cash_minor` is what it did to cash; `kind` is `returned` if it gave a withdrawal back."""

    account: Account
    at: int
    seq: int
    kind: str
    cash_minor: int


Event = Dealt | Raised | Settled | Voided | Paid


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
    _seated: dict[Seat, Account] = field(default_factory=dict)
    """Whose stake is open at a seat."""

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
            self._end_game(record)
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

    def _end_game(self, record: dict[str, Any]) -> None:
        """Keep what the end of a game around a pot owes to each of its seats."""
        if record["type"] != "hand_end" or "why" not in record:
            return
        for result in record["results"]:
            account = self._seated.get((record["chain"], record["epoch"], result["seat"]))
            if account is None:
                # The player's chain was erased.
                continue
            assert account.stake is not None, "a seat of a game has a stake"
            account.stake = replace(account.stake, due_minor=result["returned"] + result["rake"])
            if record["time"] < self.interval.start:
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
                self._seated[stake.seat] = account
            return Dealt(account, at, stake)

        played = account.stake
        assert played is not None, "the audit has found every round dealt before it ends"
        if kind == "act":
            account.stake = replace(played, placed_minor=played.placed_minor + record["amt"])
            return Raised(account, at, account.stake, record["amt"])
        account.stake = None
        if played.seat is not None:
            del self._seated[played.seat]
        if kind == "void" or (kind == "leave" and played.due_minor is None):
            return Voided(account, at, played, moved_minor)
        return _settled(account, played, record)

    def _stake(self, record: dict[str, Any]) -> Stake:
        sheet, bonus_minor = self._sheets[record["rules"]], record.get("bonus", 0)
        session = record.get("sess", "")
        if "table" not in record:
            return Stake(
                sheet=sheet,
                round_id=f"{record['chain']}-{record['epoch']}-{record['nonce']}",
                placed_minor=record["ante"] + bonus_minor,
                bonus_minor=bonus_minor,
                session=session,
            )
        table: str = self._tables[record["table"]]
        stake_minor: int = record["buy_in"] if record["type"] == "sit" else record["ante"]
        return Stake(
            sheet=sheet,
            round_id=f"{table}-{record['epoch']}",
            placed_minor=stake_minor + bonus_minor,
            bonus_minor=bonus_minor,
            session=session,
            seat=(table, record["epoch"], record["seat"]),
        )


def _settled(account: Account, played: Stake, record: dict[str, Any]) -> Settled:
    pay, side = record["pay"], record.get("bonus", {"returned": 0})
    staked_minor: int = pay["staked"] if played.due_minor is None else played.due_minor
    return Settled(account, record["time"], played, staked_minor, pay["returned"], side["returned"], pay["staked"])


def in_play_minor(stake: Stake | None) -> int:
    """Return what a round has in play, 0 if there is none."""
    return 0 if stake is None else stake.in_play_minor
