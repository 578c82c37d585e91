"""Players of the small operator who play at tables: their chains, and what they stake."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.verifier.keyed import STAFF
from tests.verifier.play import founded
from tests.verifier.producer import ORIGIN, sha256
from tests.verifier.protected import tightened

if TYPE_CHECKING:
    from tests.verifier.keyed import Device
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
        self.device: Device | None = None
        self.move("adjustment", 10_000_000)

    def let_in(self, device: Device, *, by: Device | None = None, staff: bool = False) -> None:
        """Write a key down that another one or the staff lets in, and sign with it from here on if it is the first."""
        fields: Document = {"alg": device.alg, "pub": device.pub.hex(), "use": device.use}
        said = self.said("player_key", {"prev": self.head, **fields})
        authority = STAFF if staff else {} if by is None else {"psig": by.psig(said)}
        pop = {"sig": device.sign(said), "until": said["until"]}
        self.log.add(self.chain, "player_key", {**fields, **authority, "pop": pop})
        self.device = self.device or device

    def end_key(self, why: str) -> None:
        """Write down that the player's key signs no more."""
        assert self.device is not None
        fields = {"kid": self.device.kid, "why": why}
        psig = self.device.psig(self.said("player_key_end", {"prev": self.head, **fields}))
        self.log.add(self.chain, "player_key_end", {**fields, "psig": psig})

    def signed(self, kind: str, fields: Document, *members: str) -> Document:
        """Add the signature over these members, if the player has a key."""
        if self.device is None:
            return fields
        named = {name: fields[name] for name in members if name in fields}
        return {**fields, "psig": self.device.psig(self.said(kind, named))}

    def said(self, kind: str, members: Document) -> Document:
        """Say what is signed, as docs/formats/player-keys.md has it."""
        return {"type": kind, "origin": ORIGIN, "chain": self.chain, "until": self.log.now + 30_000, **members}

    @property
    def head(self) -> str:
        return self.log.head(self.chain)

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
