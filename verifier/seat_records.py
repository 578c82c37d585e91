"""The types of records that players' chains have of tables.

A document that has passed `schema.check` may be read as one of them, once the chain says which.

Source: docs/formats/tables.md, "Records of players' chains".
"""

from typing import Literal, TypedDict

from verifier.common_fields import Common
from verifier.player_key_records import PlayerSignature
from verifier.records import Balance, Moves, Pay, SideBetPaid
from verifier.table_records import TableRecord


class _Late(TypedDict):
    abort: str


class Late(_Late, total=False):
    """A value that was owed; `r` is absent if the client lost it."""

    r: str


class _SeatStake(Common):
    bal: Balance
    contrib: str
    epoch: int
    limits: str
    moves: Moves
    rules: str
    seat: int
    sess: str
    table: str


class SeatStake(_SeatStake, total=False):
    """A player takes a seat: a `deal` with `ante`, perhaps `bonus`; a `sit` with `buy_in`, perhaps `room`."""

    ante: int
    bonus: int
    buy_in: int
    late: Late
    psig: PlayerSignature
    req: str
    room: int
    type: Literal["deal", "sit"]


class _PlayerAct(Common):
    type: Literal["act"]
    a: str
    amt: int
    bal: Balance
    deal: str
    hand: str
    moves: Moves


class PlayerAct(_PlayerAct, total=False):
    """A player decides against the house; `amt` is the raise, minor units."""

    psig: PlayerSignature


class _SeatSettle(Common):
    type: Literal["settle"]
    bal: Balance
    deal: str
    end: str
    moves: Moves
    pay: Pay
    result: str


class SeatSettle(_SeatSettle, total=False):
    """A seat's hand against the house is settled."""

    bonus: SideBetPaid


class _SeatVoid(Common):
    type: Literal["void"]
    bal: Balance
    deal: str
    moves: Moves


class SeatVoid(_SeatVoid, total=False):
    """A seat's stake comes back; `end` is absent if no `seats` names it."""

    end: str


class _Leave(Common):
    type: Literal["leave"]
    bal: Balance
    moves: Moves
    pay: Pay
    sit: str


class Leave(_Leave, total=False):
    """A player leaves a game around a pot with the chips that are left."""

    end: str


SeatEnding = SeatSettle | SeatVoid | Leave
SeatRecord = SeatStake | PlayerAct | SeatEnding
AtTable = TableRecord | SeatRecord
