"""A player's chain: the state that the verifier rebuilds from its records.

Source: docs/formats/record.md, "Rules".
"""

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple, TypedDict, cast

from verifier.claims import Claims
from verifier.evidence import Counts
from verifier.game import Bet, Game
from verifier.link import Link, Position
from verifier.player_key import HeldKey
from verifier.protection_state import NOTHING_SET, Protection
from verifier.records import Balance, LimitsInTime, Moves, PlayerRecord, Void
from verifier.seat_records import AtTable
from verifier.statistics import Statistics
from verifier.system import System
from verifier.tables import Tables
from verifier.tally import Tally
from verifier.verdict import Place
from verifier.window_totals import RunningTotal


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditContext:
    """What a chain is judged against: the system chain, the checkpoints, the tables, and the tally of the audit."""

    system: System
    checkpoint_sizes: tuple[int, ...]
    """Ascending."""
    tables: Tables
    tally: Tally
    origin: str
    """The log's name, which players sign."""
    statistics: Statistics | None = None
    """None where rounds are not counted."""
    claims: Claims = field(default_factory=Claims)

    def published(self, size: int) -> bool:
        """Tell whether there is a checkpoint of this size."""
        return self.covered(after=size - 1, up_to=size)

    def covered(self, *, after: int, up_to: int) -> bool:
        """Tell whether there is a checkpoint of a size greater than `after` and at most `up_to`."""
        place = bisect_right(self.checkpoint_sizes, after)
        return place < len(self.checkpoint_sizes) and self.checkpoint_sizes[place] <= up_to


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
    ended: bool = False
    """Whether a lost seed ended it before it was used up."""


class OpenRound(NamedTuple):
    """A deal that is not yet settled; `game` is that of the sheet which the deal names."""

    deal: Position
    seq: int
    epoch: int
    nonce: int
    dealt_at: int
    game: Game
    bet: Bet
    cards: list[str]
    signed: bool = False
    """Whether a key of the player's signed the deal."""

    @property
    def late_after(self) -> int:
        """Return the last millisecond at which a settlement is not yet late."""
        return self.dealt_at + self.game.sheet["timeout_ms"] + self.game.sheet["mmd_ms"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LostSeed:
    """A round of the epoch being played that was voided without its seed, and where its void stands."""

    played: OpenRound
    record: Void
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class OwedValue:
    """A value that was not revealed in time, and the leaf of the `table_abort` that says so."""

    abort: str
    table: str
    """The table's chain."""
    epoch: int
    seat: int
    contribution: str


@dataclass(slots=True, kw_only=True)
class PlayerChain:
    """The state of a chain after the records read so far; each record changes it."""

    name: str
    begins: int = 0
    """The log index of its first record."""
    link: Link = field(default_factory=Link)
    currency: str = ""
    exponent: int = 0
    test_account: bool = False
    balance_minor: int = 0
    limits_leaf: str = ""
    # Whose the limits are, where records of the second version say it.
    protection: Protection = NOTHING_SET
    limits: LimitsInTime = field(default_factory=lambda: LimitsInTime(now={}))
    staked: RunningTotal = field(default_factory=RunningTotal)
    returned: RunningTotal = field(default_factory=RunningTotal)
    deposited: RunningTotal = field(default_factory=RunningTotal)
    bonuses: RunningTotal = field(default_factory=RunningTotal)
    # By leaf, the amounts of the withdrawals that were not returned, less what corrections gave back of them.
    withdrawn: dict[str, int] = field(default_factory=dict)
    announcement: Announcement | None = None
    epoch: Epoch | None = None
    open_round: OpenRound | None = None
    # What the statistics need: the rounds whose seeds are revealed, voids without a seed, the commitments replaced since
    # the newest epoch was opened, and by what rules and for which stake the newest round was dealt.
    revealed: Counts = field(default_factory=Counts)
    lost_seeds: list[LostSeed] = field(default_factory=list)
    replaced: list[Announcement] = field(default_factory=list)
    newest_bet: tuple[Game, int] | None = None
    # The leaf of the stake that is open at a table, and the chips or stakes that tables and rounds hold.
    open_stake: str = ""
    owed: OwedValue | None = None
    held: Counter[str] = field(default_factory=Counter)
    # The first half of each client seed's SHA-256: sixteen bytes each, however long the seeds are.
    clients_used: set[bytes] = field(default_factory=set)
    # By the first half of their references, when the sessions had their first stakes (ms).
    sessions: dict[bytes, int] = field(default_factory=dict)
    newest_session: str = ""
    # By id, the keys that ended among them: from the first one on the player signs, for good.
    keys: dict[str, HeldKey] = field(default_factory=dict)
    signs_turns: bool = False
    """Whether a key signed a buy-in, so that turns at that table are signed too."""

    def advance(self, record: PlayerRecord | AtTable, *, leaf: str) -> None:
        """Apply what every type of record may carry: its place in the chain, the money moved, the balance after it."""
        self.link.advance(record, leaf=leaf)
        if record["type"] in _MOVING:
            moving = cast("_Moving", record)
            self.balance_minor = moving["bal"][1]
            for account, delta in moving["moves"]:
                if account in _HELD:
                    self.held[account] += delta


class _Moving(TypedDict):
    bal: Balance
    moves: Moves


_MOVING = frozenset(("act", "deal", "leave", "settle", "sit", "void", "wallet"))
_HELD = ("in_play", "table")
