"""The fields of a rule sheet, by family. A document that has passed `sheets.sheet` may be read as one of them.

Source: docs/formats/rule-sheet.md.
"""

from typing import NotRequired, TypedDict


class Paytable(TypedDict):
    """Odds to one."""

    spread: list[int]
    trips: int


class SideBetTerms(TypedDict, total=False):
    """A side bet as a sheet offers it, all fields or none; `pay` are odds to one, `min` and `max` minor units."""

    max: int
    min: int
    pay: list[int]


class Bounds(TypedDict):
    """The least and the greatest of a bet, minor units, both inclusive."""

    max: int
    min: int


class StakeLimits(Bounds):
    """The limits of the stake in the currency `cur`, and of the side bet where the sheet offers one."""

    bonus: NotRequired[Bounds]
    cur: str


class Sheet(TypedDict):
    """A rule sheet of any family, as far as a verdict depends on it."""

    cur: str
    decks: int
    engine_sha256: str
    family: str
    game: str
    mmd_ms: int
    rtp: dict[str, list[int]]
    seats: int
    stake_max: int
    stake_min: int
    stakes: NotRequired[list[StakeLimits]]
    timeout_action: str
    timeout_ms: int
    ver: int


class RedDogSheet(Sheet):
    """A rule sheet of the family `red-dog`."""

    pay: Paytable
    raise_mode: str


class MontanaSheet(Sheet):
    """A rule sheet of the family `montana`."""

    bonus: SideBetTerms
    hand: int


class PotPaytable(TypedDict):
    """Odds to one, for spread 1 to 11; empty if nobody knows them."""

    spread: list[int]


class PotSheet(Sheet):
    """A rule sheet of the family `pot`. Amounts are minor units."""

    ante: int
    chip: int
    down: int
    pay: PotPaytable
    raise_min: int
    rake_basis_points: int
    refill: int
    refill_empty: int
    second_pack_from: int
    take: int
    unit: int
