"""Responsible gaming limits, held against what a chain has staked, got back and deposited.

Source: docs/formats/record.md, "Limits in force".
"""

from typing import cast

from verifier import windows
from verifier.player import PlayerChain
from verifier.records import Deal, Limits
from verifier.verdict import Code, Fault

# In the order of the windows.
_WAGER_AND_LOSS = tuple((f"wager_{window}", f"loss_{window}") for window in windows.NAMES)
_DEPOSIT = tuple(f"deposit_{window}" for window in windows.NAMES)
_ON_STAKES = frozenset(name for names in _WAGER_AND_LOSS for name in names)
_ON_DEPOSITS = frozenset(_DEPOSIT)


def require_bet(chain: PlayerChain, record: Deal, *, placed_minor: int) -> None:
    """Refuse a deal that names other limits than the newest, or breaks those in force.

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
    """Refuse a raise that breaks the limits in force at the millisecond `at`, whichever its deal names.

    Raises:
        Fault: `E_RG`.
    """
    if raised_minor:
        _require_stake(chain, _in_force(chain, at=at), raised_minor, at=at)


def require_deposit(chain: PlayerChain, deposited_minor: int, *, at: int) -> None:
    """Refuse a deposit by a player who is excluded, or one that breaks the limits in force at the millisecond `at`.

    Raises:
        Fault: `E_RG`.
    """
    limits = _in_force(chain, at=at)
    if limits.get("excluded"):
        raise Fault(Code.E_RG, "a deposit was taken from a player who is excluded")
    if _ON_DEPOSITS.isdisjoint(limits):
        return
    for name, start in zip(_DEPOSIT, _starts(limits, at=at), strict=True):
        if name in limits:
            _require_at_most(limits, name, chain.deposited.since(start) + deposited_minor)


def _in_force(chain: PlayerChain, *, at: int) -> Limits:
    coming = chain.limits.get("next")
    if coming is not None and at >= int(coming["effective_at"]):
        return coming
    return chain.limits["now"]


def _require_stake(chain: PlayerChain, limits: Limits, staked_minor: int, *, at: int) -> None:
    if _ON_STAKES.isdisjoint(limits):
        return
    for (wager, loss), start in zip(_WAGER_AND_LOSS, _starts(limits, at=at), strict=True):
        if wager not in limits and loss not in limits:
            continue
        wagered_minor = chain.staked.since(start) + staked_minor
        if wager in limits:
            _require_at_most(limits, wager, wagered_minor)
        if loss in limits:
            _require_at_most(limits, loss, wagered_minor - chain.returned.since(start))


def _starts(limits: Limits, *, at: int) -> windows.Starts:
    if limits["windows"] == "rolling":
        return windows.rolling(at)
    return windows.calendar(at, zone=cast("str", limits["zone"]))


def _require_at_most(limits: Limits, name: str, reached_minor: int) -> None:
    if reached_minor > int(limits[name]):
        raise Fault(Code.E_RG, f"{name} would come to {reached_minor}, the limit is {limits[name]}")
