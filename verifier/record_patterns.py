"""One regular expression for each form that records have: it matches canonical texts of that form, and nothing else.

A pattern is a fast way to say yes, and never says more than the checks of `predicates.py` and an encoding would: what it
does not match is judged by those. It is made the first time that they accept a record with these fields, out of the
patterns that the checks of these fields have beside them.

Why a match is enough: a pattern spells every name, brace, comma and colon of the text, each name once and in order, and
leaves no room for a space or an escape. What it leaves open are values, each of which is spelled in one way only: numbers
without needless zeros, strings without a quote, a backslash or a control character. So the text is the canonical text of
what it says, and what it says has this form.
"""

import re
from collections.abc import Callable, Collection, Mapping
from typing import Final

Check = Callable[[object], bool]

_patterns: dict[Check, str] = {}

STRING: Final = r'"[^"\\\x00-\x1f]+"'
"""The canonical text of any string but the empty one that needs no escape."""
BOOLEAN: Final = "(?:true|false)"


def having(check: Check, pattern: str | None) -> Check:
    """Keep the pattern of canonical texts that a check accepts, and return the check. Without one it is always asked."""
    if pattern is not None:
        _patterns[check] = pattern
    return check


def pattern_of(check: Check) -> str | None:
    """Return the pattern of a check; None if there is none."""
    return _patterns.get(check)


# --- The patterns of the checks of `predicates.py` ---------------------------------------------------------------------


def integer_pattern(low: int, high: int) -> str | None:
    """Return a pattern of integers from `low` to `high`: one number, or those that `low` and the digits of `high` allow.

    It leaves out the numbers with as many digits as `high`, which a pattern cannot compare with it.
    """
    if low == high:
        return str(low)
    digits = len(str(high)) - 1
    if low not in (0, 1, -high) or digits == 0:
        return f"[{low}-{high}]" if 0 <= low < high <= 9 else None  # noqa: PLR2004
    positive = f"[1-9][0-9]{{0,{digits - 1}}}"
    return positive if low == 1 else f"(?:0|{'-?' if low < 0 else ''}{positive})"


def string_pattern(pattern: str) -> str:
    """Return the pattern of strings that another one matches as a whole, none of whose letters needs an escape."""
    return f'"(?:{pattern})"'


def member_pattern(values: Collection[str]) -> str:
    """Return the pattern of these strings, none of whose letters needs an escape."""
    return f'"(?:{"|".join(map(re.escape, sorted(values)))})"'


def array_pattern(check: Check, low: int, high: int) -> str | None:
    """Return the pattern of arrays of `low` to `high` items."""
    item = pattern_of(check)
    if item is None or high < 1:
        return None
    if low == high:
        return rf"\[{','.join([item] * low)}\]"
    several = f"{item}(?:,{item}){{{max(low - 1, 0)},{high - 1}}}"
    return rf"\[{several}\]" if low else rf"\[(?:{several})?\]"


def object_pattern(members: Mapping[str, str | None], *, optional: Collection[str] = ()) -> str | None:
    """Return the pattern of objects with these members, by name and in canonical order; the `optional` may be away."""
    parts = []
    for name, value in sorted(members.items()):
        if value is None:
            return None
        member = f'"{name}":{value}'
        parts.append(member if not optional else in_list(member, optional=name in optional))
    return rf"\{{{('' if optional else ',').join(parts)}\}}"


def in_list(part: str, *, optional: bool) -> str:
    """Return the pattern of a part of a list with parts that may be away: a comma stands where another one follows."""
    followed = rf"{part}(?:,(?=[\[\"])|(?=[\]}}]))"
    return f"(?:{followed})?" if optional else followed
