"""What the pages about the life of a round and of a hand list, and what is really run: statements and crash tests."""

from __future__ import annotations

import re
from collections import defaultdict
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from django.db import connection

from reddog_platform.embedded.home import CHECKOUT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

Parts = dict[str, set[str]]
"""The named parts of WITH statements, with the tables that each mentions."""


class Statements:
    """What the database was asked, as reading and as writing statements."""

    def __init__(self) -> None:
        self.reads: Parts = defaultdict(set)
        self.writes: Parts = defaultdict(set)

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, *others: Any) -> Any:
        parts = parts_of(sql)
        writes = any(re.match(r"\s*(?:INSERT|UPDATE|DELETE)\b", body) for body in parts.values())
        for name, body in parts.items():
            (self.writes if writes else self.reads)[name] |= tables_of(body)
        return execute(sql, params, *others)


@contextmanager
def statements(seen: Statements) -> Iterator[None]:
    with connection.execute_wrapper(seen):
        yield


def crash_tests() -> list[Path]:
    """Return the files of tests that kill processes."""
    files = sorted((CHECKOUT / "tests" / "crash").glob("test_*_killed.py"))
    assert files
    return files


def unnamed(page: str, files: Iterable[Path]) -> list[str]:
    """Return the tests of these files that a page does not name."""
    tests = [
        f"{path.name}::{name}"
        for path in files
        for name in re.findall(r"^def (test_\w+)", path.read_text(), re.MULTILINE)
    ]
    assert tests
    return [test for test in tests if f"`tests/crash/{test}`" not in page]


def listed(page: str, heading: str) -> list[Parts]:
    """Return the tables of a page's section: a part a row, with the tables of its last cell."""
    section = page[page.index(f"{heading}\n") :].split("\n## ", 1)[0]
    found = re.findall(r"((?:^\|.+\n)+)", section, re.MULTILINE)
    tables = [table.splitlines() for table in found if table.startswith("| CTE |")]
    return [{name.strip(" `"): mentioned for name, mentioned in map(part, lines[2:])} for lines in tables]


def part(row: str) -> tuple[str, set[str]]:
    """Return a row's name and tables, the first of which belongs to the row's app."""
    name, app, cell = row.split("|")[1:4]
    tables = re.findall(r"`(\w+)`", cell)
    assert tables[0].startswith(f"{app.strip()}_"), f"another app's table: {row}"
    return name, set(tables)


def parts_of(sql: str) -> dict[str, str]:
    """Take a WITH statement apart; nothing of any other statement."""
    found: dict[str, str] = {}
    at = re.match(r"\s*WITH ", sql)
    place = at.end() if at else len(sql)
    while part := re.compile(r"(\w+) AS (?:NOT )?(?:MATERIALIZED )?\(").match(sql, place):
        end = closing(sql, part.end())
        found[part[1]] = sql[part.end() : end]
        place = end + 1
        if sql[place : place + 2] != ", ":
            break
        place += 2
    return found


def closing(sql: str, place: int) -> int:
    """Return where the parenthesis closes that was opened before `place`; quoted text is passed over."""
    depth, quoted = 1, False
    while depth:
        if sql[place] == "'":
            quoted = not quoted
        elif not quoted:
            depth += {"(": 1, ")": -1}.get(sql[place], 0)
        place += 1
    return place - 1


def tables_of(body: str) -> set[str]:
    """Return the tables of ours that a part mentions."""
    ours = set(connection.introspection.table_names())
    return ours & set(re.findall(r"\w+", body))
