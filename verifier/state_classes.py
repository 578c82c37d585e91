"""The classes of which a state may have objects: those of the modules that the judge is made of, and what each object holds.

Nothing is listed by hand. A class is found because the judge's modules reach it, and the fields of its objects are read from
the class itself: every slot, and all that stands in the object's own dictionary.

Source: docs/adr/0099-a-state-of-all-that-the-judge-knows.md.
"""

import enum
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from types import MappingProxyType, MemberDescriptorType, ModuleType
from typing import Any, Final, Generic, Protocol

from verifier import judge_share

_PROGRAM: Final = __name__.partition(".")[0]
_PLAIN_BASES: Final = (object, Generic, Protocol)


class Unknown(TypeError):  # noqa: N818  says what is the case
    """A state holds what cannot be kept as it is: the program has to be taught, and writes nothing."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What objects of a class hold."""

    kept: type
    name: str
    slots: tuple[str, ...]
    """The names of all its slots, those of its bases first."""
    has_dictionary: bool
    is_enum: bool
    is_tuple: bool

    def values(self, kept: object) -> tuple[object, ...]:
        """Return what stands in the slots of an object; `ABSENT` for one that was never set."""
        if not self.slots:
            return ()
        try:
            found = attrgetter(*self.slots)(kept)
        except AttributeError:
            return tuple(getattr(kept, name, ABSENT) for name in self.slots)
        return found if len(self.slots) > 1 else (found,)


class _Absent(enum.Enum):
    ABSENT = enum.auto()


ABSENT: Final = _Absent.ABSENT


@cache
def layouts() -> Mapping[str, Layout]:
    """Return the layout of each class that a state may have objects of, by the class's full name."""
    found = (layout(each) for module in _modules() for each in _classes(module))
    return MappingProxyType({each.name: each for each in found if each is not None})


@cache
def layout(kept: type) -> Layout | None:
    """Return the layout of a class; None for one whose objects hold more than slots and a dictionary show."""
    name = f"{kept.__module__}.{kept.__qualname__}"
    if issubclass(kept, enum.Enum):
        return Layout(kept, name, (), has_dictionary=False, is_enum=True, is_tuple=False)
    if issubclass(kept, tuple):
        fields: tuple[str, ...] = getattr(kept, "_fields", ())
        plain = kept.__mro__[1:] in ((tuple, object), (tuple, Generic, object)) and bool(fields)
        return Layout(kept, name, fields, has_dictionary=False, is_enum=False, is_tuple=True) if plain else None
    bases = [base for base in reversed(kept.__mro__) if base not in _PLAIN_BASES]
    if any(base.__module__.partition(".")[0] != _PROGRAM for base in bases):
        return None
    slots = tuple(name for base in bases for name, held in vars(base).items() if type(held) is MemberDescriptorType)
    if len(set(slots)) < len(slots):
        return None
    return Layout(kept, name, slots, has_dictionary=bool(kept.__dictoffset__), is_enum=False, is_tuple=False)


def _modules() -> list[ModuleType]:
    """Return every module of the program that the judge's modules reach by what they import, the judge's first."""
    found: dict[str, None] = {judge_share.__name__: None}
    waiting = list(found)
    while waiting:
        for name in _reached(sys.modules[waiting.pop()]):
            if name not in found:
                found[name] = None
                waiting.append(name)
    return [sys.modules[name] for name in found]


def _reached(module: ModuleType) -> Iterator[str]:
    for held in vars(module).values():
        name: Any = held.__name__ if isinstance(held, ModuleType) else getattr(held, "__module__", None)
        if isinstance(name, str) and name.startswith(f"{_PROGRAM}.") and name in sys.modules:
            yield name


def _classes(module: ModuleType) -> Iterator[type]:
    for held in vars(module).values():
        if isinstance(held, type) and held.__module__ == module.__name__:
            yield held
