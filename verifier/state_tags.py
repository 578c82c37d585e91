"""How all that can be reached from an object is written as bytes, for `state_writer` and `state_reader`.

The bytes can say nothing but values of the types below and objects of the classes in `state_classes`: nothing in them is
run. What is of any other type is refused when it is written, so that nothing is left out in silence. An object that
two others hold is written once, and is one object again. One state has one spelling.

Each value is a tag and what follows it. A size is in groups of seven bits, the lowest first, in as few as it takes. A whole
number is twice its amount, less one where it is below 0, as a size. Texts, bytes and arrays have their length before them, groups
the number of their items; members of a set rise. Of each class the first object brings its name and those of its fields.

Source: docs/adr/0099-a-state-of-all-that-the-judge-knows.md.
"""

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from verifier.state_classes import Unknown

ARRAY_WIDTH: Final = 8
GROUP_BITS: Final = 7
GROUP: Final = 0x7F
MORE: Final = 0x80
"""Set in a group that another one follows."""
_ORDERED: Final = (bytes, int, str, tuple)


class Tag:
    """What a value is."""

    NONE: Final = 0
    TRUE: Final = 1
    FALSE: Final = 2
    INTEGER: Final = 3
    FLOAT: Final = 4
    TEXT: Final = 5
    BYTES: Final = 6
    AGAIN: Final = 7
    TUPLE: Final = 8
    LIST: Final = 9
    SET: Final = 10
    FROZENSET: Final = 11
    DICT: Final = 12
    COUNTER: Final = 13
    DEQUE: Final = 14
    BYTEARRAY: Final = 15
    ARRAY: Final = 16
    PROXY: Final = 17
    FRACTION: Final = 18
    DATE: Final = 19
    ED25519: Final = 20
    P256: Final = 21
    OBJECT: Final = 22
    ABSENT: Final = 23


def ordered(members: Iterable[Any]) -> list[Any]:
    """Return the members of a set in their order, which does not depend on the run of the program.

    Raises:
        Unknown: they have none.
    """
    if not all(isinstance(member, _ORDERED) for member in members):
        raise Unknown("a set of members that have no order")
    try:
        return sorted(members)
    except TypeError:
        raise Unknown("a set of members of several kinds") from None


@contextmanager
def no_collection() -> Iterator[None]:
    """Keep the collector of cycles from looking at millions of objects, none of which is garbage."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()
