"""A kept connection whose server has hung up is replaced before it is used."""

from __future__ import annotations

import pytest
from django.db import DataError, OperationalError, ProgrammingError, connection, connections

from audit.prepared_statement import select_number

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
