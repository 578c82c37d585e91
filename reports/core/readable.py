"""Write cells for people who read them on paper: thousands apart, and no JSON.

Source: docs/formats/report.md, "Files"; change_text.py, whose JSON is written in words here.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import orjson

from reports.core.cells import format_row
from reports.core.table import Cell, Table, Type

_NUMBER: Final = re.compile(r"(-?)(\d+)((?:\.\d+)?)")


def readable_row(table: Table, row: Sequence[Cell], exponents: Mapping[str, int]) -> tuple[str, ...]:
    """Return a row or a total of a table as texts for paper."""
    texts = format_row(table, row, exponents)
    return tuple(_readable(text, column.type) for text, column in zip(texts, table.columns, strict=True))


def grouped(text: str) -> str:
    """Put a comma between the thousands of a number: `-1234567.50` is `-1,234,567.50`. Other texts stay as they are."""
    number = _NUMBER.fullmatch(text)
    if number is None:
        return text
    sign, whole, part = number.groups()
    return f"{sign}{int(whole):,}{part}"


def in_words(text: str) -> str:
    """Write a text that is a JSON object as names and values: `{"limits":{"day_minor":5}}` is `limits day minor: 5`.

    Other texts stay as they are. Names and values are apart by `: `, and their pairs by `; `.
    """
    if not text.startswith("{"):
        return text
    try:
        found = orjson.loads(text)
    except orjson.JSONDecodeError:
        return text
    return "; ".join(f"{name}: {value}" for name, value in _pairs(found, ())) or "nothing"


def _readable(text: str, kind: Type) -> str:
    if kind in {Type.INTEGER, Type.MONEY}:
        return grouped(text)
    return in_words(text) if kind is Type.TEXT else text


def _pairs(found: Mapping[str, object], path: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for key, value in found.items():
        name = (*path, key.replace("_", " "))
        if isinstance(value, dict) and value:
            yield from _pairs(value, name)
        else:
            yield " ".join(name), _value(value)


def _value(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(_value, value)) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{name} {text}" for name, text in _pairs(value, ())) or "none"
    if value is None:
        return "none"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
