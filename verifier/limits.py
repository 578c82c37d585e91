"""Responsible gaming limits, compared with what a chain has staked, lost and deposited.

Source: docs/formats/record.md, "Limits in force".
"""

import enum
from collections.abc import Mapping
from typing import Final, cast

from verifier import windows
from verifier.player import PlayerChain
from verifier.records import Deal, Limits
from verifier.seat_records import SeatStake
from verifier.verdict import Code, Fault


class Total(enum.Enum):
    """What a limit over a window bounds."""

    LOST = "lost"
    """What was staked less what was returned."""

    STAKED = "staked"
    DEPOSITED = "deposited"


BOUNDS: Final[Mapping[str, tuple[Total, str]]] = {
    "wager_day": (Total.STAKED, "day"),
    "loss_day": (Total.LOST, "day"),
    "wager_week": (Total.STAKED, "week"),
    "loss_week": (Total.LOST, "week"),
    "wager_month": (Total.STAKED, "month"),
    "loss_month": (Total.LOST, "month"),
    "deposit_day": (Total.DEPOSITED, "day"),
    "deposit_week": (Total.DEPOSITED, "week"),
    "deposit_month": (Total.DEPOSITED, "month"),
}
"""The total and the window of each limit over a window. `stake_max` and `excluded` apply to a single bet. Every other
name is ignored: "Limits in force" defines nothing for it that a log could prove."""


def require_bet(chain: PlayerChain, record: Deal | SeatStake, *, placed_minor: int) -> None:
    """Refuse a deal that does not name the chain's newest limits, or that breaks the limits in force.

    Raises:
        Fault: `E_RG`.
    """
    if not chain.limits_leaf or record["limits"] != chain.limits_leaf:
        raise Fault(Code.E_RG, "the limits named are not the chain's newest")
    limits = _in_force(chain, at=record["time"])
    if limits.get("excluded"):
        raise Fault(Code.E_RG, "the player is excluded from the games")
    stake_max = limits.get("stake_max")
    if stake_max is not None and placed_minor > int(stake_max):
        raise Fault(Code.E_RG, f"{placed_minor} was staked above the player's limit {stake_max}")
    _require_stake(chain, limits, placed_minor, at=record["time"])


def require_raise(chain: PlayerChain, raised_minor: int, *, at: int) -> None:
    """Refuse a raise that breaks the limits in force at the millisecond `at`, even if its deal names older ones.

    Raises:
        Fault: `E_RG`.
    """
    if raised_minor:
        _require_stake(chain, _in_force(chain, at=at), raised_minor, at=at)


def wager_room(chain: PlayerChain, *, at: int) -> int | None:
    """Return the least that any `wager_` limit in force leaves at the millisecond `at`; None if none is in force."""
    limits = _in_force(chain, at=at)
    bounds = {name: window for name, (total, window) in BOUNDS.items() if total is Total.STAKED and name in limits}
    if not bounds:
        return None
    starts = dict(zip(windows.NAMES, _starts(limits, at=at), strict=True))
    return min(int(limits[name]) - chain.staked.since(starts[window]) for name, window in bounds.items())


def require_deposit(chain: PlayerChain, deposited_minor: int, *, at: int) -> None:
    """Refuse a deposit by an excluded player, or one that breaks the limits in force at the millisecond `at`.

    Raises:
        Fault: `E_RG`.
    """
    limits = _in_force(chain, at=at)
    if limits.get("excluded"):
        raise Fault(Code.E_RG, "a deposit was taken from a player who is excluded")
    _require_totals(chain, limits, {Total.DEPOSITED: deposited_minor}, at=at)


def _in_force(chain: PlayerChain, *, at: int) -> Limits:
    coming = chain.limits.get("next")
    if coming is not None and at >= int(coming["effective_at"]):
        return coming
    return chain.limits["now"]


def _require_stake(chain: PlayerChain, limits: Limits, staked_minor: int, *, at: int) -> None:
    _require_totals(chain, limits, {Total.STAKED: staked_minor, Total.LOST: staked_minor}, at=at)


def _require_totals(chain: PlayerChain, limits: Limits, added: Mapping[Total, int], *, at: int) -> None:
    """Refuse amounts that would take one of their totals above a limit in force."""
    if not limits:
        return
    bounded = {name: bound for name, bound in BOUNDS.items() if name in limits and bound[0] in added}
    if not bounded:
        return
    starts = dict(zip(windows.NAMES, _starts(limits, at=at), strict=True))
    for name, (total, window) in bounded.items():
        _require_at_most(limits, name, _since(chain, total, starts[window]) + added[total])


def _since(chain: PlayerChain, total: Total, start: int) -> int:
    if total is Total.DEPOSITED:
        return chain.deposited.since(start)
    staked_minor = chain.staked.since(start)
    return staked_minor if total is Total.STAKED else staked_minor - chain.returned.since(start)


def _starts(limits: Limits, *, at: int) -> windows.Starts:
    if limits["windows"] == "rolling":
        return windows.rolling(at)
    return windows.calendar(at, zone=cast("str", limits["zone"]))


def _require_at_most(limits: Limits, name: str, reached_minor: int) -> None:
    if reached_minor > int(limits[name]):
        raise Fault(Code.E_RG, f"{name} would come to {reached_minor}, the limit is {limits[name]}")
