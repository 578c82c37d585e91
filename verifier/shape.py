"""The fields that a type of record has, and the check of each.

Source: docs/formats/record.md, "Types"; tables.md.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from verifier.predicates import HEX_16, HEX_32, MILLISECONDS, Check, array, integer, matching, one_of, text


@dataclass(frozen=True, slots=True)
class Shape:
    """The fields of one type; `fields` holds the optional ones too."""

    required: frozenset[str]
    fields: dict[str, Check] = field(repr=False)


def shape(required: Mapping[str, Check], optional: Mapping[str, Check] | None = None) -> Shape:
    """Make the shape of a type from its own fields; those common to all types are added."""
    needed = {**_COMMON, **required}
    return Shape(required=frozenset(needed), fields={**needed, **(optional or {})})


def extended(first: Shape, added: Mapping[str, Check], *, required: Collection[str] = ()) -> Shape:
    """Make the shape of a type to which a later version adds fields: optional ones, but for those named in `required`."""
    return Shape(required=first.required.union(required), fields={**first.fields, **added})


FIRST_VERSION, TABLES_VERSION = "rdf/1", "rdf/2"

EPOCH = integer(0, 2**32 - 1)
MINOR = integer(0)
BALANCE = array(integer(-(2**53 - 1)), 2, 2)
# This is the form alone: the checks of rounds say which words, how many cards and which numbers fit a hand.
WORD = matching(r"[a-z_]{1,40}")

_COMMON: dict[str, Check] = {
    "v": one_of((FIRST_VERSION, TABLES_VERSION)),
    "type": text,
    "chain": HEX_16,
    "seq": integer(0),
    "prev": HEX_32,
    "time": MILLISECONDS,
    "salt": HEX_16,
}
