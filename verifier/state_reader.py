"""Make the objects again whose bytes `state_writer` wrote. How they are written, `state_tags` says.

Source: docs/adr/0099-a-state-of-all-that-the-judge-knows.md.
"""

import struct
import sys
from array import array
from collections import Counter, deque
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from verifier import player_key
from verifier.state_classes import ABSENT, Layout, layouts
from verifier.state_tags import ARRAY_WIDTH, GROUP, GROUP_BITS, MORE, Tag, no_collection, ordered
from verifier.verdict import Fault

_PENDING: Final = object()
"""Stands for an object that is made after its parts, while they are read."""


class Damaged(ValueError):  # noqa: N818  says what is the case
    """The bytes are no state that this program wrote."""


def read(content: bytes) -> Any:
    """Return the object that was written.

    Raises:
        Damaged: these are no such bytes, or not all of them.
    """
    with no_collection():
        reader = _Reader(content)
        try:
            root = reader.take()
        except (AttributeError, LookupError, TypeError, ValueError, RecursionError, struct.error, Fault) as error:
            raise Damaged(f"it is no state: {error}") from error
    if reader.at != len(content):
        raise Damaged("it goes on after its end")
    return root


class _Reader:
    def __init__(self, content: bytes) -> None:
        self.at = 0
        self._content = content
        self._made: list[Any] = []
        """The objects so far, by their numbers."""
        self._classes: list[Layout] = []
        self._takes: dict[int, Callable[[], Any]] = {
            Tag.NONE: lambda: None,
            Tag.TRUE: lambda: True,
            Tag.FALSE: lambda: False,
            Tag.ABSENT: lambda: ABSENT,
            Tag.INTEGER: self._take_integer,
            Tag.FLOAT: lambda: struct.unpack("<d", self._take_exactly(8))[0],
            Tag.TEXT: self._take_text,
            Tag.BYTES: lambda: self._take_exactly(self._take_size()),
            Tag.FRACTION: lambda: Fraction(self.take(), self.take()),
            Tag.DATE: lambda: date.fromordinal(self.take()),
            Tag.ED25519: lambda: player_key.load(player_key.ED25519, self._take_exactly(self._take_size())),
            Tag.P256: lambda: player_key.load(player_key.P256, self._take_exactly(self._take_size())),
            Tag.AGAIN: self._take_again,
            Tag.TUPLE: lambda: self._after_parts(lambda: tuple(self._take_items())),
            Tag.FROZENSET: lambda: self._after_parts(lambda: frozenset(self._take_members())),
            Tag.PROXY: lambda: self._after_parts(lambda: MappingProxyType(self.take())),
            Tag.LIST: lambda: self._filled([], lambda made: made.extend(self._take_items())),
            Tag.SET: lambda: self._filled(set(), lambda made: made.update(self._take_members())),
            Tag.DICT: lambda: self._filled({}, self._fill_pairs),
            Tag.COUNTER: lambda: self._filled(Counter(), self._fill_pairs),
            Tag.DEQUE: self._take_deque,
            Tag.BYTEARRAY: lambda: self._filled(
                bytearray(), lambda made: made.extend(self._take_exactly(self._take_size()))
            ),
            Tag.ARRAY: self._take_array,
            Tag.OBJECT: self._take_object,
        }

    def take(self) -> Any:
        tag = self._content[self.at]
        self.at += 1
        return self._takes[tag]()

    def _take_size(self) -> int:
        content, at, shift = self._content, self.at, 0
        number = 0
        while (group := content[at]) & MORE:
            number |= (group & GROUP) << shift
            at, shift = at + 1, shift + GROUP_BITS
        if shift and not group:
            raise Damaged("a number takes more bytes than it needs")
        self.at = at + 1
        return number | group << shift

    def _take_integer(self) -> int:
        number = self._take_size()
        return -(number >> 1) - 1 if number & 1 else number >> 1

    def _take_exactly(self, size: int) -> bytes:
        found = self._content[self.at : self.at + size]
        if len(found) != size:
            raise Damaged("it ends too soon")
        self.at += size
        return found

    def _take_text(self) -> str:
        return self._take_exactly(self._take_size()).decode("utf-8", "surrogatepass")

    def _take_again(self) -> Any:
        found = self._made[self._take_size()]
        if found is _PENDING:
            raise Damaged("an object is a part of itself")
        return found

    def _take_count(self) -> int:
        count = self._take_size()
        if count > len(self._content) - self.at:
            raise Damaged("it ends too soon")
        return count

    def _take_items(self) -> list[Any]:
        return [self.take() for _ in range(self._take_count())]

    def _take_members(self) -> list[Any]:
        members = self._take_items()
        if ordered(members) != members or len(set(members)) != len(members):
            raise Damaged("the members of a set do not rise")
        return members

    def _fill_pairs(self, made: dict[Any, Any]) -> None:
        count = self._take_count()
        for _ in range(count):
            key = self.take()
            made[key] = self.take()
        if len(made) != count:
            raise Damaged("a key stands twice")

    def _filled(self, made: Any, fill: Callable[[Any], None]) -> Any:
        """Make an object, which its parts may hold, and then fill it."""
        self._made.append(made)
        fill(made)
        return made

    def _after_parts(self, make: Callable[[], Any]) -> Any:
        number = len(self._made)
        self._made.append(_PENDING)
        made = self._made[number] = make()
        return made

    def _take_deque(self) -> deque[Any]:
        number = len(self._made)
        self._made.append(_PENDING)
        longest, *items = self._take_items()
        made = self._made[number] = deque(items, longest)
        return made

    def _take_array(self) -> "array[Any]":
        spelt = self._take_exactly(self._take_size())
        made: array[Any] = array(spelt[:1].decode(), spelt[1:])
        if made.itemsize != ARRAY_WIDTH:
            raise Damaged("an array of another width")
        if sys.byteorder == "big":
            made.byteswap()
        self._made.append(made)
        return made

    def _take_class(self) -> Layout:
        number = self._take_size()
        if number < len(self._classes):
            return self._classes[number]
        known = layouts()[self._take_name()]
        if number != len(self._classes) or ",".join(known.slots) != self._take_name():
            raise Damaged(f"{known.name} has other fields")
        self._classes.append(known)
        return known

    def _take_name(self) -> str:
        self._pass(Tag.TEXT)
        return self._take_text()

    def _pass(self, tag: int) -> None:
        if self._content[self.at] != tag:
            raise Damaged("another tag was expected")
        self.at += 1

    def _take_object(self) -> Any:
        known = self._take_class()
        if known.is_enum:
            return known.kept[self._take_name()]  # type: ignore[index]  # an enumeration
        if known.is_tuple:
            return self._after_parts(lambda: tuple.__new__(known.kept, [self.take() for _ in known.slots]))
        made: Any = object.__new__(known.kept)
        self._made.append(made)
        for name in known.slots:
            held = self.take()
            if held is not ABSENT:
                object.__setattr__(made, name, held)
        if known.has_dictionary:
            self._pass(Tag.DICT)
            self._fill_pairs(vars(made))
        return made
