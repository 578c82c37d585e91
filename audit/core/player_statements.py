"""What a player signs: the request, and the record of the chain that it follows.

Source: docs/formats/player-keys.md, "Statements".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kernel import canonical_json
from kernel.ids import ChainId

_DOMAIN: Final = b"RDF2/player\x00"


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """The commitment to an epoch, and for how many rounds."""

    commit: bytes
    rounds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """The checkpoint that covers a commitment, as the player saw it."""

    root: bytes
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementPlace:
    """What every statement has: the log, the chain, and until when the signature may be used, in milliseconds."""

    origin: str
    chain: ChainId
    until: int


def opening(
    place: StatementPlace, *, prev: bytes, epoch: int, client: bytes, announced: Announced, covered: Covered
) -> bytes:
    """Return what is signed to open an epoch, which answers the commitment that was announced for it."""
    seeds = {"client": client.hex(), "commit": announced.commit.hex(), "n": announced.rounds}
    checkpoint = {"root": covered.root.hex(), "size": covered.size}
    return _message(place, "open", prev=prev.hex(), epoch=epoch, **seeds, **checkpoint)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The round that a player asks for; `bonus_minor` is 0 where no side bet is placed."""

    epoch: int
    nonce: int
    rules: bytes
    ante_minor: int
    bonus_minor: int


def deal(place: StatementPlace, *, prev: bytes, wanted: Wanted) -> bytes:
    """Return what is signed to ask for a deal."""
    stakes = {"ante": wanted.ante_minor, "bonus": wanted.bonus_minor}
    numbers = {"epoch": wanted.epoch, "nonce": wanted.nonce}
    return _message(place, "deal", prev=prev.hex(), rules=wanted.rules.hex(), **numbers, **stakes)


def decisions(place: StatementPlace, *, deal_leaf: bytes, acts: Sequence[tuple[str, int]]) -> bytes:
    """Return what is signed to act: all of the player's acts of the round so far, each with its price."""
    return _message(place, "settle", deal=deal_leaf.hex(), acts=[[name, amount_minor] for name, amount_minor in acts])


def limits(place: StatementPlace, *, prev: bytes, act: Mapping[str, object]) -> bytes:
    """Return what is signed to loosen limits."""
    return _message(place, "limits", prev=prev.hex(), act=dict(act))


def new_key(place: StatementPlace, *, prev: bytes, algorithm: str, public: bytes, use: str) -> bytes:
    """Return what is signed to let a key in, by it and by the key that lets it in."""
    return _message(place, "player_key", prev=prev.hex(), alg=algorithm, pub=public.hex(), use=use)


def key_end(place: StatementPlace, *, prev: bytes, kid: str, why: str) -> bytes:
    """Return what is signed to end a key."""
    return _message(place, "player_key_end", prev=prev.hex(), kid=kid, why=why)


def _message(place: StatementPlace, kind: str, **members: object) -> bytes:
    said = {"type": kind, "origin": place.origin, "chain": place.chain.hex, "until": place.until, **members}
    return _DOMAIN + canonical_json.encode(said)
