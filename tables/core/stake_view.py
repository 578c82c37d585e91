"""A stake at a table as its player sees it, read from the records of the player's chain alone.

The first answer to a request, the answer to its repetition, and a line of the history are the same function of the same
records: they cannot disagree.
"""

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.core.action import Action
from games.core.family import Bet
from games.core.round_view import StoredEntry
from kernel.ids import ChainId
from tables.core.epoch import TableEpoch


class StakeOutcome(enum.StrEnum):
    """How a stake ended where no rules of a game say it."""

    VOID = "void"
    """Its hand or game was not played to the end: it was given back."""
    WITHDRAWN = "withdrawn"
    """It was taken back before the betting ended, or came too late: it was given back."""
    WON = "won"
    """Around a pot: with more chips than were bought."""
    LOST = "lost"
    EVEN = "even"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenAct:
    """A player's decision in a hand against the house."""

    action: Action
    amount_minor: int
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StakeView:
    """A player's stake at a table, open or ended. Amounts are minor units of `currency`."""

    epoch: TableEpoch
    """Of the table's chain."""
    seat: int
    game: str
    currency: str
    bet: Bet
    """Around a pot the buy-in, without a side bet."""
    contribution: bytes
    room_minor: int | None
    """Around a pot, where a limit on wagers is in force: the most that the game's raises may sum to."""
    placed_ms: int
    act: TakenAct | None
    """The decision against the house, once the player has taken one."""
    staked_minor: int
    """All staked so far, side bet and raise included."""
    returned_minor: int | None
    """All that came back, stakes included; None while the stake is open."""
    outcome: str | None
    """In the family's words, or one of `StakeOutcome`; None while the stake is open."""
    end_leaf: bytes | None
    """The leaf of the table's record that ended it; None while it is open, and where no `seats` named it."""
    ended_ms: int | None
    cash_minor: int
    """The player's cash after the stake's newest record."""
    receipts: tuple[tuple[int, StoredEntry], ...]
    """Number in the player's chain and entry of each of its records, oldest first."""

    @property
    def leaf(self) -> bytes:
        """The leaf of the `deal` or `sit`, by which `seats` names the stake."""
        return self.receipts[0][1].leaf


def view_stake(records: Sequence[StoredEntry], *, table: ChainId, game: str, currency: str) -> StakeView:
    """Build the view of a stake from its records in the player's chain, oldest first; the first is its `deal` or `sit`."""
    placed = records[0].document
    act = next((_act(entry.document) for entry in records if entry.document["type"] == "act"), None)
    last = records[-1].document
    end = last if last["type"] in _ENDS else None
    bet = _bet(placed)
    raised_minor = 0 if act is None else act.amount_minor
    staked_minor = bet.total_minor + raised_minor
    return StakeView(
        epoch=TableEpoch(table, placed["epoch"]),
        seat=placed["seat"],
        game=game,
        currency=currency,
        bet=bet,
        contribution=bytes.fromhex(placed["contrib"]),
        room_minor=placed.get("room"),
        placed_ms=placed["time"],
        act=act,
        staked_minor=staked_minor,
        returned_minor=None if end is None else _returned_minor(end, staked_minor),
        outcome=None if end is None else _outcome(end, bet),
        end_leaf=None if end is None or "end" not in end else bytes.fromhex(end["end"]),
        ended_ms=None if end is None else end["time"],
        cash_minor=last["bal"][1],
        receipts=tuple((entry.document["seq"], entry) for entry in records),
    )


_ENDS = frozenset({"settle", "void", "leave"})


def _bet(placed: Mapping[str, Any]) -> Bet:
    return Bet(placed["buy_in"]) if placed["type"] == "sit" else Bet(placed["ante"], placed.get("bonus", 0))


def _act(record: Mapping[str, Any]) -> TakenAct:
    return TakenAct(action=Action(record["a"]), amount_minor=record["amt"], at_ms=record["time"])


def _returned_minor(end: Mapping[str, Any], staked_minor: int) -> int:
    # A void gives back all that was staked. The others say what came back.
    returned_minor: int = staked_minor if end["type"] == "void" else end["pay"]["returned"]
    return returned_minor


def _outcome(end: Mapping[str, Any], bet: Bet) -> str:
    if end["type"] == "settle":
        return str(end["result"])
    if "end" not in end:
        return StakeOutcome.WITHDRAWN
    if end["type"] == "void":
        return StakeOutcome.VOID
    returned_minor = end["pay"]["returned"]
    if returned_minor == bet.stake_minor:
        return StakeOutcome.EVEN
    return StakeOutcome.WON if returned_minor > bet.stake_minor else StakeOutcome.LOST
