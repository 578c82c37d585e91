"""What a player signs: a statement, and the chain before it.

Source: docs/formats/player-keys.md, "Statements".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from . import base64_text, canonical_json
from .keys import Signer
from .public_keys import PublicKey, Use

SIGNS_FOR_MS: Final = 30_000
"""How long a signature of this client may be used."""

Statement = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """A decision, and the extra stake in minor units that it costs."""

    action: str
    amount: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """What the platform has committed to for an epoch: the hash of its seeds, and for how many rounds they are."""

    epoch: int
    commitment: str
    rounds: int
    leaf: str
    """Of the record that announced it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a statement belongs: a chain of a log, the leaf `prev` at its head, and the last millisecond to use it in."""

    origin: str
    chain: str
    prev: str
    until: int

    def open_epoch(self, announced: Announcement, *, client: str, size: int, root: str) -> Statement:
        """Open the announced epoch with the client seed `client`, in hex, having seen the log's root at `size`."""
        committed = {"commit": announced.commitment, "n": announced.rounds}
        return self._after("open", epoch=announced.epoch, client=client, size=size, root=root, **committed)

    def deal(self, *, epoch: int, nonce: int, rules: str, ante: int, bonus: int = 0) -> Statement:
        """Bet `ante`, and `bonus` on the side, by the rules with this leaf. No card is known yet."""
        return self._after("deal", epoch=epoch, nonce=nonce, rules=rules, ante=ante, bonus=bonus)

    def stake(self, kind: str, **members: object) -> Statement:
        """Take a seat at a table by a `deal` or `sit`; `members` are the record's, with its value only as a hash."""
        return self._after(kind, **members)

    def act(self, *, deal: str, hand: str, act: Act) -> Statement:
        """Decide in a hand against the house, having seen the cards of the `hand` with this leaf."""
        return {**self._said("act"), "deal": deal, "hand": hand, "a": act.action, "amt": act.amount}

    def turn(self, *, sit: str, question: str, act: Act) -> Statement:
        """Decide around a pot, having seen what the table's record with the leaf `question` shows."""
        return {**self._said("turn"), "sit": sit, "asked": question, "a": act.action, "amt": act.amount}

    def mark(self, *, sit: str, prev: str, mark: str) -> Statement:
        """Vote, be away or come back around a pot; `prev` is the leaf of the table's newest record."""
        return {**self._said("turn"), "sit": sit, "prev": prev, "a": mark}

    def settle(self, *, deal: str, acts: Sequence[Act]) -> Statement:
        """Decide, having seen the cards of the deal with this leaf: all decisions of the round so far, in order."""
        return {**self._said("settle"), "deal": deal, "acts": [[act.action, act.amount] for act in acts]}

    def limits(self, act: Mapping[str, object]) -> Statement:
        """Change a limit; `act` is the record's."""
        return self._after("limits", act=act)

    def player_key(self, key: PublicKey, *, use: Use) -> Statement:
        """Let a key in."""
        return self._after("player_key", alg=key.algorithm.value, pub=key.pub.hex(), use=use.value)

    def player_key_end(self, *, kid: str, why: str) -> Statement:
        """End a key."""
        return self._after("player_key_end", kid=kid, why=why)

    def _after(self, kind: str, **members: object) -> Statement:
        return {**self._said(kind), "prev": self.prev, **members}

    def _said(self, kind: str) -> dict[str, object]:
        return {"type": kind, "chain": self.chain, "origin": self.origin, "until": self.until}


def message(statement: Statement) -> bytes:
    """Return the bytes that are signed."""
    return b"RDF2/player\x00" + canonical_json.encode(dict(statement)).encode()


def signature(statement: Statement, signer: Signer) -> dict[str, object]:
    """Return a `psig`: who signed the statement, the signature, and until when it may be used."""
    return {"kid": signer.public.kid, **possession(statement, signer)}


def possession(statement: Statement, signer: Signer) -> dict[str, object]:
    """Return a `pop`: the signature of the new key under its own enrolment."""
    signed = base64_text.encode(signer.sign(message(statement)))
    return {"sig": signed, "until": statement["until"]}
