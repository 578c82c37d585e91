"""Turns that players signed at tables: one share collects them, the audit holds them against the players' keys.

Source: docs/formats/player-keys.md, "At tables".
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from verifier.player_key import kid_of, load, require_signature
from verifier.verdict import Code, Failure, Fault, Place

TOLERANCE_MS: Final = 12_000
"""By how much the clock of a player's chain and that of a table may differ."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyLife:
    """A key that may sign turns at tables, live from the millisecond `live_from` to `ended_at`."""

    chain: str
    alg: str
    pub: str
    """In hex."""
    live_from: int
    ended_at: int | None
    untold: bool = False
    """Whether operators let it in, and no record of its own chain that it signed has said so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedTurn:
    """What a key of a player's chain should have signed at a table, at the millisecond `at`."""

    chain: str
    message: bytes
    signature: bytes
    at: int
    place: Place


@dataclass(slots=True)
class TurnClaims:
    """The signed turns, and the keys of chains that signed a buy-in."""

    made: list[SignedTurn] = field(default_factory=list)
    lives: list[KeyLife] = field(default_factory=list)

    def add(self, other: "TurnClaims") -> None:
        """Add what another share collected."""
        self.made += other.made
        self.lives += other.lives

    def failures(self) -> Iterator[Failure]:
        """Yield a failure for each turn that no key of its player's chain signed.

        Warn of the first turn by each key that operators let in and that signs at tables alone.
        """
        by_chain: defaultdict[str, list[KeyLife]] = defaultdict(list)
        for life in self.lives:
            by_chain[life.chain].append(life)
        told = set[str]()
        for turn in sorted(self.made, key=lambda made: made.place.index or 0):
            try:
                signer = _signer(turn, by_chain[turn.chain])
            except Fault as fault:
                yield Failure(code=fault.code, sentence=fault.sentence, place=turn.place)
                continue
            if signer.untold and signer.pub not in told:
                told.add(signer.pub)
                warning = forced(kid_of(signer.alg, bytes.fromhex(signer.pub)))
                yield Failure(code=warning.code, sentence=warning.sentence, place=turn.place)


def forced(kid: str) -> Fault:
    """Return the warning of the first record that a key signs which operators let in."""
    return Fault(Code.W_KEY_FORCED, f"two operators let in the key {kid}, and it signs here")


def _signer(turn: SignedTurn, lives: Iterable[KeyLife]) -> KeyLife:
    """Return the key that signed a turn.

    Raises:
        Fault: `E_PKEY` if none lives that could have, `E_PSIG` if none that lives did.
    """
    fault = Fault(Code.E_PKEY, "no key of the player's lives that could have signed the turn")
    for life in lives:
        if not _lives(life, at=turn.at):
            continue
        try:
            require_signature(load(life.alg, bytes.fromhex(life.pub)), turn.signature, turn.message)
        except Fault as refused:
            fault = refused
        else:
            return life
    raise fault


def _lives(life: KeyLife, *, at: int) -> bool:
    return life.live_from - TOLERANCE_MS <= at and (life.ended_at is None or at <= life.ended_at + TOLERANCE_MS)
