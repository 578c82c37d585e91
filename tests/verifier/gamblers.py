"""Players of the small operator who play at tables: their chains, and what they stake."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.verifier.play import founded
from tests.verifier.producer import sha256
from tests.verifier.protected import tightened

if TYPE_CHECKING:
    from tests.verifier.producer import Document, Log

ORDER = ("cash", "in_play", "house", "table")


def moves(**deltas: int) -> list[list[Any]]:
    return [[account, deltas[account]] for account in ORDER if deltas.get(account)]


def with_tables() -> Log:
    """Begin a log of the second version, whose records have the times that their steps give them."""
    log, _ = founded()
    log.version, log.tick_ms = "rdf/2", 0
    return log


class Gambler:
    """A player's chain."""

    def __init__(
        self, log: Log, name: str, *, test: bool = False, cur: str = "USD", rg: Document | None = None
    ) -> None:
        self.log, self.name = log, name
        self.chain = sha256(f"gambler {name}".encode())[:16].hex()
        self.balance = 0
        tag = sha256(self.chain.encode()).hex()
        log.add(self.chain, "init", {"player": tag, "cur": cur, "exp": 2, "bal": [0, 0], "test": test})
        self.limits = ""
        self.limit(rg or {})
        self.owes: Document | None = None
        self.move("adjustment", 10_000_000)

    def limit(self, now: Document) -> None:
        for fields in tightened(now):
            self.limits = self.log.add(self.chain, "limits", fields)

    def move(self, kind: str, amount: int) -> None:
        self.log.add(
            self.chain,
            "wallet",
            {"kind": kind, "moves": [["cash", amount], [kind, -amount]], "bal": self.moved(amount)},
        )

    def moved(self, cash: int) -> list[int]:
        before, self.balance = self.balance, self.balance + cash
        return [before, self.balance]


@dataclass(kw_only=True)
class Placed:
    """A stake at a table; `end` is "" until the epoch has ended."""

    player: Gambler
    seat: int
    leaf: str
    amount: int
    bonus: int
    contrib: str
    value: bytes
    listed: bool = False
    raised: int = 0
    act: Document | None = None
