"""The types of records. A document that has passed `schema.check` may be read as one of them.

Source: docs/formats/record.md, "Types".
"""

from typing import Literal, TypedDict

from verifier.common_fields import Common
from verifier.player_key_records import KeyRecord, LimitsAct, PlayerSignature
from verifier.profiles import Profile
from verifier.sheet_fields import Sheet

# Arrays of a fixed length are typed as tuples: `schema.check` has checked how long they are.
Moves = list[tuple[str, int]]
Balance = tuple[int, int]


class Act(TypedDict):
    """One decision of a round; `t` in milliseconds."""

    a: str
    amt: int
    by: str
    t: int


class Pay(TypedDict):
    """What was staked and what was returned, in minor units."""

    returned: int
    staked: int


class SideBetPaid(TypedDict):
    """The result of a side bet, in minor units."""

    category: str
    returned: int


class Announced(TypedDict):
    """The commitment to the next epoch."""

    commit: str
    n: int


Limits = dict[str, int | bool | str]


class LimitsInTime(TypedDict, total=False):
    """Limits in force now, and those that replace them at `next["effective_at"]`."""

    now: Limits
    next: Limits


class _Key(Common):
    type: Literal["key", "revoke"]
    name: str
    use: str
    vkey: str


class Key(_Key, total=False):
    """A signing key is announced or revoked.

    In the second version by a note of the root's, if it has one; and a revocation may say why, and since when a key is stolen.
    """

    warrant: str
    why: str
    since: int


class Rules(Common):
    """A rule sheet is published."""

    type: Literal["rules"]
    rules: Sheet


class Erasure(Common):
    """The data that identified some players were destroyed, on a legal basis."""

    type: Literal["erasure"]
    basis: str
    count: int


# One filing of a report. Written as a call, because `from` and `def` are keywords of Python.
Filing = TypedDict(
    "Filing",
    {
        "chain": str,
        "def": int,
        "files": dict[str, str],
        "filters": dict[str, str],
        "from": int,
        "gen": int,
        "prev": str,
        "report": str,
        "rev": int,
        "salt": str,
        "seq": int,
        "size": int,
        "time": int,
        "to": int,
        "type": Literal["filing"],
        "v": str,
    },
)


class EventsListed(Common):
    """The leaves of the next events, in hex."""

    type: Literal["events"]
    first: int
    leaves: list[str]


class CheckpointsListed(Common):
    """The sizes of the checkpoints that were signed since the record before."""

    type: Literal["checkpoints"]
    after: int
    sizes: list[int]


class PolicyAnnounced(Common):
    """Which witnesses' cosignatures checkpoints have from here on: a policy, in a note of the root key."""

    type: Literal["policy"]
    note: str


class Init(Common):
    """A player's chain begins."""

    type: Literal["init"]
    bal: Balance
    cur: str
    exp: int
    player: str
    test: bool


class _LimitsSet(Common):
    type: Literal["limits"]
    rg: LimitsInTime


class LimitsSet(_LimitsSet, total=False):
    """Responsible gaming limits hold from here on."""

    act: LimitsAct
    psig: PlayerSignature


class _Wallet(Common):
    type: Literal["wallet"]
    bal: Balance
    kind: str
    moves: Moves


class Wallet(_Wallet, total=False):
    """Money enters or leaves outside a round; an adjustment says why, and `of` which record it is about."""

    cause: str
    of: str


class _Commit(Common):
    type: Literal["commit"]
    commit: str
    epoch: int
    n: int


class Commit(_Commit, total=False):
    """An epoch is committed to."""

    reason: str


class _Open(Common):
    type: Literal["open"]
    client: str
    epoch: int
    next: Announced
    size: int


class Open(_Open, total=False):
    """An epoch is opened with the player's seed; what the one before it left, and replaced commitments, are revealed.

    `root` is there if the player signed.
    """

    left: str
    replaced: list[str]
    psig: PlayerSignature
    root: str


class _Deal(Common):
    type: Literal["deal"]
    ante: int
    bal: Balance
    cards: list[str]
    epoch: int
    limits: str
    moves: Moves
    nonce: int
    rules: str


class Deal(_Deal, total=False):
    """A round begins; `bonus` is there if a side bet was placed, `sess` since the second version."""

    bonus: int
    psig: PlayerSignature
    req: str
    sess: str


class _Settle(Common):
    type: Literal["settle"]
    acts: list[Act]
    bal: Balance
    cards: list[str]
    deal: str
    epoch: int
    moves: Moves
    nonce: int
    pay: Pay
    result: str
    seed: str


class Settle(_Settle, total=False):
    """A round ends by the rules; `bonus` is there if a side bet was placed."""

    bonus: SideBetPaid
    psig: PlayerSignature


class _Void(Common):
    type: Literal["void"]
    bal: Balance
    by: list[str]
    deal: str
    epoch: int
    moves: Moves
    nonce: int
    reason: str


class Void(_Void, total=False):
    """A round is voided; its seed is absent only if it was lost."""

    seed: str


SystemRecord = Key | Rules | Erasure | Filing | EventsListed | CheckpointsListed | PolicyAnnounced | Profile
MovingRecord = Wallet | Deal | Settle | Void
PlayerRecord = Init | LimitsSet | Commit | Open | KeyRecord | MovingRecord
Record = SystemRecord | PlayerRecord
