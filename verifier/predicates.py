"""Checks of the form of single values, applied to what the JSON parser returns.

`type(value) is int` and not `isinstance`: to Python a boolean is an integer, to the formats it is not.

Most have beside themselves the pattern of what they accept, for the one pattern of a whole record (`record_patterns.py`).
"""

import re
from collections.abc import Collection, Mapping

from verifier.canonical import INTEGER_MAX, KEY_PATTERN
from verifier.record_patterns import (
    BOOLEAN,
    STRING,
    Check as Check,  # noqa: PLC0414  the forms of other files name it as of here
    array_pattern,
    having,
    in_list,
    integer_pattern,
    member_pattern,
    object_pattern,
    pattern_of,
    string_pattern,
)

ACCOUNTS = ("cash", "in_play", "house", "deposit", "withdrawal", "adjustment", "bonus", "table")

_CARDS = frozenset(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")


def integer(low: int, high: int = INTEGER_MAX) -> Check:
    """Make a check for an integer from `low` to `high`, both included."""
    return having(lambda value: type(value) is int and low <= value <= high, integer_pattern(low, high))


def matching(pattern: str) -> Check:
    """Make a check for a string that `pattern` matches as a whole."""
    fullmatch = re.compile(pattern).fullmatch
    return having(lambda value: type(value) is str and fullmatch(value) is not None, string_pattern(pattern))


def one_of(values: Collection[str]) -> Check:
    """Make a check for one of these strings."""
    return having(lambda value: type(value) is str and value in values, member_pattern(values))


def array(check: Check, low: int, high: int) -> Check:
    """Make a check for an array of `low` to `high` items that all pass `check`."""
    return having(
        lambda value: type(value) is list and low <= len(value) <= high and all(map(check, value)),
        array_pattern(check, low, high),
    )


def closed(required: Mapping[str, Check], optional: Mapping[str, Check] | None = None, *, least: int = 0) -> Check:
    """Make a check for an object with the `required` fields, perhaps `optional` ones, no others, and `least` in all."""
    known = {**required, **(optional or {})}
    needed = required.keys()

    def check(value: object) -> bool:
        if type(value) is not dict or len(value) < least or not needed <= value.keys():
            return False
        # A plain loop, because a generator would cost more than the tests, with several objects in each record.
        for field, item in value.items():
            test = known.get(field)
            if test is None or not test(item):
                return False
        return True

    if least > len(required):
        # How many of the optional ones there are is nothing that a pattern counts.
        return check
    members = {name: pattern_of(test) for name, test in known.items()}
    return having(check, object_pattern(members, optional=optional or ()))


def by_name(check: Check) -> Check:
    """Make a check for an object with any fields, whose values all pass `check`."""
    return lambda value: (
        type(value) is dict
        and all(type(name) is str and KEY_PATTERN.fullmatch(name) is not None for name in value)
        and all(map(check, value.values()))
    )


def text(value: object) -> bool:
    """Accept any string but the empty one."""
    return type(value) is str and bool(value)


def boolean(value: object) -> bool:
    """Accept true and false."""
    return type(value) is bool


def card(value: object) -> bool:
    """Accept a card: rank, then suit."""
    return type(value) is str and value in _CARDS


def moves(value: object) -> bool:
    """Accept net movements: known accounts, each once and in order, none of zero."""
    if type(value) is not list or not value:
        return False
    last = -1
    for move in value:
        if type(move) is not list or len(move) != 2 or not _SIGNED(move[1]) or move[1] == 0:  # noqa: PLR2004
            return False
        place = _ORDER.get(move[0], -1) if type(move[0]) is str else -1
        if place <= last:
            return False
        last = place
    return True


def moves_or_none(value: object) -> bool:
    """Accept net movements as `moves` does, and none at all."""
    return value == [] or moves(value)


def two_operators(value: object) -> bool:
    """Accept the ids of two different operators."""
    return type(value) is list and len(value) == 2 and all(map(text, value)) and value[0] != value[1]  # noqa: PLR2004


def limits(value: object) -> bool:
    """Accept limits by name: integers, booleans and strings; those that are judged must have their own form.

    `windows` and `zone` must be there if there is a limit over a window, and otherwise must not.
    """
    if type(value) is not dict:
        return False
    for name, limit in value.items():
        if not KEY_PATTERN.fullmatch(name) or not _LIMITS.get(name, _limit)(limit):
            return False
    windowed = not _WINDOWED.isdisjoint(value)
    return windowed == ("windows" in value) == ("zone" in value)


def limits_to_come(value: object) -> bool:
    """Accept limits with the instant from which they hold."""
    return limits(value) and type(value) is dict and MILLISECONDS(value.get("effective_at"))


def fraction(value: object) -> bool:
    """Accept a fraction in lowest or other terms, numerator first."""
    return type(value) is list and len(value) == 2 and _AMOUNT(value[0]) and _POSITIVE(value[1])  # noqa: PLR2004


def _limit(value: object) -> bool:
    return type(value) is str or type(value) is bool or _SIGNED(value)


having(text, STRING)
having(boolean, BOOLEAN)
having(card, string_pattern("[2-9TJQKA][cdhs]"))

MILLISECONDS = integer(0)
KEBAB = matching(r"[a-z0-9]+(-[a-z0-9]+)*")
# Zones of the IANA database: each part begins with a capital. The database's other files do not match.
ZONE = matching(r"[A-Z][A-Za-z0-9_+-]*(/[A-Z][A-Za-z0-9_+-]*){0,2}")
HEX_16 = matching(r"[0-9a-f]{32}")
HEX_32 = matching(r"[0-9a-f]{64}")
CURRENCY = matching(r"[A-Z]{3}")

_SIGNED = integer(-INTEGER_MAX)
_AMOUNT = integer(0)
_POSITIVE = integer(1)
_WINDOWED = frozenset(
    f"{kind}_{window}" for kind in ("deposit", "loss", "wager") for window in ("day", "week", "month")
)
_LIMITS: dict[str, Check] = {
    **dict.fromkeys(_WINDOWED, _AMOUNT),
    **dict.fromkeys(("check_ms", "day_ms", "week_ms", "month_ms", "session_ms"), _POSITIVE),
    "excluded": integer(0, 1),
    "stake_max": _AMOUNT,
    "windows": one_of(("calendar", "rolling")),
    "zone": ZONE,
}
_ORDER = {account: place for place, account in enumerate(ACCOUNTS)}

_DELTA = f"(?!0){pattern_of(_SIGNED)}"
_MOVES = "".join(in_list(rf'\["{account}",{_DELTA}\]', optional=True) for account in ACCOUNTS)
having(moves, rf"\[(?=\[){_MOVES}\]")
having(moves_or_none, rf"\[{_MOVES}\]")
