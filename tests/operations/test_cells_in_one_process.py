"""A thread that serves several cells, when a connection breaks, a cell is away, or a request is odd; no cell is played in."""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connection
from psycopg import sql

from audit.places import report_store
from kernel.cell import Cell
from kernel.serving import own_cell, serve, served_cell
from reddog_platform import pool_diagnostics, step_handler
from reddog_platform.cell_connections import in_cell, serve_cell
from reddog_platform.cell_router import CellRouter
from reddog_platform.cell_settings import connections_kept
from reddog_platform.postgresql.base import AnotherCellsConnection
from reports import file_store
from rest import throttling
from tests.own_cells import role_of, session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cell() -> Iterator[Cell]:
    """Return a cell that is a schema with no table but that of its events, and its role."""
    made = Cell(f"quay_{os.getpid()}")
    names = sql.Identifier(made.schema), sql.Identifier(role_of(made))
    with session("owner") as owner:
        owner.execute(sql.SQL("CREATE ROLE {1} LOGIN").format(*names))
        owner.execute(sql.SQL("CREATE SCHEMA {0}").format(*names))
        owner.execute(sql.SQL("CREATE TABLE {0}.audit_event (LIKE public.audit_event)").format(*names))
        owner.execute(sql.SQL("GRANT USAGE ON SCHEMA {0} TO {1}").format(*names))
        owner.execute(sql.SQL("GRANT SELECT ON {0}.audit_event TO {1}").format(*names))
    yield made
    with in_cell(made):
        connection.close()
    with session("owner") as owner:
        owner.execute(sql.SQL("DROP SCHEMA {0} CASCADE").format(*names))
        owner.execute(sql.SQL("DROP ROLE {1}").format(*names))


def asked(path: str, body: bytes = b"{}", **more: str) -> dict[str, Any]:
    return {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": f"/api/v1/{path}",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body),
        **more,
    }


def backend() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    return int(pid)


def terminated(pid: int) -> None:
    with session("owner", user="postgres") as superuser:
        superuser.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])


def test_a_connection_that_the_server_closed_meanwhile_is_opened_again(cell: Cell) -> None:
    with in_cell(cell):
        before = backend()
    terminated(before)

    with in_cell(cell):
        assert backend() != before
    assert served_cell() == own_cell()


def test_a_connection_that_breaks_in_a_cell_is_broken_once(cell: Cell) -> None:
    with in_cell(cell):
        terminated(backend())
        with pytest.raises(OperationalError):
            backend()
    with in_cell(cell):
        assert backend() > 0


def test_no_statement_is_sent_in_another_cell_than_the_one_that_is_served(cell: Cell) -> None:
    serve(cell)
    try:
        with pytest.raises(AnotherCellsConnection):
            backend()
    finally:
        serve(own_cell())
    assert backend() > 0


def test_a_thread_keeps_as_many_connections_as_it_may_and_at_least_one(cell: Cell, monkeypatch: Any) -> None:
    own = backend()
    monkeypatch.setattr(settings, "REDDOG_CELL_CONNECTIONS", 1)
    with in_cell(cell):
        assert backend() != own
    assert backend() != own, "the process's own was the one that was used longest ago"
    for count in (0, -1):
        with pytest.raises(ImproperlyConfigured):
            connections_kept(count)


def test_a_registration_passes_over_a_cell_that_is_away(cell: Cell) -> None:
    router = CellRouter((Cell("nowhere"), cell), origin="http://play.test")
    assert router.choose(asked("players")) == cell
    serve_cell(own_cell())
    assert router.choose(asked("players", HTTP_AUTHORIZATION="Bearer nowhere.c2V:c2")) == cell


def test_a_user_name_that_has_no_bytes_is_nobodys(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    remembered: Callable[[str], None] = seen.append
    monkeypatch.setattr("reddog_platform.cell_router.cell_of_user_name", remembered)
    router = CellRouter((Cell("east"),), origin="http://play.test")
    for body in (b'{"username": "\\ud800bc"}', '{"username": "Zo\u00eb"}'.encode(), b'{"username": "ada"}'):
        assert router.choose(asked("sessions", body, HTTP_AUTHORIZATION="Bearer east.c2V:c2")) == own_cell()
    assert seen == ["", "", "ada"], "an old token does not choose where somebody logs in"


def test_what_fails_while_a_cell_is_chosen_is_answered_in_the_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    router = CellRouter((Cell("east"),), origin="http://play.test")

    def fail(_: object) -> Cell:
        serve(Cell("east"))
        raise LookupError("a defect")

    monkeypatch.setattr(router, "choose", fail)
    monkeypatch.setattr(step_handler, "serve_cell", serve)
    failure = step_handler._served_by(router, asked("sessions"))
    assert isinstance(failure, LookupError)
    assert served_cell() == own_cell()


def test_doctor_names_each_cell_that_cannot_be_served(cell: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    assert pool_diagnostics.checks() == []
    monkeypatch.setattr(settings, "REDDOG_CELLS", (Cell("nowhere"), cell))
    (check,) = pool_diagnostics.checks()
    assert check().state == f"nowhere is no cell that is finished; {cell.name} is no cell that is finished"
    names = sql.Identifier(cell.schema), sql.Identifier(role_of(cell))
    with session("owner") as owner:
        owner.execute(sql.SQL("COMMENT ON SCHEMA {0} IS 'Red Dog cell'").format(*names))
        assert f"{cell.name} cannot be connected to: " in check().state
        owner.execute(sql.SQL("CREATE TABLE {0}.django_migrations (app text, name text)").format(*names))
        owner.execute(sql.SQL("GRANT SELECT ON {0}.django_migrations TO {1}").format(*names))
    found = check()
    assert not found.healthy
    assert f"{cell.name} has other migrations than the installation; {cell.name} lacks the key factor: " in found.state


def test_attempts_are_counted_over_all_cells() -> None:
    count = throttling._Count("log-in", "address", "192.0.2.1", 60, 60)
    own = throttling._redis_key(count)
    serve(Cell("east"))
    try:
        assert throttling._redis_key(count) == own
    finally:
        serve(own_cell())


def test_a_cells_long_report_files_are_in_its_own_part_of_the_bucket(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(settings, "REDDOG_REPORT_STORE", "s3://bucket/files")
    monkeypatch.setattr(file_store, "configured_bucket", lambda _, place: opened.append(place))
    serve(Cell("east"))
    try:
        file_store.open_store()
        assert report_store() == "s3://bucket/files/east"
    finally:
        serve(own_cell())
    file_store.open_store()
    assert opened == ["s3://bucket/files/east", "s3://bucket/files"]
