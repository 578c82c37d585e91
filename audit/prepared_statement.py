"""A step's statement, sent as PostgreSQL's protocol has it: prepared once on a connection, then its values alone.

The driver would do the same, with more work for each of some seventy values, and chooses an integer's type by its size:
one text became up to six prepared statements, each planned five times before its plan was kept. Here one text is one
statement, and PostgreSQL chooses the types.

Source: docs/adr/0026-steps-without-detours.md.
"""

import itertools
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final, NamedTuple
from uuid import UUID
from weakref import WeakKeyDictionary

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from psycopg import pq
from psycopg.adapt import PyFormat, Transformer
from psycopg.errors import InvalidSqlStatementName, error_from_result

_names: WeakKeyDictionary[psycopg.Connection[object], dict[str, bytes]] = WeakKeyDictionary()
"""What each connection has prepared, by text. The texts are a few dozen: they differ by the shape of a step."""

_numbers: Final = itertools.count()
"""No name is used twice: what a connection was told to forget may still be there."""


def _encode_text(value: str) -> bytes:
    """Encode a text for PostgreSQL, which ends it at a NUL.

    Raises:
        psycopg.DataError: it holds a NUL.
    """
    if "\0" in value:
        raise psycopg.DataError("PostgreSQL keeps no NUL in a text.")
    return value.encode()


class _Encoding(NamedTuple):
    """How the values of a type are sent."""

    format: pq.Format
    encode: Callable[..., bytes | None] | None
    """None where the driver knows how."""


_ENCODINGS: Final[dict[type, _Encoding]] = {
    int: _Encoding(pq.Format.TEXT, b"%d".__mod__),
    str: _Encoding(pq.Format.TEXT, _encode_text),
    bool: _Encoding(pq.Format.TEXT, {False: b"f", True: b"t"}.__getitem__),
    datetime: _Encoding(pq.Format.TEXT, lambda value: value.isoformat().encode()),
    bytes: _Encoding(pq.Format.BINARY, bytes),
    UUID: _Encoding(pq.Format.BINARY, attrgetter("bytes")),
    type(None): _Encoding(pq.Format.TEXT, lambda _: None),
}
_BY_THE_DRIVER: Final = _Encoding(pq.Format.TEXT, None)
"""For other types, such as a JSON document."""


def select_number(sql: str, params: Sequence[Any]) -> int:
    """Run a statement, with `%s` for each value, that ends in selecting one whole number; return the number.

    Raises:
        django.db.Error: as from a cursor.
    """
    database = connections[DEFAULT_DB_ALIAS]
    # As Django does for a cursor: a server that was restarted since the last request has hung up.
    database.close_if_health_check_failed()
    database.ensure_connection()
    if database.get_autocommit() and not database.execute_wrappers and not database.queries_logged:
        with database.wrap_database_errors:
            return _send(database.connection, sql, params)
    # In a transaction the driver may have to begin it first, and whoever watches statements watches cursors.
    with database.cursor() as cursor:
        cursor.execute(sql, params)
        (number,) = cursor.fetchone()
    return int(number)


def _send(session: psycopg.Connection[object], sql: str, params: Sequence[Any]) -> int:
    try:
        return _send_prepared(session, sql, params)
    except InvalidSqlStatementName:
        # The driver deallocates everything when a transaction is rolled back. Nothing ran, so prepare it once more.
        _names.pop(session, None)
        return _send_prepared(session, sql, params)


def _send_prepared(session: psycopg.Connection[object], sql: str, params: Sequence[Any]) -> int:
    names = _names.setdefault(session, {})
    name = names.get(sql)
    if name is None:
        name = names[sql] = _prepare(session, sql)
    encoders, formats = _encoding_of(tuple(map(type, params)))
    values = [
        _as_text(session, param) if encode is None else encode(param)
        for encode, param in zip(encoders, params, strict=True)
    ]
    result = session.pgconn.exec_prepared(name, values, formats)  # type: ignore[arg-type]  # None is null
    _require(session, result, pq.ExecStatus.TUPLES_OK)
    number = result.get_value(0, 0)
    assert number is not None, "the statement selects a number"
    return int(number)


@lru_cache(maxsize=1024)
def _encoding_of(types: tuple[type, ...]) -> tuple[list[Callable[..., bytes | None] | None], list[pq.Format]]:
    """Return how to encode the values of these types, and in which formats they are sent.

    It is kept: some seventy values a step have the same types in the next one, but for a few that may be missing.
    """
    encodings = [_ENCODINGS.get(each, _BY_THE_DRIVER) for each in types]
    return [encoding.encode for encoding in encodings], [encoding.format for encoding in encodings]


def _prepare(session: psycopg.Connection[object], sql: str) -> bytes:
    assert "%" not in sql.replace("%s", ""), "the driver would read another % in its own way"
    name = b"step_%d" % next(_numbers)
    first, *others = sql.split("%s")
    numbered = "".join(f"${number}{text}" for number, text in enumerate(others, 1))
    result = session.pgconn.prepare(name, (first + numbered).encode())
    _require(session, result, pq.ExecStatus.COMMAND_OK)
    return name


def _as_text(session: psycopg.Connection[object], value: object) -> bytes:
    """Encode a value as the driver does."""
    encoded = Transformer(session).get_dumper(value, PyFormat.TEXT).dump(value)
    assert encoded is not None, "only None is null"
    return bytes(encoded)


def _require(session: psycopg.Connection[object], result: pq.abc.PGresult, status: pq.ExecStatus) -> None:
    if result.status == status:
        return
    if session.pgconn.status != pq.ConnStatus.OK or result.error_field(pq.DiagnosticField.SQLSTATE) is None:
        # Without a code it is not the server that speaks but libpq, which has lost the connection. Its status is still
        # OK where a notice was all that the server sent before it hung up, as at an immediate shutdown.
        raise psycopg.OperationalError(result.get_error_message())
    raise error_from_result(result)
