"""A kept connection whose server has hung up is replaced before it is used."""

from __future__ import annotations

import socket
import struct
import tempfile
import threading
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.db import DataError, OperationalError, ProgrammingError, connection, connections

from audit.prepared_statement import _send, select_number

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def hang_up() -> None:
    """Let the server end the application's session, as a restart would."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        pid = cursor.fetchone()[0]
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])


def test_a_connection_in_use_is_usable() -> None:
    connection.ensure_connection()

    assert connection.is_usable()


def test_a_notice_that_waits_does_not_make_a_connection_unusable() -> None:
    with connection.cursor() as cursor:
        cursor.execute("LISTEN a_channel")
    with connections["owner"].cursor() as cursor:
        cursor.execute("NOTIFY a_channel")

    assert connection.is_usable()


def test_the_next_request_after_a_restart_of_the_server_has_a_new_connection() -> None:
    hang_up()

    # As Django does between requests.
    connection.close_if_unusable_or_obsolete()
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)


def test_the_next_step_after_a_restart_of_the_server_has_a_new_connection_too() -> None:
    assert select_number("SELECT 1", []) == 1
    hang_up()

    connection.close_if_unusable_or_obsolete()
    assert select_number("SELECT 1", []) == 1


def test_a_step_whose_server_hangs_up_fails_as_a_statement_does() -> None:
    assert select_number("SELECT 1", []) == 1
    hang_up()

    with pytest.raises(OperationalError):
        select_number("SELECT 1", [])
    connection.close()


def message(kind: bytes, body: bytes) -> bytes:
    """Return a message of PostgreSQL's protocol."""
    return kind + struct.pack("!I", len(body) + 4) + body


READY = message(b"Z", b"I")
LETS_IN = message(b"R", bytes(4)) + message(b"S", b"client_encoding\0UTF8\0") + READY
ONE = message(b"T", struct.pack("!h", 1) + b"n\0" + struct.pack("!IhIhih", 0, 0, 23, 4, -1, 0))
ONE += message(b"D", struct.pack("!hi", 1, 1) + b"1") + message(b"C", b"SELECT 1\0")
PREPARED = message(b"1", b"") + READY
FAREWELL = message(b"N", b"SWARNING\0VWARNING\0C57P01\0Mterminating connection due to immediate shutdown command\0\0")
"""A notice and no error: PostgreSQL 14 and later, `quickdie`."""


def serve_one_step_and_say_farewell(listening: socket.socket, *, answer_was_read: threading.Event) -> None:
    session, _ = listening.accept()
    with session:
        for answer in (LETS_IN, PREPARED, message(b"2", b"") + ONE + READY):
            session.recv(4096)
            session.sendall(answer)
        answer_was_read.wait()
        session.sendall(FAREWELL)


def test_a_step_after_the_farewell_of_a_server_that_stops_at_once_is_told_of_a_lost_connection() -> None:
    """The library then reports an error without a code and a connection that is well, which passed for a defect."""
    with tempfile.TemporaryDirectory() as folder, closing(socket.socket(socket.AF_UNIX)) as listening:
        listening.bind(str(Path(folder) / ".s.PGSQL.5432"))
        listening.listen()
        read = threading.Event()
        server = threading.Thread(
            target=serve_one_step_and_say_farewell, args=(listening,), kwargs={"answer_was_read": read}
        )
        server.start()
        with closing(psycopg.connect(host=folder, port=5432, user="a", dbname="a", autocommit=True)) as session:
            assert _send(session, "SELECT 1", []) == 1
            read.set()
            server.join()

            with pytest.raises(psycopg.OperationalError):
                _send(session, "SELECT 1", [])


@pytest.mark.parametrize(("sql", "error"), [("SELECT 1/%s", DataError), ("SELECT nothing", ProgrammingError)])
def test_an_error_of_a_step_is_the_one_that_a_cursor_raises(sql: str, error: type[Exception]) -> None:
    values = [0] * sql.count("%s")
    with pytest.raises(error), connection.cursor() as cursor:
        cursor.execute(sql, values)

    with pytest.raises(error):
        select_number(sql, values)


def test_without_that_check_the_statement_would_fail() -> None:
    hang_up()

    with connection.cursor() as cursor, pytest.raises(OperationalError):
        cursor.execute("SELECT 1")
    connection.close()
