"""Decisions of seats as rows store them."""

from games.core.action import Action
from tables.core.decisions import DecidedBy
from tables.core.house_hand import SeatDecision


def decision_of_row(seat: int, action: str, amount_minor: int, at_ms: int, act_leaf: bytes | None) -> SeatDecision:
    """Return a seat's stored decision; `act_leaf` is the leaf of its player's `act`, None for a default."""
    return SeatDecision(
        seat=seat,
        action=Action(action),
        amount_minor=amount_minor,
        by=DecidedBy.TIMEOUT if act_leaf is None else DecidedBy.PLAYER,
        at_ms=at_ms,
        act_leaf=None if act_leaf is None else bytes(act_leaf),
    )
