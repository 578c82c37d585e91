"""One generated predicate for each form that records have: it accepts a document and its canonical text at one go.

A predicate is a fast way to say yes, and never says more than the checks of `predicates.py` and an encoding would: what
it does not accept is judged by those. It is made the first time that they accept a record with these fields, and holds
for records with the same fields in the same order.

It compares the text with the values spelled without escapes. Where the text has an escape, the two differ: the text has
a backslash where the value has the character that it stands for. If that is a backslash too, the text is longer by one
for each. So what is accepted has no escapes, and is canonical.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, cast

from verifier import canonical

Check = Callable[[object], bool]
Predicate = Callable[[Mapping[str, object], str], bool]
Writer = Callable[[str, "Writing"], str]
"""Writes the check of the value in a variable, and returns how its canonical text is spelled in an f-string."""

_writers: dict[Check, Writer] = {}


@dataclass(slots=True)
class Writing:
    """A function in the making: its lines, the constants that they use, and the digits that are checked together."""

    lines: list[str] = field(default_factory=list)
    constants: dict[str, object] = field(default_factory=dict)
    _digits: dict[str, int] = field(default_factory=dict)
    _names: int = 0

    def require(self, condition: str) -> None:
        """Accept nothing for which `condition` does not hold."""
        self.lines.append(f"if not ({condition}): return None")

    def name(self, expression: str) -> str:
        """Return a variable that has the value of an expression."""
        self._names += 1
        self.lines.append(f"v{self._names} = {expression}")
        return f"v{self._names}"

    def constant(self, value: object) -> str:
        """Return a name for a value that the function uses."""
        name = f"c{len(self.constants)}"
        self.constants[name] = value
        return name

    def require_digits(self, value: str, count: int) -> None:
        """Accept only so many lower-case hexadecimal digits. All such values are looked at together."""
        self._digits[value] = count

    def spelled(self, value: str, check: Check) -> str:
        """Write the check of a variable's value, and return its spelling."""
        writer = _writers.get(check)
        if writer is not None:
            return writer(value, self)
        self.require(f"{self.constant(check)}({value})")
        return "{" + self.name(f"{self.constant(canonical.encode)}({value})") + "}"

    def compiled(self, arguments: str, result: str) -> Callable[..., object]:
        """Return the function of these arguments, whose result is `result` if nothing was refused."""
        if self._digits:
            lengths = " and ".join(f"len({value}) == {count}" for value, count in self._digits.items())
            self.require(lengths)
            joined = "".join("{" + value + "}" for value in self._digits)
            self.require(f'{self.constant(_DIGITS)}(f"{joined}")')
        body = "\n".join(f"  {line}" for line in [*self.lines, f"return {result}"])
        made: dict[str, object] = dict(self.constants)
        # Nothing of a log is in this text: names of fields and bounds, as the program's own forms have them.
        exec(f"def function({arguments}):\n{body}\n", made)  # noqa: S102
        return cast("Callable[..., object]", made["function"])


def written(check: Check, writer: Writer) -> Check:
    """Keep how a check is written, and return the check."""
    _writers[check] = writer
    return check


def predicate(checks: Mapping[str, Check], *, also: Mapping[str, str]) -> Predicate:
    """Make the predicate of documents with these fields in this order; `also` has further conditions on `{}`, by field."""
    writing, parts, names = Writing(), [], [f"f{place}" for place in range(len(checks))]
    for name, (key, check) in zip(names, checks.items(), strict=True):
        if key in also:
            writing.require(also[key].format(name))
        parts.append(f'"{key}":{writing.spelled(name, check)}')
    writing.lines.insert(0, f"{', '.join(names)}, = document.values()")
    text = "{{" + ",".join(parts) + "}}"
    return cast("Predicate", writing.compiled("document, text", f"text == f'{text}'"))


# --- How the checks of `predicates.py` are written --------------------------------------------------------------------


def write_integer(low: int, high: int) -> Writer:
    """Write a check for an integer."""

    def write(value: str, writing: Writing) -> str:
        writing.require(f"type({value}) is int and {low} <= {value} <= {high}")
        return "{" + value + "}"

    return write


def write_matching(pattern: str) -> Writer:
    """Write a check for a string of a pattern."""
    digits, fullmatch = _COUNTED_DIGITS.fullmatch(pattern), re.compile(pattern).fullmatch

    def write(value: str, writing: Writing) -> str:
        if digits is not None:
            writing.require_digits(value, int(digits[1]))
        else:
            writing.require(f"type({value}) is str and {writing.constant(fullmatch)}({value})")
        return f'"{{{value}}}"'

    return write


def write_text(condition: Check) -> Writer:
    """Write a check that a function makes, for a string."""

    def write(value: str, writing: Writing) -> str:
        writing.require(f"type({value}) is str and {writing.constant(condition)}({value})")
        return f'"{{{value}}}"'

    return write


def write_member(values: frozenset[str]) -> Writer:
    """Write a check for one of several strings."""

    def write(value: str, writing: Writing) -> str:
        writing.require(f"type({value}) is str and {value} in {writing.constant(values)}")
        return f'"{{{value}}}"'

    return write


def write_boolean(value: str, writing: Writing) -> str:
    """Write a check for true or false."""
    writing.require(f"type({value}) is bool")
    return "{" + writing.name(f"'true' if {value} else 'false'") + "}"


def write_spelling(spell: Callable[[object], str | None]) -> Writer:
    """Write a check by the function that spells a value, and returns None for one that is not of its form."""

    def write(value: str, writing: Writing) -> str:
        spelled = writing.name(f"{writing.constant(spell)}({value})")
        writing.require(f"{spelled} is not None")
        return "{" + spelled + "}"

    return write


def write_array(check: Check, low: int, high: int) -> Writer:
    """Write a check for an array."""

    def write(value: str, writing: Writing) -> str:
        if low == high:
            writing.require(f"type({value}) is list and len({value}) == {low}")
            items = [writing.spelled(writing.name(f"{value}[{place}]"), check) for place in range(low)]
            return f"[{','.join(items)}]"
        writing.require(f"type({value}) is list and {low} <= len({value}) <= {high}")
        item = Writing()
        spelling = item.spelled("item", check)
        spell = writing.constant(item.compiled("item", f"f'{spelling}'"))
        parts = writing.name(f"[{spell}(item) for item in {value}]")
        writing.require(f"None not in {parts}")
        return "[{" + writing.name(f"','.join({parts})") + "}]"

    return write


def write_object(checks: Mapping[str, Check]) -> Writer:
    """Write a check for an object with these fields and no others."""

    def write(value: str, writing: Writing) -> str:
        writing.require(f"type({value}) is dict and len({value}) == {len(checks)}")
        parts = [f'"{key}":{writing.spelled(writing.name(f"{value}[{key!r}]"), checks[key])}' for key in sorted(checks)]
        return "{{" + ",".join(parts) + "}}"

    return write


_COUNTED_DIGITS: Final = re.compile(r"\[0-9a-f\]\{(\d+)\}")
_DIGITS: Final = re.compile(r"[0-9a-f]+").fullmatch
