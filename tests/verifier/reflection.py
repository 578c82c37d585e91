"""Compare two states object by object, by what the interpreter says that each one holds: not by the program's own lists."""

from __future__ import annotations

import enum
import gc
from array import array
from collections import deque
from datetime import date
from fractions import Fraction
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

_PLAIN = (str, bytes, int, float, type(None), Fraction, date, bytearray, array)
_KEYS = (Ed25519PublicKey, EllipticCurvePublicKey)


def require_same(before: object, after: object) -> int:
    """Refuse two states that differ anywhere, or of which one shares an object where the other has two.

    Returns how many objects were compared.
    """
    waiting: list[tuple[str, Any, Any]] = [("state", before, after)]
    made: dict[int, object] = {}
    twins: dict[int, object] = {}
    while waiting:
        path, one, other = waiting.pop()
        assert type(one) is type(other), f"{path}: {one!r} became {other!r}"
        if isinstance(one, enum.Enum | type):
            assert one is other, path
        elif isinstance(one, _PLAIN):
            assert one == other, f"{path}: {one!r} became {other!r}"
        elif isinstance(one, _KEYS):
            assert one == other, path
        elif id(one) in made:
            assert made[id(one)] is other, f"{path}: what was one object is two"
        else:
            assert id(other) not in twins, f"{path}: what were two objects is one"
            made[id(one)], twins[id(other)] = other, one
            waiting += held(path, one, other)
    return len(made)


def held(path: str, one: Any, other: Any) -> list[tuple[str, Any, Any]]:
    """Return what two objects of a type hold, side by side."""
    if isinstance(one, set | frozenset):
        assert one == other, f"{path}: {one!r} became {other!r}"
        return []
    if isinstance(one, dict):
        assert len(one) == len(other), f"{path}: {one!r} became {other!r}"
        keys = [(f"{path} key", *pair) for pair in zip(one, other, strict=True)]
        return keys + [(f"{path}[{key!r}]", one[key], value) for key, value in zip(one, other.values(), strict=True)]
    if isinstance(one, list | tuple | deque):
        assert len(one) == len(other), f"{path}: {one!r} became {other!r}"
        return [(f"{path}[{at}]", *pair) for at, pair in enumerate(zip(one, other, strict=True))]
    if hasattr(one, "__dict__"):
        assert vars(one).keys() == vars(other).keys(), f"{path}: {vars(one).keys()}"
    mine, its = gc.get_referents(one), gc.get_referents(other)
    assert len(mine) == len(its), f"{path}: {type(one).__name__} holds {len(mine)} objects, and held {len(its)}"
    return [(f"{path}.{type(one).__name__}", *pair) for pair in zip(mine, its, strict=True)]
