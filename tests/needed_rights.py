"""Which rights the platform's own statements need, as seen while the tests ran as the application's role.

Every test process keeps the texts that code of the platform sent, not a test's own. After a complete run,
`python -m tests.needed_rights` names the listed rights that none of them needs, and fails if there is one: `make check`
asks it. What only a process of its own does is not seen: such a right needs a test that does it in the test's own process.
That a right is missing, PostgreSQL says by itself.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import psycopg
import sqlglot
from sqlglot import exp

from audit import prepared_statement
from reddog_platform.embedded.home import CHECKOUT
from reddog_platform.embedded.postgres import APPLICATION
from reddog_platform.grant_rights import in_words
from reddog_platform.grants import GRANTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import FrameType

    from reddog_platform.grant_rights import Right

_PARAMETER: Final = re.compile(r"%\(\w+\)s|%s|\$\d+")
_OF_TRANSACTIONS: Final = ("SAVEPOINT", "RELEASE", "ROLLBACK", "SET", "SHOW")

_seen: Final[set[str]] = set()

SEEN_STATEMENTS: Final = CHECKOUT / ".local" / "seen-statements"
"""Where test processes keep what they saw."""


def watch_statements() -> None:
    """Keep each distinct text that the platform sends, through cursors and past them."""
    execute, executemany, prepare = psycopg.Cursor.execute, psycopg.Cursor.executemany, prepared_statement._prepare

    def watched_execute(cursor: psycopg.Cursor[Any], query: Any, *args: Any, **kwargs: Any) -> Any:
        _see(cursor.connection, query)
        return execute(cursor, query, *args, **kwargs)

    def watched_executemany(cursor: psycopg.Cursor[Any], query: Any, *args: Any, **kwargs: Any) -> Any:
        _see(cursor.connection, query)
        return executemany(cursor, query, *args, **kwargs)

    def watched_prepare(session: psycopg.Connection[object], sql: str) -> bytes:
        _see(session, sql)
        return prepare(session, sql)

    psycopg.Cursor.execute = watched_execute  # type: ignore[method-assign,assignment]  # all cursors, Django's too
    psycopg.Cursor.executemany = watched_executemany  # type: ignore[method-assign,assignment]  # the same
    prepared_statement._prepare = watched_prepare


def keep_seen(folder: Path, name: str) -> None:
    """Write what this process saw into a folder that all test processes share."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(sorted(_seen)))


def rights_nobody_needed(folder: Path) -> list[Right]:
    """Return the listed rights that no statement in `folder` needs."""
    texts = {text for file in folder.glob("*.json") for text in json.loads(file.read_text())}
    needed = set(needed_rights(texts))
    # To lock rows, PostgreSQL asks for UPDATE on any column.
    locked = {table for table, privilege, _ in needed if privilege == "LOCK"}
    changed = {table for table, privilege, _ in needed if privilege == "UPDATE"}
    return sorted(
        (table, privilege, column)
        for table, privilege, column in _listed()
        if (table, privilege, column) not in needed
        and not (privilege == "UPDATE" and table in locked - changed and len(GRANTS[table].update) == 1)
    )


def needed_rights(texts: Iterable[str]) -> Iterator[Right]:
    """Yield the rights that statements need; a lock of rows as the privilege LOCK.

    Raises:
        sqlglot.errors.ParseError: a statement that the parser does not know.
    """
    logging.getLogger("sqlglot").setLevel(logging.ERROR)
    for text in texts:
        if text.lstrip().upper().startswith(_OF_TRANSACTIONS):
            continue
        for tree in sqlglot.parse(_PARAMETER.sub(":p", text.replace("%%", "%")), read="postgres"):
            if tree is not None:
                yield from _needed_by(tree)


def _needed_by(tree: exp.Expr) -> Iterator[Right]:
    named = {cte.alias for cte in tree.find_all(exp.CTE)}
    yield from ((table.name, "SELECT", "") for table in tree.find_all(exp.Table) if table.name not in named)
    for insert in tree.find_all(exp.Insert):
        into = insert.find(exp.Table)
        assert into is not None
        yield into.name, "INSERT", ""
        conflict = insert.args.get("conflict")
        if conflict is not None:
            yield from ((into.name, "UPDATE", change.this.name) for change in conflict.expressions)
    for update in tree.find_all(exp.Update):
        yield from ((update.this.name, "UPDATE", change.this.name) for change in update.expressions)
    yield from ((delete.this.name, "DELETE", "") for delete in tree.find_all(exp.Delete))
    for select in tree.find_all(exp.Select):
        for lock in select.args.get("locks") or ():
            of = {table.name for table in lock.expressions}
            tables = (table for table in select.find_all(exp.Table) if not of or table.alias_or_name in of)
            yield from ((table.name, "LOCK", "") for table in tables)


def _listed() -> Iterator[Right]:
    for table, rights in GRANTS.items():
        whole = {"SELECT": rights.select, "INSERT": rights.insert, "DELETE": rights.delete}
        yield from ((table, privilege, "") for privilege, given in whole.items() if given)
        yield from ((table, "UPDATE", column) for column in rights.update)


def _see(connection: psycopg.Connection[Any], query: Any) -> None:
    text = query if isinstance(query, str) else query.decode() if isinstance(query, bytes) else query.as_string(None)
    if text in _seen or text.startswith(_OF_TRANSACTIONS) or connection.info.user != APPLICATION:
        return
    if _sent_by_the_platform():
        _seen.add(text)


def _sent_by_the_platform() -> bool:
    """Return whether the nearest code of this checkout on the stack is not a test's."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        folder = _folder_of(frame.f_code.co_filename)
        if folder:
            return folder != "tests"
        frame = frame.f_back
    return False


@cache
def _folder_of(file: str) -> str:
    """Return the folder of this checkout that a file of ours is in; empty of others' code, and of this file."""
    path = Path(file)
    if not path.is_relative_to(CHECKOUT) or path == Path(__file__):
        return ""
    top = path.relative_to(CHECKOUT).parts[0]
    return "" if top.startswith(".") else top


def main() -> None:
    """Name the rights that nothing needed in the last run of the tests.

    Raises:
        SystemExit: there are some.
    """
    if needless := rights_nobody_needed(SEEN_STATEMENTS):
        sys.exit(
            "\n".join(
                ["No statement of the tests needs these rights (reddog_platform/grants.py):", *map(in_words, needless)]
            )
        )


if __name__ == "__main__":
    main()
