"""Reads the log again for its money: each account's cash and money in play, and the events that changed them.

The audit has judged the records before, so nothing is judged here. Memory grows with the number of chains and not with
that of rounds, because only open rounds are kept.

Source: docs/formats/report.md, "What the figures are"; record.md.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from verifier.export import Export
from verifier.filed.contents import Interval
from verifier.records import Sheet
from verifier.schema import SYSTEM_CHAIN
from verifier.tree import leaf_hash

PLAYERS, TEST = "players", "test"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """What a deal put in play; `placed_minor` includes the side bet."""

    sheet: Sheet
    round_id: str
    placed_minor: int
    bonus_minor: int


@dataclass(slots=True, kw_only=True)
class Account:
    """A player's account after the newest record that was read.

    `opening_minor` and `start` are its cash and the stake of its open round as the interval began.
    """

    chain: str
    accounts: str
    currency: str
    exponent: int
    cash_minor: int = 0
    stake: Stake | None = None
    opening_minor: int = 0
    start: Stake | None = None

    @property
    def in_play_minor(self) -> int:
        """Return what the open round has in play, 0 if there is none."""
        return placed_minor(self.stake)

    @property
    def start_in_play_minor(self) -> int:
        """Return what was in play as the interval began."""
        return placed_minor(self.start)


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round was dealt."""

    account: Account
    at: int
    stake: Stake


@dataclass(frozen=True, slots=True)
class Settled:
    """A round was settled: everything staked and returned, and the side bet's part of what was returned."""

    account: Account
    at: int
    stake: Stake
    staked_minor: int
    returned_minor: int
    side_returned_minor: int

    @property
    def raised_minor(self) -> int:
        """Return what was staked after the deal."""
        return self.staked_minor - self.stake.placed_minor


@dataclass(frozen=True, slots=True)
class Voided:
    """A round was voided."""

    account: Account
    at: int
    stake: Stake
    given_back_minor: int


@dataclass(frozen=True, slots=True)
class Paid:
    """A wallet record: `cash_minor` is what it did to cash."""

    account: Account
    at: int
    seq: int
    kind: str
    cash_minor: int


Event = Dealt | Settled | Voided | Paid


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

    def _post(self, account: Account, record: dict[str, Any]) -> Event | None:
        kind, at = record["type"], record["time"]
        if kind not in ("deal", "settle", "void", "wallet"):
            return None
        before, account.cash_minor = record["bal"]
        if kind == "wallet":
            return Paid(account, at, record["seq"], record["kind"], account.cash_minor - before)
        if kind == "deal":
            stake = self._stake(record)
            account.stake = stake
            return Dealt(account, at, stake)

        played, account.stake = account.stake, None
        assert played is not None, "the audit has found every round dealt before it ends"
        if kind == "void":
            return Voided(account, at, played, account.cash_minor - before)
        pay, side = record["pay"], record.get("bonus", {"returned": 0})
        return Settled(account, at, played, pay["staked"], pay["returned"], side["returned"])

    def _stake(self, record: dict[str, Any]) -> Stake:
        bonus_minor: int = record.get("bonus", 0)
        return Stake(
            sheet=self._sheets[record["rules"]],
            round_id=f"{record['chain']}-{record['epoch']}-{record['nonce']}",
            placed_minor=record["ante"] + bonus_minor,
            bonus_minor=bonus_minor,
        )


def placed_minor(stake: Stake | None) -> int:
    """Return what a round has in play, 0 if there is none."""
    return 0 if stake is None else stake.placed_minor
