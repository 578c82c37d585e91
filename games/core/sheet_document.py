"""Read the members of a rule sheet's document, one at a time, trusting none of them."""

from collections.abc import Collection, Mapping
from typing import TypeVar

from kernel.money import MAX_MINOR
from kernel.refusals import Refusal, RefusalKind

Wanted = TypeVar("Wanted")


class MalformedSheet(Refusal):
    """The document is not a rule sheet."""

    code, kind = "malformed-rule-sheet", RefusalKind.MALFORMED


def require(holds: bool, member: str, rule: str) -> None:  # noqa: FBT001  it reads as an assertion does
    """Refuse the sheet unless the rule for this member holds."""
    if not holds:
        raise MalformedSheet(f"{member}: {rule}.", member=member)


def require_members(document: Mapping[str, object], members: Collection[str], *, inside: str = "sheet") -> None:
    """Refuse a document that lacks one of `members` or has another."""
    strange = set(members).symmetric_difference(document)
    require(not strange, inside, f"missing or unknown: {', '.join(sorted(strange))}")


def read_member(document: Mapping[str, object], name: str, kind: type[Wanted]) -> Wanted:
    """Return a member that must be exactly of `kind`: a boolean is no integer."""
    value = document[name]
    require(type(value) is kind, name, f"is not {kind.__name__}")
    assert isinstance(value, kind), "an exact type is also an instance"
    return value


def read_texts(document: Mapping[str, object], name: str) -> tuple[str, ...]:
    """Return a member that must be an array of strings."""
    values: list[object] = read_member(document, name, list)
    require(all(type(value) is str for value in values), name, "is not an array of strings")
    return tuple(str(value) for value in values)


def read_integers(document: Mapping[str, object], name: str) -> tuple[int, ...]:
    """Return a member that must be an array of integers, each from 0 to 2**53 - 1."""
    integers = []
    for value in read_member(document, name, list):
        if type(value) is not int or not 0 <= value <= MAX_MINOR:
            raise MalformedSheet(f"{name}: is not an array of whole numbers.", member=name)
        integers.append(value)
    return tuple(integers)
