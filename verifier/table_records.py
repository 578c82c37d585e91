"""The types of records in a table's own chain.

A document that has passed `schema.check` may be read as one of them, once the chain says which.

Source: docs/formats/tables.md, "Records of the table's chain".
"""

from typing import Literal, TypedDict, final

from verifier.common_fields import Common
from verifier.player_key_records import SeatSignature
from verifier.records import Announced, Commit, SideBetPaid


class Clock(TypedDict, total=False):
    """How long a table waits, in milliseconds; `game` is there around a pot alone."""

    bet: int
    game: int
    reveal: int


class Source(TypedDict):
    """A public source of randomness: when it publishes round 1, and how often, in milliseconds."""

    genesis: int
    period: int
    src: str


class _TableOpened(Common):
    type: Literal["table"]
    admission: str
    clock: Clock
    cur: str
    exp: int
    rules: str
    seats: int
    stake: tuple[int, int]
    test: bool


class TableOpened(_TableOpened, total=False):
    """A table's chain begins; `beacon` is there if each of its decks takes a public value."""

    beacon: Source


class _SeatTaken(TypedDict):
    contrib: str
    seat: int
    stake: str


class SeatTaken(_SeatTaken, total=False):
    """One stake of an epoch: `ante`, perhaps with `bonus`, against the house; `buy_in` around a pot. Minor units."""

    ante: int
    bonus: int
    buy_in: int


class Seats(Common):
    """Betting ends: the stakes of an epoch, seats ascending, and the commitment to the next epoch."""

    type: Literal["seats"]
    epoch: int
    next: Announced
    seats: list[SeatTaken]


class Reveal(TypedDict):
    """A seat's value, which opens its contribution."""

    r: str
    seat: int


class Beacon(TypedDict):
    """A public random value that was mixed in."""

    round: int
    src: str
    value: str


class _TableOpen(Common):
    type: Literal["open"]
    client: str
    epoch: int
    reveals: list[Reveal]
    size: int


class TableOpen(_TableOpen, total=False):
    """The values of all seats are known: the deck is fixed."""

    beacon: Beacon


class SealedHand(TypedDict):
    """The seal of a seat's hidden hand."""

    h: str
    seat: int


class _HouseHand(Common):
    type: Literal["hand"]
    cards: list[str]
    epoch: int
    sealed: list[SealedHand]


@final
class HouseHand(_HouseHand, total=False):
    """The cards are dealt, against the house; `until` is there if somebody is asked."""

    until: int


class FinishedTurn(TypedDict):
    """A turn that was finished. Minor units; `refill` is what each player was asked for after it."""

    cards: list[str]
    refill: int
    result: str
    returned: int
    seat: int
    staked: int


class Now(TypedDict):
    """Who decides, the hand that is shown, the key of its seal, and the deadline."""

    cards: list[str]
    key: str
    seat: int
    until: int


class _Course(TypedDict):
    at: tuple[int, int]
    pot: int
    sealed: list[SealedHand]
    stacks: list[int]
    turns: list[FinishedTurn]


class Course(_Course, total=False):
    """What happened in a game since its last record; `now` is absent when the game is over."""

    now: Now


@final
class PotHand(Common, Course):
    """A game around a pot begins; `until` is the end of its time."""

    type: Literal["hand"]
    epoch: int
    order: list[int]
    until: int


class _Signed(TypedDict, total=False):
    """A turn that the player of the seat may have signed."""

    psig: SeatSignature


@final
class Turn(Common, Course, _Signed):
    """A decision of the seat that has the turn; `amt` in minor units."""

    type: Literal["turn"]
    a: str
    amt: int
    by: str
    epoch: int
    n: int
    seat: int


@final
class Mark(Common, _Signed):
    """A seat votes, goes away or comes back."""

    type: Literal["turn"]
    a: str
    by: str
    epoch: int
    n: int
    seat: int


class _SeatAct(TypedDict):
    a: str
    amt: int
    by: str
    seat: int
    t: int


class SeatAct(_SeatAct, total=False):
    """What a seat decided; `act` is the leaf of the player's record, and absent from a default."""

    act: str


class _SeatResult(TypedDict):
    result: str
    returned: int
    seat: int
    staked: int


class SeatResult(_SeatResult, total=False):
    """A seat's result in minor units: `bonus` against the house, `rake` and `raised` around a pot."""

    bonus: SideBetPaid
    raised: int
    rake: int


@final
class HouseEnd(Common):
    """A hand against the house ends, and its seed is revealed."""

    type: Literal["hand_end"]
    acts: list[SeatAct]
    cards: list[str]
    epoch: int
    hand: str
    results: list[SeatResult]
    seed: str


class HandLeft(TypedDict):
    """A hand that was still held when the game ended."""

    cards: list[str]
    key: str
    seat: int


@final
class PotEnd(Common):
    """A game around a pot ends, and its seed is revealed."""

    type: Literal["hand_end"]
    epoch: int
    hand: str
    hands: list[HandLeft]
    results: list[SeatResult]
    seed: str
    why: str


class _TableAbort(Common):
    type: Literal["table_abort"]
    epoch: int
    missing: list[int]
    reason: str
    reveals: list[Reveal]


class TableAbort(_TableAbort, total=False):
    """An epoch ends without a result; `by` and `text` are there in a void, which alone may lack the seed."""

    by: list[str]
    seed: str
    text: str


Hand = HouseHand | PotHand
AnyTurn = Turn | Mark
HandEnd = HouseEnd | PotEnd
TableRecord = TableOpened | Commit | Seats | TableOpen | Hand | AnyTurn | HandEnd | TableAbort
