"""What a `limits` record puts in force, compared with what every owner laid down.

Source: docs/formats/protection.md, "What is in force".
"""

from typing import Final, cast

from verifier.protection_state import Protection
from verifier.records import Limits, LimitsInTime
from verifier.verdict import Code, Fault

_COUNTING: Final = ("windows", "zone")


def require_same(rg: LimitsInTime, state: Protection, *, at: int) -> None:
    """Refuse limits other than the least of every owner's, and the exclusion while one holds.

    Raises:
        Fault: `E_LIMITS`.
    """
    values: dict[str, int] = {}
    for (name, _), value in state.own.items():
        values[name] = min(value, values.get(name, value))
    ends = [held.ends for held in state.held.values() if held.holds(at)]
    known = [end for end in ends if end is not None]
    now, following, effective_at = _said(rg, at=at)
    if now != ({**values, "excluded": 1} if ends else values):
        raise Fault(Code.E_LIMITS, f"the limits in force are {now!a}, and what was set gives {values!a}")
    if effective_at != (max(known) if ends and len(known) == len(ends) else None):
        raise Fault(Code.E_LIMITS, f"the exclusion ends at {effective_at}, which is not when the last one does")
    if following is not None and following != values:
        raise Fault(Code.E_LIMITS, f"the limits after the exclusion are {following!a}, not {values!a}")


def _said(rg: LimitsInTime, *, at: int) -> tuple[Limits, Limits | None, int | None]:
    """Return what a record puts in force now, later, and when. What is later by the clock alone is now."""
    coming = rg.get("next")
    if coming is None:
        return _values(rg["now"]), None, None
    effective_at = cast("int", coming["effective_at"])
    if effective_at <= at:
        return _values(coming), None, None
    return _values(rg["now"]), _values(coming), effective_at


def _values(limits: Limits) -> Limits:
    members = {name: value for name, value in limits.items() if name not in (*_COUNTING, "effective_at")}
    if not members.get("excluded"):
        members.pop("excluded", None)
    return members


def counted_by(rg: LimitsInTime) -> tuple[str, str] | None:
    """Return by which windows, in which zone the limits over a window are counted; None where there are none.

    Raises:
        Fault: `E_LIMITS`, if by other ones now than later.
    """
    told = {
        (cast("str", limits["windows"]), cast("str", limits["zone"]))
        for limits in (rg["now"], rg.get("next", rg["now"]))
        if "windows" in limits
    }
    if len(told) > 1:
        raise Fault(Code.E_LIMITS, "the limits are counted by other windows now than later")
    return next(iter(told), None)
