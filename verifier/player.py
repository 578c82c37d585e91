"""A player's chain: the state that the verifier rebuilds from its records.

Source: docs/formats/record.md, "Rules".
"""

from dataclasses import dataclass, field
from typing import cast

from verifier.game import Bet, Game
from verifier.link import Link
from verifier.records import LimitsInTime, MovingRecord, PlayerRecord
from verifier.system import System
from verifier.tally import Tally
from verifier.window_totals import RunningTotal


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """The log index of a record, and its leaf in hex."""

    index: int
    leaf: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditContext:
    """What a player's chain is judged against: the system chain, the checkpoints, and the tally of the audit."""

    system: System
    checkpoint_sizes: frozenset[int]
    tally: Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """A commitment to an epoch that is not yet open, and the log index of the record that made it."""

    epoch: int
    rounds: int
    commitment: bytes
    index: int


@dataclass(slots=True, kw_only=True)
class Epoch:
    """The epoch being played.

    `seed` is the newest seed that is known to hash down to the commitment, and belongs to round `seed_nonce`. The
    commitment itself counts as the seed of round 0.
    """

    number: int
    rounds: int
    client: bytes
    seed: bytes
    seed_nonce: int = 0
    nonce: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRound:
    """A deal that is not yet settled; `game` is that of the sheet which the deal names."""

    deal: Position
    seq: int
    epoch: int
    nonce: int
    dealt_at: int
    game: Game
    bet: Bet
    cards: list[str]

    @property
    def late_after(self) -> int:
        """Return the last millisecond at which a settlement is not yet late."""
        return self.dealt_at + self.game.sheet["timeout_ms"] + self.game.sheet["mmd_ms"]


@dataclass(slots=True, kw_only=True)
class PlayerChain:
    """The state of a chain after the records read so far; each record changes it."""

    name: str
    link: Link = field(default_factory=Link)
    currency: str = ""
    exponent: int = 0
    test_account: bool = False
    balance_minor: int = 0
    limits_leaf: str = ""
    limits: LimitsInTime = field(default_factory=lambda: LimitsInTime(now={}))
    staked: RunningTotal = field(default_factory=RunningTotal)
    returned: RunningTotal = field(default_factory=RunningTotal)
    deposited: RunningTotal = field(default_factory=RunningTotal)
    announcement: Announcement | None = None
    epoch: Epoch | None = None
    open_round: OpenRound | None = None
    # The first half of each client seed's SHA-256: sixteen bytes each, however long the seeds are.
    clients_used: set[bytes] = field(default_factory=set)

    def advance(self, record: PlayerRecord, *, leaf: str) -> None:
        """Apply what every type of record may carry: its place in the chain and the balance after it."""
        self.link.advance(record, leaf=leaf)
        if record["type"] in _MOVING:
            self.balance_minor = cast("MovingRecord", record)["bal"][1]


_MOVING = ("deal", "settle", "void", "wallet")
