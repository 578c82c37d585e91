"""Events changed behind the platform's back, seen from outside: by an auditor who has an export, and by `fsck`."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import connections

from audit.operations.export import export_log
from audit.operations.save_event import NewEvent, save_event
from reddog_platform.soundness import faults
from tests import world
from tests.verifier.auditor import audited_folder, code

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = [pytest.mark.clause("F34"), pytest.mark.django_db(transaction=True, databases=["default", "owner"])]

BALANCE = "WHERE kind = 'balance-adjusted'"
BACKDATED = (
    "INSERT INTO audit_event SELECT (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(),"
    f" 'at', e.at - interval '1 day'))).* FROM audit_event e {BALANCE}"
)
# The statements of somebody who owns the database, and the code of the verdict.
CHANGES = {
    "another actor": ([f"UPDATE audit_event SET actor = 'operator:eve' {BALANCE}"], "E_EVENT"),
    "another reason": ([f"UPDATE audit_event SET reason = 'another' {BALANCE}"], "E_EVENT"),
    "another instant": ([f"UPDATE audit_event SET at = at + interval '1 s' {BALANCE}"], "E_EVENT"),
    "another actor, with a leaf that fits nothing": (
        [f"UPDATE audit_event SET actor = 'operator:eve', leaf = sha256('a') {BALANCE}"],
        "E_EVENT",
    ),
    "an event deleted": ([f"DELETE FROM audit_event {BALANCE}"], "E_WITHHELD_EVENT"),
    "an event and its place deleted": (
        [
            f"DELETE FROM audit_listed_event WHERE event = (SELECT id FROM audit_event {BALANCE})",
            f"DELETE FROM audit_event {BALANCE}",
        ],
        "E_WITHHELD_EVENT",
    ),
    "two events swapped": (
        [
            "UPDATE audit_listed_event SET number = -number",
            "UPDATE audit_listed_event SET number = CASE number WHEN -1 THEN 2 WHEN -2 THEN 1 ELSE -number END",
        ],
        "E_EVENT",
    ),
    "the key of the codes": (["UPDATE audit_log SET actor_key = sha256('another')"], "E_EVENT"),
}


@contextmanager
def owning() -> Iterator[None]:
    """Be somebody whom triggers and constraints do not stop, and put everything back."""
    with connections["owner"].cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("ALTER TABLE audit_listed_event DROP CONSTRAINT audit_listed_event_from_1")
        for table in ("audit_event", "audit_listed_event", "audit_log", "audit_event_queue"):
            cursor.execute(f"CREATE TEMP TABLE kept_{table} AS TABLE {table}")
        yield
        for table in ("audit_event", "audit_listed_event", "audit_log", "audit_event_queue"):
            cursor.execute(f"DELETE FROM {table}")
            cursor.execute(f"INSERT INTO {table} SELECT * FROM kept_{table}")
            cursor.execute(f"DROP TABLE kept_{table}")
        cursor.execute("ALTER TABLE audit_listed_event ADD CONSTRAINT audit_listed_event_from_1 CHECK (number > 0)")
        cursor.execute("SET session_replication_role = origin")


def change(statements: list[str]) -> None:
    with connections["owner"].cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
            assert cursor.rowcount > 0, "something was changed"


def adjusted() -> None:
    """Have an event about a player, listed, among others."""
    world.open_house()
    world.fund(world.sign_up(), 500)
    world.run_sequencer()


@pytest.mark.parametrize("what", CHANGES)
def test_what_the_owner_of_the_database_changes_is_found_from_outside(what: str, tmp_path: Path) -> None:
    statements, expected = CHANGES[what]
    adjusted()
    export_log(tmp_path / "before")
    assert code(audited_folder(tmp_path / "before")) == "OK"

    with owning():
        change(statements)
        export_log(tmp_path / "after")
        found = list(faults())

    assert code(audited_folder(tmp_path / "after")) == expected
    assert found != []


def test_an_event_that_is_inserted_is_found_in_the_database() -> None:
    adjusted()

    with owning():
        change([BACKDATED])
        assert list(faults()) != [], "nobody lists it"


def test_an_event_that_is_dated_back_is_listed_late(tmp_path: Path) -> None:
    adjusted()

    save_event(NewEvent(kind="backdated-test", actor="platform"), now=world.NOW - timedelta(days=1))
    world.run_sequencer()
    export_log(tmp_path / "log")

    assert code(audited_folder(tmp_path / "log")) == "E_EVENT_LATE"


def test_an_event_removed_before_it_was_listed_is_found_if_a_record_names_it(tmp_path: Path) -> None:
    world.open_house()
    world.fund(world.sign_up(), 500)
    of_event = f"(SELECT id FROM audit_event {BALANCE})"

    change([f"DELETE FROM audit_event_queue WHERE event = {of_event}"])
    world.run_sequencer()
    world.run_sequencer(now=world.NOW + timedelta(hours=1))
    export_log(tmp_path / "log")

    assert code(audited_folder(tmp_path / "log")) == "E_EVENT_MISSING"
    assert list(faults()) != []
    change([f"INSERT INTO audit_event_queue {of_event[1:-1]}"])
