"""A game around a pot as everybody at the table sees it: read from its records alone.

No seed goes in, so no hidden card can come out.

Source: docs/formats/tables.md, "A course" and "Who sees what".
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tables.core.attendance import Attendance, Mark
from tables.core.decisions import DecidedBy

_MARKS = frozenset(mark.value for mark in Mark)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedSeat:
    """The seat that decides, and its hand, which all see."""

    seat: int
    cards: tuple[str, ...]
    key: str
    """Of the seal of these cards, hex."""
    until_ms: int
    seq: int
    """The number of the record that asks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicGame:
    """A game that runs, as its records up to now tell it. Amounts are minor units."""

    order: tuple[int, ...]
    """The seats, from the dealer's left."""
    stacks_minor: Mapping[int, int]
    """The chips of each seat."""
    pot_minor: int
    seals: Mapping[int, str]
    """The seal of the newest hand of each seat, hex."""
    attendance: Attendance
    turn: AskedSeat | None
    """None where the last record ended the game."""
    ends_ms: int
    """When the table's time is over."""


def public_game(hand: Mapping[str, Any], turns: Iterable[Mapping[str, Any]]) -> PublicGame:
    """Return the game as its `hand` and the `turn` records after it tell it; all of them, in the chain's order."""
    course, attendance = hand, Attendance()
    seals = _seals(hand)
    for record in turns:
        if record["a"] in _MARKS:
            attendance = attendance.marked(record["seat"], Mark(record["a"]))
            continue
        attendance = attendance.decided(record["seat"], DecidedBy(record["by"]))
        course = record
        seals |= _seals(record)
    return PublicGame(
        order=tuple(hand["order"]),
        stacks_minor=dict(zip(hand["order"], course["stacks"], strict=True)),
        pot_minor=course["pot"],
        seals=seals,
        attendance=attendance,
        turn=_asked(course),
        ends_ms=hand["until"],
    )


def _seals(course: Mapping[str, Any]) -> dict[int, str]:
    """Return the seals of a course by seat; of a seat with several hands the last one's."""
    return {member["seat"]: member["h"] for member in course["sealed"]}


def _asked(course: Mapping[str, Any]) -> AskedSeat | None:
    if "now" not in course:
        return None
    now = course["now"]
    return AskedSeat(
        seat=now["seat"], cards=tuple(now["cards"]), key=now["key"], until_ms=now["until"], seq=course["seq"]
    )
