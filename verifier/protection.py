"""Who may change a player's limits, to what and when: every owner's values, asks and exclusions, folded from `limits`.

Source: docs/formats/protection.md.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from verifier import windows
from verifier.player import AuditContext, PlayerChain
from verifier.player_key_records import LimitsAct
from verifier.profiles import DAY_MS, Profile
from verifier.protection_in_force import counted_by, require_same
from verifier.protection_state import Asked, Held, Protection
from verifier.records import LimitsSet
from verifier.shape import TABLES_VERSION
from verifier.verdict import Code, Fault

_NEVER: Final = 2**62
_NO_LIMIT: Final = ("windows", "zone", "excluded", "effective_at")
"""Members of `rg` that are no limits of anybody."""

_SELF, _LIST = "self_exclusion", "national_exclusion"
_EXCLUDES: Final = {"time_out": "player", _SELF: "player", "operator_exclusion": "operator", _LIST: "list"}


def require_profile(context: AuditContext, record_version: str, *, at: int) -> None:
    """Refuse a stake of the log's second version before a profile says which terms protect its player.

    Raises:
        Fault: `E_PROFILE`.
    """
    if record_version == TABLES_VERSION and context.system.profiles.at(at) is None:
        raise Fault(Code.E_PROFILE, "a stake was taken and no profile is in force")


def check(chain: PlayerChain, record: LimitsSet, *, context: AuditContext) -> None:
    """Refuse limits that do not follow from what was done, or that who did it may not do then.

    Raises:
        Fault: `E_FORM`, `E_EVENT_MISSING`, `E_PROFILE`, `E_LIMITS`; `E_RG` past the year 9998.
    """
    if record["v"] == TABLES_VERSION and not chain.protection.unknown:
        _folded(chain, record, context)


def apply(chain: PlayerChain, record: LimitsSet, *, context: AuditContext) -> None:
    """Follow the record. After one that does not follow, nobody's values are known, and the chain's are not judged."""
    if record["v"] != TABLES_VERSION:
        # Records of the first version do not say who did what.
        chain.protection = Protection(unknown=bool(record["rg"]["now"] or "next" in record["rg"]))
    elif not chain.protection.unknown:
        try:
            chain.protection = _folded(chain, record, context)
        except Fault:
            chain.protection = Protection(unknown=True)


def _folded(chain: PlayerChain, record: LimitsSet, context: AuditContext) -> Protection:
    act, at = record["act"], record["time"]
    _require_members(act)
    profile = context.system.profiles.at(at)
    if act["do"] == "profile":
        _require_platform(chain, record)
        after = chain.protection
    else:
        if profile is None:
            raise Fault(Code.E_PROFILE, "limits are changed and no profile is in force")
        deed = _DEEDS.get((act["do"], act["who"]))
        if deed is None:
            raise Fault(Code.E_LIMITS, f"{act['do']} is nothing that the {act['who']} may do")
        after = deed(chain.protection, act, at, profile)
    counted = counted_by(record["rg"])
    allowed = {chain.protection.counted} if act["do"] != "profile" else set()
    if profile is not None:
        allowed.add((profile["windows"], profile["zone"]))
    if counted is not None and counted not in allowed:
        raise Fault(Code.E_LIMITS, f"limits over a window are counted by {counted[0]} windows of {counted[1]}")
    require_same(record["rg"], after, at=at)
    return after if counted == after.counted else replace(after, counted=counted)


def _require_members(act: LimitsAct) -> None:
    """Refuse members that this deed does not have, and a lack of those that it has."""
    needed, optional = _MEMBERS[act["do"]]
    own = act.keys() - {"do", "who"}
    if not needed <= own <= needed | optional:
        raise Fault(Code.E_FORM, f"the members of act are not those of {act['do']}")
    if act.get("name") in _NO_LIMIT:
        raise Fault(Code.E_FORM, "act names something that is not a limit")


def _require_platform(chain: PlayerChain, record: LimitsSet) -> None:
    if record["act"]["who"] != "platform":
        raise Fault(Code.E_LIMITS, "only the platform counts the same values anew")
    if chain.limits_leaf and "ev" not in record:
        raise Fault(Code.E_EVENT_MISSING, "limits are counted anew, and the record names no event")


# --- What each may do -----------------------------------------------------------------------------------------


def _set_by_player(state: Protection, act: LimitsAct, at: int, profile: Profile) -> Protection:
    del at, profile
    name, value = act["name"], act.get("value")
    own = state.own.get((name, "player"))
    if value is None or (own is not None and value >= own):
        raise Fault(Code.E_LIMITS, f"{name} is loosened at once, from {own} to {value}")
    return replace(state.with_value(name, "player", value), asked=_without(state.asked, name))


def _set_by_operator(state: Protection, act: LimitsAct, at: int, profile: Profile) -> Protection:
    del at, profile
    name, value = act["name"], act.get("value")
    if value == state.own.get((name, "operator")):
        raise Fault(Code.E_LIMITS, f"the operator's {name} is {value} already")
    return state.with_value(name, "operator", value)


def _ask(state: Protection, act: LimitsAct, at: int, profile: Profile) -> Protection:
    name, value = act["name"], act.get("value")
    own = state.own.get((name, "player"))
    if own is None or (value is not None and value <= own):
        raise Fault(Code.E_LIMITS, f"what is asked for is not looser than the player's own {name}")
    if _waiting(state, name, at) is not None:
        raise Fault(Code.E_LIMITS, f"a looser {name} was asked for already, and waits")
    begins, ends = _confirmable(name, at, profile)
    return replace(state, asked={**state.asked, name: Asked(value=value, begins=begins, ends=ends)})


def _confirm(state: Protection, act: LimitsAct, at: int, profile: Profile) -> Protection:
    del profile
    name = act["name"]
    asked = _waiting(state, name, at)
    if asked is None:
        raise Fault(Code.E_LIMITS, f"{name} is loosened, and nobody asked for it")
    if at < asked.begins:
        raise Fault(Code.E_LIMITS, f"{name} is loosened {asked.begins - at} ms before its wait is over")
    return replace(state.with_value(name, "player", asked.value), asked=_without(state.asked, name))


def _cancel(state: Protection, act: LimitsAct, at: int, profile: Profile) -> Protection:
    del profile
    if _waiting(state, act["name"], at) is None:
        raise Fault(Code.E_LIMITS, f"no looser {act['name']} waits that could be taken back")
    return replace(state, asked=_without(state.asked, act["name"]))


def _exclude(state: Protection, act: LimitsAct, at: int, profile: Profile) -> Protection:
    kind, until = act["kind"], act.get("until")
    if _EXCLUDES.get(kind) != act["who"]:
        raise Fault(Code.E_LIMITS, f"a {kind} is not the {act['who']}'s to lay down")
    held = _holding(state, kind, at)
    if kind == _LIST:
        return state.with_exclusion(kind, _listed(held, until, at, profile))
    _require_length(kind, None if until is None else until - at, profile)
    if held is not None and held.until is None and held.ends is None and until is not None:
        raise Fault(Code.E_LIMITS, f"a {kind} without an end is given one")
    if held is not None and held.until is not None and until is not None and until < held.until:
        raise Fault(Code.E_LIMITS, f"a {kind} is shortened by {held.until - until} ms")
    back = at + profile["exclude_days_min"] * DAY_MS if until is None else until
    back = back if held is None else max(back, held.back)
    return state.with_exclusion(kind, Held(until=until, back=back, ends=None if kind == _SELF else until))


def _return(state: Protection, act: LimitsAct, at: int, profile: Profile) -> Protection:
    del act
    held = _holding(state, _SELF, at)
    if held is None or held.ends is not None:
        raise Fault(Code.E_LIMITS, "a return from a self-exclusion that does not hold, or that ends already")
    if at < held.back:
        raise Fault(Code.E_LIMITS, f"a self-exclusion is left {held.back - at} ms before its time is over")
    cool_ms = profile["cool_open_ms"] if held.until is None else profile["cool_ms"]
    return state.with_exclusion(_SELF, replace(held, ends=at + cool_ms))


def _lift_by_operator(state: Protection, act: LimitsAct, at: int, profile: Profile) -> Protection:
    del act, profile
    held = _holding(state, "operator_exclusion", at)
    if held is None:
        raise Fault(Code.E_LIMITS, "an operator lifts an exclusion, and no operator's holds")
    return state.with_exclusion("operator_exclusion", replace(held, ends=at))


def _lift_by_list(state: Protection, act: LimitsAct, at: int, profile: Profile) -> Protection:
    del act
    held = _holding(state, _LIST, at)
    if held is None:
        raise Fault(Code.E_LIMITS, "the list lifts an exclusion, and none of the list's holds")
    ends = min(_NEVER if held.ends is None else held.ends, at + profile["cool_ms"])
    return state.with_exclusion(_LIST, replace(held, ends=ends))


_Deed = Callable[[Protection, LimitsAct, int, Profile], Protection]
_DEEDS: Final[Mapping[tuple[str, str], _Deed]] = {
    ("set", "player"): _set_by_player,
    ("set", "operator"): _set_by_operator,
    ("ask", "player"): _ask,
    ("confirm", "player"): _confirm,
    ("cancel", "player"): _cancel,
    ("exclude", "player"): _exclude,
    ("exclude", "operator"): _exclude,
    ("exclude", "list"): _exclude,
    ("return", "player"): _return,
    ("lift", "operator"): _lift_by_operator,
    ("lift", "list"): _lift_by_list,
}
_TIMES: Final = ("day_ms", "week_ms", "month_ms")
_NONE: Final[frozenset[str]] = frozenset()
_NAME: Final = frozenset(("name",))
_MEMBERS: Final = {
    "set": (_NAME, frozenset(("value",))),
    "ask": (_NAME, frozenset(("value",))),
    "confirm": (_NAME, _NONE),
    "cancel": (_NAME, _NONE),
    "exclude": (frozenset(("kind",)), frozenset(("until",))),
    "return": (_NONE, _NONE),
    "lift": (_NONE, _NONE),
    "profile": (_NONE, _NONE),
}


# --- Terms ----------------------------------------------------------------------------------------------------


def _confirmable(name: str, at: int, profile: Profile) -> tuple[int, int]:
    """Return from when, and until when, a looser value can be confirmed that is asked for at a millisecond."""
    if name == "stake_max":
        _, turn, _ = windows.calendar_ends(at, zone=profile["zone"])
        _, next_turn, _ = windows.calendar_ends(turn, zone=profile["zone"])
        return max(turn, at + profile["stake_loosen_ms"]), next_turn
    begins = at + profile["loosen_ms"]
    if profile["loosen_after_period"]:
        begins = max(begins, _window_end(name, at, profile))
    return begins, begins + profile["confirm_ms"]


def _window_end(name: str, at: int, profile: Profile) -> int:
    """Return when nothing that happened by now counts any more: `at` for a limit that does not add up."""
    total, _, window = name.rpartition("_")
    if name in _TIMES:
        # Time is always counted by the calendar.
        return windows.calendar_ends(at, zone=profile["zone"])[_TIMES.index(name)]
    if total not in ("deposit", "loss", "wager") or window not in windows.NAMES:
        return at
    place = windows.NAMES.index(window)
    if profile["windows"] == "rolling":
        return at + (1, 7, 30)[place] * DAY_MS
    return windows.calendar_ends(at, zone=profile["zone"])[place]


def _require_length(kind: str, length_ms: int | None, profile: Profile) -> None:
    low, high = profile["timeout_days"]
    if kind == "time_out":
        fits = length_ms is not None and low * DAY_MS <= length_ms <= high * DAY_MS
    elif kind == _SELF:
        terms = [days * DAY_MS for days in profile["exclude_terms"]]
        least = profile["exclude_days_min"] * DAY_MS
        fits = length_ms is None or (length_ms in terms if terms else length_ms >= least)
    else:
        fits = length_ms is None or length_ms > 0
    if not fits:
        raise Fault(Code.E_LIMITS, f"no {kind} is {length_ms} ms long")


def _listed(held: Held | None, until: int | None, at: int, profile: Profile) -> Held:
    """Return the exclusion of a person whom the list names: it ends a while after it, whatever the list says next."""
    ends = _NEVER if until is None else until + profile["cool_ms"]
    if held is not None:
        ends = max(ends, min(_NEVER if held.ends is None else held.ends, at + profile["cool_ms"]))
    return Held(until=until, back=at, ends=None if ends == _NEVER else ends)


def _waiting(state: Protection, name: str, at: int) -> Asked | None:
    asked = state.asked.get(name)
    return asked if asked is not None and at < asked.ends else None


def _holding(state: Protection, kind: str, at: int) -> Held | None:
    held = state.held.get(kind)
    return held if held is not None and held.holds(at) else None


def _without(asked: Mapping[str, Asked], name: str) -> Mapping[str, Asked]:
    return {other: waiting for other, waiting in asked.items() if other != name} if name in asked else asked
