"""The application's role may do what is listed, and PostgreSQL refuses the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from django.core.management import call_command
from django.db import DatabaseError, ProgrammingError, connection, connections, transaction

from reddog_platform.grant_rights import apply_grants, differences
from reddog_platform.grants import GRANTS, Rights
from tests import world
from tests.needed_rights import keep_seen, needed_rights, rights_nobody_needed
from tests.own_cells import session

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from django.db.backends.utils import CursorWrapper

pytestmark = pytest.mark.django_db

APPLICATION: Final = "reddog_app"

# Each needs the privilege, and touches no row where the privilege is there.
ATTEMPTS: Final = {
    "SELECT": "SELECT 1 FROM {table} WHERE false",
    "INSERT": "INSERT INTO {table} SELECT (jsonb_populate_record(NULL::{table}, '{{}}')).* WHERE false",
    "DELETE": "DELETE FROM {table} WHERE false",
    "TRUNCATE": "TRUNCATE {table}",
    "ALTER": "ALTER TABLE {table} ADD COLUMN more integer",
    "TRIGGER": "CREATE TRIGGER more AFTER INSERT ON {table} EXECUTE FUNCTION refuse_change()",
    "DROP": "DROP TABLE {table}",
}


def granted(rights: Rights) -> set[str]:
    given = {"SELECT": rights.select, "INSERT": rights.insert, "DELETE": rights.delete}
    return {privilege for privilege, is_given in given.items() if is_given}


def columns_of(table: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped",
            [table],
        )
        return [name for (name,) in cursor.fetchall()]


def refused(cursor: CursorWrapper, statement: str) -> bool:
    """Try a statement as the application, and return whether PostgreSQL refused it for want of a right."""
    try:
        with transaction.atomic():
            cursor.execute(statement)
    except ProgrammingError as error:
        return "permission denied" in str(error) or "must be owner" in str(error)
    return False


def test_every_table_has_an_entry_and_every_entry_a_table() -> None:
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        assert tables == set(GRANTS)
        for table, rights in GRANTS.items():
            assert set(rights.update) <= set(columns_of(table)), table
        assert differences(cursor, APPLICATION) == ([], [])


@pytest.mark.parametrize("privilege", ATTEMPTS)
@pytest.mark.parametrize("table", GRANTS)
def test_what_is_not_listed_is_refused_and_what_is_listed_is_not(table: str, privilege: str) -> None:
    # Where the table cannot be read, what is read in the attempt is refused as well.
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        assert cursor.fetchone() == (APPLICATION,)
        was_refused = refused(cursor, ATTEMPTS[privilege].format(table=table))

    assert was_refused == (privilege not in granted(GRANTS[table]))


@pytest.mark.parametrize("table", GRANTS)
def test_every_column_that_is_not_listed_is_refused(table: str) -> None:
    with connection.cursor() as cursor:
        changeable = {
            column
            for column in columns_of(table)
            if not refused(cursor, f'UPDATE {table} SET "{column}" = DEFAULT WHERE false')
        }

    assert changeable == set(GRANTS[table].update)


def test_what_an_extension_brought_is_no_right_too_many() -> None:
    with session("owner", user="postgres") as superuser:
        superuser.execute("CREATE VIEW public.of_an_extension AS SELECT 1 AS one")
        superuser.execute("GRANT SELECT ON public.of_an_extension TO PUBLIC")
        try:
            with connection.cursor() as cursor:
                assert differences(cursor, APPLICATION) == ([("of_an_extension", "SELECT", "")], [])
                superuser.execute("ALTER EXTENSION plpgsql ADD VIEW public.of_an_extension")
                assert differences(cursor, APPLICATION) == ([], [])
        finally:
            superuser.execute("ALTER EXTENSION plpgsql DROP VIEW public.of_an_extension")
            superuser.execute("DROP VIEW public.of_an_extension")


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_the_right_to_maintain_a_table_is_seen_where_postgresql_has_it_and_revoked() -> None:
    owner = connections["owner"]
    with owner.cursor() as cursor:
        if cursor.connection.info.server_version < 170_000:
            pytest.skip("PostgreSQL 17 was the first with this right")
        cursor.execute(f"GRANT MAINTAIN ON wallet_posting TO {APPLICATION}")
        try:
            assert differences(cursor, APPLICATION) == ([("wallet_posting", "MAINTAIN", "")], [])
            assert apply_grants(owner, APPLICATION)
            assert differences(cursor, APPLICATION) == ([], [])
        finally:
            cursor.execute(f"REVOKE MAINTAIN ON wallet_posting FROM {APPLICATION}")


# --- Settled rounds -----------------------------------------------------------------------------------------

CHANGES: Final = (
    "UPDATE games_round SET outcome = 'win', returned_minor = 10000",
    "UPDATE games_round SET settle_seq = NULL, settled_ms = NULL",
    "UPDATE games_round SET outcome = outcome",
)


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
@pytest.mark.clause("F11")
@pytest.mark.parametrize("role", ["default", "owner"])
@pytest.mark.parametrize("change", CHANGES)
def test_a_settled_round_is_changed_by_nobody(role: str, change: str) -> None:
    world.open_house()
    world.play_round(world.seat_player())
    before = world.everything_stored()
    assert before["games_round"][0] == 1

    with pytest.raises(DatabaseError, match="games_round is append-only: UPDATE"), connections[role].cursor() as cursor:
        cursor.execute(change)

    assert world.everything_stored() == before


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
@pytest.mark.parametrize("removal", ["DELETE FROM games_round", "TRUNCATE games_round"])
def test_no_round_is_removed_not_even_an_open_one(removal: str) -> None:
    world.open_house()
    world.deal_open_round(world.seat_player())

    with pytest.raises(DatabaseError, match="append-only"), connections["owner"].cursor() as cursor:
        cursor.execute(removal)
    with pytest.raises(ProgrammingError, match="permission denied"), connection.cursor() as cursor:
        cursor.execute(removal)


# --- What the list is held against --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "needed"),
    [
        ("SELECT 1 FROM a", {("a", "SELECT", "")}),
        (
            "SELECT 1 FROM a JOIN b ON true FOR UPDATE OF b",
            {("a", "SELECT", ""), ("b", "SELECT", ""), ("b", "LOCK", "")},
        ),
        ("DELETE FROM a WHERE x = %s", {("a", "SELECT", ""), ("a", "DELETE", "")}),
        ('UPDATE "a" SET "x" = %s, y = z + 1', {("a", "SELECT", ""), ("a", "UPDATE", "x"), ("a", "UPDATE", "y")}),
        (
            """WITH head AS (UPDATE a SET x = $1::uuid RETURNING y), more AS (INSERT INTO b (x) SELECT y FROM head
            ON CONFLICT (x) DO UPDATE SET z = excluded.z) SELECT count(*) FROM head""",
            {
                *(("a", "SELECT", ""), ("a", "UPDATE", "x")),
                *(("b", "SELECT", ""), ("b", "INSERT", ""), ("b", "UPDATE", "z")),
            },
        ),
    ],
)
def test_what_a_statement_needs_is_read_from_it(statement: str, needed: set[tuple[str, str, str]]) -> None:
    assert set(needed_rights([statement])) == needed


def test_a_right_that_no_statement_needed_is_named(tmp_path: Path) -> None:
    (tmp_path / "main.json").write_text('["UPDATE games_round SET outcome = %s", "SELECT 1 FROM audit_log FOR UPDATE"]')

    needless = rights_nobody_needed(tmp_path)

    assert ("games_round", "UPDATE", "outcome") not in needless
    assert ("games_round", "UPDATE", "staked_minor") in needless
    assert ("audit_log", "SELECT", "") not in needless
    assert ("players_vault", "DELETE", "") in needless


def test_the_platforms_statements_are_seen_and_a_tests_own_are_not(tmp_path: Path) -> None:
    world.open_house()
    world.play_round(world.seat_player())
    with connection.cursor() as cursor:
        cursor.execute("SELECT 'of a test'")

    keep_seen(tmp_path, "main")

    kept = (tmp_path / "main.json").read_text()
    # Some rounds are over with the deal, so not every round is updated.
    assert "INSERT INTO games_round" in kept
    assert "of a test" not in kept


# --- Granting -----------------------------------------------------------------------------------------------


@pytest.fixture
def as_the_owner(transactional_db: None) -> Iterator[CursorWrapper]:  # noqa: ARG001  the owner sees what is committed
    """Have a connection of the owner's; put the rights back at the end."""
    owner = connections["owner"]
    with owner.cursor() as cursor:
        yield cursor
        cursor.execute("DROP TABLE IF EXISTS newcomer")
    apply_grants(owner, APPLICATION)


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_a_migration_puts_back_what_somebody_granted_or_revoked(
    as_the_owner: CursorWrapper, capsys: pytest.CaptureFixture[str]
) -> None:
    for statement in (
        "GRANT UPDATE (cash_minor) ON wallet_journal TO reddog_app",
        "GRANT ALL ON games_round TO reddog_app",
        "REVOKE INSERT ON wallet_posting FROM reddog_app",
        "CREATE TABLE newcomer (name text)",
        "GRANT SELECT, DELETE ON newcomer TO reddog_app",
    ):
        as_the_owner.execute(statement)
    surplus, lacking = differences(as_the_owner, APPLICATION)
    assert lacking == [("wallet_posting", "INSERT", "")]
    assert {
        ("wallet_journal", "UPDATE", "cash_minor"),
        ("games_round", "DELETE", ""),
        ("newcomer", "DELETE", ""),
    } <= set(surplus)

    call_command("migrate")

    assert "Granted reddog_app what reddog_platform/grants.py lists." in capsys.readouterr().out
    assert differences(as_the_owner, APPLICATION) == ([], [])
    call_command("migrate")
    assert "Granted" not in capsys.readouterr().out


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_a_new_table_that_is_not_listed_may_not_even_be_read(as_the_owner: CursorWrapper) -> None:
    as_the_owner.execute(
        "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO reddog_app"
    )
    # The defaults of an earlier version are taken back too.
    assert apply_grants(connections["owner"], APPLICATION)
    as_the_owner.execute("CREATE TABLE newcomer (name text)")

    assert differences(as_the_owner, APPLICATION) == ([], [])
    with pytest.raises(ProgrammingError, match="permission denied"), connection.cursor() as cursor:
        cursor.execute("SELECT * FROM newcomer")
