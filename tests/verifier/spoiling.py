"""How an honest log is spoiled: one thing in it is changed.

The attacker holds every key of the operator's: what is changed is linked and signed again, and whatever cites it
follows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.verifier.auditor import audited, code

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.verifier.producer import Document, Log


Attack = tuple[str, "Callable[[Log], object]", str]

OTHER = "5e" * 32


def place(log: Log, kind: str, number: int = 0, **wanted: object) -> int:
    """Return where the record of this type with these fields is, counted from 0; the last for -1."""
    found = [
        at
        for at, draft in enumerate(log.drafts)
        if draft.fields["type"] == kind and wanted.items() <= draft.fields.items()
    ]
    return found[number]


def fields(log: Log, kind: str, number: int = 0, **wanted: object) -> Document:
    return log.drafts[place(log, kind, number, **wanted)].fields


def put(kind: str, number: int = 0, **new: Any) -> Callable[[Log], object]:
    """Set fields of a record."""
    return lambda log: fields(log, kind, number).update(new)


def put_in(kind: str, path: tuple[str | int, ...], value: Any, number: int = 0) -> Callable[[Log], object]:
    """Set what is deeper in a record; a function of the old value gives the new one."""

    def spoil(log: Log) -> None:
        inside: Any = fields(log, kind, number)
        for step in path[:-1]:
            inside = inside[step]
        inside[path[-1]] = (
            value(inside.get(path[-1]) if type(inside) is dict else inside[path[-1]]) if callable(value) else value
        )

    return spoil


def drop(kind: str, name: str, number: int = 0) -> Callable[[Log], object]:
    """Leave a field out."""
    return lambda log: fields(log, kind, number).pop(name)


def delete(kind: str, number: int = 0) -> Callable[[Log], object]:
    """Leave a record out."""

    def spoil(log: Log) -> None:
        at = place(log, kind, number)
        del log.drafts[at]
        log.sizes = [size - (size > at) for size in log.sizes]

    return spoil


def twice(kind: str, number: int = 0) -> Callable[[Log], object]:
    """Write a record a second time, right after the first, with another salt and so another leaf."""

    def spoil(log: Log) -> None:
        first = fields(log, kind, number)
        log.now = first["time"]
        log.add(first["chain"], kind, {name: value for name, value in first.items() if name not in COMMON})
        log.drafts.insert(place(log, kind, number) + 1, log.drafts.pop())

    return spoil


COMMON = ("v", "type", "chain", "seq", "prev", "time", "salt")


def shift(kind: str, to: str, number: int = 0, to_number: int = 0) -> Callable[[Log], object]:
    """Move a record to before another one."""

    def spoil(log: Log) -> None:
        draft = log.drafts.pop(place(log, kind, number))
        log.drafts.insert(place(log, to, to_number), draft)

    return spoil


def both(*steps: Callable[[Log], object]) -> Callable[[Log], object]:
    def spoil(log: Log) -> None:
        for step in steps:
            step(log)

    return spoil


def later(kind: str, by: int, number: int = 0) -> Callable[[Log], object]:
    """Date a record, and all that follow it, later."""

    def spoil(log: Log) -> None:
        for draft in log.drafts[place(log, kind, number) :]:
            draft.fields["time"] += by

    return spoil


def swap(kind: str, name: str) -> Callable[[Log], object]:
    """Exchange the first two members of an array."""

    def spoil(log: Log) -> None:
        members = fields(log, kind)[name]
        members[0], members[1] = members[1], members[0]

    return spoil


def swap_in(kind: str, name: str, inner: str) -> Callable[[Log], object]:
    """Exchange what the first two members of an array have in one field."""

    def spoil(log: Log) -> None:
        one, two = fields(log, kind)[name][:2]
        one[inner], two[inner] = two[inner], one[inner]

    return spoil


def append_from(kind: str, name: str, value: Any) -> Callable[[Log], object]:
    return lambda log: fields(log, kind)[name].append(value)


def add(chain_of: str, kind: str, **new: Any) -> Callable[[Log], object]:
    """Write a record at the end of the log, in the chain of the first record of the type `chain_of`."""
    return lambda log: log.add(fields(log, chain_of)["chain"], kind, new)


def other_hex(value: str) -> str:
    return ("0" if value[0] != "0" else "1") + value[1:]


def more(amount: int) -> Callable[[int], int]:
    return lambda value: value + amount


def other_card(cards: list[str]) -> list[str]:
    return ["2c" if cards[0] != "2c" else "3c", *cards[1:]]


def flip(result: str) -> str:
    return "lose" if result == "win" else "win"


def check(honest: Callable[[], Log], spoil: Callable[[Log], object]) -> str:
    log = honest().copied()
    spoil(log)
    log.sizes = [size for size in log.sizes if size <= len(log.drafts)]
    return code(audited(log.seal()))


def named(attacks: list[Attack]) -> Any:
    return [pytest.param(spoil, expected, id=f"{name}: {expected}") for name, spoil, expected in attacks]
